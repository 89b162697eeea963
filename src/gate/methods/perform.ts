/** Methods by name, as a desk does them: what a worker is for. */
import type { GateDesk, OpenVersion } from '../desk.ts';
import { GateError, RPC } from '../errors.ts';
import type { DeskMethod, Params, Result } from '../protocol/index.ts';
import type { CellRecord } from '../records.ts';
import { edit, info, open } from './cells.ts';
import type { GateContext, GateTask, Outcome } from './context.ts';
import { live } from './live.ts';
import { certificate, plan, verify } from './proofs.ts';
import { motion, state } from './questions.ts';
import { vector } from './vector.ts';

type Question = Exclude<DeskMethod, 'open' | 'edit'>;

/** Questions about a version of a cell; they change nothing. */
const QUESTIONS: {
  readonly [K in Question]: (
    about: OpenVersion,
    params: Params<K>,
    context: GateContext,
  ) => Result<K>;
} = { info, state, vector, motion, live, plan, certificate, verify };

/**
 * Does a task. Throws a GateError or an InputError; then nothing has changed. What it means for the book of cells is in
 * the outcome.
 */
export function perform<K extends DeskMethod>(
  desk: GateDesk,
  task: GateTask<K>,
  context: GateContext,
): Outcome<K> {
  const { method, params, about } = task;
  if (context.signal?.aborted) throw new GateError(RPC.cancelled, 'the request was cancelled');
  if (method === 'open') {
    return open(desk, about, params as Params<'open'>, context) as Outcome<K>;
  }
  const record = about as CellRecord;
  if (method === 'edit') {
    return edit(desk, record, params as Params<'edit'>, context) as Outcome<K>;
  }
  const question = QUESTIONS[method as Question] as unknown as (
    about: OpenVersion,
    params: Params<K>,
    context: GateContext,
  ) => Result<K>;
  return { result: question(desk.at(record, context), params, context) };
}
