/** Loops and couplings through points in cell files: what becomes of them, and what is wrong with them, where. */
import { describe, expect, it } from 'vitest';
import { readCell } from '../../src/formats/index.ts';
import { faultOf, utf8 } from '../helpers/formats/helpers.ts';
import { LOOPS } from '../helpers/formats/loopKeys.ts';

const MIMIC = (name: string, leader: string, multiplier: number, offset = 0) => [
  `<joint name="${name}" type="continuous">`,
  `<joint name="${name}" type="continuous"><mimic joint="${leader}" multiplier="${multiplier}" offset="${offset}"/>`,
];

function read(rest: string, ...mimics: string[][]) {
  const urdf = mimics.reduce((text, [from, to]) => text.replace(from, to), LOOPS);
  const text = `surepath: 1\nrobots:\n  - urdf: loops.urdf\n${rest}\n`;
  const files = { 'loops.urdf': utf8(urdf) };
  return readCell(utf8(text), { file: 'cell.yaml', resolver: { files } }).robots[0].couplings;
}

const BARS =
  '    loops:\n      - {driver: d, pin: {link: e, point: [1, 0, 0]}, to: {link: f, point: [0, 0.5, 0]}}';
const FOUR =
  '    loops:\n      - {driver: a, pin: {link: b, point: [1, 0, 0]}, to: {link: c, point: [0.1, 0.5, 0]}}';

const fault = (rest: string, ...mimics: string[][]) => faultOf(() => read(rest, ...mimics));

describe('loops of a cell file', () => {
  it('become couplings: factors of a parallelogram, laws of others', () => {
    expect([...read(BARS)]).toEqual([
      ['e', { joint: 'd', multiplier: -1, offset: 0 }],
      ['f', { joint: 'd', multiplier: 1, offset: 0 }],
    ]);
    const four = read(FOUR);
    expect([...four.keys()]).toEqual(['b', 'c']);
    for (const { law } of four.values()) {
      expect(law!.at[0]).toBe(-1);
      expect(law!.deviation).toBeGreaterThan(0);
      expect(law!.deviation).toBeLessThan(1e-9);
    }
  });

  it('are the same in the words of MuJoCo', () => {
    const connect =
      '    loops:\n      - {driver: a, connect: {body1: b, body2: c, anchor: [1, 0, 0]}}';
    const [one, other] = [read(FOUR).get('c')!.law!, read(connect).get('c')!.law!];
    expect(other.at).toEqual(one.at);
    one.values.forEach((y, i) => {
      expect(other.values[i]).toBeCloseTo(y, 12);
    });
  });

  it('confirm what a URDF says, or tell what is wrong with it', () => {
    expect(read(BARS, MIMIC('e', 'd', -1), MIMIC('f', 'd', 1)).size).toBe(0);
    // A chain of mimics.
    expect(read(BARS, MIMIC('e', 'f', -1), MIMIC('f', 'd', 1)).size).toBe(0);
    expect([...read(BARS, MIMIC('e', 'd', -1)).keys()]).toEqual(['f']);
    expect(fault(BARS, MIMIC('f', 'd', 1, 0.001))).toMatchObject({
      ...{ code: 'cell/loop', file: 'cell.yaml', line: 5, column: 9 },
      message: expect.stringContaining('with factor 1 and offset 0.001; the loop lets it follow'),
    });
    expect(fault(FOUR, MIMIC('c', 'a', 1))).toMatchObject({
      ...{ code: 'cell/loop', line: 5, hint: 'remove its <mimic>' },
      message: expect.stringContaining('not in proportion'),
    });
  });

  it('have faults with their places', () => {
    const cases: [string, string, number, string][] = [
      [`${BARS}\n    joints: {d: 0}`, 'cell/loop', 5, 'is held'],
      [`${BARS}\n    couplings: {e: {joint: d}}`, 'cell/loop', 5, 'follows "d" already'],
      [`${BARS}\n    couplings: {d: {joint: f}}`, 'cell/loop', 5, 'circle'],
      [BARS.replace('driver: d', 'driver: dd'), 'cell/unknown-joint', 5, 'dd'],
      [BARS.replace('link: e', 'link: ee'), 'cell/unknown-link', 5, 'ee'],
      [BARS.replace('driver: d', 'driver: a'), 'loop/driver', 5, 'none of the joints'],
      [BARS.replace('[1, 0, 0]', '[1, 0, 0.1]'), 'loop/plane', 5, '0.1 m beside'],
      [BARS.replace('[1, 0, 0]', '[2, 0, 0]'), 'loop/assembled', 5, '1 m apart'],
      [BARS.replace(', to: {link: f, point: [0, 0.5, 0]}', ''), 'document/missing-key', 5, 'to'],
      [BARS.replace(', point: [1, 0, 0]', ''), 'cell/loop', 5, 'needs a point'],
      [
        `${BARS}\n      - {name: "1", driver: a, connect: {body1: b, body2: c, anchor: [1, 0, 0]}}`,
        'cell/loop',
        6,
        'two loops',
      ],
      [
        '    loops:\n      - {driver: a, pin: {link: b, point: [1, 0, 0]}, connect: {body1: b, body2: c, anchor: [1, 0, 0]}}',
        'cell/loop',
        5,
        'either',
      ],
    ];
    for (const [rest, code, line, words] of cases) {
      const found = fault(rest);
      expect([found.code, found.file, found.line], rest).toEqual([code, 'cell.yaml', line]);
      expect(found.message).toContain(words);
    }
  });
});

describe('couplings through points', () => {
  it('are laws, with what a rate leaves open', () => {
    const cam = '    couplings:\n      cam: {joint: a, points: [[-1, 0], [0, 0.1], [1, 0]]';
    const [plain, rated] = [read(`${cam}}`), read(`${cam}, rate: 0.2}`)];
    expect(plain.get('cam')).toMatchObject({ joint: 'a', multiplier: 1, offset: 0 });
    expect(plain.get('cam')!.law!.deviation).toBe(0);
    expect(rated.get('cam')!.law).toEqual({
      ...plain.get('cam')!.law,
      deviation: expect.closeTo(0.09375, 3),
    });
    expect(fault(`${cam}, rate: 0.05}`)).toMatchObject({ code: 'law/rate', line: 5 });
    expect(fault(`${cam}, offset: 1}`)).toMatchObject({ code: 'cell/coupling', line: 5 });
    expect(fault(`${cam}, periodic: true}`).message).toContain('has limits');
  });

  it('begin anew for a leader that turns on and on', () => {
    const wheel = '    couplings:\n      wheel: {joint: shaft, points: [[0, 0], [2, 1], [4, 5]]';
    expect(fault(`${wheel}}`).message).toContain('must begin anew');
    const { at, values, periodic } = read(`${wheel}, periodic: true, turns: 1}`).get('wheel')!.law!;
    expect([periodic, at[3], values[3]]).toEqual([true, 2 * Math.PI, 2 * Math.PI]);
    expect(fault(`${wheel}, periodic: true, turns: 0.5}`).message).toContain('whole number');
  });
});

describe('couplings by a law', () => {
  it('are as they stand; faults have their places', () => {
    const law = 'at: [-1, 0, 1], values: [0, 0.1, 0], slopes: [0.2, -0.2]';
    const cam = (numbers: string, rest = '') =>
      `    couplings:\n      cam: {joint: a, law: {${numbers}}${rest}}`;
    expect(read(cam(law)).get('cam')).toEqual({
      ...{ joint: 'a', multiplier: 1, offset: 0 },
      law: {
        ...{ at: [-1, 0, 1], values: [0, 0.1, 0], slopes: [0.2, -0.2] },
        ...{ periodic: false, deviation: 0 },
      },
    });
    expect(fault(cam(law, ', rate: 1'))).toMatchObject({ code: 'cell/coupling', line: 5 });
    expect(fault(cam(law.replace('[-1, 0, 1]', '[-1, 1, 0]')))).toMatchObject({
      ...{
        code: 'kinematics/law',
        line: 5,
        message: expect.stringContaining('at 1 and then at 0'),
      },
    });
    expect(fault(cam(`${law}, deviation: -1`)).message).toContain('off by -1');
  });
});
