/** A certificate that shows more than a cell asks for is accepted, and one that shows less never is, whatever it says of itself. */

import { describe, expect, it } from 'vitest';
import { type CellAdjustments, certify, OpenCell, openCell, verify } from '../../src/jobs/index.ts';
import { Random } from '../../src/math/index.ts';
import {
  adjacentPairs,
  type CellDescription,
  InputError,
  modelDigest,
} from '../../src/verifier/index.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

/** An arm of two links in the plane, a tool at its end, and a base link that an SRDF says it never meets. */
const URDF = `<robot name="arm">
<link name="base"><collision><origin xyz="0 0 -0.5"/><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link>
<link name="upper"><collision><origin xyz="0.5 0 0"/><geometry><box size="0.8 0.1 0.1"/></geometry></collision></link>
<link name="tool"><collision><origin xyz="0.3 0 0"/><geometry><box size="0.4 0.05 0.05"/></geometry></collision></link>
<joint name="a" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
<joint name="b" type="revolute"><parent link="upper"/><child link="tool"/><origin xyz="1 0 0"/><axis xyz="0 0 1"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
</robot>`;
const SRDF =
  '<robot name="arm"><disable_collisions link1="base" link2="tool" reason="Never"/></robot>';

interface CellText {
  readonly robot?: string;
  readonly clearance?: string;
  readonly more?: string;
  readonly wall?: number;
}

function cellOf({ robot = '', clearance = '', more = '', wall = 1.7 }: CellText = {}): OpenCell {
  const text = `surepath: 1
robots: [{urdf: arm.urdf, srdf: arm.srdf, name: arm${robot}}]
obstacles:
  - {name: wall, shape: {box: [0.1, 4, 1]}, pose: {xyz: [${wall}, 0, 0]}}
  - {name: post, shape: {box: [0.1, 0.1, 1]}, pose: {xyz: [-1, 0, 0]}}
${clearance === '' ? '' : `clearance: ${clearance}\n`}${more}`;
  const files = new Map([
    ['cell.yaml', utf8(text)],
    ['arm.urdf', utf8(URDF)],
    ['arm.srdf', utf8(SRDF)],
  ]);
  return openCell({ file: 'cell.yaml', files });
}

const MOTION = {
  name: 'path',
  waypoints: [Float64Array.of(-0.4, 0.3), Float64Array.of(0.4, 0.2)],
};

function certificateOf(open: OpenCell, asked: CellAdjustments = {}): Uint8Array {
  const made = certify(open, { motion: MOTION, program: 'test', ...asked });
  if (!made.written) throw new Error(made.reason);
  return utf8(made.text);
}

const answer = (open: OpenCell, certificate: Uint8Array, asked: CellAdjustments = {}) => {
  const { verified, reason, shows } = verify(open, { certificate, motion: MOTION, ...asked });
  return verified ? shows : reason!.code;
};

describe('a certificate that shows more', () => {
  const cell = cellOf();

  it('is accepted with the clearance that it shows', () => {
    const own = certificateOf(cell);
    expect(answer(cell, own)).toEqual({ clearance: 0, tracking: false });
    const more = certificateOf(cell, { clearance: 0.005 });
    expect(answer(cell, more)).toEqual({ clearance: 0.005, self: 0, tracking: false });
    expect(answer(cell, more, { clearance: 0.003 })).toMatchObject({ clearance: 0.005 });
    expect(answer(cell, more, { clearance: 0.005 })).toMatchObject({ clearance: 0.005 });
    const both = certificateOf(cell, { clearance: 0.005, selfClearance: 0.02 });
    expect(answer(cell, both)).toEqual({ clearance: 0.005, self: 0.02, tracking: false });
    expect(answer(cell, both, { selfClearance: 0.01 })).toMatchObject({ self: 0.02 });
    const strays = certificateOf(cell, { tracking: 0.002 });
    expect(answer(cell, strays)).toEqual({ clearance: 0, tracking: true });
    expect(answer(cell, strays, { tracking: 0.001 })).toMatchObject({ tracking: true });
    const all = { clearance: 0.004, selfClearance: 0.003, tracking: 0.002 };
    expect(answer(cell, certificateOf(cell, all))).toMatchObject({ clearance: 0.004, self: 0.003 });
  });

  it('is accepted where it tests pairs that are called Never', () => {
    const whole = cellOf();
    const { description } = openCell({
      file: 'cell.yaml',
      files: whole.description.files,
      recheckNever: true,
    });
    const tested = new OpenCell({ file: 'cell.yaml', description, joints: new Map() });
    const certificate = certificateOf(tested, { clearance: 0.005 });
    expect(answer(cell, certificate)).toMatchObject({ clearance: 0.005 });
    expect(answer(tested, certificate)).toMatchObject({ clearance: 0.005 });
    // The other way round it is not.
    expect(answer(tested, certificateOf(cell))).toBe('model');
  });
});

describe('a certificate that shows less', () => {
  const pairs = '{pairs: [{between: [arm/tool, wall], distance: 0.08}]}';

  it.each([
    ['the default clearance', { clearance: '{default: 0.3}' }, {}, 'clearance'],
    ['the clearance within a robot', { clearance: '{self: 0.01}' }, {}, 'clearance'],
    ['a clearance of one pair', { clearance: pairs }, {}, 'model'],
    ['an option', {}, { clearance: 0.1 }, 'clearance'],
    ['an option within a robot', {}, { selfClearance: 0.02 }, 'clearance'],
    ['an option for tracking', {}, { tracking: 0.01 }, 'tolerances'],
    ['tracking of one joint', { robot: ', tracking: {a: 0.01}' }, {}, 'model'],
    ['padding', { robot: ', padding: {tool: 0.01}' }, {}, 'model'],
    ['another place of an obstacle', { wall: 1.71 }, {}, 'model'],
  ] as const)('is rejected: %s', (_name, text, asked, code) => {
    expect(answer(cellOf(text), certificateOf(cellOf()), asked)).toBe(code);
  });

  it('is rejected where options ask for less than the cell: the cell is the least', () => {
    const strict = cellOf({ clearance: '{default: 0.05, self: 0.01}' });
    const loose = certificateOf(strict, { clearance: 0, selfClearance: 0 });
    expect(answer(strict, loose)).toBe('clearance');
    expect(answer(strict, loose, { clearance: 0, selfClearance: 0 })).toBe('clearance');
    expect(answer(strict, certificateOf(strict), { clearance: 0 })).toMatchObject({
      ...{ clearance: 0.05, self: 0.01 },
    });
    for (const clearance of [-1, Number.NaN, Infinity]) {
      expect(() => answer(strict, loose, { clearance })).toThrow(/clearance is a length/);
    }
    // More to the surroundings does not make up for less within a robot.
    const other = certificateOf(strict, { clearance: 0.1, selfClearance: 0 });
    expect(answer(strict, other)).toBe('clearance');
    const moving = cellOf({ robot: ', tracking: {default: 0.002}' });
    expect(answer(moving, certificateOf(moving, { tracking: 0 }), { tracking: 0 })).toBe(
      'tolerances',
    );
  });

  it('is rejected where it says so of one pair alone', () => {
    const strict = cellOf({ clearance: '{default: 0.02}' });
    const certificate = certificateOf(strict);
    const bodies = ['arm/base', 'arm/upper', 'arm/tool', 'wall', 'post'];
    const [tool, wall] = [bodies.indexOf('arm/tool'), bodies.indexOf('wall')];
    const loosened = forged(certificate, strict, (record) => {
      for (const pair of record.pairs) if (pair[0] === tool && pair[1] === wall) pair[3] = 0;
    });
    expect(answer(strict, loosened)).toBe('pairs');
    const gone = forged(certificate, strict, (record) => {
      const k = record.pairs.findIndex((pair: number[]) => pair[0] === tool && pair[1] === wall);
      record.pairs.splice(k, 1);
      for (const lists of record.slabs) {
        lists.splice(
          lists.findIndex((list: number[]) => list[0] === tool && list[1] === wall),
          1,
        );
      }
    });
    expect(answer(strict, gone)).toBe('pairs');
    // With the digest of a model that has it so.
    const { clearance } = strict.description;
    const entry = { between: ['arm/tool', 'wall'] as const, distance: 0 };
    const named = { ...strict.description, clearance: { ...clearance, pairs: [entry] } };
    const bound = forged(loosened, named, () => {});
    expect(answer(strict, bound)).toBe('model');
    const allow = [...strict.description.allow, { ...entry, reason: 'adjacent links' }];
    expect(
      answer(
        strict,
        forged(certificate, { ...strict.description, allow }, () => {}),
      ),
    ).toBe('model');
  });

  it.each([
    ['-0', -0, 'model'],
    ['less than nothing', -0.5, 'model'],
  ])('is rejected with numbers that no cell has: %s', (_name, clearance, code) => {
    const cell = cellOf();
    const odd = { ...cell.description, clearance: { default: clearance, pairs: [] } };
    const certificate = forged(certificateOf(cell), odd, (record) => {
      record.settings.clearance = clearance;
      for (const pair of record.pairs) if (pair[2] === 'tested') pair[3] = clearance;
    });
    expect(answer(cell, certificate)).toBe(code);
  });

  it('is refused with numbers that are none', () => {
    const text = new TextDecoder().decode(certificateOf(cellOf()));
    for (const number of ['1e400', 'NaN', '-1e400', '"0"', 'null']) {
      const settings = text.replace('"clearance": 0,', `"clearance": ${number},`);
      expect(settings).not.toBe(text);
      if (number === '"0"') expect(answer(cellOf(), utf8(settings))).toBe('clearance');
      else expect(() => answer(cellOf(), utf8(settings))).toThrow(/./);
    }
  });

  it.each<[string, (cell: CellDescription) => CellDescription, string]>([
    [
      'an obstacle stands elsewhere',
      (cell) => ({ ...cell, obstacles: cellOf({ wall: 1.9 }).description.obstacles }),
      'model',
    ],
    [
      'a link has other geometry',
      (cell) =>
        ofRobot(cell, ({ robot, ...rest }) => {
          const links = robot.links.map((link) =>
            link.name === 'tool' ? { ...link, collisions: link.collisions.slice(1) } : link,
          );
          return { ...rest, robot: { ...robot, links } };
        }),
      'model',
    ],
    [
      'a pair is allowed',
      (cell) => {
        const between = ['arm/tool', 'wall'] as const;
        return { ...cell, allow: [...cell.allow, { between, reason: 'it may' }] };
      },
      'pairs',
    ],
    [
      'a pair is disabled',
      (cell) =>
        ofRobot(cell, ({ semantics, ...rest }) => {
          const more = { link1: 'base', link2: 'upper', reason: 'Adjacent' };
          const disabledPairs = [...semantics!.disabledPairs, more];
          return { ...rest, semantics: { ...semantics!, disabledPairs } };
        }),
      'pairs',
    ],
    [
      'a robot is padded',
      (cell) => ofRobot(cell, (robot) => ({ ...robot, padding: new Map([['tool', 0.001]]) })),
      'model',
    ],
  ])('is rejected though a reading of the cell fits: %s', (_name, other, code) => {
    // Readings are guesses: what is derived is held once more against the cell as it is required.
    const cell = cellOf();
    const description = other(cell.description);
    const read = new OpenCell({ file: 'cell.yaml', description, joints: new Map() });
    const certificate = certificateOf(read);
    expect(answer(read, certificate)).toEqual({ clearance: 0, tracking: false });
    const fooled = new OpenCell({
      ...{ file: 'cell.yaml', description: cell.description, joints: new Map() },
      byVisuals: () => description,
    });
    expect(answer(fooled, certificate)).toBe(code);
  });
});

describe('what may be assumed of a robot without an SRDF', () => {
  const files = new Map([['arm.urdf', utf8(URDF)]]);
  const { description } = openCell({ file: 'arm.urdf', files, pairs: 'all' });

  it('is that adjacent links are harmless, as where the cell is opened', () => {
    const found = adjacentPairs(description);
    expect(found.map(({ between }) => between)).toEqual([
      ['base', 'upper'],
      ['upper', 'tool'],
    ]);
    const opened = openCell({ file: 'arm.urdf', files }).description.allow;
    expect(opened.length).toBeGreaterThan(0);
    expect(found).toEqual(expect.arrayContaining([...opened]));
    // With an SRDF nothing is.
    expect(adjacentPairs(cellOf().description)).toEqual([]);
  });
});

describe('amounts at random, seed 32', () => {
  it('a certificate is accepted if, and only if, none of its amounts is less than required', () => {
    const random = new Random(32);
    const amounts = [0, 0.0005, 0.001, 0.004];
    const some = () => ({
      ...{
        clearance: amounts[random.below(amounts.length)],
        selfClearance: amounts[random.below(amounts.length)],
      },
      tracking: amounts[random.below(amounts.length)],
    });
    const cell = cellOf();
    const counts = { accepted: 0, rejected: 0 };
    for (let k = 0; k < 150; k++) {
      const [has, needs] = [some(), some()];
      const found = verify(cell, { certificate: certificateOf(cell, has), ...needs });
      const isMore = (Object.keys(has) as (keyof typeof has)[]).every(
        (key) => has[key] >= needs[key],
      );
      expect(found.verified, JSON.stringify({ has, needs })).toBe(isMore);
      if (isMore) {
        expect(found.shows).toMatchObject({ clearance: has.clearance, tracking: has.tracking > 0 });
      }
      counts[isMore ? 'accepted' : 'rejected']++;
    }
    expect(Math.min(counts.accepted, counts.rejected)).toBeGreaterThan(20);
  });
});

describe('another reading of the cell', () => {
  it('is made only where no guess fits before, and need not be possible', () => {
    const { description } = cellOf();
    let made = 0;
    const byVisuals = () => {
      made++;
      throw new InputError({ code: 'cell/missing-file', message: 'there is no such file' });
    };
    const open = new OpenCell({ file: 'cell.yaml', description, joints: new Map(), byVisuals });
    expect(answer(open, certificateOf(open, { clearance: 0.005 }))).toMatchObject({
      clearance: 0.005,
    });
    expect(made).toBe(0);
    expect(answer(open, certificateOf(cellOf({ wall: 1.71 })))).toBe('model');
    expect(made).toBe(1);
  });
});

function ofRobot(
  cell: CellDescription,
  change: (robot: CellDescription['robots'][number]) => CellDescription['robots'][number],
): CellDescription {
  return { ...cell, robots: cell.robots.map(change) };
}

/** A certificate with other words in it, that names the model for which they would be true. */
function forged(
  certificate: Uint8Array,
  model: CellDescription | OpenCell,
  // biome-ignore lint/suspicious/noExplicitAny: a certificate as JSON, to be spoilt.
  change: (record: any) => void,
): Uint8Array {
  const record = JSON.parse(new TextDecoder().decode(certificate));
  change(record);
  record.model = modelDigest(model instanceof OpenCell ? model.description : model);
  const minus = (_key: string, value: unknown) => (Object.is(value, -0) ? '-0' : value);
  return utf8(JSON.stringify(record, minus).replaceAll('"-0"', '-0'));
}
