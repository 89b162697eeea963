/**
 * Is a motion free? With where contact begins, how close bodies come, and what else is worth knowing, if
 * somebody asks for it. `contact` and `profile` are the same questions asked alone.
 */
import {
  addStats,
  type CheckStats,
  type ClearanceResult,
  checkPath,
  clearanceProfile,
  clearancesOf,
  DEFAULT_DELTA,
  emptyStats,
  type FirstContactResult,
  firstContact,
  keptProfile,
  type Method,
  type PathResult,
  type PathWitness,
  type ProfileResult,
  type Verdict,
} from '../check/index.ts';
import type { Fault } from '../math/index.ts';
import { type LimitFindings, limitsLeft, type Path } from '../motion/index.ts';
import type { PairTally } from '../words/index.ts';
import { type JobContext, JobLimits, type LimitSettings, Stopwatch, telling } from './context.ts';
import { cellFacts } from './facts.ts';
import { checkerOf, type MethodSettings } from './methodSettings.ts';
import { timeAt } from './motion.ts';
import type { MotionSettings, OpenCell, Question } from './openCell.ts';

/** A motion, and how it is to be searched. */
export interface SearchSettings extends MotionSettings, LimitSettings {
  /** Metres beyond the clearance that need not be told apart. Default 1e-4. */
  readonly delta?: number | undefined;
}

/** Metres: how well clearances are to be known. */
export interface ProfileSettings {
  /** Between what is proven and what was seen. Default 0.001; along the path 5 % are enough where that is more. */
  readonly accuracy?: number | undefined;
  /** Beyond which nobody cares. Default 0.25. */
  readonly horizon?: number | undefined;
}

export interface CheckRequest extends SearchSettings, MethodSettings {
  /** Every pair that is not free on every segment, not only the worst. Default false. */
  readonly all?: boolean | undefined;
  /** Where contact begins, and which pieces are proven free; with `all` in addition to the check. */
  readonly firstContact?: boolean | undefined;
  /** How close every pair comes: as a profile has it, with the settings of that if both are asked for. */
  readonly clearances?: boolean | undefined;
  /** How close every pair comes all along the path. */
  readonly profile?: ProfileSettings | undefined;
}

/** A pair on part of a segment of which nothing is proven yet. */
export type PathOpen = PathResult['open'][number];

/** A witness, with the time where the motion has times. */
export interface PlacedWitness extends PathWitness {
  readonly time?: number;
}

/** What a search for the first contact found, with the time where the motion has times. */
export type ContactFindings = Omit<FirstContactResult, 'witness'> & {
  readonly witness: PlacedWitness | null;
};

/** What every answer about a motion says besides. */
export interface MotionFacts {
  readonly assumptions: readonly string[];
  /** Where the motion leaves the limits of joints; no part of the verdict. */
  readonly limits: LimitFindings;
  /** Of the path. */
  readonly notes: readonly Fault[];
  readonly segments: number;
  /** How many pairs of bodies are tested. */
  readonly testedPairs: number;
  /** How many pairs there are, and what is done about them. */
  readonly tally: PairTally;
  /** Metres that bodies must keep apart, unless a pair has its own. */
  readonly clearance: number;
  /** The same of bodies of one robot, where that is another. */
  readonly self?: number;
  /** Whether some pairs have a smaller one of their own. */
  readonly exceptions?: boolean;
  /** Whether joints may stray. */
  readonly strays: boolean;
  readonly delta: number;
}

export interface CheckAnswer extends MotionFacts {
  readonly verdict: Verdict;
  /** The most serious one, or the first contact's. */
  readonly witness: PlacedWitness | null;
  /** With `all` one for every pair that is not free on every segment. */
  readonly witnesses: readonly PlacedWitness[];
  /** What is not proven. */
  readonly open: readonly PathOpen[];
  readonly contact: ContactFindings | null;
  readonly clearances: ClearanceResult | null;
  readonly profile: ProfileResult | null;
  readonly method: Method;
  readonly stats: CheckStats;
  /** Milliseconds to prepare the cell for the method, and to answer. */
  readonly preparation: number;
  readonly milliseconds: number;
}

/** What a check of the path came to, where others made it. */
export interface GivenCheck {
  readonly result: PathResult;
  readonly milliseconds: number;
}

/** Checks a motion. */
export function check(
  open: OpenCell,
  request: CheckRequest,
  context: JobContext = {},
  given?: GivenCheck,
): CheckAnswer {
  const { method = 'ladder', delta = DEFAULT_DELTA, all = false, turns } = request;
  const limits = new JobLimits(request, context);
  const question = open.question(request);
  const { cell, path } = question;
  const stats = emptyStats();
  const watch = new Stopwatch();
  const checker =
    !given && (all || !request.firstContact)
      ? open.with(request).checkerFor(question, checkerOf(request))
      : null;
  const preparation = watch.lap();
  const result =
    given?.result ??
    (checker &&
      checkPath(checker, path, {
        ...{ delta, all },
        ...(turns === undefined ? {} : { turns }),
        ...limits.now(),
        ...telling(context, 'checking'),
      }));
  if (result) addStats(stats, result.stats);
  const found = request.firstContact ? contactOf(question, delta, limits, context) : null;
  if (found) addStats(stats, found.stats);
  const isMeasured = request.clearances === true || request.profile !== undefined;
  const measured = isMeasured ? profileOf(question, request.profile ?? {}, limits, context) : null;
  if (measured) addStats(stats, measured.stats);
  const milliseconds = watch.lap() + (given?.milliseconds ?? 0);
  const verdict = strongest(found?.verdict, result?.verdict);
  const witness = result?.witness ?? null;
  const facts = factsOf(question, delta);
  const kept = measured && keptBy(verdict, measured, path);
  return {
    verdict,
    witness: found?.witness ?? (witness && placed(witness, path)),
    witnesses: result?.witnesses.map((each) => placed(each, path)) ?? [],
    open: result?.open ?? (verdict === 'undecided' && found ? openOf(found) : []),
    contact: found,
    clearances: kept && request.clearances ? clearancesOf(cell, kept) : null,
    profile: kept && request.profile ? kept : null,
    method,
    stats,
    preparation,
    milliseconds,
    assumptions: facts.assumptions,
    limits: facts.limits,
    notes: facts.notes,
    segments: facts.segments,
    testedPairs: facts.testedPairs,
    tally: facts.tally,
    clearance: facts.clearance,
    ...(facts.self === undefined ? {} : { self: facts.self }),
    exceptions: facts.exceptions ?? false,
    strays: facts.strays,
    delta,
  };
}

/** What is proven of a path by a profile and by the verdict together. */
function keptBy(verdict: Verdict, found: ProfileResult, { segments }: Path): ProfileResult {
  return verdict === 'free' ? keptProfile(found, segments.length) : found;
}

/** What `contact()` answers. */
export interface ContactAnswer extends ContactFindings {
  readonly milliseconds: number;
}

/** Where contact begins, and which pieces of the path are proven free. */
export function contact(
  open: OpenCell,
  request: SearchSettings,
  context: JobContext = {},
): ContactAnswer {
  const limits = new JobLimits(request, context);
  const question = open.question(request);
  const watch = new Stopwatch();
  const found = contactOf(question, request.delta ?? DEFAULT_DELTA, limits, context);
  return { ...found, milliseconds: watch.total() };
}

export interface ProfileJobRequest extends MotionSettings, LimitSettings, ProfileSettings {
  /** What a check of the same motion said: a free one keeps what is asked for, which is a bound as well. */
  readonly verdict?: Verdict | undefined;
}

export interface ProfileAnswer extends ProfileResult {
  readonly milliseconds: number;
}

/** How close every pair comes, all along the path. */
export function profile(
  open: OpenCell,
  request: ProfileJobRequest,
  context: JobContext = {},
): ProfileAnswer {
  const limits = new JobLimits(request, context);
  const question = open.question(request);
  const watch = new Stopwatch();
  const found = profileOf(question, request, limits, context);
  const { verdict = 'undecided' } = request;
  return { ...keptBy(verdict, found, question.path), milliseconds: watch.total() };
}

export interface ClearancesAnswer extends ClearanceResult {
  readonly milliseconds: number;
}

/** How close every pair comes on the whole path. */
export function clearances(
  open: OpenCell,
  request: MotionSettings & LimitSettings,
  context: JobContext = {},
): ClearancesAnswer {
  const limits = new JobLimits(request, context);
  const question = open.question(request);
  const watch = new Stopwatch();
  const found = profileOf(question, {}, limits, context);
  return { ...clearancesOf(question.cell, found), milliseconds: watch.total() };
}

/** What a verdict assumes of the cell and of the motion. */
export function assumedBy({ cell, assumptions = [] }: Question): readonly string[] {
  return [...cellFacts(cell).assumptions, ...assumptions];
}

/** What a motion leaves, assumes and consists of. */
export function factsOf(question: Question, delta: number): MotionFacts {
  const { cell, path } = question;
  const { testedPairs, tally, kept, strays, bounds } = cellFacts(cell);
  return {
    assumptions: assumedBy(question),
    limits: limitsLeft(cell, path, bounds),
    notes: path.notes,
    segments: path.segments.length,
    testedPairs,
    tally,
    ...kept,
    strays,
    delta,
  };
}

/** From what a proof or a witness outranks to what nothing outranks. */
const ORDER: readonly Verdict[] = [
  'undecided',
  'no collision found',
  'free',
  'too-close',
  'colliding',
];

/** Two searches may differ where bodies are nearer than delta, or where a budget ends one. */
export function strongest(...verdicts: readonly (Verdict | undefined)[]): Verdict {
  return ORDER[Math.max(...verdicts.map((verdict) => (verdict ? ORDER.indexOf(verdict) : 0)))];
}

function contactOf(
  { cell, path }: Question,
  delta: number,
  limits: JobLimits,
  context: JobContext,
): ContactFindings {
  const found = firstContact(cell, path, {
    delta,
    ...limits.now(),
    ...telling(context, 'contact'),
  });
  return { ...found, witness: found.witness && placed(found.witness, path) };
}

/** Clearances have a budget of their own, and no delta. */
function profileOf(
  { cell, path }: Question,
  { accuracy, horizon }: ProfileSettings,
  limits: JobLimits,
  context: JobContext,
): ProfileResult {
  return clearanceProfile(cell, path, {
    ...limits.now(),
    ...telling(context, 'profile'),
    ...(accuracy === undefined ? {} : { accuracy }),
    ...(horizon === undefined ? {} : { horizon }),
  });
}

function placed(witness: PathWitness, path: Path): PlacedWitness {
  const time = timeAt(path, witness.segment, witness.t);
  return time === undefined ? witness : { ...witness, time };
}

/** What a search for the first contact left open. */
function openOf({ unsafe }: ContactFindings): PathOpen[] {
  return unsafe.flatMap(({ segment, from, to, pairs }) =>
    pairs.map((pair) => ({ segment, from, to, pair })),
  );
}
