/** What the papers' experiments share: how many samples, in which environments, random segments, progress. */
import type { Cell } from 'surepath/cell';
import { createChecker } from 'surepath/check';
import { Random } from 'surepath/math';
import { StraightSegment } from 'surepath/motion';
import { FreeEnds } from '../lab/ends.ts';
import { Ledger } from '../lab/ledger.ts';
import type { Table } from '../lab/table.ts';
import type { Count } from './counts.ts';
import { type Environment, Environments } from './environments.ts';

/** One experiment may fill several tables. */
export interface Experiment {
  /** What --only takes, the first being its name. */
  readonly ids: readonly string[];
  readonly title: string;
  /** What has to be there first, such as what peers load. */
  prepare?(): Promise<void>;
  run(sampler: Sampler): Table[];
}

export interface SamplerOptions {
  /** How many of `full` samples to take; `quick` of them for a first look. */
  readonly count: (full: number, quick: number) => number;
  /** How often planners run, whatever the paper did. */
  readonly runs?: number;
  readonly environments?: Environments;
  /** Keeps parts that are done. */
  readonly ledger?: Ledger;
  readonly progress?: (text: string) => void;
}

export class Sampler {
  readonly environments: Environments;
  readonly count: (full: number, quick: number) => number;
  private readonly ledger: Ledger;
  private readonly given: number | undefined;
  private readonly progress: (text: string) => void;
  private readonly drawn = new Map<string, Drawn>();

  constructor({ count, runs, environments, ledger, progress }: SamplerOptions) {
    this.count = count;
    this.given = runs;
    this.environments = environments ?? new Environments();
    this.ledger = ledger ?? new Ledger();
    this.progress = progress ?? (() => undefined);
  }

  /** How many samples of a kind to take. */
  take({ full, quick }: Count): number {
    return this.count(full, quick);
  }

  /** As often as planners are to run, unless told. */
  takeRuns({ full, quick }: Count): number {
    return this.runs(full, quick);
  }

  /** What a part of an experiment finds; from before, if it is done. Its name says all that it depends on. */
  part<T>(name: string, make: () => T): T {
    return this.ledger.part(name, () => {
      this.say(name);
      return make();
    });
  }

  /** How many of `full` runs of a planner, unless told; `quick` of them for a first look. */
  runs(full: number, quick: number): number {
    return this.given ?? this.count(full, quick);
  }

  say(text: string): void {
    this.progress(text);
  }

  /** Runs `work` for every environment that is there, with its cell. */
  each(
    figures: readonly string[],
    what: string,
    work: (environment: Environment, cell: Cell) => void,
  ): void {
    for (const environment of this.environments.of(figures)) {
      this.say(`${what}: figure ${environment.figure}, ${environment.title}`);
      work(environment, this.environments.cell(environment));
    }
  }

  /** A line about environments that this package does not have. */
  absent(figures: readonly string[]): string[] {
    const missing = this.environments.missing(figures);
    return missing.length > 0 ? [`Not in this package: figures ${missing.join(', ')}.`] : [];
  }

  /**
   * At least so many colliding and free segments of the environment, if so many can be found. All
   * experiments get the same ones, in the same order.
   */
  segments(environment: Environment, colliding: number, free: number): Segments {
    let drawn = this.drawn.get(environment.figure);
    if (!drawn) {
      drawn = new Drawn(this.environments.cell(environment));
      this.drawn.set(environment.figure, drawn);
    }
    drawn.draw(colliding, free);
    return {
      colliding: drawn.colliding.slice(0, colliding),
      free: drawn.free.slice(0, free),
      freeShare: drawn.free.length / Math.max(1, drawn.free.length + drawn.colliding.length),
    };
  }
}

export interface Segments {
  readonly colliding: readonly StraightSegment[];
  readonly free: readonly StraightSegment[];
  /** Of the segments that were drawn, those that turned out free. */
  readonly freeShare: number;
}

const SEED = 20050301;
/** Of a kind that is rare, so many segments are drawn for one that is wanted. */
const PATIENCE = 400;

/**
 * [A V-B, V-C] Segments between random configurations that are free. The ladder tells free from
 * colliding: as it proves what it says, no checker that is measured decides what it is measured on.
 */
class Drawn {
  readonly colliding: StraightSegment[] = [];
  readonly free: StraightSegment[] = [];
  private readonly cell: Cell;
  private readonly ends: FreeEnds;
  private readonly ladder: ReturnType<typeof createChecker>;
  private tried = 0;

  constructor(cell: Cell) {
    this.cell = cell;
    this.ends = new FreeEnds(cell, new Random(SEED));
    this.ladder = createChecker(cell);
  }

  draw(colliding: number, free: number): void {
    const most = PATIENCE * Math.max(colliding, free);
    while (this.colliding.length < colliding || this.free.length < free) {
      if (this.tried >= most) return;
      this.tried++;
      const ends = this.ends.anywhere();
      if (!ends) return;
      const segment = new StraightSegment(this.cell.tree, ends.from, ends.to);
      const { verdict } = this.ladder.check({ segment });
      if (verdict === 'colliding') this.colliding.push(segment);
      else if (verdict === 'free') this.free.push(segment);
    }
  }
}
