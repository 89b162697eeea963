/** The result of `npm run test:mutants` as tables: for people at a terminal, and for docs/algorithms.md. */

const BEGIN = '<!-- planted faults: written by npm run test:mutants -- --write -->';
const END = '<!-- /planted faults -->';

function padded(rows) {
  const widths = rows[0].map((_, c) => Math.max(...rows.map((row) => row[c].length)));
  return rows.map((row) => row.map((cell, c) => cell.padEnd(widths[c])));
}

/** A table of Markdown, as wide as its cells are. */
function markdown(head, rows) {
  const cells = padded([head, ...rows]);
  const rule = cells[0].map((cell) => '-'.repeat(cell.length));
  return [cells[0], rule, ...cells.slice(1)].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function count(results, verdict) {
  return results.filter((result) => result.verdict === verdict).length;
}

function groups(results, key) {
  const found = new Map();
  for (const result of results) {
    const name = result.mutant[key];
    found.set(name, [...(found.get(name) ?? []), result]);
  }
  return [...found].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
}

function countRows(results, key) {
  const rows = [...groups(results, key), ['all', results]];
  return rows.map(([name, some]) => [name, `${some.length}`, `${count(some, 'caught')}`]);
}

/** Lines for the terminal: counts by area and by row, and what was not caught. */
export function summary(results) {
  const text = (key) =>
    padded([[key, 'planted', 'caught'], ...countRows(results, key)])
      .map((row) => row.join('  '))
      .join('\n');
  const open = results
    .filter(({ verdict }) => verdict !== 'caught')
    .map(({ mutant, verdict, why }) => `${label(mutant)}: ${verdict}: ${mutant.fault}; ${why}`);
  return [text('area'), text('row'), ...open].join('\n\n');
}

export function label({ area, number, row }) {
  return `${area}/${number} (${row})`;
}

/** The page with the part between the marks made anew. */
export function written(page, results) {
  const start = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (start < 0 || end < start) throw new Error(`the page has no ${BEGIN} ... ${END}`);
  const survivors = results.filter(({ verdict }) => verdict === 'NOT CAUGHT');
  const rows = groups(results, 'row').map(
    ([name, some]) => `${name} ${count(some, 'caught')}/${some.length}`,
  );
  const part = [
    BEGIN,
    markdown(['area', 'planted', 'caught'], countRows(results, 'area')),
    `By row, caught of planted: ${rows.join(', ')}.`,
    survivors.length === 0
      ? 'None survived.'
      : `Survivors:\n\n${survivors.map(({ mutant }) => survivor(mutant)).join('\n')}`,
    END,
  ];
  return page.slice(0, start) + part.join('\n\n') + page.slice(end + END.length);
}

function survivor(mutant) {
  const why = mutant.survives ? ` ${mutant.survives}` : '';
  return `- ${label(mutant)}, \`${mutant.file}\`: ${mutant.fault}.${why}`;
}
