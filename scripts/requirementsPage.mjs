// @ts-check
/** The page of requirements, as text. */

const HEAD = `# Requirements

What Surepath promises, as requirements that can be traced. Made from \`conformance/suite.ts\` by \`node scripts/requirements.mjs\`; a test sees
that the page is what the list says and that every file it names is there.

"Argument" is where it is shown why the requirement holds. "On your machine" is what \`surepath qualify\` runs. "Tests" are run before any
change lands, with many more cases; \`npm test\` and \`npm run test:campaign\` run them.
`;

/** @param {import('../src/qualify/index.ts').Suite} suite */
export function requirementsPage(suite) {
  return [HEAD, ...suite.map(sectionOf)].join('\n');
}

/** @param {import('../src/qualify/index.ts').Requirement} requirement */
function sectionOf({ id, text, pages, tests, checks }) {
  /** @param {string} file */
  const link = (file) => `[${file}](../../${file})`;
  return [
    `## ${id}`,
    '',
    text,
    '',
    `- Argument: ${pages.map(link).join(', ')}`,
    ...checks.map(({ name }) => `- On your machine: ${name}`),
    `- Tests: ${tests.map(link).join(', ')}`,
    '',
  ].join('\n');
}
