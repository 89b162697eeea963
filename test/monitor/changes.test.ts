/** Bodies that change on-line: whatever was done, answers are those of a cell that is built in this state. */
import { describe, expect, test } from 'vitest';
import { type Cell, StaticChecker, sampleInto } from '../../src/cell/index.ts';
import { InputError, identityPose, Random } from '../../src/math/index.ts';
import { type Approach, createMonitor, prepareObstacle } from '../../src/monitor/index.ts';
import { anyPose, ChangingCell } from '../helpers/monitor/changingCell.ts';
import { anyCell } from '../helpers/oracles/anyCells.ts';
import { embedded } from '../helpers/oracles/embedded.ts';

function samples(cell: Cell, random: Random, count: number): Float64Array[] {
  return Array.from({ length: count }, () => {
    const q = new Float64Array(cell.tree.dofs.length);
    sampleInto(cell, random, q);
    return q;
  });
}

/** Shapes that may appear. */
function anyParts(random: Random) {
  const size = random.between(0.05, 0.3);
  const geometry = [
    { kind: 'box', half: [size, 0.5 * size, 0.7 * size] },
    { kind: 'sphere', radius: size },
    { kind: 'capsule', radius: 0.3 * size, length: size },
    { kind: 'cylinder', radius: 0.4 * size, length: size },
  ] as const;
  return [{ pose: anyPose(random, [0, 0, 0], 0.1), geometry: geometry[random.below(4)] }];
}

/** Does something at random; says what. */
function doSomething(changing: ChangingCell, random: Random, count: number): string {
  const names = [...changing.things.keys()];
  const around = changing.monitor.world.balls;
  const pose = anyPose(random, around, 1);
  const choice = random.below(6);
  const name = names[random.below(names.length)];
  if (choice === 0 || names.length === 0) {
    changing.add(`new ${count}`, anyParts(random), pose);
    return 'add';
  }
  const { on } = changing.things.get(name)!;
  if (choice === 1 && names.length > 2) {
    changing.remove(name);
    return 'remove';
  }
  if (choice === 2) {
    changing.move(name, on ? anyPose(random, [0, 0, 0], 0.3) : pose);
    return 'move';
  }
  if (on) {
    changing.detach(name, choice === 3 ? pose : null);
    return choice === 3 ? 'put down' : 'let go';
  }
  const robots = changing.cell.description.robots.filter(({ robot }) => robot.links.length > 0);
  const { name: robot, robot: described } = robots[random.below(robots.length)];
  const links = described.links.map((link) => link.name);
  const solid = described.links.filter(({ collisions }) => collisions.length > 0);
  const touches = random.unit() < 0.5 ? solid.slice(0, 2).map((link) => link.name) : [];
  const held = choice === 3 ? anyPose(random, [0, 0, 0], 0.3) : null;
  changing.attach(name, robot, links[random.below(links.length)], held, touches);
  return held ? 'grasp' : 'grasp where it is';
}

const done = new Map<string, number>();
const seen = { apart: 0, meet: 0 };

/** Changes a cell again and again, and compares now and then. */
function changeAndCompare(cell: Cell, seed: number, count: number, approach?: Partial<Approach>) {
  const random = new Random(seed);
  const qs = samples(cell, random, 4);
  const changing = new ChangingCell(cell, qs, {
    changing: true,
    ...(approach ? { approach } : {}),
  });
  changing.monitor.step(qs[0]);
  for (let n = 0; n < count; n++) {
    const what = doSomething(changing, random, n);
    done.set(what, (done.get(what) ?? 0) + 1);
    if (n % 2 === 0) continue;
    const built = changing.built();
    for (const q of qs) {
      const threshold = random.unit() < 0.3 ? 0.1 : Number.POSITIVE_INFINITY;
      const { apart, meet } = changing.compareWith(built.cell, built.nameOf, q, threshold);
      seen.apart += apart;
      seen.meet += meet;
    }
  }
}

describe('after any changes', () => {
  test('random cells of all kinds, seeds 1 to 16, answer as if built so', () => {
    for (let seed = 1; seed <= 16; seed++) changeAndCompare(anyCell(seed).cell, seed, 8);
    expect([...done.keys()].sort()).toEqual(
      ['add', 'grasp', 'grasp where it is', 'let go', 'move', 'put down', 'remove'].sort(),
    );
    expect(seen.apart).toBeGreaterThan(60);
    expect(seen.meet).toBeGreaterThan(20);
  });

  const approaches: [string, Partial<Approach>][] = [
    ['plain', { update: 'none', initialization: false }],
    ['initialization', { update: 'none' }],
    ['local update', { initialization: false }],
    ['global update', { update: 'global' }],
    ['primitives by complexity', { update: 'none', primitives: 'complexity' }],
    ['primitives by error', { primitives: 'error' }],
    ['primitives in a fixed order', { update: 'none', primitives: 'fixed-order' }],
    ['boxes only', { update: 'none', primitives: 'boxes-only' }],
    ['static hierarchies', { update: 'none', hierarchy: 'static' }],
    ['dynamic hierarchies', { update: 'none', hierarchy: 'dynamic', substitution: 'both' }],
    ['dynamic hierarchies, local update', { hierarchy: 'dynamic', criterion: 'volume' }],
    ['dynamic hierarchies, global update', { update: 'global', hierarchy: 'dynamic' }],
    ['virtual manipulator', { update: 'none', hierarchy: 'virtual-manipulator' }],
  ];
  test.each(approaches)('so does the approach: %s', (_, approach) => {
    for (let seed = 31; seed <= 33; seed++) {
      changeAndCompare(anyCell(seed).cell, seed, 6, approach);
    }
  });
});

describe('a change', () => {
  test('costs nothing that was kept about others: one look or so at each pair of the body that changed', () => {
    const cell = embedded('two-arms');
    const monitor = createMonitor(cell, { changing: true });
    const random = new Random(5);
    const [q] = samples(cell, random, 1);
    monitor.step(q);
    const cold = { ...monitor.counts };
    const count = (act: () => void) => {
      const before = { ...monitor.counts };
      act();
      monitor.step(q);
      return {
        boxes: monitor.counts.boxes - before.boxes,
        distances: monitor.counts.distances - before.distances,
      };
    };
    expect(count(() => {}).boxes).toBe(0);
    const parts = [{ pose: identityPose(), geometry: { kind: 'sphere', radius: 0.05 } as const }];
    const far = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 6);
    const ball = prepareObstacle({ name: 'ball', parts, pose: far, solid: true });
    const links = cell.bodies.filter(({ kind }) => kind === 'link').length;
    for (const act of [
      () => monitor.changes.add(ball),
      () => monitor.changes.move('ball', Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 6)),
      () => monitor.changes.attach('ball', 'left/link_3', { touches: [] }),
      () => monitor.changes.detach('ball'),
      () => monitor.changes.remove('ball'),
    ]) {
      const { boxes, distances } = count(act);
      expect(boxes).toBeLessThanOrEqual(links + 4);
      expect(distances).toBeLessThanOrEqual(3 + 4);
    }
    expect(cold.boxes).toBeGreaterThan(2 * (links + 4));
  });

  test('gives numbers again: two thousand balls that come and go need no room', () => {
    const cell = embedded('two-arms');
    const monitor = createMonitor(cell, { changing: true });
    const { world } = monitor;
    const parts = [{ pose: identityPose(), geometry: { kind: 'sphere', radius: 0.05 } as const }];
    const [members, bodies] = [world.count, world.bodies.length];
    for (let n = 0; n < 2000; n++) {
      monitor.changes.add({ name: `ball ${n}`, parts, pose: identityPose(), solid: true });
      if (n > 2) monitor.changes.remove(`ball ${n - 3}`);
    }
    expect(world.count).toBe(members + 4);
    expect(world.bodies).toHaveLength(bodies + 4);
  });

  test('whose number was a mesh before finds nothing of it', () => {
    const cell = embedded('two-arms');
    const random = new Random(11);
    const changing = new ChangingCell(cell, samples(cell, random, 4));
    const panel = cell.description.obstacles.find(({ name }) => name === 'panel')!;
    const parts = [
      { pose: identityPose(), geometry: { kind: 'box', half: [0.2, 0.1, 0.3] } as const },
    ];
    const above = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0.4);
    for (let n = 0; n < 4; n++) {
      changing.add(`m${n}`, n % 2 === 0 ? panel.parts : parts, above);
      changing.compare(changing.at);
      for (const q of samples(cell, random, 3)) changing.compare(q);
      changing.remove(`m${n}`);
    }
    expect(changing.monitor.world.bodies).toHaveLength(cell.bodies.length + 1);
  });

  test('without `touches` lets a grasped object touch the links that it touches', () => {
    const cell = embedded('two-arms');
    const checker = new StaticChecker(cell);
    const q = samples(cell, new Random(3), 20).find((each) => checker.firstCollision(each) < 0)!;
    const changing = new ChangingCell(cell, [q]);
    const { monitor } = changing;
    monitor.step(q);
    const pose = changing.linkPose('left', 'spot_gun');
    changing.add(
      'part',
      [{ pose: identityPose(), geometry: { kind: 'box', half: [0.2, 0.2, 0.2] } }],
      pose,
    );
    const meets = () => monitor.step(q).vectors.find(({ pair }) => pair.a === 0 && pair.b === 2)!;
    expect(meets().status).toBe('colliding');
    monitor.changes.attach('part', 'left/spot_gun');
    expect(monitor.classes[0].bodies).toContain(monitor.changes.numberOf('part'));
    const names = monitor.world.bodies.map(({ name }) => name);
    const partners: string[] = [];
    monitor.world.forEachTested((a, b) => {
      if (names[a] === 'part' || names[b] === 'part')
        partners.push(names[a] === 'part' ? names[b] : names[a]);
    });
    expect(partners).not.toContain('left/spot_gun');
    expect(partners).toContain('left/link_2');
    expect(partners).toContain('right/spot_gun');
    expect(partners).toContain('table');
    const own = monitor.step(q).vectors.find(({ pair }) => pair.a === 0 && pair.b === 0)!;
    expect(own.status).not.toBe('colliding');
  });
});

describe('what is wrong is refused, and nothing has changed', () => {
  const cell = embedded('two-arms');
  const monitor = createMonitor(cell, { changing: true });
  const [q] = samples(cell, new Random(8), 1);
  const parts = [{ pose: identityPose(), geometry: { kind: 'sphere', radius: 0.1 } as const }];
  const ball = { name: 'ball', parts, pose: identityPose(), solid: true };
  const { changes } = monitor;
  monitor.step(q);
  changes.add({ ...ball, name: 'held', pose: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 9) });
  changes.attach('held', 'left/link_3', { touches: [] });
  const nan = identityPose().fill(Number.NaN, 9);
  const mirrored = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, -1, 0, 0, 0);
  const cases: [string, string, () => void][] = [
    ['an unknown body', 'monitor/unknown-body', () => changes.move('pannel', identityPose())],
    ['an unknown body to remove', 'monitor/unknown-body', () => changes.remove('ball')],
    ['an unknown link', 'monitor/unknown-link', () => changes.attach('panel', 'left/link_9')],
    [
      'a link to attach to that is the world',
      'monitor/unknown-link',
      () => changes.attach('panel', ''),
    ],
    ['attaching twice', 'monitor/attached', () => changes.attach('held', 'right/link_3')],
    ['putting down what stands', 'monitor/not-attached', () => changes.detach('panel')],
    ['a pose that is not a number', 'pose/non-finite', () => changes.move('panel', nan)],
    ['a pose that mirrors', 'pose/mirrored', () => changes.detach('held', { pose: mirrored })],
    ['a pose of three numbers', 'pose/length', () => changes.move('panel', new Float64Array(3))],
    [
      'a pose to grasp at',
      'pose/non-finite',
      () => changes.attach('panel', 'left/link_3', { pose: nan }),
    ],
    ['a link', 'monitor/link', () => changes.remove('left/link_3')],
    [
      'a second body of a name',
      'monitor/duplicate-body',
      () => changes.add({ ...ball, name: 'panel' }),
    ],
    ['no geometry', 'monitor/nothing', () => changes.add({ ...ball, parts: [] })],
    ['an unknown class', 'monitor/unknown-class', () => changes.add(ball, { class: 'obstacle' })],
    [
      'a negative radius',
      'shape',
      () =>
        changes.add({
          ...ball,
          parts: [{ pose: identityPose(), geometry: { kind: 'sphere', radius: -1 } }],
        }),
    ],
    [
      'touches that fit nobody',
      'monitor/unknown-body',
      () => changes.attach('panel', 'left/link_3', { touches: ['left/gripper*'] }),
    ],
    ['a pose of an obstacle', 'pose/non-finite', () => changes.add({ ...ball, pose: nan })],
  ];

  test.each(cases)('%s', (_, code, act) => {
    const before = JSON.stringify([monitor.classes, monitor.step(q).vectors, [...changes.names]]);
    const { count, bodies } = monitor.world;
    let fault: unknown;
    try {
      act();
    } catch (error) {
      fault = error;
    }
    expect(fault).toBeInstanceOf(InputError);
    expect((fault as InputError).fault.code).toContain(code);
    expect(JSON.stringify([monitor.classes, monitor.step(q).vectors, [...changes.names]])).toBe(
      before,
    );
    expect(monitor.world.count).toBe(count);
    expect(monitor.world.bodies).toHaveLength(bodies.length);
  });

  test('what nobody could answer for: pairs that no pair of classes covers', () => {
    const few = createMonitor(cell);
    few.step(q);
    const text = JSON.stringify(few.classes);
    // Links of one arm are tested against each other already; what one carries is too.
    few.changes.attach('panel', 'left/link_3', { touches: ['table'] });
    few.changes.detach('panel', {
      pose: cell.description.obstacles.find(({ name }) => name === 'panel')!.pose,
    });
    expect(few.leftOut).toBe(0);
    expect(JSON.stringify(few.classes)).toHaveLength(text.length);
    const chosen = createMonitor(cell, { pairs: [['left', 'right']] });
    chosen.step(q);
    const leftOut = chosen.leftOut;
    chosen.changes.add(ball);
    expect(chosen.leftOut).toBeGreaterThan(leftOut);
    const bare = createMonitor(embedded('lattice'));
    expect(() => bare.changes.add({ ...ball, name: 'b' }, { class: 'nobody' })).toThrow(
      /no class named/,
    );
  });

  test('before the first step nobody knows where a link is', () => {
    const fresh = createMonitor(cell, { changing: true });
    expect(() => fresh.changes.attach('panel', 'left/link_3')).toThrow(/before the first step/);
    fresh.changes.attach('panel', 'left/link_3', { pose: identityPose(), touches: [] });
    expect(() => fresh.changes.detach('panel')).toThrow(/before the first step/);
    fresh.step(q);
    fresh.changes.detach('panel');
  });
});
