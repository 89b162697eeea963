/** What goes wrong in a worker, as an error on the page. */
import { formatFault } from '../../src/math/index.ts';
import type { Fault } from './protocol.ts';

/** Bad input, or a bug; `fault` says which file and where. */
export class EngineError extends Error {
  readonly fault: Fault;
  /** Nothing that the user did. */
  readonly bug: boolean;

  constructor(fault: Fault, bug: boolean) {
    super(formatFault(fault));
    this.name = 'EngineError';
    this.fault = fault;
    this.bug = bug;
  }
}

/** The answer of a call that somebody cancelled. */
export function cancelled(): EngineError {
  return abortError({ code: 'engine/cancelled', message: 'the job was cancelled' });
}

/** The answer of a call that a later one of its kind made useless. */
export function superseded(): EngineError {
  return abortError({ code: 'engine/superseded', message: 'a later request took its place' });
}

function abortError(fault: Fault): EngineError {
  const error = new EngineError(fault, false);
  error.name = 'AbortError';
  return error;
}
