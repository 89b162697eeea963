/**
 * The protocol: every method by name, with schemas of what it is asked and what it answers. Whoever serves, calls or
 * describes the gate does it from this table. What is here needs nothing of the checker, so that clients are small.
 */
import type { Infer, Schema } from '../schema/index.ts';
import * as cellMethods from './cells.ts';
import * as liveMethods from './live.ts';
import * as proofMethods from './proofs.ts';
import * as questionMethods from './questions.ts';

/** Changes when a client of before could no longer be answered. */
export const PROTOCOL_VERSION = 1;

/** What is known of a method. */
export interface MethodDescription {
  readonly summary: string;
  readonly params: Schema<unknown>;
  readonly result: Schema<unknown>;
  /**
   * `host`: answered by whoever holds the book of cells, at once (cells, close, cancel). `desk`: work for a worker, on its
   * desk of open cells.
   */
  readonly runs: 'host' | 'desk';
  /** It may take long: seconds and more. */
  readonly heavy: boolean;
  /** It changes what is open. Such requests about one cell are done one after another. */
  readonly mutates: boolean;
}

const desk = { runs: 'desk', heavy: false, mutates: false } as const;

/** Every method by name. */
export const METHODS = {
  open: { ...cellMethods.open, ...desk, heavy: true, mutates: true },
  edit: { ...cellMethods.edit, ...desk, mutates: true },
  close: { ...cellMethods.close, runs: 'host', heavy: false, mutates: true },
  cells: { ...cellMethods.cells, runs: 'host', heavy: false, mutates: false },
  info: { ...cellMethods.info, ...desk },
  state: { ...questionMethods.state, ...desk },
  vector: { ...questionMethods.vector, ...desk },
  motion: { ...questionMethods.motion, ...desk },
  live: { ...liveMethods.live, ...desk },
  follow: { ...liveMethods.follow, runs: 'host', heavy: false, mutates: false },
  plan: { ...proofMethods.plan, ...desk, heavy: true },
  certificate: { ...proofMethods.certificate, ...desk, heavy: true },
  verify: { ...proofMethods.verify, ...desk, heavy: true },
  cancel: { ...proofMethods.cancel, runs: 'host', heavy: false, mutates: false },
} as const satisfies { readonly [name: string]: MethodDescription };

/** Names of all methods. */
export type MethodName = keyof typeof METHODS;
/** What a method is asked. */
export type Params<K extends MethodName> = Infer<(typeof METHODS)[K]['params']>;
/** What a method answers. */
export type Result<K extends MethodName> = Infer<(typeof METHODS)[K]['result']>;
/** Methods that a desk does; the host does the others. */
export type DeskMethod = {
  [K in MethodName]: (typeof METHODS)[K]['runs'] extends 'desk' ? K : never;
}[MethodName];

/** The names of all methods, in the order in which they are described. */
export const METHOD_NAMES = Object.keys(METHODS) as readonly MethodName[];

/** Whether there is a method of this name. */
export function isMethod(name: string): name is MethodName {
  return Object.hasOwn(METHODS, name);
}

/** Whether a method is work for a worker. */
export function isDeskMethod(name: MethodName): name is DeskMethod {
  return METHODS[name].runs === 'desk';
}

/** Edits up to which they are light. */
const LIGHT_EDITS = 50;

/** Many edits, or meshes, which are to be read. */
function isLargeEdit({ edits }: Params<'edit'>): boolean {
  if (edits.length > LIGHT_EDITS) return true;
  return edits.some((edit) => {
    if (edit.kind !== 'add-obstacle') return false;
    const shapes = edit.parts?.map(({ shape }) => shape) ?? [edit.shape];
    return shapes.length > LIGHT_EDITS || shapes.some((shape) => shape?.kind === 'mesh');
  });
}

/** Waypoints up to which a motion is light: it does not wait behind heavy requests. */
export const LIGHT_WAYPOINTS = 200;

/** Whether a request may take long, and should not keep others waiting. */
export function isHeavy(name: MethodName, params: unknown): boolean {
  if (METHODS[name].heavy) return true;
  if (name === 'edit') return isLargeEdit(params as Params<'edit'>);
  if (name !== 'motion') return false;
  const { waypoints, trajectory, file, clearances, braking } = params as Params<'motion'>;
  if (file || clearances || braking) return true;
  return (waypoints ?? trajectory?.waypoints ?? []).length > LIGHT_WAYPOINTS;
}

export type { ConfigurationValue, Contents, FaultValue, Pose, StateValue } from './common.ts';
export { FAULT, FAULT_FIELDS, SENTENCE } from './common.ts';
export type { Edit, ShapeValue } from './edits.ts';
export { LIMITS } from './limits.ts';
export { PROGRESS } from './proofs.ts';
