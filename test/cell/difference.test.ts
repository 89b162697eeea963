/**
 * What changed between two models. The oracle of completeness is the model's digest: whatever changes it must be named,
 * and nothing else.
 */
import { describe, expect, it } from 'vitest';
import {
  type CellDescription,
  type ModelChange,
  modelDifference,
  type PairChange,
  pairDifference,
} from '../../src/cell/index.ts';
import { identityPose, Random } from '../../src/math/index.ts';
import { buildModel, modelPairs } from '../../src/model/index.ts';
import { modelDigest } from '../../src/verifier/index.ts';
import { changeText } from '../../src/words/index.ts';
import { everyEdit, randomEdit } from '../helpers/cell/randomEdit.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';
import { BARE, describedCell } from '../helpers/oracles/describedCell.ts';
import { cube } from '../helpers/oracles/meshes.ts';

const pose = (x: number, y = 0, z = 0) => new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1, x, y, z]);
const law = {
  at: [0, 1, 2],
  values: [0, 0.5, 2],
  slopes: [0, 1] as const,
  periodic: false,
  deviation: 1e-6,
};

/** Something of everything that a description may have. */
function full(): CellDescription {
  const part = (geometry: object, x = 0) => ({ pose: pose(x), geometry }) as never;
  const mesh = { kind: 'mesh', triangles: cube(0.1), reference: 'cube.stl' };
  const robot = {
    name: 'arm',
    links: [
      { name: 'base', collisions: [part(mesh)], visuals: [part({ kind: 'sphere', radius: 1 })] },
      {
        name: 'upper',
        collisions: [part({ kind: 'cylinder', radius: 0.1, length: 1 })],
        visuals: [],
      },
      { name: 'cover', collisions: [], visuals: [], visualOnly: 'ignored' as const },
      {
        name: 'finger',
        collisions: [part({ kind: 'box', half: [1, 2, 3] }), part(mesh, 1)],
        visuals: [],
      },
    ],
    joints: ['upper', 'cover', 'finger'].map((child, i) => ({
      name: `joint${i}`,
      kind: 'revolute' as const,
      parent: i === 0 ? 'base' : 'upper',
      child,
      origin: pose(0.1 * i),
      axis: [0, 0, 1] as const,
      limits: { lower: -1, upper: 1 },
      velocityLimit: 2,
      ...(i === 2 ? { mimic: { joint: 'joint0', multiplier: 2, offset: 0.1 } } : {}),
    })),
  };
  const semantics = {
    robot: 'arm',
    groups: [],
    states: [],
    virtualJoints: [
      { name: 'fixed', kind: 'fixed' as const, parentFrame: 'world', childLink: 'base' },
    ],
    passiveJoints: [],
    endEffectors: [],
    disabledPairs: [
      { link1: 'base', link2: 'upper', reason: 'Adjacent' },
      { link1: 'upper', link2: 'finger', reason: 'Never' },
    ],
  };
  const shapes = [
    { kind: 'capsule', radius: 0.1, length: 1 },
    { kind: 'cone', radius: 0.1, length: 1 },
    { kind: 'ellipsoid', radii: [1, 2, 3] },
    { kind: 'half-space', normal: [0, 0, 1], offset: -2 },
    { kind: 'hull', hull: { positions: cube(0.5).positions } },
    { kind: 'sphere', radius: 0.3 },
  ];
  const attached = { name: 'tool', link: 'finger', touches: ['finger', 'upper'], solid: true };
  const left = {
    ...{ ...BARE, name: 'left', robot, semantics, base: pose(1) },
    held: new Map([['joint0', [0.2]]]),
    couplings: new Map([
      ['joint1', { joint: 'joint0', multiplier: 1, offset: 0, law }],
      ['joint3', { joint: 'joint0', multiplier: 3, offset: 0.5 }],
    ]),
    padding: new Map([['default', 0.01]]),
    scale: new Map([['upper', 1.1]]),
    tracking: new Map([
      ['default', 0.001],
      ['joint0', 0.002],
    ]),
    attached: [{ ...attached, parts: [part(shapes[5])], mustBeSolid: true }],
    surfaces: ['base'],
    solids: ['finger'],
    limits: new Map([['joint0', { velocity: 1 }]]),
  };
  const cell = describedCell(
    [
      left,
      { ...left, name: 'right', base: pose(-1), semantics: { ...semantics, disabledPairs: [] } },
    ],
    shapes.map((shape, i) => ({
      ...{ name: `thing${i}`, pose: pose(i), parts: [part(shape)] },
      ...{ solid: i % 2 === 0, mustBeSolid: i === 2 },
    })),
  );
  return {
    ...cell,
    clearance: {
      default: 0.01,
      pairs: [
        { between: ['left/*', 'thing0'], distance: 0.02 },
        { between: ['left/*', 'thing*'], distance: 0.03 },
      ],
    },
    allow: [
      { between: ['left/base', 'thing5'], reason: 'it stands on it' },
      { between: ['right/base', 'thing5'], reason: 'it stands on it' },
    ],
    state: new Map([['joint0', [0.1]]]),
  };
}

/** The same change, seen from the other side. */
function mirrored(change: ModelChange): ModelChange {
  switch (change.kind) {
    case 'added':
      return { ...change, kind: 'removed' };
    case 'removed':
      return { ...change, kind: 'added' };
    case 'moved':
      return { ...change, by: change.by.map((x) => 0 - x) as [number, number, number] };
    case 'geometry':
      return { ...change, before: change.after, after: change.before };
    case 'value':
      return { ...change, before: change.after, after: change.before };
    case 'order':
      return change;
  }
}

const sorted = (changes: readonly ModelChange[]) =>
  changes
    .map((change) => JSON.stringify(change))
    .sort()
    .join('\n');

describe('the difference of two models', () => {
  const SEED = 21;
  const EDITS = 1000;

  it(`is empty if and only if the digests are equal, over ${EDITS} random edits, seed ${SEED}`, () => {
    const random = new Random(SEED);
    const begin = [full(), modelDigest(full())] as const;
    let [cell, digest] = begin;
    let [same, other] = [0, 0];
    const kinds = new Set<string>();
    for (let i = 0; i < EDITS; i++) {
      const next = randomEdit(cell, random);
      const now = modelDigest(next);
      const changes = modelDifference(cell, next);
      if (changes.length > 0 !== (now !== digest)) expect(changes).toEqual(now);
      const back = modelDifference(next, cell).map(mirrored);
      if (sorted(back) !== sorted(changes)) expect(back).toEqual(changes);
      for (const each of changes) {
        kinds.add(`${each.kind} ${each.what}`);
        const text = changeText(each);
        if (/undefined|\[object|\n/.test(text)) expect(text).toBe('a line of text');
      }
      if (changes.length > 0) other++;
      else same++;
      // Edits add up for a while.
      [cell, digest] = i % 10 === 9 ? begin : [next, now];
    }
    expect(same).toBeGreaterThan(75);
    expect(other).toBeGreaterThan(500);
    for (const thing of ['robot', 'link', 'joint', 'attached', 'obstacle']) {
      for (const kind of ['added', 'removed', 'order']) {
        if (thing !== 'attached' || kind !== 'order')
          expect([...kinds]).toContain(`${kind} ${thing}`);
      }
    }
  });

  it('names every single number, word and flag that the digest depends on, and no other', () => {
    const begin = full();
    const digest = modelDigest(begin);
    const kinds = new Set<string>();
    let [same, other] = [0, 0];
    for (const cell of everyEdit(begin)) {
      const changes = modelDifference(begin, cell);
      const isOther = modelDigest(cell) !== digest;
      if (changes.length > 0 !== isOther) expect(changes).toEqual(isOther);
      for (const { kind, what } of changes) kinds.add(`${kind} ${what}`);
      if (isOther) other++;
      else same++;
    }
    const words =
      'jointKind parent child axis limits mimic baseJoint held coupling padding scale tracking virtualJoint carrier touches surface mustBeSolid visualOnly disabled allow pairClearance clearance';
    expect(words.split(' ').filter((word) => !kinds.has(`value ${word}`))).toEqual([]);
    // Colours, names of parts, rates and states are no part of a model.
    expect(same).toBeGreaterThan(20);
    expect(other).toBeGreaterThan(800);
  });

  it('of a model with itself is empty, whatever it was read from', () => {
    expect(modelDifference(full(), full())).toEqual([]);
    const drawn = { ...full(), files: new Map([['a', new Uint8Array(1)]]), notes: [] };
    expect(modelDifference(full(), drawn)).toEqual([]);
  });

  it('tells 0 from -0, and a motion by less than can be seen', () => {
    const cell = full();
    const [first, ...rest] = cell.obstacles;
    const other = { ...cell, obstacles: [{ ...first, pose: pose(-0) }, ...rest] };
    expect(modelDigest(other)).not.toBe(modelDigest(cell));
    expect(modelDifference(cell, other)).toMatchObject([{ kind: 'moved', distance: 0, angle: 0 }]);
  });

  it('says by how much something moved and turned', () => {
    const cell = full();
    const [first, ...rest] = cell.obstacles;
    for (const angle of [1e-9, 1e-3, 0.5, 2, Math.PI - 1e-6]) {
      const turned = identityPose();
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      turned.set([c, -s, 0, s, c, 0, 0, 0, 1, 0.003, 0, -0.004]);
      const other = { ...cell, obstacles: [{ ...first, pose: turned }, ...rest] };
      const [change] = modelDifference(cell, other);
      expect(change).toMatchObject({ kind: 'moved', name: 'thing0', part: null });
      if (change.kind !== 'moved') return;
      expect(change.distance).toBeCloseTo(0.005, 12);
      expect(Math.abs(change.angle - angle)).toBeLessThan(1e-12 + 1e-9 * angle);
    }
  });

  it('asks for digests of meshes that differ, and of no others', () => {
    const cell = full();
    const asked: number[] = [];
    const settings = { digestOf: () => `digest ${asked.push(1)}` };
    expect(modelDifference(cell, full(), settings)).toEqual([]);
    expect(asked).toHaveLength(0);
    const [left, right] = cell.robots;
    const [base, ...links] = left.robot.links;
    const smaller = { kind: 'mesh' as const, triangles: cube(0.05), reference: 'small.stl' };
    const robot = {
      ...left.robot,
      links: [{ ...base, collisions: [{ pose: pose(0), geometry: smaller }] }, ...links],
    };
    const other = { ...cell, robots: [{ ...left, robot }, right] };
    expect(modelDifference(cell, other, settings)).toEqual([
      {
        ...{ kind: 'geometry', what: 'link', name: 'left/base', part: 0 },
        before: {
          kind: 'mesh',
          size: [0.2, 0.2, 0.2],
          reference: 'cube.stl',
          points: 8,
          triangles: 12,
          digest: 'digest 1',
        },
        after: {
          kind: 'mesh',
          size: [0.1, 0.1, 0.1],
          reference: 'small.stl',
          points: 8,
          triangles: 12,
          digest: 'digest 2',
        },
      },
    ]);
  });
});

describe('the difference of pairs', () => {
  const words = (yaml: string) =>
    cellFrom(yaml, {
      'arm.urdf': armUrdf('arm', [0.4, 0.5, 0.5]),
      'arm.srdf':
        '<robot name="arm"><disable_collisions link1="link0" link2="link2" reason="Never"/></robot>',
    }).description;
  const HEAD = 'surepath: 1\nrobots: [{urdf: arm.urdf, srdf: arm.srdf}]\n';
  const bare = (boxes: string[]) =>
    `obstacles: [${boxes.map((name, i) => `{name: ${name}, shape: {box: [1, 1, 1]}, pose: {xyz: [${5 + 2 * i}, 0, 0]}}`).join(', ')}]\n`;

  /** Every pair of both, listed and compared. */
  function plainly(before: CellDescription, after: CellDescription): PairChange[] {
    const listed = (cell: CellDescription) => {
      const { bodies, tree } = buildModel(cell);
      return new Map(
        modelPairs(cell, bodies, tree).map(({ a, b, reason, detail, clearance }) => {
          const names = [bodies[a].name, bodies[b].name].sort();
          return [JSON.stringify(names), { reason, detail, clearance }] as const;
        }),
      );
    };
    const [was, is] = [listed(before), listed(after)];
    return [...is].flatMap(([key, now]) => {
      const then = was.get(key);
      if (!then) return [];
      const isSame = then.reason === now.reason && then.detail === now.detail;
      if (isSame && (now.reason !== null || then.clearance === now.clearance)) return [];
      return [{ pair: JSON.parse(key), before: then, after: now }];
    });
  }

  const cells = [
    `${HEAD}${bare(['a', 'b'])}`,
    `${HEAD}${bare(['a', 'b', 'c'])}allow: [[link1, a]]\n`,
    `${HEAD}${bare(['b'])}clearance: {default: 0.01, pairs: [{between: [link*, b], distance: 0.02}]}\n`,
    `surepath: 1\nrobots: [{urdf: arm.urdf}]\n${bare(['a', 'b'])}allow: [[link*, link*]]\n`,
    `surepath: 1\nrobots: [{urdf: arm.urdf, base_joint: planar}]\n${bare(['a'])}`,
    `surepath: 1\nrobots: [{urdf: arm.urdf, joints: {joint1: 0.5}}]\n${bare(['a', 'b'])}`,
  ].map(words);

  it('names all that another look at every pair finds', () => {
    let found = 0;
    for (const before of cells) {
      for (const after of cells) {
        const { changed, tested, added, removed } = pairDifference(before, after);
        const told = changed.map(({ pair, ...rest }) => ({ pair: [...pair].sort(), ...rest }));
        const byKey = (list: readonly object[]) => list.map((each) => JSON.stringify(each)).sort();
        expect(byKey(told)).toEqual(byKey(plainly(before, after)));
        const moves = changed.map(
          (c) => Number(c.after.reason === null) - Number(c.before.reason === null),
        );
        const total = moves.reduce((sum, x) => sum + x, 0);
        expect(tested.after - tested.before).toBe(total + added - removed);
        found += changed.length;
      }
    }
    expect(found).toBeGreaterThan(50);
  });
});
