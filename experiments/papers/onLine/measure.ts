/**
 * Times of steps: all searches take turns, round by round, over the same motion; of every step the least time of all rounds
 * counts, and what is reported are means over the steps with and without collision. As in the paper, bringing the world to
 * a configuration is not part of it. Whoever finds another distance than the first is wrong, and the run ends.
 */
import { type CellWorld, newCounts, nothingNear, type SearchCounts } from 'surepath/monitor';
import type { Contender } from './contenders.ts';
import type { LoadedScene } from './scenes.ts';

export interface Question {
  /** Metres; infinite for the exact vector whatever its length. */
  readonly threshold: number;
  readonly steps: number;
  /** Between steps. */
  readonly seconds: number;
  readonly rounds: number;
}

export interface Measured {
  readonly name: string;
  /** Microseconds of a step; null where there is none of the kind. */
  readonly apart: number | null;
  readonly colliding: number | null;
  /** Per step. */
  readonly counts: Readonly<SearchCounts>;
  /** Share of steps without points. */
  readonly lost: number;
}

export interface Play {
  readonly results: readonly Measured[];
  readonly apart: number;
  readonly colliding: number;
}

/** Lengths that differ by less are the same, in metres. */
const SAME = 1e-7;

/** Contenders on a scene. The first computes every distance: it says what is right. */
export class Arena {
  private readonly scene: LoadedScene;
  private readonly runs: readonly Run[];

  /** Structures of hierarchies are sampled every so many degrees. */
  constructor(scene: LoadedScene, contenders: readonly Contender[], degrees: number) {
    this.scene = scene;
    this.runs = contenders.map((each) => new Run(each, scene.world(), degrees));
  }

  play({ steps, seconds, threshold, rounds }: Question): Play {
    const { runs } = this;
    const qs = this.scene.motion(steps, seconds);
    const truth = new Float64Array(steps);
    runs.forEach((run, r) => {
      run.first(qs, threshold, truth, r === 0);
    });
    for (let round = 0; round < rounds; round++) for (const run of runs) run.again(qs, threshold);
    const colliding = truth.filter((distance) => distance === 0).length;
    return {
      results: runs.map((run) => run.result(truth)),
      apart: steps - colliding,
      colliding,
    };
  }
}

class Run {
  private readonly contender: Contender;
  private readonly world: CellWorld;
  private readonly search: ReturnType<Contender['make']>;
  private readonly nearest = nothingNear();
  /** Of what was played last: the least time of every step, and counts. */
  private least = new Float64Array(0);
  private counts = newCounts();
  private lost = 0;

  constructor(contender: Contender, world: CellWorld, degrees: number) {
    this.contender = contender;
    this.world = world;
    // Hierarchies are made of how members stand.
    const q = world.cell.box.lower.map((low, d) => (low + world.cell.box.upper[d]) / 2);
    world.place(q, 0);
    this.search = contender.make(world, degrees);
  }

  /** Once, with everything looked at: what it finds and counts. */
  first(
    qs: readonly Float64Array[],
    threshold: number,
    truth: Float64Array,
    isTruth: boolean,
  ): void {
    const { nearest, world, search, contender } = this;
    const before = copyOf(search.counts);
    search.forget();
    this.lost = 0;
    this.least = new Float64Array(qs.length).fill(Number.POSITIVE_INFINITY);
    qs.forEach((q, s) => {
      world.place(q, 0);
      search.find(0, threshold, nearest);
      if (isTruth) truth[s] = nearest.upper;
      const { upper, lower } = nearest;
      const isSame = upper === truth[s] || Math.abs(upper - truth[s]) < SAME;
      const isBracket = !contender.exact && lower <= truth[s] + SAME && upper >= truth[s] - SAME;
      if (!isSame && !isBracket) {
        throw new Error(`${contender.name}: ${upper} at step ${s}, where it is ${truth[s]}`);
      }
      if (upper > 0 && upper < Number.POSITIVE_INFINITY && Number.isNaN(nearest.points[0]))
        this.lost++;
    });
    this.counts = copyOf(search.counts);
    for (const key of COUNTS) this.counts[key] -= before[key];
  }

  again(qs: readonly Float64Array[], threshold: number): void {
    const { nearest, world, search, least } = this;
    search.forget();
    for (let s = 0; s < qs.length; s++) {
      world.place(qs[s], 0);
      const begin = performance.now();
      search.find(0, threshold, nearest);
      const spent = 1000 * (performance.now() - begin);
      if (spent < least[s]) least[s] = spent;
    }
  }

  result(truth: Float64Array): Measured {
    const { least, counts } = this;
    const steps = truth.length;
    const { distances, boxes, primitives, updates } = counts;
    return {
      name: this.contender.name,
      apart: meanOf(least.filter((_, s) => truth[s] > 0)),
      colliding: meanOf(least.filter((_, s) => truth[s] === 0)),
      counts: {
        distances: distances / steps,
        boxes: boxes / steps,
        primitives: primitives / steps,
        updates: updates / steps,
      },
      lost: this.lost / steps,
    };
  }
}

const COUNTS = ['distances', 'boxes', 'primitives', 'updates'] as const;

function copyOf({ distances, boxes, primitives, updates }: SearchCounts): SearchCounts {
  return { distances, boxes, primitives, updates };
}

function meanOf(list: Float64Array): number | null {
  return list.length > 0 ? list.reduce((sum, x) => sum + x, 0) / list.length : null;
}
