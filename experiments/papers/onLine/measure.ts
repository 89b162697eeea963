/**
 * Times of steps: all searches take turns, round by round, over the same motion; of every step the least time of all rounds
 * counts, and what is reported are means over the steps with and without collision. As in the paper, bringing the world to
 * a configuration is not part of it. Whoever finds another distance than the first is wrong, and the run ends.
 */
import type { CellWorld, SearchCounts } from 'surepath/monitor';
import { nothingNear } from 'surepath/monitor';
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

/** All contenders on a scene. The first computes every distance: it says what is right. */
export function play(
  scene: LoadedScene,
  contenders: readonly Contender[],
  question: Question,
): Play {
  const { steps, seconds, threshold, rounds } = question;
  const qs = scene.motion(steps, seconds);
  const runs = contenders.map((each) => new Run(each, scene.world(), steps));
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

class Run {
  private readonly contender: Contender;
  private readonly world: CellWorld;
  private readonly search: ReturnType<Contender['make']>;
  private readonly least: Float64Array;
  private readonly nearest = nothingNear();
  private counts: SearchCounts | null = null;
  private lost = 0;

  constructor(contender: Contender, world: CellWorld, steps: number) {
    this.contender = contender;
    this.world = world;
    this.search = contender.make(world);
    this.least = new Float64Array(steps).fill(Number.POSITIVE_INFINITY);
  }

  /** Once, with everything looked at: what it finds and counts. */
  first(qs: readonly Float64Array[], threshold: number, truth: Float64Array, isTruth: boolean): void {
    const { nearest, world, search, contender } = this;
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
      if (upper > 0 && upper < Number.POSITIVE_INFINITY && Number.isNaN(nearest.points[0])) this.lost++;
    });
    const { distances, boxes, primitives, updates } = search.counts;
    this.counts = { distances, boxes, primitives, updates };
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
    const { distances, boxes, primitives, updates } = counts!;
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

function meanOf(list: Float64Array): number | null {
  return list.length > 0 ? list.reduce((sum, x) => sum + x, 0) / list.length : null;
}
