/** What can go wrong with a crew itself, as against what a task throws. */

/** Workers ended, could not be started, or were sent home. */
export class CrewError extends Error {
  override readonly name = 'CrewError';
}

/** What a signal says, or that it was stopped. */
export function stoppedError(signal: AbortSignal): unknown {
  return signal.reason ?? new CrewError('stopped');
}
