/** A live joint state: what `state` and `vector` say of it, together. */
import type { JobContext } from '../../jobs/index.ts';
import type { OpenVersion } from '../desk.ts';
import type { Params, Result } from '../protocol/index.ts';
import { nameOf } from '../records.ts';
import { configurationOf } from '../values.ts';
import { state } from './questions.ts';
import { vector } from './vector.ts';

export function live(
  about: OpenVersion,
  { q: given, time, threshold }: Params<'live'>,
  context: JobContext,
): Result<'live'> {
  const { q } = configurationOf(about.open, given, '/q');
  return {
    ...{ ...nameOf(about.record), q: [...q] },
    ...(time === undefined ? {} : { time }),
    state: state(about, { q: given }, context),
    vector: vector(about, { q: given, ...(threshold !== undefined && { threshold }) }, context),
  };
}
