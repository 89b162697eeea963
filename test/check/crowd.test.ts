/** Crowds: the same cell with its obstacles listed, and found by where they are. */
import { describe, expect, it } from 'vitest';
import {
  askAbout,
  buildCell,
  type Cell,
  type CellDescription,
  StaticChecker,
} from '../../src/cell/index.ts';
import {
  type CheckResult,
  certifiedClearance,
  checkPenetration,
  clearanceProfile,
  createChecker,
  firstContact,
  Ladder,
  type Method,
  NearPairs,
} from '../../src/check/index.ts';
import { Random } from '../../src/math/index.ts';
import { buildPath, type Segment, StraightSegment } from '../../src/motion/index.ts';
import { OPTIONS } from '../helpers/check/coverCells.ts';
import { randomCell } from '../helpers/check/ladderCells.ts';
import { MOTION_KINDS, randomMotion } from '../helpers/check/motions.ts';
import { crowded, PlainCrowd } from '../helpers/check/plainCrowd.ts';
import { both, crowdedCell, ruledCell } from '../helpers/oracles/crowdedCells.ts';

/** Small obstacles, many of them near the arm. */
const CLUTTER = { sizes: [0.01, 0.05], spread: 1.6 } as const;

const name = ({ bodies }: Cell, { a, b }: { a: number; b: number }) =>
  `${bodies[a].name} ${bodies[b].name}`;

/** The same with joints that may be off by so much. */
function straying(description: CellDescription, by: number): CellDescription {
  const tracking = new Map([['default', by]]);
  return { ...description, robots: description.robots.map((robot) => ({ ...robot, tracking })) };
}

/** Not free may be said of another witness. */
const isClean = ({ verdict }: CheckResult) =>
  verdict === 'free' || verdict === 'no collision found';

/** Random motions of a cell, each with the two cells whose boxes cover it. */
function* motionsIn(description: CellDescription, seed: number, count: number) {
  const [plain, crowd] = both(description);
  const random = new Random(seed);
  for (let k = 0; k < count; k++) {
    const kind = MOTION_KINDS[k % 2];
    const segment = randomMotion(plain.tree, random, kind, 0.2 + 0.3 * (k % 4));
    yield {
      segment,
      plain: askAbout(plain, [segment]).cell,
      crowd: askAbout(crowd, [segment]).cell,
    };
  }
}

/** Whether anything collides or is too close at many times of a segment. */
function isBadSomewhere(cell: Cell, segment: Segment): boolean {
  const statics = new StaticChecker(cell);
  const q = new Float64Array(cell.tree.dofs.length);
  for (let k = 0; k <= 200; k++) {
    segment.configurationInto(k / 200, q, 0);
    const { colliding, tooClose } = statics.check(q);
    if (colliding || tooClose) return true;
  }
  return false;
}

describe('the ladder among a crowd', () => {
  it('says of random motions what it says where all obstacles are listed, seed 901', () => {
    const random = new Random(901);
    const counts: Record<string, number> = {};
    for (const options of OPTIONS) {
      for (let k = 0; k < 3; k++) {
        const listed = randomCell(random, {
          ...options,
          obstacles: 24,
          size: 0.06,
          padding: k % 3 === 0 ? 0.004 : 0,
          clearance: k % 2 === 0 ? 0.01 : 0,
        });
        for (const kind of MOTION_KINDS) {
          const segment = randomMotion(listed.tree, random, kind, 1.5);
          const { cell } = askAbout(listed, [segment]);
          const plain = new Ladder(cell).check({ segment });
          const near = new Ladder(crowded(cell)).check({ segment });
          counts[plain.verdict] = (counts[plain.verdict] ?? 0) + 1;
          expect(near.verdict).toBe(plain.verdict);
          expect(near.stats.tests).toBeLessThanOrEqual(plain.stats.tests);
        }
      }
    }
    expect(counts.free).toBeGreaterThan(15);
    expect((counts.colliding ?? 0) + (counts['too-close'] ?? 0)).toBeGreaterThan(1);
  });

  it('has units of what came near alone, and forgets them where they are many', () => {
    const [, cell] = both(crowdedCell({ seed: 7, count: 400, ...CLUTTER }));
    const crowd = cell.crowd!;
    const ladder = new Ladder(cell, undefined, { mostKept: 40 });
    const plain = new Ladder(cell);
    const random = new Random(8);
    const verdicts = new Set<string>();
    for (let k = 0; k < 24; k++) {
      const segment = randomMotion(cell.tree, random, 'straight', 0.6);
      const [kept, few] = [plain.check({ segment }), ladder.check({ segment })];
      verdicts.add(kept.verdict);
      expect(few.verdict).toBe(kept.verdict);
      expect(few.stats).toEqual(kept.stats);
      expect(few.witness?.pair).toBe(kept.witness?.pair);
    }
    expect(verdicts.size).toBeGreaterThan(1);
    expect(crowd.made.bodies).toBeLessThan(400);
  });

  it('goes on with kept work, also after units were forgotten', () => {
    const [, cell] = both(crowdedCell({ seed: 9, count: 150, ...CLUTTER }));
    const random = new Random(10);
    let resumed = 0;
    for (let k = 0; k < 20; k++) {
      const segment = randomMotion(cell.tree, random, 'straight', 1);
      const expected = new Ladder(cell).check({ segment });
      const ladder = new Ladder(cell, undefined, { mostKept: 8 });
      let result = ladder.check({ segment, budget: 1 });
      for (let round = 0; result.kept && round < 400; round++) {
        resumed++;
        // Another segment in between makes it forget; work is then begun anew, with a larger budget.
        if (round % 3 === 2) ladder.check({ segment: randomMotion(cell.tree, random, 'straight') });
        result = ladder.check({ segment, kept: result.kept, budget: 1 + round });
      }
      expect(result.verdict).toBe(expected.verdict);
    }
    expect(resumed).toBeGreaterThan(8);
  });

  it('lists what is open where it did not look: all that may come near there', () => {
    const [plain, cell] = both(crowdedCell({ seed: 11, count: 200, ...CLUTTER }));
    const random = new Random(12);
    for (let k = 0; k < 6; k++) {
      const segment = randomMotion(cell.tree, random, 'straight', 1.2);
      const open = new Ladder(cell).check({ segment, budget: 0 });
      expect(open.verdict).toBe('undecided');
      const listed = new Set(open.open.map(({ pair }) => name(cell, pair)));
      // Whatever collides, each pair of it, is among them.
      const { witnesses } = new Ladder(plain).check({ segment, all: true });
      for (const { pair } of witnesses) expect(listed).toContain(name(plain, pair));
      expect(listed.size).toBeLessThan(plain.tested.length);
    }
  });
});

describe('every method among a crowd', () => {
  const cells: [string, CellDescription][] = [
    ['clutter', crowdedCell({ seed: 21, count: 100, ...CLUTTER })],
    ['rules', ruledCell(22, 80)],
    ['joints that stray', straying(crowdedCell({ seed: 23, count: 80, ...CLUTTER }), 0.003)],
  ];
  for (const [title, description] of cells) {
    it(`${title}: verdicts are those of listed obstacles, free is free`, () => {
      const counts: Record<string, number> = {};
      for (const { segment, plain, crowd } of motionsIn(description, 24, 6)) {
        for (const method of ['ladder', 'adaptive', 'refined', 'fixed'] as Method[]) {
          const check = (cell: Cell): CheckResult =>
            createChecker(cell, { method }).check({ segment });
          const [a, b] = [check(plain), check(crowd)];
          expect(isClean(b), method).toBe(isClean(a));
          counts[b.verdict] = (counts[b.verdict] ?? 0) + 1;
          if (b.verdict === 'free') expect(isBadSomewhere(plain, segment)).toBe(false);
          if (method !== 'fixed') expect(b.stats.sweeps).toBeGreaterThan(0);
          const all = (cell: Cell) => {
            const { witnesses } = createChecker(cell, { method }).check({ segment, all: true });
            return witnesses.map(({ pair, verdict }) => `${name(cell, pair)} ${verdict}`).sort();
          };
          expect(all(crowd), method).toEqual(all(plain));
        }
      }
      expect(Object.keys(counts).length).toBeGreaterThan(1);
    });
  }

  it('a million metres from the origin: the same as among listed obstacles there', () => {
    const near = crowdedCell({ seed: 25, count: 60, ...CLUTTER, odd: false });
    const away = (pose: Float64Array) => {
      const moved = pose.slice();
      moved[9] += 1e6;
      moved[11] -= 1e6;
      return moved;
    };
    const far: CellDescription = {
      ...near,
      robots: near.robots.map((robot) => ({ ...robot, base: away(robot.base) })),
      obstacles: near.obstacles.map((obstacle) => ({ ...obstacle, pose: away(obstacle.pose) })),
    };
    const verdicts = new Set<boolean>();
    for (const { segment, plain, crowd } of motionsIn(far, 26, 8)) {
      const [a, b] = [plain, crowd].map((cell) => new Ladder(cell).check({ segment }));
      expect(isClean(b)).toBe(isClean(a));
      verdicts.add(isClean(a));
    }
    expect(verdicts.size).toBe(2);
  });

  it('clearances and profiles of pairs that come near are those of listed obstacles', () => {
    for (const { segment, plain, crowd } of motionsIn(cells[0][1], 31, 6)) {
      if (!(segment instanceof StraightSegment)) continue;
      const path = buildPath(plain.tree, [segment.from, segment.to]);
      const request = { accuracy_m: 0.002, horizon_m: 0.05 };
      const [a, b] = [plain, crowd].map((cell) => certifiedClearance(cell, path, request));
      const found = new Map(b.pairs.map((one) => [name(crowd, one.pair), one]));
      for (const { pair, lower, upper } of a.pairs) {
        const same = found.get(name(plain, pair));
        if (same === undefined) {
          expect(upper).toBeGreaterThanOrEqual(b.others);
          continue;
        }
        expect(same.upper).toBe(upper);
        if (lower < 0.05) expect(same.lower).toBeCloseTo(lower, 12);
      }
      expect(b.lower).toBeLessThanOrEqual(b.others);
      expect(found.size).toBeLessThan(a.pairs.length);
      const [c, d] = [plain, crowd].map((cell) => clearanceProfile(cell, path, { horizon: 0.05 }));
      const rows = (cell: Cell, { pairs }: typeof c) =>
        pairs.map(({ pair, lower, upper }) => [name(cell, pair), lower, upper]);
      expect(rows(crowd, d)).toEqual(rows(plain, c));
      expect(d.lower).toBeLessThanOrEqual(Math.max(c.lower, d.others));
      if (c.lower < 0.05) expect(d.lower).toBe(c.lower);
      expect(d.complete).toBe(c.complete);
    }
  });

  it('widens its reach until something is near', () => {
    const description = crowdedCell({
      seed: 33,
      count: 80,
      spread: 0.5,
      sizes: [0.01, 0.02],
      odd: false,
    });
    const far = description.obstacles.map((obstacle) => {
      const pose = obstacle.pose.slice();
      pose[11] += 6;
      return { ...obstacle, pose };
    });
    const [plain, crowd] = both({ ...description, obstacles: far });
    const path = buildPath(plain.tree, [Float64Array.of(0, 0), Float64Array.of(0.4, 0.3)]);
    const [a, b] = [plain, crowd].map((cell) => certifiedClearance(cell, path));
    const members = b.pairs.filter(({ pair }) => pair.b >= crowd.crowd!.first);
    expect(members.length).toBeGreaterThan(0);
    expect(b.others).toBeGreaterThan(2);
    expect(b.lower).toBeGreaterThan(0);
    expect(b.lower).toBeLessThanOrEqual(a.lower + 1e-9);
  });

  it('depths are those of listed obstacles', () => {
    for (const { segment, plain, crowd } of motionsIn(cells[0][1], 35, 6)) {
      if (!(segment instanceof StraightSegment)) continue;
      const path = buildPath(plain.tree, [segment.from, segment.to]);
      for (const depth of [0, 0.01, 0.05]) {
        const [a, b] = [plain, crowd].map((cell) =>
          checkPenetration(cell, path, { depth, all: true }),
        );
        expect(b.verdict).toBe(a.verdict);
        const deep = (cell: Cell, { pairs }: typeof a) =>
          pairs.filter(({ lower }) => lower > 0).map(({ pair }) => name(cell, pair));
        expect(deep(crowd, b).sort()).toEqual(deep(plain, a).sort());
        expect(b.pairs.length).toBeLessThan(a.pairs.length);
      }
    }
  });

  it('first contact is where it is with listed obstacles', () => {
    for (const { segment, plain, crowd } of motionsIn(cells[0][1], 37, 6)) {
      if (!(segment instanceof StraightSegment)) continue;
      const path = buildPath(plain.tree, [segment.from, segment.to]);
      const [a, b] = [plain, crowd].map((cell) => firstContact(cell, path));
      expect(b.verdict).toBe(a.verdict);
      expect(b.safe.length).toBe(a.safe.length);
      if (a.contact && b.contact) expect(b.contact.from).toBeCloseTo(a.contact.from, 5);
    }
  });
});

describe('what comes near', () => {
  it('is all that collides, and little more, seed 41', () => {
    const random = new Random(41);
    const listed = randomCell(random, { obstacles: 80, size: 0.03, links: 4 });
    for (const kind of MOTION_KINDS) {
      for (let k = 0; k < 4; k++) {
        const segment = randomMotion(listed.tree, random, kind, 0.8);
        const { cell } = askAbout(listed, [segment]);
        const near = new Set(
          new NearPairs(crowded(cell)).on(segment).map((pair) => name(cell, pair)),
        );
        const { witnesses } = new Ladder(cell).check({ segment, all: true });
        for (const { pair } of witnesses) {
          if (cell.bodies[pair.b].kind === 'obstacle') expect(near).toContain(name(cell, pair));
        }
        // What is beyond 10 cm is hardly ever listed, and what is listed is mostly within.
        const wide = new NearPairs(crowded(cell)).on(segment, { beyond: 0.1 });
        expect(wide.length).toBeGreaterThanOrEqual(near.size);
      }
    }
  });

  it('costs what is near, not what there is', () => {
    const near = crowdedCell({
      seed: 51,
      count: 100,
      sizes: [0.01, 0.03],
      spread: 1.3,
      odd: false,
    });
    const beyond = crowdedCell({
      seed: 52,
      count: 9900,
      sizes: [0.01, 0.03],
      spread: 1,
      odd: false,
    });
    const far = beyond.obstacles.map((obstacle, i) => {
      const pose = obstacle.pose.slice();
      const ring = 2.5 + (i % 40) / 10;
      const angle = i;
      pose[9] = ring * Math.cos(angle);
      pose[10] = ring * Math.sin(angle);
      return { ...obstacle, pose, name: `far/${i}` };
    });
    const [plain, few] = both(near);
    const many = buildCell({ ...near, obstacles: [...near.obstacles, ...far] }, { crowdFrom: 0 });
    const random = new Random(53);
    const sums = { few: 0, many: 0, listed: 0, sweeps: 0 };
    const ladders = { few: new Ladder(few), many: new Ladder(many), listed: new Ladder(plain) };
    const slow = {
      few: createChecker(few, { method: 'adaptive' }),
      many: createChecker(many, { method: 'adaptive' }),
    };
    for (let k = 0; k < 10; k++) {
      const segment = randomMotion(few.tree, random, 'straight', 1);
      const [a, b, c] = [ladders.few, ladders.many, ladders.listed].map((l) =>
        l.check({ segment }),
      );
      expect(b.verdict).toBe(a.verdict);
      expect(c.verdict).toBe(a.verdict);
      sums.few += a.stats.tests;
      sums.many += b.stats.tests;
      sums.listed += c.stats.tests;
      sums.sweeps += b.stats.sweeps - a.stats.sweeps;
      const [d, e] = [slow.few.check({ segment }), slow.many.check({ segment })];
      expect([e.verdict, e.stats.tests]).toEqual([d.verdict, d.stats.tests]);
    }
    // A ladder that looks at all of them makes a hundred times as many tests at 10,000 as it does at 100.
    expect(sums.many).toBeLessThanOrEqual(1.05 * sums.few);
    expect(sums.sweeps).toBe(0);
    expect(sums.few).toBeLessThan(sums.listed);
    expect(many.crowd!.made.bodies).toBeLessThanOrEqual(few.crowd!.made.bodies);
    expect(many.crowd!.made.pairs).toBeLessThanOrEqual(1.05 * few.crowd!.made.pairs);
    const first = new PlainCrowd(
      plain,
      plain.bodies.findIndex(({ kind }) => kind === 'obstacle'),
    );
    expect(first.movers.length * 100).toBeGreaterThan(few.crowd!.made.pairs);
  });
});
