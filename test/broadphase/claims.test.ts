/** What the paper claims of the hierarchical spatial hash [C 2.1, 2.2]: figure 2, Lemma 1, theorems 1 to 3. */
import { describe, expect, it } from 'vitest';
import {
  type BroadPhase,
  CoherentHash,
  chooseResolutions,
  PairChanges,
  resolutionsFromRadii,
  SpatialHash,
  sizeInto,
} from '../../src/broadphase/index.ts';
import { Random } from '../../src/math/index.ts';
import { anyWorld, type Bodies, type Step } from '../helpers/broadphase/worlds.ts';

type Hash = BroadPhase & {
  forEachCandidate(visit: (a: number, b: number) => void): void;
  levelOf(id: number): number;
  readonly resolutions: { readonly count: number; readonly sides: Float64Array };
};

const HASHES: Record<string, (settings?: object) => Hash> = {
  'spatial hash': (settings) => new SpatialHash(settings),
  'coherent hash': (settings) => new CoherentHash(settings),
};

function candidatesOf(hash: Hash): string[] {
  const found: string[] = [];
  hash.forEachCandidate((a, b) => found.push(`${a} ${b}`));
  return found.sort();
}

/** The boxes that a world has set, by number. */
class Recorded implements Bodies {
  readonly boxes = new Map<number, Float64Array>();
  private readonly hash: Hash;
  constructor(hash: Hash) {
    this.hash = hash;
  }
  set(id: number, box: Float64Array, o = 0): void {
    this.boxes.set(id, box.slice(o, o + 6));
    // Nothing is fixed: a fixed pair is no candidate in any case.
    this.hash.set(id, box, o);
  }
  remove(id: number): void {
    this.boxes.delete(id);
    this.hash.remove(id);
  }
}

/** The distance of two boxes. */
function distance(a: Float64Array, b: Float64Array): number {
  return Math.hypot(...[0, 1, 2].map((k) => Math.max(0, a[k] - b[3 + k], b[k] - a[3 + k])));
}

describe.each(Object.entries(HASHES))('%s', (_, make) => {
  it('figure 2: four resolutions, boxes A to F at 4, 4, 1, 4, 3 and 2; (C, D) and (C, E) alone are close', () => {
    // One-dimensional boxes on the x axis, cells of 8, 4, 2 and 1 from 0 on. As the text has it: D and E are in cells of
    // resolution 1 that C is in too; they share a cell at resolutions 1 and 2, but none at 3, which is that of E; A, B
    // and F share none with anybody that would count.
    const segments = {
      A: [0.1, 0.65],
      B: [2.2, 2.9],
      C: [9, 15],
      D: [8.2, 8.9],
      E: [10.3, 11.6],
      F: [16.5, 19.3],
    };
    const names = Object.keys(segments) as (keyof typeof segments)[];
    const sizes = names.map((name) => segments[name][1] - segments[name][0]);
    const settings = { alpha: 0.5, beta: 1 };
    const cells = (name: keyof typeof segments, side: number) =>
      segments[name].map((x) => Math.floor(x / side));
    for (const [side, same] of [
      [8, true],
      [4, true],
      [2, false],
    ] as const) {
      expect(cells('D', side)[1] === cells('E', side)[0]).toBe(same);
    }
    // "A minimal sequence" has four, and powers of two are one.
    expect(chooseResolutions(sizes, settings)).toHaveLength(4);
    const hash = make({ ...settings, shift: 0, resolutions: [8, 4, 2, 1] });
    names.forEach((name, id) => {
      const [low, high] = segments[name];
      hash.set(id, Float64Array.of(low, 0.5, 0.5, high, 0.5, 0.5));
    });
    hash.update(new PairChanges());
    expect(names.map((_, id) => hash.levelOf(id) + 1)).toEqual([4, 4, 1, 4, 3, 2]);
    expect(hash.resolutions.count).toBe(4);
    expect(candidatesOf(hash)).toEqual(['2 3', '2 4']);
  });

  it('Lemma 1: as many resolutions as the logarithm of the ratio of sizes, however many sizes (seed 1)', () => {
    const random = new Random(1);
    for (const [alpha, beta] of [
      [0.5, 1],
      [0.9, 1],
      [0.25, 2],
    ]) {
      const hash = make({ alpha, beta });
      const box = new Float64Array(6);
      const sizes: number[] = [];
      for (let id = 0; id < 500; id++) {
        const size = 10 ** random.between(-3, 3);
        sizes.push(size);
        box[3] = size;
        hash.set(id, box);
      }
      hash.update(new PairChanges());
      const most = Math.log(Math.max(...sizes) / Math.min(...sizes)) / Math.log(beta / alpha);
      expect(hash.resolutions.count).toBeLessThanOrEqual(Math.ceil(most));
      expect(hash.resolutions.count).toBeGreaterThan(most / 2);
    }
    // "If all boxes are one of three sizes, at most three resolutions are required, regardless of their ratio."
    const hash = make();
    [1e-6, 1, 1e6].forEach((size, k) => {
      for (let id = 0; id < 5; id++) hash.set(5 * k + id, Float64Array.of(0, 0, 0, 0, size, 0));
    });
    hash.update(new PairChanges());
    expect(hash.resolutions.count).toBe(3);
  });

  it('sizes that change forever add no more resolutions than Lemma 1 has, in any order (seed 2)', () => {
    const random = new Random(2);
    const hash = make();
    const changes = new PairChanges();
    const box = new Float64Array(6);
    for (let turn = 0; turn < 2000; turn++) {
      box[3] = 10 ** (turn < 1000 ? random.between(-3, 3) : 3 - turn / 200 + 2);
      hash.set(turn % 7, box);
      hash.update(changes);
    }
    // Those of the first update, and the series of powers of two over eleven orders.
    expect(hash.resolutions.count).toBeLessThanOrEqual(Math.ceil(11 / Math.log10(2)) + 2);
  });

  it('a box is at most beta, at least alpha sides of its cells large, whoever came before (seed 10)', () => {
    const random = new Random(10);
    const [alpha, beta] = [0.25, 1];
    const hash = make({ alpha, beta });
    for (let id = 0; id < 200; id++) {
      const size = 10 ** random.between(-2, 2);
      hash.set(id, Float64Array.of(0, 0, 0, size, 0, 0));
      hash.update(new PairChanges());
      const part = size / hash.resolutions.sides[hash.levelOf(id)];
      expect(part).toBeGreaterThan(alpha * (1 - 1e-12));
      expect(part).toBeLessThan(beta * (1 + 1e-12));
    }
  });

  it('Theorem 1: a box meets at most (beta + 1)^3 cells a resolution, at all coarser ones too (seed 3)', () => {
    const random = new Random(3);
    for (const [alpha, beta] of [
      [0.5, 1],
      [0.3, 2],
      [0.7, 3],
    ]) {
      const hash = make({ alpha, beta, shift: 0 });
      const box = new Float64Array(6);
      const changes = new PairChanges();
      for (let id = 0; id < 100; id++) {
        const size = 10 ** random.between(-2, 2);
        for (let k = 0; k < 3; k++) {
          box[k] = random.below(2) === 0 ? random.between(-9, 9) : random.below(18) - 9;
          box[3 + k] = box[k] + (random.below(2) === 0 ? size : size * random.unit());
        }
        hash.set(id, box);
      }
      hash.update(changes);
      // One body that is stored anew, alone, all others as they were: the coherent hash counts its cells twice, in and out.
      for (let id = 0; id < 100; id++) {
        const before = hash.stats.cells;
        const levels = hash.levelOf(id) + 1;
        expect(levels).toBeGreaterThan(0);
        if (hash instanceof CoherentHash) {
          hash.remove(id);
          hash.update(changes);
          expect(hash.stats.cells - before).toBeLessThanOrEqual(levels * (beta + 1) ** 3);
        }
      }
      if (hash instanceof SpatialHash) {
        const before = hash.stats.cells;
        hash.update(changes);
        let most = 0;
        for (let id = 0; id < 100; id++) most += (hash.levelOf(id) + 1) * (beta + 1) ** 3;
        expect(hash.stats.cells - before).toBeLessThanOrEqual(most);
      }
    }
  });

  it('Theorem 3: boxes farther apart than sqrt(3) / alpha times the larger size are never candidates (seeds 4 to 6)', () => {
    for (const [seed, alpha, beta] of [
      [4, 0.5, 1],
      [5, 0.9, 1],
      [6, 0.25, 2],
    ]) {
      const hash = make({ alpha, beta });
      const record = new Recorded(hash);
      const step: Step = anyWorld(seed, 80);
      const sizes = new Float64Array(2);
      let seen = 0;
      let farthest = 0;
      for (let turn = 0; turn < 40; turn++) {
        step(record, turn);
        hash.update(new PairChanges());
        hash.forEachCandidate((a, b) => {
          const [first, second] = [record.boxes.get(a)!, record.boxes.get(b)!];
          sizeInto(first, 0, sizes, 0);
          sizeInto(second, 0, sizes, 1);
          const larger = Math.max(...sizes);
          seen++;
          farthest = Math.max(
            farthest,
            (distance(first, second) / larger) * (alpha / Math.sqrt(3)),
          );
        });
      }
      expect(seen).toBeGreaterThan(1000);
      expect(farthest).toBeLessThanOrEqual(1);
      // And the bound is not idle.
      expect(farthest).toBeGreaterThan(0.3);
    }
  });
});

it('the coherent hash has the candidates of the plain one, update by update (seeds 7, 8)', () => {
  for (const seed of [7, 8]) {
    const [plain, coherent] = [new SpatialHash(), new CoherentHash()];
    const both: Bodies = {
      set: (...args) => {
        plain.set(...args);
        coherent.set(...args);
      },
      remove: (id) => {
        plain.remove(id);
        coherent.remove(id);
      },
    };
    const step = anyWorld(seed, 60);
    for (let turn = 0; turn < 100; turn++) {
      step(both, turn);
      plain.update(new PairChanges());
      coherent.update(new PairChanges());
      expect(candidatesOf(coherent)).toEqual(candidatesOf(plain));
    }
  }
});

it('so it has after jumps that low bits of cells do not show', () => {
  // The labels of a body are told apart by ten bits: jumps by 2^9, 2^10 and 2^11 cells, there and back.
  const settings = { resolutions: [8, 1], shift: 0 };
  const [plain, coherent] = [new SpatialHash(settings), new CoherentHash(settings)];
  const jumps = [1024, 0, 512, 0, -1024, 1024, 2048, 1536, 520, 500, -8, 1016].map((x) => x + 0.5);
  for (const hash of [plain, coherent]) {
    jumps.forEach((x, i) => {
      hash.set(i + 1, Float64Array.of(x - 0.4, 0.1, 0.1, x + 0.4, 0.9, 0.9));
    });
  }
  for (const [turn, x] of [...jumps, ...jumps].entries()) {
    for (const hash of [plain, coherent]) {
      const y = (turn % 3) * 1024;
      hash.set(0, Float64Array.of(x - 0.4, y + 0.1, 0.1, x + 0.4, y + 0.9, 0.9));
      hash.update(new PairChanges());
    }
    expect(candidatesOf(coherent)).toEqual(candidatesOf(plain));
    expect(candidatesOf(plain).filter((pair) => pair.startsWith('0 ')).length > 0).toBe(
      turn % 3 === 0,
    );
  }
});

it('Theorem 2: cells and comparisons grow like the number of bodies, not like its square (seed 9)', () => {
  const work = [1000, 2000, 4000].map((count) => {
    const random = new Random(9);
    const hash = new SpatialHash();
    const box = new Float64Array(6);
    // As many bodies in every cubic metre.
    const room = count ** (1 / 3);
    for (let id = 0; id < count; id++) {
      const size = 0.2 * 10 ** random.unit();
      for (let k = 0; k < 3; k++) {
        box[k] = random.between(0, room);
        box[3 + k] = box[k] + size;
      }
      hash.set(id, box);
    }
    hash.update(new PairChanges());
    return { cells: hash.stats.cells / count, tests: hash.stats.tests / count };
  });
  for (const { cells, tests } of work) {
    expect(cells).toBeLessThan(1.2 * work[0].cells);
    expect(tests).toBeLessThan(1.5 * work[0].tests);
  }
});

describe('resolutions from radii, when velocities are unknown', () => {
  it('are those of the balls around the bodies; boxes that are swept farther meet few cells all the same', () => {
    const radii = [0.1, 0.11, 0.5, 0.02];
    const resolutions = resolutionsFromRadii(radii);
    expect([...resolutions]).toEqual([...chooseResolutions(radii.map((r) => 2 * r))]);
    for (const make of Object.values(HASHES)) {
      const hash = make({ resolutions });
      const changes = new PairChanges();
      radii.forEach((r, id) => {
        // Swept for its own diameter, and one of them for a thousand.
        const far = id === 3 ? 2000 * r : 2 * r;
        hash.set(id, Float64Array.of(id - r, -r, -r, id + r + far, r, r));
      });
      hash.update(changes);
      expect(hash.resolutions.count).toBeGreaterThan(resolutions.length);
      expect(hash.stats.cells).toBeLessThan(radii.length * hash.resolutions.count * 8);
    }
  });
});
