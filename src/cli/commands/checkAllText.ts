/** Answers about many programs: for people, for a pull request, for CI systems, for programs. */
import { assumptionsOf } from '../../cell/index.ts';
import { limitsJson, type Place, witnessJson } from '../../jobs/index.ts';
import { formatFault } from '../../math/index.ts';
import {
  assumedOfText,
  assumingText,
  count,
  doneWord,
  keptWord,
  limitText,
  openText,
  programsText,
  rejectionTexts,
  shortDigest,
  stillProvenText,
  visible,
  workTime,
} from '../../words/index.ts';
import { type JunitCase, writeJunit } from '../junit.ts';
import { type AllFacts, isFine, leavesLimits, type Outcome, verdictOf } from './checkAllTypes.ts';
import { placeOf } from './checkPathText.ts';
import { witnessDetails, witnessLine } from './checkWitness.ts';

/** Open intervals that are told of a program. */
const LISTED_OPEN = 3;

/** A line for each program, more where something is to be said, and how many there are of each kind. */
export function allText(facts: AllFacts): string {
  const { outcomes, cellFile, model, open, stale } = facts;
  const width = (texts: readonly string[]) => Math.max(...texts.map((text) => text.length));
  const [verdicts, names] = [width(outcomes.map(verdictOf)), width(outcomes.map(nameOf))];
  const assumptions = assumptionsOf(open.cell);
  const lines = [
    `cell ${cellFile}, model ${shortDigest(model)}`,
    ...(assumptions.length > 0 ? [`  ${assumingText(assumptions)}`] : []),
  ];
  for (const outcome of outcomes) {
    const head = `${verdictOf(outcome).padEnd(verdicts)}  ${nameOf(outcome).padEnd(names)}`;
    lines.push(`${head}  ${doneOf(outcome)}`.trimEnd());
    lines.push(...detailsOf(outcome, facts).map((line) => `  ${line}`));
  }
  const why = rejectionTexts(rejectedOf(facts));
  if (why.length > 0)
    lines.push('certificates that did not hold:', ...why.map((text) => `  ${text}`));
  lines.push(...staleLines(stale), ...writtenLines(facts));
  lines.push(programsText(countsOf(facts), facts.milliseconds));
  return `${lines.join('\n')}\n`;
}

function staleLines(stale: readonly string[]): string[] {
  if (stale.length === 0) return [];
  return [
    'certificates of programs that are gone, which you may delete:',
    ...stale.map((file) => `  ${file}`),
  ];
}

function rejectedOf({ outcomes }: AllFacts): { name: string; reason: string }[] {
  return outcomes.flatMap(({ answer, file: { name } }) =>
    answer && answer.rejected !== null ? [{ name, reason: answer.rejected }] : [],
  );
}

/** How many new certificates there are, and whether they are written. */
function writtenLines({ outcomes, folder, rule }: AllFacts): string[] {
  const made = outcomes.filter(({ answer }) => answer?.certificate?.written).length;
  if (made === 0) return [];
  const what = count(made, 'new certificate');
  return [rule === 'write' ? `${what} in ${folder}` : `${what} not written (--${rule})`];
}

const nameOf = ({ file }: Outcome) => file.name;

function doneOf({ answer }: Outcome): string {
  if (!answer) return '';
  return `${doneWord(answer)}${stillProvenText(answer)}, ${workTime(answer.milliseconds)}`;
}

const KINDS = ['verified', 'proven again', 'new'];

/** How many are free by what was done, and how many are not by what they are. */
function countsOf({ outcomes }: AllFacts): [string, number][] {
  const counts = new Map<string, number>(KINDS.map((kind) => [`free (${kind})`, 0]));
  for (const outcome of outcomes) {
    const verdict = verdictOf(outcome);
    const kind = verdict === 'free' ? `free (${doneWord(outcome.answer!)})` : verdict;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts];
}

/** What there is to say of a program besides. */
function detailsOf(outcome: Outcome, { limits }: AllFacts): string[] {
  const { answer, fault, loaded } = outcome;
  if (!answer || !loaded) return fault ? [formatFault(fault)] : [];
  const lines: string[] = [];
  const place: Place = { cell: loaded.cell, order: loaded.order, delta: answer.delta };
  const { witness } = answer;
  if (witness) {
    lines.push(`${witnessLine(witness, place)}, on ${placeOf(loaded, witness.segment, witness.t)}`);
    lines.push(...witnessDetails(witness, place).map((line) => line.trim()));
  }
  for (const { segment, from, to, pair } of answer.open.slice(0, LISTED_OPEN)) {
    const names = [pair.a, pair.b].map((body) => loaded.cell.bodies[body].name);
    lines.push(`not proven: segment ${segment}, ${openText(from, to)}: ${names.join(' and ')}`);
  }
  const { left } = answer.limits;
  for (const each of limits ? left : left.slice(0, 1))
    lines.push(`leaves limits: ${limitText(each)}`);
  const { certificate } = answer;
  if (answer.verdict === 'free' && certificate && !certificate.written) {
    lines.push(`no certificate: ${certificate.reason}`);
  }
  const assumptions = assumedOf(outcome);
  if (assumptions.length > 0) lines.push(assumingText(assumptions));
  return lines;
}

/** What the verdict about a program assumes of its motion, beside what all of them assume of the cell. */
function assumedOf({ answer, loaded }: Outcome): readonly string[] {
  return (answer && loaded?.motion.assumptions) ?? [];
}

/** What verdicts assume of the cell, and each of its program. */
function allAssumptions({ open, outcomes }: AllFacts): string[] {
  const own = outcomes.flatMap((outcome) =>
    assumedOf(outcome).map((text) => assumedOfText(outcome.file.name, text)),
  );
  return [...assumptionsOf(open.cell), ...own];
}

// ------------------------------------------------------------------------------------- pull requests

/** A summary for a pull request. */
export function allMarkdown(facts: AllFacts): string {
  const { outcomes, limits, cellFile, model, program, stale } = facts;
  const fine = outcomes.filter((outcome) => isFine(outcome, limits)).length;
  const all = fine === outcomes.length;
  const title = all
    ? `all ${outcomes.length} programs are free and proven`
    : `${fine} of ${outcomes.length} programs are free and proven`;
  const rows = outcomes.map((outcome) => {
    const { answer } = outcome;
    const isFree = answer?.verdict === 'free';
    const cells = [
      code(outcome.file.name),
      isFine(outcome, limits) ? verdictOf(outcome) : `**${verdictOf(outcome)}**`,
      answer ? doneWord(answer) : '',
      answer && isFree ? keptWord(answer) : '',
      answer ? workTime(answer.milliseconds) : '',
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const bad = outcomes.filter((outcome) => !isFine(outcome, limits));
  const assumptions = allAssumptions(facts);
  const lines = [
    `## Surepath: ${title}`,
    '',
    '| program | verdict | what was done | keeps apart | time |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
    ...(bad.length > 0
      ? ['### What fails', '', ...bad.flatMap((each) => failure(each, facts)), '']
      : []),
    ...rejectedLines(facts),
    ...(stale.length > 0
      ? [
          'Certificates of programs that are gone:',
          '',
          ...stale.map((file) => `- ${code(file)}`),
          '',
        ]
      : []),
    `Cell ${code(cellFile)}, model ${code(`sha256:${model}`)}, ${program}.`,
    ...(assumptions.length > 0
      ? [
          '',
          `<details><summary>Assuming (${assumptions.length})</summary>`,
          '',
          ...assumptions.map((text) => `- ${code(text)}`),
          '',
          '</details>',
        ]
      : []),
  ];
  return `${lines.join('\n')}\n`;
}

function failure(outcome: Outcome, facts: AllFacts): string[] {
  return [
    `- ${code(outcome.file.name)}: **${verdictOf(outcome)}**`,
    ...detailsOf(outcome, facts).map((line) => `  - ${code(line)}`),
  ];
}

function rejectedLines(facts: AllFacts): string[] {
  const why = rejectionTexts(rejectedOf(facts));
  if (why.length === 0) return [];
  return ['Certificates that did not hold:', '', ...why.map((text) => `- ${code(text)}`), ''];
}

/** As code, so that nothing in a name or a message is taken for Markdown. */
function code(text: string): string {
  const plain = visible(
    text
      .replaceAll('`', "'")
      .replaceAll('|', '\\|')
      .replace(/[ \n\t\r]+/g, ' '),
  );
  return `\`${plain}\``;
}

// --------------------------------------------------------------------------------------- CI systems

/** One case per program. */
export function allJunit(facts: AllFacts): string {
  const { outcomes, cellFile, cellArguments, model, program, milliseconds } = facts;
  return writeJunit({
    name: `surepath check-all ${cellFile}`,
    classname: cellFile,
    seconds: milliseconds / 1000,
    properties: [
      ...allAssumptions(facts).map((text) => ['assumption', text] as const),
      ['cell', cellArguments],
      ['model', model],
      ['program', program],
    ],
    cases: outcomes.map((outcome) => caseOf(outcome, facts)),
  });
}

function caseOf(outcome: Outcome, facts: AllFacts): JunitCase {
  const { answer, file } = outcome;
  const { name } = file;
  const seconds = (answer?.milliseconds ?? 0) / 1000;
  if (isFine(outcome, facts.limits)) return { name, seconds };
  const type = verdictOf(outcome);
  const [first = answer?.rejected ?? type, ...rest] = detailsOf(outcome, facts);
  const isOpen = type === 'undecided' || type === 'unreadable';
  const element = isOpen ? ('error' as const) : ('failure' as const);
  const word = type === 'free' && leavesLimits(outcome) ? 'limits' : type;
  return { name, seconds, outcome: { element, type: word, message: first, text: rest.join('\n') } };
}

// ------------------------------------------------------------------------------------------ programs

/** One object. */
export function allJson(facts: AllFacts): object {
  const { outcomes, cellFile, model, program, stale, open, milliseconds, limits } = facts;
  return {
    ...{ cell: cellFile, model, program },
    proven: outcomes.every((outcome) => isFine(outcome, limits)),
    programs: outcomes.map(outcomeJson),
    ...{ stale, assumptions: assumptionsOf(open.cell), milliseconds },
  };
}

function outcomeJson(outcome: Outcome): object {
  const { file, answer, fault, loaded, written } = outcome;
  if (!answer || !loaded) return { program: file.file, verdict: 'unreadable', error: fault };
  const { verdict, done, rejected, certificate, kept, segments, tests, witness } = answer;
  const place: Place = { cell: loaded.cell, order: loaded.order, delta: answer.delta };
  const assumptions = assumedOf(outcome);
  const made = certificate?.written
    ? { written, bytes: certificate.bytes, sha256: certificate.digest }
    : certificate && { written: false, reason: certificate.reason };
  return {
    ...{ program: file.file, verdict: verdict ?? 'not proven', done },
    ...(rejected === null ? {} : { rejected }),
    certificate: { file: file.certificate, ...made },
    ...{ segments, kept, tests, clearance: answer.clearance },
    ...(witness ? { segment: witness.segment, ...witnessJson(witness, place) } : {}),
    ...(answer.limits.left.length > 0 ? { limits: limitsJson(answer.limits.left) } : {}),
    ...(assumptions.length > 0 ? { assumptions } : {}),
    milliseconds: answer.milliseconds,
  };
}
