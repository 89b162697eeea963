/** Answers about motions and configurations as JSON: what the command line prints, and services answer. */
import { type Cell, isNothingTested, testedCount } from '../../cell/index.ts';
import {
  type ClearanceResult,
  clearancesOf,
  type PathWitness,
  type ProfilePiece,
  type ProfileResult,
} from '../../check/index.ts';
import { isUnlimitedSlide } from '../../kinematics/index.ts';
import type { Fault } from '../../math/index.ts';
import type { WrapRule } from '../../motion/index.ts';
import type { CheckAnswer, ContactFindings } from '../check.ts';
import type { ConfigurationAnswer } from '../edges.ts';
import { timeAt } from '../motion.ts';
import { type MeasuredPair, nearestPairs } from '../nearest.ts';
import type { Question } from '../openCell.ts';
import {
  firstOfKind,
  jointNames,
  limitsJson,
  openJson,
  type Place,
  pairNames,
  witnessJson,
} from './places.ts';

/** What the answer was about, beyond the answer. */
export interface MotionJsonSettings {
  readonly question: Question;
  /** Degrees of freedom in the order in which values are listed. */
  readonly order: readonly number[];
  /** Every witness was asked for. */
  readonly all: boolean;
  readonly wrap: WrapRule;
  /** Of the file, the motion and its cell. */
  readonly notes: readonly Fault[];
}

/**
 * JSON in the making. Members are added one by one, in the order in which they are read: an object that is put together
 * of others costs more than a check does.
 */
export type JsonObject = Record<string, unknown>;

/** Adds what was found. */
export function addFound(
  json: JsonObject,
  answer: CheckAnswer,
  settings: MotionJsonSettings,
): void {
  const { cell, path } = settings.question;
  const { witness, contact } = answer;
  const isFree = answer.verdict === 'free';
  const place: Place = { cell, order: settings.order, delta: answer.delta };
  const placed = (w: PathWitness) => {
    const time = timeAt(path, w.segment, w.t);
    return {
      ...{ segment: w.segment, ...(time === undefined ? {} : { time }) },
      ...witnessJson(w, place),
    };
  };
  // The path's, not the witness's: after a first near miss there may be a contact.
  json.verdict = answer.verdict;
  if (witness) Object.assign(json, placed(witness));
  else if (contact?.contact) {
    json.segment = contact.contact.segment;
    json.pair = pairNames(cell, contact.contact.pair);
  }
  if (contact) Object.assign(json, contactJson(contact, place));
  if (settings.all) {
    json.violations = answer.witnesses.map((w) => ({ verdict: w.verdict, ...placed(w) }));
  }
  if (answer.verdict === 'undecided' || answer.open.length > 0) {
    json.open = answer.open.map((o) => ({ segment: o.segment, ...openJson(o, place) }));
  }
  if (answer.clearances) Object.assign(json, clearancesJson(answer.clearances, place, isFree));
  if (answer.profile) json.profile = profileJson(answer.profile, place, isFree);
}

/** Adds what it rests on, and what was asked. */
export function addFacts(
  json: JsonObject,
  answer: CheckAnswer,
  { question: { cell, path }, order, wrap, notes }: MotionJsonSettings,
): void {
  json.joints = jointNames({ cell, order });
  json.assumptions = answer.assumptions;
  json.limits = limitsJson(answer.limits.left);
  if (notes.length > 0) json.notes = firstOfKind(notes);
  json.clearance = answer.clearance;
  if (answer.self !== undefined) json.selfClearance = answer.self;
  json.delta = answer.delta;
  json.method = answer.method;
  json.wrap = wrap;
  json.interpolation = path.interpolation ?? 'straight';
  const { configurations, tests, gjkCalls, nodePairs, trianglePairs } = answer.stats;
  json.stats = {
    segments: path.segments.length,
    pairs: answer.testedPairs,
    ...{ configurations, tests, gjkCalls, nodePairs, trianglePairs },
    milliseconds: answer.milliseconds,
    preparationMilliseconds: answer.preparation,
  };
}

/** Free without a test along the path is worth a word. */
export function pairNotes({ cell }: Pick<Question, 'cell'>): Fault[] {
  if (testedCount(cell) > 0 || isNothingTested(cell.pairs)) return [];
  const values = cell.tree.dofs.some(isUnlimitedSlide) ? 'joint values that occur' : 'joint values';
  return [
    {
      code: 'cell/no-pairs',
      message: `no pair of bodies can meet: balls around them stay apart for all ${values}`,
      hint: 'surepath info CELL --pairs lists them',
    },
  ];
}

function contactJson({ contact, safe, unsafe }: ContactFindings, { cell }: Place) {
  return {
    ...(contact ? { bracket: [contact.from, contact.to] } : {}),
    safe,
    unsafe: unsafe.map(({ segment, from, to, pairs }) => ({
      segment,
      from,
      to,
      pairs: pairs.map((pair) => pairNames(cell, pair)),
    })),
  };
}

/** `upper` is null where nothing nearer than the horizon was seen. */
function clearancesJson({ pairs, others }: ClearanceResult, { cell }: Place, isFree: boolean) {
  const clearances = pairs.map(({ pair, lower, upper, segment, t }) => ({
    pair: pairNames(cell, pair),
    lower,
    apart: isFree || lower > 0,
    ...(Number.isFinite(upper) ? { upper, segment, t } : { upper: null }),
    ...(pair.tracking > 0 ? { tracking: pair.tracking } : {}),
  }));
  return {
    clearances,
    ...(Number.isFinite(others) ? { otherClearance: others } : {}),
    nearest: nearestJson(cell, { pairs, others }, isFree),
  };
}

/** How near it comes to the surroundings, and to itself: each with its pair; null where nothing of the kind is measured. */
function nearestJson(
  cell: Cell,
  { pairs, others }: { readonly pairs: readonly MeasuredPair[]; readonly others: number },
  isFree: boolean,
) {
  const { surroundings, self } = nearestPairs(cell, pairs, others);
  const json = (found: MeasuredPair | null) =>
    found && {
      pair: [...found.bodies],
      lower: found.lower,
      apart: isFree || found.lower > 0,
      upper: Number.isFinite(found.upper) ? found.upper : null,
    };
  return { surroundings: json(surroundings), self: json(self) };
}

/**
 * Pieces are [segment, from, to, lower], samples [segment, t, distance]. A pair is `apart` if that is proven
 * all along: by its bound, or by the path being free, however small the bound came out.
 */
function profileJson(profile: ProfileResult, { cell }: Place, isFree: boolean) {
  const { accuracy, relative, horizon, complete, lower, pairs, far, others, overall } = profile;
  const piece = (p: ProfilePiece) => [p.segment, p.from, p.to, p.lower];
  return {
    ...{ accuracy, relative, horizon, complete },
    // There is none where nothing is tested.
    lower: Number.isFinite(lower) ? lower : null,
    pairs: pairs.map((found) => ({
      pair: pairNames(cell, found.pair),
      lower: found.lower,
      apart: isFree || found.lower > 0,
      upper: Number.isFinite(found.upper) ? found.upper : null,
      ...(found.pair.tracking > 0 ? { tracking: found.pair.tracking } : {}),
      pieces: found.pieces.map(piece),
      samples: found.samples.map((s) => [s.segment, s.t, s.distance]),
    })),
    far: far.map((found) => ({ pair: pairNames(cell, found.pair), lower: found.lower })),
    // Obstacles of a crowd that are not listed.
    ...(Number.isFinite(others) ? { others } : {}),
    nearest: nearestJson(cell, clearancesOf(cell, profile), isFree),
    overall: overall.map(piece),
  };
}

/** The answer about one configuration, but for its verdict. */
export function configurationJson(
  { tooClose, closest, limits }: ConfigurationAnswer,
  { cell }: Pick<Question, 'cell'>,
) {
  return {
    ...(tooClose
      ? {
          tooClose: {
            pair: pairNames(cell, tooClose.pair),
            distance: tooClose.distance,
            clearance: tooClose.pair.clearance,
          },
        }
      : {}),
    ...(closest
      ? {
          pair: pairNames(cell, closest.pair),
          distance: closest.distance,
          lower: closest.lower,
          ...(closest.contained ? { contained: true } : {}),
          ...(closest.points ? { points: closest.points.map((p) => [...p]) } : {}),
        }
      : {}),
    // Of a configuration there is neither a segment nor a time.
    limits: limitsJson(limits).map(({ joint, kind, value, limit, by, unit }) => ({
      ...{ joint, kind, value, limit, by, unit },
    })),
  };
}

/** The answer about one configuration of a list, whole. */
export function configurationLine(result: ConfigurationAnswer, cell: Question['cell']) {
  const { colliding, limits } = result;
  const { limits: left, ...found } = configurationJson(result, { cell });
  return {
    colliding,
    ...found,
    ...(limits.length > 0 ? { beyondLimits: limits.map(({ joint }) => joint) } : {}),
    limits: left,
  };
}
