/** A function, method or field of src whose name says that it is a bound. */
export interface Bound {
  /** Below src. */
  readonly file: string;
  /** `name`, or `Class.name`. */
  readonly name: string;
  readonly kind: 'function' | 'field';
  readonly side: 'upper' | 'lower';
  readonly start: number;
  readonly end: number;
  readonly returned: readonly (readonly [number, number])[];
}

/** The bounds of one file. */
export function boundsOfText(file: string, text: string): Bound[];

/** All bounds of src, by file and place. */
export function listBounds(): Bound[];

/** The fault that is planted in a bound: file below src, text that it has once, and what becomes of it. */
export function faultOf(
  bound: Bound,
  plant: readonly [text: string, becomes: string, file?: string] | undefined,
): { readonly file: string; readonly text: string; readonly becomes: string };
