/** Planners among a crowd: what they find is proven where all obstacles are listed, and costs what is near. */
import { describe, expect, it } from 'vitest';
import { buildCell, type Cell, type CellDescription, StaticChecker } from '../../src/cell/index.ts';
import { checkPath, createChecker } from '../../src/check/index.ts';
import { Random } from '../../src/math/index.ts';
import { buildPath } from '../../src/motion/index.ts';
import {
  createPlanner,
  PLANNER_NAMES,
  PlanningSpace,
  randomWalk,
  smoothPath,
  solve,
} from '../../src/plan/index.ts';
import { Room } from '../../src/plan/trees/room.ts';
import { both, crowdedCell } from '../helpers/oracles/crowdedCells.ts';

const near = crowdedCell({ seed: 61, count: 70, sizes: [0.01, 0.04], spread: 1.5, odd: false });

/** The same with many more that nobody reaches. */
function withFar(description: CellDescription, count: number): CellDescription {
  const far = crowdedCell({ seed: 62, count, sizes: [0.01, 0.04], spread: 1, odd: false });
  const obstacles = far.obstacles.map((obstacle, i) => {
    const pose = obstacle.pose.slice();
    pose[9] = (3 + (i % 50) / 10) * Math.cos(i);
    pose[10] = (3 + (i % 50) / 10) * Math.sin(i);
    return { ...obstacle, pose, name: `far/${i}` };
  });
  return { ...description, obstacles: [...description.obstacles, ...obstacles] };
}

/** Free configurations of a cell. */
function freeIn(cell: Cell, seed: number, count: number): Float64Array[] {
  const space = new PlanningSpace(cell);
  const random = new Random(seed);
  const found: Float64Array[] = [];
  while (found.length < count) {
    const q = new Float64Array(space.size);
    space.sampleInto(random, q);
    if (space.isFree(q)) found.push(q);
  }
  return found;
}

describe('planning among a crowd', () => {
  const [plain, crowd] = both(near);
  const ends = freeIn(plain, 63, 4);

  it('free configurations are the same', () => {
    const [a, b] = [new StaticChecker(plain), new StaticChecker(crowd)];
    const random = new Random(64);
    const space = new PlanningSpace(plain);
    const q = new Float64Array(space.size);
    for (let k = 0; k < 300; k++) {
      space.sampleInto(random, q);
      expect(b.keepsClearance(q)).toBe(a.keepsClearance(q));
    }
  });

  for (const name of PLANNER_NAMES) {
    it(`${name}: paths are proven by a checker of listed obstacles`, () => {
      const prover = createChecker(plain);
      let solved = 0;
      const space = new PlanningSpace(crowd);
      for (let k = 0; k + 1 < ends.length; k += 2) {
        const { waypoints } = solve(space, {
          planner: createPlanner(space, name),
          from: ends[k],
          goals: [ends[k + 1]],
          random: new Random(65 + k),
          maxIterations: 400,
        });
        if (!waypoints) continue;
        solved++;
        const path = buildPath(plain.tree, waypoints);
        expect(checkPath(prover, path).verdict).toBe('free');
        const smoothed = smoothPath(space, waypoints, { iterations: 20, random: new Random(1) });
        const shorter = buildPath(plain.tree, smoothed.waypoints);
        expect(checkPath(prover, shorter).verdict).toBe('free');
      }
      expect(solved).toBeGreaterThan(0);
    });
  }

  it('room is proven, and what there is among listed obstacles, or hardly less', () => {
    const spaces = [plain, crowd].map((cell) => new PlanningSpace(cell));
    const least = new Float64Array(spaces[0].size).fill(1e-3);
    const wanted = new Float64Array(spaces[0].size).fill(0.4);
    const rooms = spaces.map((space) => new Room(space, least));
    const full = new Room(spaces[1], least, false);
    const out = [0, 1, 2].map(() => new Float64Array(least.length));
    const random = new Random(66);
    const q = new Float64Array(least.length);
    let free = 0;
    for (let k = 0; k < 200; k++) {
      spaces[0].sampleInto(random, q);
      const found = [...rooms, full].map((room, i) => room.lookInto(q, wanted, out[i]));
      expect(found[1]).toBe(found[0]);
      if (!found[0]) continue;
      free++;
      // Each joint may go so far on its own, whatever bounds were asked for.
      for (let d = 0; d < q.length; d++) {
        expect(out[1][d]).toBeGreaterThan(0.2 * out[0][d]);
        expect(out[0][d]).toBeGreaterThan(0.2 * out[1][d]);
        const to = q.slice();
        to[d] += 0.999 * out[1][d];
        if (k % 8 !== 0 || !spaces[0].isInside(to)) continue;
        const path = buildPath(plain.tree, [q.slice(), to]);
        expect(checkPath(spaces[0].prover, path).verdict).toBe('free');
      }
      expect(found[2]).toBe(true);
    }
    expect(free).toBeGreaterThan(20);
  });

  it('walks are those of listed obstacles', () => {
    const walks = [plain, crowd].map((cell) =>
      randomWalk(new PlanningSpace(cell), {
        from: ends[0],
        random: new Random(67),
        maxSegments: 60,
        done: () => false,
      }),
    );
    expect(walks[1].waypoints).toEqual(walks[0].waypoints);
    expect(walks[1].tested).toBe(walks[0].tested);
  });

  it('a plan among 5,000 more that nobody reaches is the same plan, at the same cost', () => {
    const many = buildCell(withFar(near, 5000), { crowdFrom: 0 });
    const plans = [crowd, many].map((cell) => {
      const space = new PlanningSpace(cell);
      const planner = createPlanner(space, 'rrt-connect');
      const request = { planner, from: ends[0], goals: [ends[1]], maxIterations: 400 };
      return solve(space, { ...request, random: new Random(68) });
    });
    expect(plans[1].waypoints).toEqual(plans[0].waypoints);
    expect(plans[1].waypoints).not.toBeNull();
    expect(many.crowd!.made.bodies).toBeLessThanOrEqual(70);
    expect(many.crowd!.made.pairs).toBeLessThanOrEqual(70 * many.crowd!.movers.length);
  });
});
