/** Streams of edges and configurations: `surepath check --edges FILE.jsonl` and the like, as a user runs them. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/index.ts';
import { wallCells } from '../helpers/cli/wallCells.ts';

const { later, run, file, read, folder } = wallCells();
const CELL = ['check', 'cell.yaml'];
const random = new Random(21);
const value = () => 3 * random.unit() - 1.5;
const edges = Array.from({ length: 23 }, () => ({
  from: [value(), value()],
  to: [value(), value()],
}));
const lines = (rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const doubles = (numbers: readonly number[]) => {
  const view = new DataView(new ArrayBuffer(8 * numbers.length));
  numbers.forEach((x, i) => {
    view.setFloat64(8 * i, x, true);
  });
  return new Uint8Array(view.buffer);
};
file('edges.json', { joints: ['joint1', 'joint2'], edges });
file('edges.jsonl', lines(edges));
file('named.jsonl', lines([{ joints: ['joint2', 'joint1'] }, ...edges.map(swapped)]));
file('edges.f64', doubles(edges.flatMap(({ from, to }) => [...from, ...to])));
file('rows.json', { joints: ['joint1', 'joint2'], configurations: edges.map(({ to }) => to) });
file('rows.jsonl', lines(edges.map(({ to }) => to)));
file('rows.f64', doubles(edges.flatMap(({ to }) => to)));

function swapped({ from, to }: (typeof edges)[number]) {
  return { from: [...from].reverse(), to: [...to].reverse() };
}

/** The results of a document, as lines. */
function documentLines(...args: string[]): string {
  const { results } = JSON.parse(run(...CELL, ...args, '--json').stdout);
  return lines(results);
}

describe('a stream of edges', () => {
  const expected = documentLines('--edges', 'edges.json');

  it.each(['edges.jsonl', 'edges.f64'])(
    '%s is answered like a document, in order',
    async (name) => {
      for (const chunk of ['1', '7', '1000']) {
        const ran = await later(...CELL, '--edges', name, '--chunk', chunk, '--workers', '1');
        expect(ran.stdout).toBe(expected);
        expect(ran.status).toBe(1);
        expect(ran.stderr).toMatch(/23 edges, \d+ pairs? tested, .* a second \(ladder\)\n$/);
      }
      expect(expected).toMatch(/"free"/);
      expect(expected).toMatch(/"colliding"/);
    },
  );

  it('has values of the joints that its head names, and answers in that order', async () => {
    const { stdout } = await later(...CELL, '--edges', 'named.jsonl');
    const turned = expected
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const told = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    for (const [i, line] of told.entries()) {
      expect(line.verdict).toBe(turned[i].verdict);
      expect(line.configuration).toEqual(turned[i].configuration?.reverse());
    }
  });

  it('with --out writes a file, and sums up on stdout', async () => {
    const text = await later(...CELL, '--edges', 'edges.f64', '--out', 'out.jsonl');
    expect(read('out.jsonl')).toBe(expected);
    expect(text.stdout).toMatch(/^(\d+ free, \d+ colliding|\d+ colliding, \d+ free)/);
    const { stdout } = await later(...CELL, '--edges', 'edges.f64', '--out', 'out.jsonl', '--json');
    const sum = JSON.parse(stdout);
    expect(sum).toMatchObject({ edges: 23, method: 'ladder', leavingLimits: 0 });
    expect(sum.verdicts.free + sum.verdicts.colliding).toBe(23);
  });

  it('takes words of methods, budgets for each edge, and circles', async () => {
    const budget = await later(...CELL, '--edges', 'edges.jsonl', '--budget', '1');
    expect(budget.stdout).toMatch(/"undecided"/);
    // Whatever was spent before, the last has its budget, too.
    expect(budget.stdout.trimEnd().split('\n').at(-1)).toMatch(/"(undecided|free|colliding)"/);
    const adaptive = await later(...CELL, '--edges', 'edges.jsonl', '--method', 'adaptive');
    const verdicts = (text: string) => text.match(/"verdict":"[a-z-]+"/g);
    expect(verdicts(adaptive.stdout)).toEqual(verdicts(expected));
    file('arc.jsonl', lines([{ from: [-1, 0], via: [0, 1], to: [1, 0] }, edges[0]]));
    const arc = await later(...CELL, '--edges', 'arc.jsonl');
    expect(arc.stdout.trimEnd().split('\n')).toHaveLength(2);
    expect(arc.stdout.split('\n')[1]).toBe(expected.split('\n')[0]);
  });

  it('names the line of the file where the bytes are no text, whatever the chunks', async () => {
    const text = Buffer.from(lines(edges));
    // The 14th line, in its third chunk.
    const at = text.toString().split('\n').slice(0, 13).join('\n').length + 5;
    text[at] = 0xff;
    file('latin.jsonl', text);
    for (const chunk of ['5', '20']) {
      const { status, stderr } = await later(...CELL, '--edges', 'latin.jsonl', '--chunk', chunk);
      expect(status).toBe(2);
      expect(stderr).toContain('latin.jsonl:14:5: the text is not UTF-8');
    }
  });

  it('may be empty', async () => {
    for (const [name, content] of [
      ['none.jsonl', ''],
      ['none.f64', ''],
      ['head.jsonl', lines([{ joints: ['joint1', 'joint2'] }])],
    ]) {
      file(name, content);
      const { status, stdout, stderr } = await later(...CELL, '--edges', name);
      expect([status, stdout]).toEqual([0, '']);
      expect(stderr).toMatch(/there are no edges/);
    }
  });

  describe('that is stopped', () => {
    const options = ['--edges', 'edges.f64', '--chunk', '5', '--out', 'cut.jsonl'];
    const all = expected.split('\n').slice(0, -1);
    const asLines = (rows: readonly string[]) => rows.map((row) => `${row}\n`).join('');
    const without = (row: number) => edges.with(row, { ...edges[row], to: [0, 0.25] });
    const numbers = (rows: typeof edges) => rows.flatMap(({ from, to }) => [...from, ...to]);
    const tests = ({ stdout }: { stdout: string }) => JSON.parse(stdout).stats.tests;

    it('is gone on with from the last whole chunk', async () => {
      const whole = await later(...CELL, ...options, '--json');
      for (const rows of [12, 0, 23, 5]) {
        file('cut.jsonl', asLines(all.slice(0, rows)).slice(0, rows === 12 ? -7 : undefined));
        const rest = await later(...CELL, ...options, '--resume', '--json');
        expect(read('cut.jsonl')).toBe(expected);
        expect(rest.status).toBe(1);
        const { edges: count, verdicts } = JSON.parse(rest.stdout);
        expect(count).toBe(23);
        expect(verdicts.free).toBe(expected.match(/"free"/g)!.length);
        if (rows === 0) expect(tests(rest)).toBe(tests(whole));
        else expect(tests(rest)).toBeLessThan(0.9 * tests(whole));
      }
    });

    it('is gone on with where its journal was cut, and where rows came behind', async () => {
      await later(...CELL, ...options);
      const journal = read('cut.jsonl.journal');
      file('cut.jsonl.journal', journal.slice(0, -200));
      const { status } = await later(...CELL, ...options, '--resume');
      expect([status, read('cut.jsonl')]).toEqual([1, expected]);
      expect(read('cut.jsonl.journal')).toBe(journal);
      file('cut.jsonl.journal', journal.slice(0, journal.indexOf('\n') + 1));
      await later(...CELL, ...options, '--resume');
      expect([read('cut.jsonl'), read('cut.jsonl.journal')]).toEqual([expected, journal]);
      file('more.f64', doubles(numbers([...edges, edges[0]])));
      await later(...CELL, ...options.with(1, 'more.f64'), '--resume');
      expect(read('cut.jsonl')).toBe(asLines([...all, all[0]]));
    });

    it.each<[string, RegExp, string[], (() => void)?]>([
      ['of other rows', /cut\.jsonl:1: lines 1 to 5 answer other rows/, ['--edges', 'other.f64']],
      ['of fewer rows', /cut\.jsonl:16: it answers more rows/, ['--edges', 'few.f64']],
      ['with a clearance', /asked otherwise: of another cell/, ['--clearance', '1']],
      ['with another method', /asked otherwise/, ['--method', 'adaptive']],
      ['with other chunks', /asked otherwise/, ['--chunk', '4']],
      ['whose lines are exchanged', /lines 1 to 5 are not/, [], () => put(all.with(3, all[4]))],
      ['with a line that was cut', /cut\.jsonl:4: the line is no/, [], () => put(all.with(3, '{'))],
      ['with a verdict that is none', /:4: the/, [], () => put(all.with(3, '{"verdict":"fre"}'))],
      ['with zeros, as a power cut leaves them', /:1: the line/, [], () => put(['\0'.repeat(9)])],
      ['that was something else', /:1: the line is no result/, [], () => put(['something else'])],
      [
        'without a journal',
        /there is no cut\.jsonl\.journal/,
        [],
        () => remove('cut.jsonl.journal'),
      ],
      ['with a journal of nothing', /journal is damaged/, [], () => file('cut.jsonl.journal', 'x')],
      ['with a journal that was edited', /lines 6 to 10 are not/, [], () => edit(-400)],
    ])('is not gone on with %s, and stays as it is', async (_, message, more, spoil) => {
      file('other.f64', doubles(numbers(without(1))));
      file('few.f64', doubles(numbers(edges.slice(0, 15))));
      await later(...CELL, ...options);
      spoil?.();
      const before = read('cut.jsonl');
      const { status, stderr } = await later(...CELL, ...options, ...more, '--resume');
      expect(stderr).toMatch(message);
      expect(stderr).toMatch(/leave out --resume/);
      expect(stderr).not.toMatch(/are written/);
      expect(status).toBe(2);
      expect(read('cut.jsonl')).toBe(before);
    });

    it('is not gone on with in another order of joints', async () => {
      const asked = ['--edges', 'named.jsonl', '--chunk', '5', '--out', 'cut.jsonl'];
      await later(...CELL, ...asked);
      const named = read('named.jsonl');
      file('named.jsonl', named.replace('"joint2","joint1"', '"joint1","joint2"'));
      const { status, stderr } = await later(...CELL, ...asked, '--resume');
      file('named.jsonl', named);
      expect(stderr).toMatch(/lines 1 to 5 answer other rows/);
      expect(status).toBe(2);
    });

    it('is not gone on with where joints without values stand elsewhere', async () => {
      file('one.jsonl', lines([{ joints: ['joint1'] }, { from: [-1], to: [1] }]));
      const asked = [...CELL, '--edges', 'one.jsonl', '--chunk', '1', '--out', 'cut.jsonl'];
      await later(...asked, '--joints', 'joint2=2.5');
      const { status, stderr } = await later(...asked, '--joints', 'joint2=0', '--resume');
      expect(stderr).toMatch(/asked otherwise/);
      expect(status).toBe(2);
      const same = await later(...asked, '--joints', 'joint2=2.5', '--resume');
      expect(same.status).not.toBe(2);
    });

    it('is not gone on with where joints have other limits, which no proof rests on', async () => {
      const cell = (limits: string) =>
        `surepath: 1\nrobots: [{urdf: arm.urdf, srdf: arm.srdf, limits: ${limits}}]\n`;
      file('limits.yaml', cell('{default: {velocity: 1}}'));
      const asked = ['check', 'limits.yaml', ...options];
      const whole = await later(...asked);
      file('limits.yaml', cell('{default: {velocity: 2}}'));
      const { status, stderr } = await later(...asked, '--resume');
      expect(stderr).toMatch(/asked otherwise/);
      expect(status).toBe(2);
      file('limits.yaml', cell('{default: {velocity: 1}}'));
      expect((await later(...asked, '--resume')).status).toBe(whole.status);
    });

    it('is not gone on with where the same bytes are rows of another format', async () => {
      // 64 characters are a line of JSON, and two edges of doubles, all of them tiny.
      const line = '{"from": [0.0,0.0], "to": [0.1,1]}';
      const bytes = `${line}${' '.repeat(63 - line.length)}\n`;
      file('row.jsonl', bytes);
      file('row.f64', bytes);
      const ask = (name: string, ...more: string[]) =>
        later(...CELL, '--edges', name, '--chunk', '2', '--out', 'cut.jsonl', ...more);
      await ask('row.f64');
      const { status, stderr } = await ask('row.jsonl', '--resume');
      expect(stderr).toMatch(/asked otherwise/);
      expect(status).toBe(2);
    });

    it('leaves no journal beside a device', async () => {
      await later(...CELL, ...options.with(-1, '/dev/null'));
      expect(existsSync('/dev/null.journal')).toBe(false);
    });

    const put = (rows: readonly string[]) => file('cut.jsonl', asLines(rows));
    const remove = (name: string) => rmSync(join(folder, name));
    /** Changes a character of the journal, so far from its end. */
    const edit = (at: number) => {
      const text = read('cut.jsonl.journal');
      const other = text.at(at) === '0' ? '1' : '0';
      file('cut.jsonl.journal', `${text.slice(0, at)}${other}${text.slice(at + 1)}`);
    };
  });
});

describe('a stream of configurations', () => {
  const expected = documentLines('--configurations', 'rows.json');

  it.each(['rows.jsonl', 'rows.f64'])('%s is answered like a document, in order', async (name) => {
    const { status, stdout } = await later(...CELL, '--configurations', name);
    expect(stdout).toBe(expected);
    expect(status).toBe(1);
  });
});

describe('bad streams', () => {
  const cases: readonly [string, string | Uint8Array, RegExp][] = [
    [
      'a.jsonl',
      `${lines(edges.slice(0, 3))}{"from": [1], "to": [0, 0]}\n`,
      /a\.jsonl:4:10: from: expected 2 values.*found 1/,
    ],
    ['b.jsonl', `${lines(edges.slice(0, 2))}\n${lines(edges)}`, /b\.jsonl:3: the line is empty/],
    ['c.jsonl', '{"from": [0, 0], "to": [0, NaN]}\n', /c\.jsonl:1: the line is no JSON/],
    ['d.jsonl', '{"from": [0, 0], "to": [0, 1e999]}\n', /d\.jsonl:1/],
    [
      'e.jsonl',
      '{"from": [0, 0], "to": [0, 0], "from": [1, 1]}\n',
      /e\.jsonl:1:\d+: the key "from" occurs twice/,
    ],
    ['f.jsonl', '{"joints": ["joint1", "elbow"]}\n{"from": [0, 0], "to": [0, 0]}\n', /"elbow"/],
    ['g.jsonl', '[0, 0]\n', /g\.jsonl:1:1/],
    [
      'h.f64',
      new Uint8Array(70),
      /h\.f64: byte 64: 70 bytes are 2 rows and 6 bytes of another: an edge has 2 x 2 numbers/,
    ],
    [
      'i.f64',
      doubles([0, 0, 0, 0, 0, 0, 0, Number.NaN]),
      /i\.f64: byte 56: the value of "joint2" is NaN/,
    ],
    ['j.f64', doubles([0, 0, 0, Number.POSITIVE_INFINITY]), /j\.f64: byte 24/],
  ];

  it.each(cases)('%s is refused with its place', async (name, content, message) => {
    file(name, content);
    const { status, stderr } = await later(...CELL, '--edges', name);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
  });

  it('are refused where they begin to be bad: what comes before is answered', async () => {
    file('late.jsonl', `${lines(edges.slice(0, 8))}{"from": 3}\n${lines(edges)}`);
    const ran = await later(...CELL, '--edges', 'late.jsonl', '--chunk', '4');
    expect(ran.status).toBe(2);
    expect(ran.stdout).toBe(
      documentLines('--edges', 'edges.json').split('\n').slice(0, 8).join('\n').concat('\n'),
    );
    expect(ran.stderr).toMatch(/the results of 8 edges are written/);
    expect(ran.stderr).toMatch(/late\.jsonl:9/);
  });

  it.each([
    [['--edges', 'edges.jsonl', '--junit', 'x.xml'], /--junit is for documents/],
    [['--edges', 'edges.jsonl', '--json'], /give --out FILE/],
    [['--edges', 'edges.jsonl', '--resume'], /--resume goes on with --out/],
    [['--edges', 'edges.json', '--out', 'x'], /--out is for rows that stream in/],
    [['--edges', 'edges.jsonl', '--chunk', '0'], /--chunk takes a whole number from 1 to 10000/],
    [['--edges', 'edges.jsonl', '--workers', '1.5'], /--workers takes a whole number/],
    [['--edges', 'missing.jsonl'], /missing\.jsonl: there is no such file/],
  ])('%j is refused', async (args, message) => {
    const { status, stderr, stdout } = await later(...CELL, ...args);
    expect(status).toBe(2);
    expect(stderr + stdout).toMatch(message);
  });
});
