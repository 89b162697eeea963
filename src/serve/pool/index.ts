/** The pool of workers, as the rest of the server uses it. */
export { clock } from './clock.ts';
export type { Ledger } from './ledger.ts';
export type { Bring, CellVersion, Made, Refusal } from './messages.ts';
export { Pool, type PoolOptions, type Ticket } from './pool.ts';
export type { Outcome, TaskRequest } from './task.ts';
