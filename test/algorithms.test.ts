/**
 * docs/algorithms.md maps rows of the papers to files, tests and benchmarks: every row is there, and all that it names. How
 * its tables are read, the page says itself.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const read = (...path: string[]) => readFileSync(join(ROOT, ...path), 'utf8');

/** How many rows each paper has; B shares those of A. */
const ROWS = { A: 24, C: 9, D: 8, E: 7 };
/** Not built yet. */
const AWAITED = ['A23'];
const IDS = Object.entries(ROWS)
  .flatMap(([paper, count]) => Array.from({ length: count }, (_, i) => `${paper}${i + 1}`))
  .filter((id) => !AWAITED.includes(id));

type Row = Readonly<Record<string, string>>;

/** The rows of the table whose heading begins with `first`, by the words of its heading. */
function tableOf(page: string, first: string): Row[] {
  const cells = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const lines = page
    .slice(page.indexOf(`\n| ${first} `) + 1)
    .split('\n\n', 1)[0]
    .split('\n');
  const head = cells(lines[0]);
  return lines.slice(2).map((line) => {
    const found = cells(line);
    expect(found.length, line).toBe(head.length);
    return Object.fromEntries(head.map((name, i) => [name, found[i]]));
  });
}

/** Names in backticks with the words that follow each; a name without a folder is in that of the one before it. */
function namedIn(cell: string): { readonly name: string; readonly words: string[] }[] {
  let folder = '';
  return [...cell.matchAll(/`([^`]+)`([^`]*)/g)].map(([, name, after]) => {
    const path = name.includes('/') ? name : join(folder, name);
    folder = dirname(path);
    return { name: path, words: after.match(/[\w-]+/g) ?? [] };
  });
}

const page = read('docs/algorithms.md');
const papers = tableOf(page, 'row');
const beyond = tableOf(page, 'what');
const all = [...papers, ...beyond];

/** Below the root. */
function placeOf(name: string): string {
  return /^(cells|scripts|experiments)\//.test(name) ? name : `src/${name}`;
}

/** Suites of `npm run bench`. */
const SUITES = [...read('experiments/speed/main.ts').matchAll(/entry\(\s*'([\w-]+)'/g)].map(
  ([, name]) => name,
);

/** Where the experiments of a subject of `npm run repro` are. */
const SUBJECTS: Readonly<Record<string, string>> = {
  checking: '',
  planning: '',
  'two-phase': 'twoPhase',
  'on-line': 'onLine',
  volumes: 'volumes',
};

/** Ids of tables and figures of a subject, of their headings as experiments declare them. */
function idsOf(subject: string): string[] {
  const folder = `experiments/papers/${SUBJECTS[subject]}`;
  return readdirSync(join(ROOT, folder))
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [
      ...read(folder, file).matchAll(/\bids: \[([^\]]*)\]|\bexperiment\(('[^']*')/g),
    ])
    .flatMap(([, list, one]) => [...(list ?? one).matchAll(/'([^']+)'/g)])
    .map(([, id]) => id);
}

describe('docs/algorithms.md', () => {
  it('has every row of the papers', () => {
    const rows = new Set(papers.map(({ row }) => row));
    expect(IDS.filter((id) => !rows.has(id))).toEqual([]);
    for (const row of rows) expect(row).toMatch(/^[ACDE]\d+$/);
  });

  it.each(all)('$row $what: its files are there, and have what is said to be in them', (row) => {
    const files = namedIn(row.file);
    expect(files.length).toBeGreaterThan(0);
    for (const { name, words } of files) {
      const place = placeOf(name);
      expect(existsSync(join(ROOT, place)), place).toBe(true);
      if (name.endsWith('/')) continue;
      const text = read(place);
      for (const word of words)
        expect(text, `${word} in ${place}`).toMatch(new RegExp(`\\b${word}\\b`));
    }
  });

  it.each(all)('$row $what: its tests are there', (row) => {
    const tests = namedIn(row.test);
    expect(tests.length).toBeGreaterThan(0);
    for (const { name, words } of tests) {
      const file = name.endsWith('/') ? name : `${name}.test.ts`;
      expect(existsSync(join(ROOT, 'test', file)), file).toBe(true);
      expect(words, 'nothing but names').toEqual([]);
    }
  });

  it.each(papers.filter(({ benchmark }) => benchmark !== ''))(
    '$row $what: its benchmarks are there',
    ({ benchmark }) => {
      const named = [...benchmark.matchAll(/`([^`]+)`([^`]*)/g)];
      expect(named.length, benchmark).toBeGreaterThan(0);
      for (const [, name, after] of named) {
        const [program, subject] = name.split(' ');
        const ids = after.match(/[\w-]+/g) ?? [];
        if (program === 'bench') {
          expect(SUITES).toContain(subject);
          expect(ids).toEqual([]);
        } else {
          expect(program).toBe('repro');
          expect(Object.keys(SUBJECTS)).toContain(subject);
          for (const id of ids) expect(idsOf(subject), benchmark).toContain(id);
        }
      }
    },
  );

  it('every subject of repro is known here', () => {
    const main = read('experiments/papers/main.ts');
    const declared = main.slice(main.indexOf('const SUBJECTS'), main.indexOf('const NAMES'));
    const names = [...declared.matchAll(/^ {2}'?([\w-]+)'?: \{/gm)].map(([, name]) => name);
    expect(names).toEqual(Object.keys(SUBJECTS));
  });
});
