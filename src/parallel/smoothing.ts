/** Smoothing on a crew: attempts are divided among the workers, and the shortest path counts, whoever found it. */
import {
  beginSmoothing,
  type OpenCell,
  type OpenSmoothing,
  type SmoothAnswer,
  type SmoothRequest,
  smooth,
  smoothPart,
} from '../jobs/index.ts';
import type { SmoothAttempt } from '../plan/index.ts';
import type { CrewAt, CrewContext } from './planning.ts';

/** Milliseconds of work from which on workers are worth their start, unless told otherwise. */
const WORTH_MS = 500;

/** The same answer as that of `smooth`, by a crew. Rejected where it is stopped before an attempt was made. */
export async function smoothOnCrew(
  at: CrewAt | null,
  open: OpenCell,
  request: SmoothRequest,
  context: CrewContext = {},
): Promise<SmoothAnswer> {
  const summon = at && at.crew.size > 1 ? () => at : null;
  return smoothWith(summon, open, request, { worth_ms: 0, ...context });
}

/**
 * The same, promised only where workers are needed: the first attempt is made in this thread, and if the others would take
 * as long and not much time in all, they as well. No `summon`: all of them.
 */
export function smoothWith(
  summon: (() => CrewAt) | null,
  open: OpenCell,
  request: SmoothRequest,
  context: CrewContext & { readonly worth_ms?: number } = {},
): SmoothAnswer | Promise<SmoothAnswer> {
  if (!summon || (request.attempts ?? 1) === 1) return smooth(open, request, context);
  const begun = beginSmoothing(open, request, context);
  const { attempts } = begun;
  if (attempts.length === 0) return begun.answer([]);
  // What was asked for besides is done.
  const asked = { ...request, checked: false };
  const begin = performance.now();
  const here = (some: readonly number[]) => {
    const part = { request: asked, attempts: some, timeLimit_ms: begun.timeLeft() };
    return smoothPart(open, part, context);
  };
  const first = here(attempts.slice(0, 1));
  const rest = attempts.slice(1);
  const each = performance.now() - begin;
  // Later ones begin with shortcuts at random besides.
  const isShort = 2 * each * rest.length < (context.worth_ms ?? WORTH_MS);
  if (isShort) return begun.answer([first, here(rest)]);
  return restOn(summon(), begun, asked, rest, context).then((made) =>
    begun.answer([first, ...made]),
  );
}

/** Attempts by a crew, as far as they come. */
async function restOn(
  { crew, cell }: CrewAt,
  begun: OpenSmoothing,
  request: SmoothRequest,
  rest: readonly number[],
  { signal, onProgress }: CrewContext,
): Promise<SmoothAttempt[]> {
  const hands = Math.min(crew.size, rest.length);
  const made: SmoothAttempt[] = [];
  const tasks = Array.from({ length: hands }, async (_, h) => {
    const left = begun.timeLeft();
    const input = {
      request,
      attempts: rest.filter((number) => number % hands === h),
      timeLimit_ms: left === Infinity ? undefined : left,
    };
    made.push(await crew.run({ kind: 'smooth', cell, input }, { signal }));
    onProgress?.({ phase: 'smoothing', done: made.length, of: hands });
  });
  try {
    await Promise.all(tasks);
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
  return made;
}
