/**
 * The monitor: how near the classes of a cell are to each other, asked step by step.
 *
 *   const monitor = createMonitor(cell)
 *   const { vectors, nearest } = monitor.step(q)        // all pairs of classes, exactly
 *   monitor.step(q, 0.1)                                // exactly where they are nearer than that
 *   monitor.step(q, 0.1, [0, 2])                        // of the pairs number 0 and 2 alone
 *
 * Steps may be of any length. Nothing is said about what lies between two of them: that is what checkers are for.
 */
import type { Cell } from '../cell/index.ts';
import { InputError } from '../math/index.ts';
import { type CollisionVector, type MonitorAnswer, newVector } from './answer.ts';
import type { Approach } from './approach.ts';
import { CellWorld } from './cellWorld.ts';
import { WorldChanges } from './changes.ts';
import {
  type ClassChoice,
  type ClassPair,
  type CollisionClass,
  changingPairs,
  chosenClasses,
  chosenPairs,
  defaultClasses,
  defaultPairs,
} from './classes.ts';
import { KeptSearch } from './kept.ts';
import { ExactDistance } from './memberDistance.ts';
import { PairSchedule } from './pairSchedule.ts';
import { type MotionPromise, promisedRates } from './promise.ts';
import { nothingNear, type SearchCounts, type VectorSearch } from './search.ts';
import { searchFor } from './searchFor.ts';
import { TimedMonitor } from './timed.ts';

export interface MonitorSettings {
  /** The classes. Default: every robot with what is attached to it, and all that stands in the world. */
  readonly classes?: readonly ClassChoice[];
  /** The index set, by names of classes. Default: all pairs of classes of which bodies are tested against each other. */
  readonly pairs?: readonly (readonly [string, string])[];
  /** How vectors are found: one of the approaches of [D 2]. Default: our own, the fastest. */
  readonly approach?: Partial<Approach>;
  /**
   * Whether bodies may come that are tested where nothing is tested now: the default classes then include one for what
   * stands in the world, though nothing does, and the default index set all pairs that such bodies may need.
   */
  readonly changing?: boolean;
}

/** Choices that are left open; and, as it stands, our own approach: kept.ts. */
export const OWN_APPROACH: Approach = {
  primitives: 'none',
  initialization: true,
  hierarchy: 'none',
  update: 'local',
  criterion: 'diameter',
  substitution: 'one',
};

/** Prepares a monitor for a cell. Throws an InputError for classes or pairs that are not there. */
export function createMonitor(cell: Cell, settings: MonitorSettings = {}): Monitor {
  const { changing = false } = settings;
  const classes = settings.classes
    ? chosenClasses(cell, settings.classes)
    : defaultClasses(cell, changing);
  const usual = () => (changing ? changingPairs(classes) : defaultPairs(cell, classes));
  const pairs = settings.pairs ? chosenPairs(classes, settings.pairs) : usual();
  const approach = settings.approach ? { ...OWN_APPROACH, ...settings.approach } : OWN_APPROACH;
  return new Monitor(cell, classes, pairs, approach, settings.pairs !== undefined);
}

export class Monitor {
  readonly cell: Cell;
  /** As they are now: bodies may have joined or left. */
  readonly classes: readonly CollisionClass[];
  /** The index set. */
  readonly pairs: readonly ClassPair[];
  readonly approach: Approach;
  readonly world: CellWorld;
  /** Bodies that are grasped, put down, moved, that appear and vanish. */
  readonly changes: WorldChanges;
  private readonly search: VectorSearch;
  private readonly distance: ExactDistance;
  private readonly found = nothingNear();
  private readonly answer: MonitorAnswer;
  private readonly asked: Uint8Array;

  constructor(
    cell: Cell,
    classes: readonly CollisionClass[],
    pairs: readonly ClassPair[],
    approach: Approach,
    mayLeaveOut: boolean,
  ) {
    this.cell = cell;
    this.pairs = pairs;
    this.approach = approach;
    this.world = new CellWorld(cell, classes, pairs);
    this.classes = this.world.classes;
    this.distance = new ExactDistance(this.world);
    this.search =
      approach === OWN_APPROACH
        ? new KeptSearch(this.world, this.distance)
        : searchFor(approach, this.world, this.distance);
    this.changes = new WorldChanges(this.world, this.distance, mayLeaveOut);
    this.changes.listen(this.search);
    this.answer = { vectors: pairs.map(newVector), nearest: null };
    this.asked = new Uint8Array(pairs.length);
  }

  /** How many tested pairs of bodies no pair of classes covers: no vector says anything about them. */
  get leftOut(): number {
    return this.world.countLeftOut();
  }

  /** What is not looked at, in words. */
  get notes(): readonly string[] {
    return notesOf(this.changes.unclassed, this.leftOut);
  }

  /** What was looked at since the monitor was made. */
  get counts(): Readonly<SearchCounts> {
    return this.search.counts;
  }

  /**
   * The vectors at a configuration; the same records at every step. With a threshold (metres, more than 0) they are
   * exact below it, and `beyond` else. With numbers of class pairs, those alone. Throws an InputError for a
   * configuration that the cell's box does not cover; then the last answer stays, and the next step is none the worse.
   */
  step(
    q: Float64Array,
    threshold = Number.POSITIVE_INFINITY,
    pairs: readonly number[] | null = null,
  ): MonitorAnswer {
    this.ask(threshold, pairs);
    this.world.place(q, 0);
    return this.answerBy(this.search, threshold);
  }

  /**
   * The same with a promise about how fast joints and obstacles move: pairs that cannot have come near since they were looked
   * at are not looked at (timed.ts). Both monitor the same bodies, and changes are changes for both.
   */
  within(promise: MotionPromise): TimedMonitor {
    const { world, distance, changes } = this;
    const schedule = new PairSchedule(world, distance, promisedRates(world, promise));
    changes.listen(schedule);
    return new TimedMonitor(this, schedule);
  }

  /** Takes in what is asked in the next answer. Throws an InputError for what is wrong with it. */
  ask(threshold: number, pairs: readonly number[] | null): void {
    if (!(threshold > 0)) throw badThreshold(threshold);
    this.choose(pairs);
  }

  /** Answers what was asked by a search, where the world stands. */
  answerBy(search: VectorSearch, threshold: number): MonitorAnswer {
    const { answer } = this;
    answer.nearest = null;
    for (let p = 0; p < this.pairs.length; p++) {
      const vector = answer.vectors[p];
      if (this.asked[p] === 0) {
        this.clear(vector);
        vector.lower = 0;
        vector.status = 'not-asked';
        continue;
      }
      search.find(p, threshold, this.found);
      this.take(vector);
      if (vector.distance === Number.POSITIVE_INFINITY) continue;
      if (answer.nearest === null || vector.distance < answer.nearest.distance)
        answer.nearest = vector;
    }
    return answer;
  }

  /** Whoever searches stops at a collision; how to part the two is asked then. */
  private takeDepth(vector: CollisionVector, i: number, k: number): void {
    const { distance } = this;
    vector.status = 'colliding';
    distance.cutoff = Number.POSITIVE_INFINITY;
    distance.ask(i, k, true);
    vector.depth = distance.depth;
    for (let x = 0; x < 3; x++) vector.direction[x] = distance.direction[x];
  }

  private choose(pairs: readonly number[] | null): void {
    const { asked } = this;
    if (pairs === null) {
      asked.fill(1);
      return;
    }
    for (let k = 0; k < pairs.length; k++) {
      if (!(pairs[k] >= 0 && pairs[k] < asked.length)) throw badPair(pairs[k], asked.length);
    }
    asked.fill(0);
    for (let k = 0; k < pairs.length; k++) asked[pairs[k]] = 1;
  }

  private clear(vector: CollisionVector): void {
    vector.bodyA = -1;
    vector.bodyB = -1;
    vector.pieceA = -1;
    vector.pieceB = -1;
    vector.distance = Number.POSITIVE_INFINITY;
    vector.r.fill(Number.NaN);
    vector.s.fill(Number.NaN);
    vector.vector.fill(Number.NaN);
    vector.direction.fill(Number.NaN);
    vector.depth = 0;
  }

  private take(vector: CollisionVector): void {
    const { found, world } = this;
    const { i, k, points } = found;
    vector.lower = found.lower;
    if (i < 0) {
      this.clear(vector);
      vector.status = 'beyond';
      return;
    }
    vector.distance = found.upper;
    vector.bodyA = world.bodyOf[i];
    vector.bodyB = world.bodyOf[k];
    vector.pieceA = i - world.firstOf[vector.bodyA];
    vector.pieceB = k - world.firstOf[vector.bodyB];
    for (let x = 0; x < 3; x++) {
      vector.r[x] = points[x];
      vector.s[x] = points[3 + x];
      vector.vector[x] = points[x] - points[3 + x];
    }
    vector.direction.fill(Number.NaN);
    vector.depth = 0;
    if (found.upper === 0) this.takeDepth(vector, i, k);
    else vector.status = found.lower > 0 ? 'apart' : 'too-near-to-tell';
  }
}

function notesOf(unclassed: readonly string[], leftOut: number): string[] {
  const notes: string[] = [];
  const none = unclassed.map((name) => `"${name}"`);
  if (none.length > 0) {
    const more = none.length > 8 ? `, ... (${none.length} bodies)` : '';
    notes.push(`of no class, and not looked at: ${none.slice(0, 8).join(', ')}${more}`);
  }
  if (leftOut > 0) notes.push(`tested pairs of bodies that no pair of classes covers: ${leftOut}`);
  return notes;
}

function badThreshold(found: number): InputError {
  return new InputError({
    code: 'monitor/threshold',
    message: `a threshold is a distance greater than 0; found ${found}`,
  });
}

function badPair(found: number, count: number): InputError {
  return new InputError({
    code: 'monitor/pair',
    message: `there is no pair of classes number ${found}: there are ${count}, from 0 on`,
  });
}
