/** Methods that ask about configurations and motions. */
import { requireTests } from '../../cell/index.ts';
import {
  addBraking,
  addFacts,
  addFound,
  braking,
  cellFacts,
  check,
  checkConfigurations,
  configurationJson,
  firstOfKind,
  type JobContext,
  type JsonObject,
  pairNotes,
} from '../../jobs/index.ts';
import type { OpenVersion } from '../desk.ts';
import { paramsFault } from '../errors.ts';
import type { Params, Result } from '../protocol/index.ts';
import { nameOf } from '../records.ts';
import { configurationOf, methodOf, motionOf } from '../values.ts';

export function state(
  { record, open }: OpenVersion,
  params: Params<'state'>,
  context: JobContext,
): Result<'state'> {
  const { cell } = open;
  requireTests(cell);
  const { q, notes } = configurationOf(open, params.q, '/q');
  const about = nameOf(record);
  const told = notes.length > 0 ? { notes: firstOfKind(notes) } : {};
  const [found] = checkConfigurations(open, { configurations: [q] }, context).results;
  const { assumptions } = cellFacts(cell);
  if (!found) return { ...about, verdict: 'undecided', limits: [], assumptions, ...told };
  const verdict = found.colliding ? 'colliding' : found.tooClose ? 'too-close' : 'free';
  return { ...about, verdict, ...configurationJson(found, { cell }), assumptions, ...told };
}

export function motion(
  { record, open }: OpenVersion,
  params: Params<'motion'>,
  context: JobContext,
): Result<'motion'> {
  const { method, delta, budget, clearance, selfClearance, tracking } = params;
  const { wrap = 'literal', all = false, firstContact = false, clearances = false } = params;
  if (firstContact && method !== undefined && method !== 'ladder') {
    const message = 'the search for the first contact has a method of its own';
    throw paramsFault('request/choice', message, '/method', 'leave it out');
  }
  const asked = open.with({ clearance, selfClearance, tracking });
  const given = motionOf(asked, params);
  const question = asked.question({ motion: given.motion, wrap });
  const request = { motion: given.motion, wrap, ...methodOf(params), delta, budget };
  const answer = check(asked, { ...request, all, firstContact, clearances }, context);
  const notes = [...given.notes, ...pairNotes(question)];
  const { order } = given;
  const settings = { question, order, all, wrap, notes };
  const { lower = Infinity } = answer.clearances ?? {};
  const json: JsonObject = { ...nameOf(record) };
  addFound(json, answer, settings);
  if (clearances) json.certifiedClearance = finiteOr(lower);
  if (params.braking)
    addBraking(json, answer.verdict, braking(asked, { ...request, ...params.braking }, context));
  addFacts(json, answer, settings);
  return json as Result<'motion'>;
}

/** Nothing is known where a number is not finite. */
function finiteOr(x: number): number | null {
  return Number.isFinite(x) ? x : null;
}
