/** Answers about motions and configurations as JSON: what the command line prints, and services answer. */
import { isNothingTested, testedCount } from '../../cell/index.ts';
import type {
  ClearanceResult,
  PathWitness,
  ProfilePiece,
  ProfileResult,
} from '../../check/index.ts';
import type { Fault } from '../../math/index.ts';
import type { WrapRule } from '../../motion/index.ts';
import type { CheckAnswer, ContactFindings } from '../check.ts';
import type { ConfigurationAnswer } from '../edges.ts';
import { timeAt } from '../motion.ts';
import type { Question } from '../openCell.ts';
import {
  firstOfKind,
  jointNames,
  limitsJson,
  openJson,
  type Place,
  pairNames,
  statsJson,
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

/** The answer about a motion: first what was found, then what it rests on. */
export function motionJson(answer: CheckAnswer, settings: MotionJsonSettings) {
  return { ...foundJson(answer, settings), ...factsJson(answer, settings) };
}

/** What was found. */
export function foundJson(answer: CheckAnswer, settings: MotionJsonSettings) {
  const { cell, path } = settings.question;
  const { witness, contact } = answer;
  const isFree = answer.verdict === 'free';
  const place: Place = { cell, order: settings.order, delta: answer.delta };
  const where = (segment: number, t: number) => {
    const time = timeAt(path, segment, t);
    return { segment, ...(time === undefined ? {} : { time }) };
  };
  const placed = (w: PathWitness) => ({ ...where(w.segment, w.t), ...witnessJson(w, place) });
  return {
    // The path's, not the witness's: after a first near miss there may be a contact.
    verdict: answer.verdict,
    ...(witness
      ? placed(witness)
      : contact?.contact
        ? { segment: contact.contact.segment, pair: pairNames(cell, contact.contact.pair) }
        : {}),
    ...(contact ? contactJson(contact, place) : {}),
    ...(settings.all
      ? { violations: answer.witnesses.map((w) => ({ verdict: w.verdict, ...placed(w) })) }
      : {}),
    ...(answer.verdict === 'undecided' || answer.open.length > 0
      ? { open: answer.open.map((o) => ({ segment: o.segment, ...openJson(o, place) })) }
      : {}),
    ...(answer.clearances ? clearancesJson(answer.clearances, place, isFree) : {}),
    ...(answer.profile ? { profile: profileJson(answer.profile, place, isFree) } : {}),
  };
}

/** What it rests on, and what was asked. */
export function factsJson(
  answer: CheckAnswer,
  { question: { cell, path }, order, wrap, notes }: MotionJsonSettings,
) {
  return {
    joints: jointNames({ cell, order }),
    assumptions: answer.assumptions,
    limits: limitsJson(answer.limits.left),
    ...(notes.length > 0 ? { notes: firstOfKind(notes) } : {}),
    clearance: answer.clearance,
    delta: answer.delta,
    method: answer.method,
    wrap,
    interpolation: path.interpolation ?? 'straight',
    stats: {
      segments: path.segments.length,
      ...statsJson(answer.testedPairs, answer.stats, answer.milliseconds),
      preparationMilliseconds: answer.preparation,
    },
  };
}

/** Free without a test along the path is worth a word. */
export function pairNotes({ cell }: Pick<Question, 'cell'>): Fault[] {
  if (testedCount(cell) > 0 || isNothingTested(cell.pairs)) return [];
  return [
    {
      code: 'cell/no-pairs',
      message: 'no pair of bodies can meet: balls around them stay apart for all joint values',
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
  return { clearances, ...(Number.isFinite(others) ? { otherClearance: others } : {}) };
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
