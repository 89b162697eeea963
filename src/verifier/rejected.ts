/** Why a certificate is rejected. */
export interface Rejection {
  /** A stable word: model, dofs, bodies, pairs, path, box, order, slab, coverage, contained, ... */
  readonly code: string;
  readonly message: string;
  /** Names of the two bodies, number of the segment, and of the slab among those of the pair. */
  readonly pair?: readonly [string, string];
  readonly segment?: number;
  readonly slab?: number;
}

/** Thrown where something is wrong, and caught by the verifier. */
export class Rejected extends Error {
  readonly reason: Rejection;

  constructor(code: string, message: string, where: Partial<Rejection> = {}) {
    super(message);
    this.reason = { ...where, code, message };
  }
}

/** As `equal`, of numbers in arrays of one kind: for lists that are compared all the time. */
export function equalNumbers(a: Float64Array, b: Float64Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return false;
  return true;
}

/** As `equal`, of texts. */
export function equalTexts(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** As `equal`, of whole numbers. */
export function equalIntegers(a: Uint32Array, b: Uint32Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Whether two lists have the same entries, to the bit. */
export function equal<T>(a: ArrayLike<T>, b: ArrayLike<T>): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return false;
  return true;
}
