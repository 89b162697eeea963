/** Answers about paths for programs: one JSON object. */

import { assumptionsOf } from '../../cell/index.ts';
import type { ClearanceResult, PathWitness } from '../../check/index.ts';
import type { ContactFindings } from '../../jobs/index.ts';
import type { Fault } from '../../math/index.ts';
import { printJson } from '../command.ts';
import { firstOfKind } from '../loadCell.ts';
import type { LoadedPath } from '../loadPath.ts';
import { limitsJson } from './checkLimits.ts';
import { timeAt } from './checkPathText.ts';
import type { PathAnswer, PathQuestion } from './checkPathTypes.ts';
import { statsJson } from './checkSettings.ts';
import { jointNames, openJson, type Place, pairNames, witnessJson } from './checkWitness.ts';
import { profileJson } from './profileJson.ts';

export function printPathJson(
  loaded: LoadedPath,
  answer: PathAnswer,
  { settings }: PathQuestion,
  notes: readonly Fault[],
): void {
  const { cell, path } = loaded;
  const { witness, contact } = answer;
  const isFree = answer.verdict === 'free';
  const place: Place = { cell, order: loaded.order, delta: settings.delta };
  const where = (segment: number, t: number) => {
    const time = timeAt(loaded, segment, t);
    return { segment, ...(time === undefined ? {} : { time }) };
  };
  const placed = (w: PathWitness) => ({ ...where(w.segment, w.t), ...witnessJson(w, place) });
  printJson({
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
    ...(answer.certificate ? { certificate: answer.certificate } : {}),
    ...(answer.report ? { report: answer.report } : {}),
    joints: jointNames(place),
    assumptions: assumptionsOf(cell),
    limits: limitsJson(answer.limits.left),
    ...(notes.length > 0 ? { notes: firstOfKind(notes) } : {}),
    clearance: cell.description.clearance.default,
    delta: settings.delta,
    method: settings.method,
    wrap: settings.wrap,
    interpolation: path.interpolation ?? 'straight',
    stats: {
      segments: path.segments.length,
      ...statsJson(answer.testedPairs, answer.stats, answer.milliseconds),
      preparationMilliseconds: answer.preparation,
    },
  });
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
