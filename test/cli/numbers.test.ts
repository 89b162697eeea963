/** One run, one number: what text, JSON, JUnit and the report say about a path is the same to the digit. */
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/math/index.ts';
import {
  apartText,
  boundText,
  mmUpper,
  openSpan,
  provenSpan,
  tProven,
  tText,
} from '../../src/words/index.ts';
import { cliFolder } from '../helpers/cli/runCli.ts';
import { runInside } from '../helpers/cli/runInside.ts';
import { armUrdf } from '../helpers/oracles/cellText.ts';
import { foldingFiles } from '../helpers/oracles/nearContacts.ts';
import { readMarkup } from '../helpers/report/page.ts';

const SEED = 12;
const { folder, file, read } = cliFolder();

/** All outputs of the same question: text, JSON, JUnit and the page. */
function outputs(cell: string, path: string, ...options: string[]) {
  const all = [...options, '--profile', '--junit', 'junit.xml', '--report', 'report.html'];
  const { stdout: text } = runInside(folder, 'check', cell, path, ...all);
  const { stdout } = runInside(folder, 'check', cell, path, ...all, '--json');
  const html = read('report.html');
  const junit = read('junit.xml');
  return { text, json: JSON.parse(stdout), junit, html, page: readMarkup(html).text };
}

file('arm.urdf', armUrdf('arm', [1, 1, 1]));
file('swing.json', {
  joints: ['joint1', 'joint2'],
  waypoints: [
    [-1, 0],
    [1, 0],
    [0.5, 0.5],
  ],
});

describe(`a path that collides, walls at random, seed ${SEED}`, () => {
  const random = new Random(SEED);
  const walls = Array.from({ length: 4 }, () => random.between(2.2, 2.9));

  it.each(walls)('at %f m: the contact is at one place, in the same words', (x) => {
    file(
      'hit.yaml',
      `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles: [{name: wall, shape: {box: [0.1, 4, 1]}, pose: {xyz: [${x}, 0, 0]}}]
allow: [[link0, link1], [link1, link2]]
`,
    );
    const { text, json, junit, html, page } = outputs('hit.yaml', 'swing.json', '--first-contact');
    const [from, to] = json.bracket;
    expect(to).toBe(json.t);
    const [begin, end] = openSpan(from, to);
    expect(Number(begin)).toBeLessThanOrEqual(from);
    expect(Number(end)).toBeGreaterThanOrEqual(to);
    expect(begin).not.toBe(end);
    // The place, and the bracket that ends there.
    const at = /at t = (\S+)$/.exec(text.split('\n')[0])![1];
    expect(at).toBe(end);
    const bracket = `between t = ${begin} (proven free up to there) and t = ${end}`;
    expect(text).toContain(`  contact begins ${bracket}\n`);
    expect(junit).toContain(`contact begins ${bracket}`);
    expect(page).toContain(`Contact begins on segment 0 ${bracket}`);
    expect(/message="colliding: \S+ and \S+, at t = ([\d.]+)"/.exec(junit)![1]).toBe(at);
    expect(/on segment 0 \(waypoint 0 to 1\) at t = ([\d.]+[\d])\./.exec(page)![1]).toBe(at);
    // No other place is named in JUnit than in the text, but for segments of their own.
    const first = junit.slice(0, junit.indexOf('</testcase>'));
    for (const [, t] of first.matchAll(/t = ([\d.]+)/g)) expect([begin, end]).toContain(t);
    // Pieces: proven ones never look longer, and neighbours meet in the same number.
    for (const piece of json.safe) {
      const [a, b] = provenSpan(piece.from, piece.to);
      expect(text).toContain(`    segment ${piece.segment} from ${a} to ${b}: free\n`);
      expect(html).toContain(`segment ${piece.segment}, t from ${a} to ${b}: `);
    }
    for (const piece of json.unsafe) {
      const [a, b] = [tProven(piece.from), tText(piece.to)];
      expect(text).toContain(`    segment ${piece.segment} from ${a} to ${b}: not free`);
      expect(html).toContain(`segment ${piece.segment}, t from ${a} to ${b}: `);
    }
    expectSameDistances(text, json, html, false);
  });
});

/** Rows of the profile's table, in the text and on the page. */
function expectSameDistances(
  text: string,
  json: {
    profile: {
      accuracy: number;
      pairs: { pair: [string, string]; lower: number; upper: number | null }[];
    };
  },
  html: string,
  apart: boolean,
): void {
  expect(json.profile.pairs.length).toBeGreaterThan(0);
  for (const { pair, lower, upper } of json.profile.pairs) {
    const bound = boundText({ lower, upper, apart, accuracy: json.profile.accuracy });
    const seen = upper === null ? '-' : mmUpper(upper);
    const row = text
      .slice(text.indexOf('proven at least'))
      .split('\n')
      .find((l) => l.includes(`  ${pair.join(' and ')} `))!;
    expect(row.trim().startsWith(`${bound}  `), row).toBe(true);
    expect(row).toContain(` ${seen}  `);
    const cells = `<td class="number">${bound}</td><td class="number">${upper === null ? '' : seen}</td>`;
    const names = `<td class="name">${pair[0]}</td><td class="name">${pair[1]}</td>`;
    const [found] = html.split('\n').filter((tr) => tr.includes(names));
    expect(found).toContain(cells);
  }
}

describe('a path that is proven free, of an arm nearly in contact', () => {
  const { yaml, urdf } = foldingFiles();
  file('folding.urdf', urdf);
  file('folding.yaml', yaml);
  file('fold.json', {
    joints: ['slide', 'turn'],
    waypoints: [
      [0.1, 0.3],
      [0.12, 0.5],
    ],
  });
  const { text, json, junit, html, page } = outputs('folding.yaml', 'fold.json');

  it('is apart in every output: never "not apart", never "at least 0 mm"', () => {
    expect(json.verdict).toBe('free');
    expect(junit).toContain('failures="0"');
    const none = json.profile.pairs.filter((pair: { lower: number }) => pair.lower === 0);
    expect(none.length).toBeGreaterThan(0);
    expect(json.profile.pairs.every((pair: { apart: boolean }) => pair.apart)).toBe(true);
    for (const said of [text, junit, page]) {
      expect(said).not.toMatch(/not apart|not proven apart|not proven to be apart|at least 0 mm/);
    }
    expect(text).not.toContain('×');
    expect(text).toContain('apart by less than 1 mm');
    const { accuracy, nearest } = json.profile;
    const { upper } = nearest.self;
    expect(page).toContain(
      `To itself proven ${apartText({ lower: 0, upper, apart: true, accuracy })}`,
    );
    expect(page).toContain('apart, by less than the measuring accuracy of 1 mm');
    expectSameDistances(text, json, html, true);
  });

  it('says so with --clearances as well', () => {
    const { stdout } = runInside(folder, 'check', 'folding.yaml', 'fold.json', '--clearances');
    expect(stdout).toMatch(/^free/);
    expect(stdout).not.toContain('at least 0 mm');
  });
});

describe('what was asked for is what is told', () => {
  const wall = (x: number) =>
    file(
      'asked.yaml',
      `surepath: 1
robots: [{urdf: arm.urdf}]
clearance: {default: 0.0123456}
obstacles: [{name: wall, shape: {box: [0.1, 4, 1]}, pose: {xyz: [${x}, 0, 0]}}]
allow: [[link0, link1], [link1, link2]]
`,
    );

  it('of a free path the clearance to its last digit, and no more', () => {
    wall(2.97);
    const { text, junit, page } = outputs('asked.yaml', 'swing.json');
    expect(text).toMatch(/^free: .* with a clearance of 12\.3456 mm\n/);
    expect(page).toContain(
      'Proven for every configuration on the path, with a clearance of 12.3456 mm.',
    );
    expect(junit).toContain('failures="0"');
  });

  it('of a path that is too close a distance that reads as less, in all outputs', () => {
    wall(2.962345);
    const { text, junit, page } = outputs('asked.yaml', 'swing.json', '--first-contact');
    const [, said] =
      /^too-close: (link2 and wall, (\S+) mm apart; asked for a clearance of 12\.3456 mm)/.exec(
        text,
      )!;
    expect(Number(/([\d.]+) mm apart/.exec(said)![1])).toBeLessThan(12.3456);
    expect(junit).toContain(`too-close: ${said}`);
    expect(page).toContain(`${said}, on segment 0`);
  });

  it('of a search that ended what may have ended it', () => {
    wall(2.97);
    const limits = ['--budget', '1', '--method', 'adaptive', '--junit', 'ended.xml'];
    for (const [more, ended] of [
      [[], 'the budget ended first'],
      [['--time-limit', '1000'], 'the budget or the time ended first'],
    ] as const) {
      const { stdout } = runInside(folder, 'check', 'asked.yaml', 'swing.json', ...limits, ...more);
      expect(stdout).toMatch(new RegExp(`^undecided: ${ended}; \\d of 2 segments not settled\n`));
      expect(read('ended.xml')).toContain(`undecided: ${ended}, `);
    }
  });
});
