/** What each broad phase is for: how much less it does than a plainer way, counted. */
import { describe, expect, it } from 'vitest';
import {
  type BroadPhase,
  type BroadPhaseStats,
  BruteForce,
  CoherentHash,
  PairChanges,
  SpatialHash,
  SweepAndPrune,
} from '../../src/broadphase/index.ts';
import { Random } from '../../src/math/index.ts';
import { flyingWorld, type Step, setCube } from '../helpers/broadphase/worlds.ts';

/** What a method does for some steps of a world, the first not counted. */
function workOf(method: BroadPhase, step: Step, turns: number): BroadPhaseStats {
  const changes = new PairChanges();
  step(method, 0);
  method.update(changes);
  const before = { ...method.stats };
  for (let turn = 1; turn <= turns; turn++) {
    step(method, turn);
    method.update(changes);
  }
  const { tests, cells, labels, swaps } = method.stats;
  return {
    tests: tests - before.tests,
    cells: cells - before.cells,
    labels: labels - before.labels,
    swaps: swaps - before.swaps,
  };
}

describe('the coherent hash', () => {
  it('touches less than a twentieth of the cells of the plain one where things move slowly (seed 1)', () => {
    const plain = workOf(new SpatialHash(), flyingWorld(1, 200, 0.005), 200);
    const coherent = workOf(new CoherentHash(), flyingWorld(1, 200, 0.005), 200);
    expect(coherent.cells).toBeGreaterThan(0);
    expect(20 * coherent.cells).toBeLessThan(plain.cells);
    expect(20 * coherent.labels).toBeLessThan(plain.labels);
    expect(coherent.tests).toBe(plain.tests);
  });

  it('touches no cell for what stands still, or moves within its cells, and compares nobody for nothing', () => {
    const hash = new CoherentHash({ resolutions: [1], shift: 0 });
    const place = (turn: number): Step => {
      return (bodies) => {
        for (let id = 0; id < 30; id++) setCube(bodies, id, [id + 0.5, 0.5, 0.5 + turn / 100], 0.6);
      };
    };
    const still = workOf(hash, (bodies, turn) => place(turn % 10)(bodies, turn), 50);
    expect(still.cells).toBe(0);
    const nothing = workOf(hash, () => {}, 50);
    expect(nothing).toEqual({ tests: 0, cells: 0, labels: 0, swaps: 0 });
  });

  it('compares nobody who stands still beside many that move', () => {
    // Twelve cubes in each other that are set once, twenty beside them that are set all the time.
    const hash = new CoherentHash();
    const { tests } = workOf(
      hash,
      (bodies, turn) => {
        for (let id = 0; turn === 0 && id < 12; id++) setCube(bodies, id, [0.01 * id, 0, 0], 1);
        for (let id = 12; id < 32; id++) setCube(bodies, id, [10 * id, turn / 100, 0], 1);
      },
      20,
    );
    expect(hash.closeCount).toBe(66);
    expect(tests).toBe(0);
  });

  it('touches the cells that a box left or came to, and no others', () => {
    const hash = new CoherentHash({ resolutions: [8, 1], shift: 0 });
    const cells = (x: number, y = 0.5) => {
      const before = hash.stats.cells;
      setCube(hash, 0, [x, y, 0.5], 0.6);
      hash.update(new PairChanges());
      return hash.stats.cells - before;
    };
    // One cell of each level.
    expect(cells(0.5)).toBe(2);
    // Into the next cell by one face: one more; out of the first: one less.
    expect(cells(0.9)).toBe(1);
    expect(cells(1.5)).toBe(1);
    // Across two faces at once: from one cell to four.
    expect(cells(1.9, 0.9)).toBe(3);
    expect(cells(1.9, 0.9)).toBe(0);
    // Into the next cell of the coarse level too: at the fine one four are left and two reached.
    expect(cells(7.9)).toBe(4 + 2 + 1);
    // To the other end of the world, out of two and two, into one and one: nothing in between.
    expect(cells(1e6 + 0.5)).toBe(4 + 2);
  });

  it('does the same for one body among ten thousand as among a hundred', () => {
    const work = [100, 10_000].map((count) => {
      const hash = new CoherentHash();
      const changes = new PairChanges();
      const row = Math.round(Math.sqrt(count));
      for (let id = 1; id <= count; id++) {
        setCube(hash, id, [(id % row) - row / 2, Math.floor(id / row) - row / 2, 0], 0.9);
      }
      setCube(hash, 0, [0, 0, 0.5], 0.9);
      hash.update(changes);
      const before = { ...hash.stats };
      for (let turn = 0; turn < 100; turn++) {
        setCube(hash, 0, [turn / 50 - 1, 0, 0.5], 0.9);
        hash.update(changes);
      }
      return Object.entries(hash.stats).map(([name, n]) => n - before[name as keyof typeof before]);
    });
    expect(work[1]).toEqual(work[0]);
  });

  it('does not look through visitors of a coarse cell for the sake of another visitor', () => {
    // A thousand crumbs under one large box that none of them is near: the paper's variant would look at half a million labels.
    const hash = new CoherentHash();
    const changes = new PairChanges();
    for (let id = 0; id < 1000; id++) {
      setCube(hash, id, [(id % 10) + 0.5, (Math.floor(id / 10) % 10) + 0.5, id / 100 + 0.5], 0.01);
    }
    setCube(hash, 1000, [45, 45, 45], 60);
    hash.update(changes);
    expect(hash.stats.labels).toBeLessThan(10_000);
  });

  it('forgets cells that nobody is in any more (seed 8)', () => {
    const hash = new CoherentHash();
    workOf(hash, flyingWorld(8, 50, 0.5, 20), 300);
    expect(hash.cellCount).toBeLessThanOrEqual(50 * 8 * hash.resolutions.count);
    for (let id = 0; id < 50; id++) hash.remove(id);
    hash.update(new PairChanges());
    expect(hash.cellCount).toBe(0);
  });

  it('stores all bodies anew only when the chain of resolutions grows, which it does not forever (seed 2)', () => {
    const random = new Random(2);
    const hash = new CoherentHash();
    const changes = new PairChanges();
    for (let id = 1; id <= 200; id++) setCube(hash, id, [id, 0, 0], 0.5);
    let rebuilt = 0;
    for (let turn = 0; turn < 300; turn++) {
      const before = hash.stats.cells;
      setCube(hash, 0, [0, 5, 0], 10 ** random.between(-2, 2));
      hash.update(changes);
      if (hash.stats.cells - before > 200) rebuilt++;
    }
    expect(rebuilt).toBeGreaterThan(2);
    expect(rebuilt).toBeLessThanOrEqual(15);
  });
});

describe('the hashes', () => {
  it('compare hundreds of times fewer pairs than brute force (seed 3)', () => {
    const world = () => flyingWorld(3, 1000, 0.01, 10);
    const all = workOf(new BruteForce(), world(), 2).tests;
    for (const hash of [new SpatialHash(), new CoherentHash()]) {
      const { tests } = workOf(hash, world(), 2);
      expect(tests).toBeGreaterThan(0);
      expect(300 * tests).toBeLessThan(all);
    }
  });

  it('the plain one does not look where nobody is: a level whose bodies are gone costs nothing', () => {
    const hash = new SpatialHash();
    const row: Step = (bodies) => {
      for (let id = 0; id < 50; id++) setCube(bodies, id, [id, 0, 0], 0.5);
    };
    const { cells } = workOf(hash, row, 1);
    setCube(hash, 50, [0, 0, 0], 1000);
    expect(workOf(hash, row, 1).cells).toBeGreaterThan(1.3 * cells);
    hash.remove(50);
    expect(workOf(hash, row, 1).cells).toBe(cells);
  });

  it('take a chain of resolutions where one would not do: crumbs and a large box (seed 4)', () => {
    const random = new Random(4);
    const boxes: [number[], number][] = Array.from({ length: 3000 }, (_, id) => {
      const side = id === 0 ? 10 : 10 ** random.between(-1.9, -0.5);
      return [[0, 1, 2].map(() => random.between(-20, 20)), side];
    });
    const step: Step = (bodies) => {
      boxes.forEach(([centre, side], id) => {
        setCube(bodies, id, centre, side);
      });
    };
    const chain = new SpatialHash();
    workOf(chain, step, 0);
    // One resolution for all would be that of the largest (too many comparisons) or of the smallest (too many cells).
    const coarse = new SpatialHash({ alpha: 2 ** -10, beta: 1, resolutions: [10] });
    workOf(coarse, step, 0);
    expect(coarse.resolutions.count).toBe(1);
    expect(chain.resolutions.count).toBeGreaterThan(3);
    expect(10 * chain.stats.tests).toBeLessThan(coarse.stats.tests);
    expect(chain.stats.cells).toBeLessThan(3000 * 8 * chain.resolutions.count);
  });
});

describe('sweep and prune', () => {
  it('exchanges nothing while everything moves along together, however far', () => {
    const step: Step = (bodies, turn) => {
      for (let id = 0; id < 100; id++) {
        setCube(bodies, id, [3 * (id % 10) + turn, 7 * (id % 7) - turn, id], 2);
      }
    };
    expect(workOf(new SweepAndPrune(), step, 50)).toEqual({
      tests: 0,
      cells: 0,
      labels: 0,
      swaps: 0,
    });
  });

  it('exchanges few ends where things move slowly: far fewer than sorting anew compares (seed 5)', () => {
    const turns = 100;
    const coherent = workOf(new SweepAndPrune(), flyingWorld(5, 200, 0.001), turns);
    const sorting = 3 * 400 * Math.log2(400) * turns;
    expect(coherent.swaps).toBeGreaterThan(0);
    expect(10 * coherent.swaps).toBeLessThan(sorting);
    // Compared is where a lower and an upper end are exchanged, at most.
    expect(coherent.tests).toBeLessThan(coherent.swaps);
    // Always sorting anew compares all that overlap along an axis, each time.
    const anew = workOf(new SweepAndPrune({ patience: 0 }), flyingWorld(5, 200, 0.001), turns);
    expect(10 * coherent.tests).toBeLessThan(anew.tests);
  });

  it('finds bodies that appear without comparing those that were there', () => {
    const sweep = new SweepAndPrune();
    const changes = new PairChanges();
    // Eight by eight by eight: along every axis each overlaps with 63 others.
    for (let id = 0; id < 512; id++) {
      setCube(sweep, id, [id % 8, Math.floor(id / 8) % 8, Math.floor(id / 64)], 0.5);
    }
    sweep.update(changes);
    const before = sweep.stats.tests;
    setCube(sweep, 512, [3, 4, 5.2], 0.5);
    sweep.update(changes);
    expect(changes.began.count).toBe(1);
    expect(sweep.stats.tests - before).toBeLessThanOrEqual(64);
  });

  /** Small parts at rest on a table, far from each other: heights that differ by less than they tremble [C figure 6]. */
  const table = (count: number, seed: number): Step => {
    const random = new Random(seed);
    const row = Math.ceil(Math.sqrt(count));
    return (bodies) => {
      for (let id = 0; id < count; id++) {
        const height = 0.05 + random.between(-1e-4, 1e-4);
        setCube(
          bodies,
          id,
          [0.3 * (id % row), 0.31 * Math.floor(id / row) + id * 1e-3, height],
          0.1,
        );
      }
    };
  };

  it('figure 6: where ends are clustered along one axis, exchanges grow like the square; cells do not (seed 6)', () => {
    const turns = 10;
    const swaps = [50, 100, 200].map(
      (count) => workOf(new SweepAndPrune({ patience: Infinity }), table(count, 6), turns).swaps,
    );
    expect(swaps[1] / swaps[0]).toBeGreaterThan(3.5);
    expect(swaps[2] / swaps[1]).toBeGreaterThan(3.5);
    // A quarter of all pairs of the 200 lower ends, and as many of the upper ends, in each step.
    expect(swaps[2]).toBeGreaterThan((turns * 200 * 200) / 4);
    // The coherent hash finds the same on the same table, and hardly touches a cell.
    const { cells, tests } = workOf(new CoherentHash(), table(200, 6), turns);
    expect(cells).toBeLessThan(turns * 10);
    // Of 19,900 pairs in each step.
    expect(tests).toBeLessThan(turns * 300);
    // Unless there is a border of cells just where they stand: that is what the shift is for.
    const border = workOf(new CoherentHash({ shift: 0 }), table(200, 6), turns);
    expect(border.cells).toBeGreaterThan(20 * cells);
  });

  it('with patience it sorts such a list anew and sweeps along another axis (seed 7)', () => {
    const endless = workOf(new SweepAndPrune({ patience: Infinity }), table(600, 7), 5);
    const patient = workOf(new SweepAndPrune({ patience: 16 }), table(600, 7), 5);
    expect(5 * (patient.swaps + patient.tests)).toBeLessThan(endless.swaps);
  });
});

describe('fixed cubes and tight boxes around bodies that turn [C 2.3]', () => {
  /** Rods of one metre that turn about their middles, in a row; boxed by a cube for all orientations, or tightly. */
  const rods = (tight: boolean, distance: number): Step => {
    const box = new Float64Array(6);
    return (bodies, turn) => {
      for (let id = 0; id < 40; id++) {
        const angle = 0.05 * turn + id;
        const half = [
          Math.abs(Math.cos(angle)) / 2 + 0.02,
          Math.abs(Math.sin(angle)) / 2 + 0.02,
          0.02,
        ];
        for (let k = 0; k < 3; k++) {
          const reach = tight ? half[k] : Math.hypot(0.52, 0.02, 0.02);
          box[k] = (k === 0 ? distance * id : 0) - reach;
          box[3 + k] = (k === 0 ? distance * id : 0) + reach;
        }
        bodies.set(id, box);
      }
    };
  };

  it.each([
    ['coherent hash', () => new CoherentHash()],
    ['sweep and prune', () => new SweepAndPrune()],
  ])(
    '%s: cubes cost nothing while bodies turn, tight boxes cost every step and leave fewer pairs',
    (_, make) => {
      const [cubes, boxes] = [make(), make()];
      const cubeWork = workOf(cubes, rods(false, 0.9), 100);
      const boxWork = workOf(boxes, rods(true, 0.9), 100);
      expect(cubeWork.cells + cubeWork.swaps).toBe(0);
      expect(boxWork.cells + boxWork.swaps).toBeGreaterThan(500);
      expect(cubes.closeCount).toBe(39);
      expect(boxes.closeCount).toBeLessThan(30);
    },
  );
});
