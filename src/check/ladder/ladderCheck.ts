/**
 * One check of the ladder, from its beginning to its answer: what is asked, what may be spent, what was found,
 * what is open. What cannot be finished is kept as this record, and gone on with later.
 */
import type { Pair } from '../../cell/index.ts';
import { isWorse } from '../judge.ts';
import { Limits, MOST_OPEN } from '../limits.ts';
import {
  type CheckRequest,
  type CheckStats,
  DEFAULT_BUDGET,
  DEFAULT_DELTA,
  emptyStats,
  type KeptWork,
  type OpenInterval,
  type Witness,
} from '../request.ts';
import type { OpenWork } from './openWork.ts';
import type { Timeline } from './timeline.ts';

/** Tests spent around places that are too close, after everything else is proven. */
const CLOSE_TESTS = 12_000;
/** The same, once it is seen that there is nothing to be proven: a contact may yet be found. */
const HOPELESS_TESTS = 4000;
/** Looks at what waits for expensive tests, of who only wants to know whether there is a proof: measured to be fastest. */
const LOOKS_AHEAD = 32;
/** How often the clock and the signal are looked at, in tests. */
const PAUSE = 64;

export interface LadderRequest extends CheckRequest {
  /** Only this part of the segment is asked about: from and to. Default: all of it, 0 to 1. */
  readonly range?: readonly [number, number];
  /** Tests that may be spent around places that are too close. Default 12,000. */
  readonly closeTests?: number;
  /** Items of open work that are held at most. Default MOST_OPEN. */
  readonly mostOpen?: number;
  /**
   * Stop as soon as something is seen that excludes a proof, without a search for worse. What is merely
   * near is proven or not, as ever. Default false.
   */
  readonly hasty?: boolean;
}

/** What is not proven about half-spaces that turn, which bisection is asked about. */
export interface PlaneWork {
  open: readonly OpenInterval[];
  kept: KeptWork | null;
  /** Whether there was no budget left to begin with it. */
  late: boolean;
}

export interface LadderCheck {
  // What is asked.
  readonly request: LadderRequest;
  readonly delta: number;
  readonly all: boolean;
  readonly hasty: boolean;
  readonly mostOpen: number;
  readonly timeline: Timeline;

  // What may be spent.
  readonly limits: Limits;
  /** Number of tests after which to look at clock and signal again. */
  pause: number;
  /** The time is over, or the caller has lost interest. */
  interrupted: boolean;
  /** Tests that may yet be spent around places that are too close. */
  closeLeft: number;
  /** Looks ahead that may yet be taken; none where the worst is asked for. */
  looksLeft: number;

  // What was found.
  readonly found: Map<Pair, Witness>;
  /** The most serious of them. */
  best: Witness | null;
  /** Nothing more needs to be known. */
  stop: boolean;
  /** Units of which containment was looked at. */
  readonly looked: Set<number>;

  // What is open.
  work: OpenWork;
  /** First intervals from this place of their order on were not begun. */
  nextFirst: number;
  readonly planes: PlaneWork;

  readonly stats: CheckStats;
}

/** Begins a check, with no work but the first intervals, or goes on with what was kept. */
export function beginCheck(
  request: LadderRequest,
  timeline: Timeline,
  work: OpenWork,
  kept: KeptCheck | null,
): LadderCheck {
  const check: LadderCheck = {
    request,
    delta: request.delta ?? DEFAULT_DELTA,
    all: request.all ?? false,
    hasty: request.hasty ?? false,
    mostOpen: request.mostOpen ?? MOST_OPEN,
    timeline,
    limits: new Limits(request, DEFAULT_BUDGET),
    pause: 0,
    interrupted: false,
    closeLeft: kept?.check.closeLeft ?? request.closeTests ?? CLOSE_TESTS,
    looksLeft: request.hasty ? LOOKS_AHEAD : 0,
    found: new Map(),
    best: null,
    stop: false,
    looked: new Set(),
    work,
    nextFirst: kept?.check.nextFirst ?? 0,
    planes: { open: [], kept: null, late: false },
    stats: emptyStats(),
  };
  if (kept) for (const witness of kept.check.found.values()) remember(check, witness);
  return check;
}

/** Work that was kept, for who kept it: numbers of units mean nothing elsewhere. */
export interface KeptCheck extends KeptWork {
  readonly owner: object;
  readonly generation: number;
  readonly check: LadderCheck;
}

/** The kept work of a request; null if there is none. */
export function keptOf({ kept, segment }: LadderRequest): KeptCheck | null {
  if (!kept) return null;
  if (kept.method !== 'ladder' || kept.segment !== segment) {
    throw new Error('kept work belongs to another segment or method');
  }
  return kept as KeptCheck;
}

/** Whether to stop undecided. */
export function isOver(check: LadderCheck): boolean {
  const { tests } = check.stats;
  if (check.interrupted || tests >= check.limits.left) return true;
  if (check.work.items.count >= check.mostOpen) return true;
  if (tests < check.pause) return false;
  check.pause = tests + PAUSE;
  check.interrupted = check.limits.interrupted();
  return check.interrupted;
}

/** Whether first intervals are left that were not begun. */
export function hasUnbegun({ timeline, nextFirst }: LadderCheck): boolean {
  return nextFirst < timeline.places;
}

/** Whether nothing more has to be known about a pair. */
export function isSettled({ all, found }: LadderCheck, pair: Pair): boolean {
  return all && found.get(pair)?.verdict === 'colliding';
}

export function remember(check: LadderCheck, witness: Witness): void {
  const { found } = check;
  const { pair } = witness;
  if (isWorse(witness, found.get(pair) ?? null)) found.set(pair, witness);
  if (isWorse(witness, check.best)) check.best = witness;
  if (check.all) return;
  if (witness.violated || (check.hasty && isHopeless(witness))) check.stop = true;
  else if (isHopeless(witness)) check.closeLeft = Math.min(check.closeLeft, HOPELESS_TESTS);
}

/** Nearer than what is asked for, straying joints and errors counted: no proof can be found. */
function isHopeless({ pair, finding }: Witness): boolean {
  return finding.distance <= pair.clearance + pair.tracking + 4 * pair.poseError;
}
