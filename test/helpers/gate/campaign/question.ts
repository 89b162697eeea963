/** Questions that clients of the campaign ask, without the cell and the version that they are about. */

export type Question =
  | { readonly method: 'info' }
  | { readonly method: 'state' | 'live' | 'vector'; readonly q: readonly number[] }
  | {
      readonly method: 'motion';
      readonly waypoints: readonly (readonly number[])[];
      readonly clearances?: boolean;
      readonly all?: boolean;
      readonly firstContact?: boolean;
      /** Metres asked beyond the cell's. */
      readonly clearance?: number;
      readonly tracking?: number;
    }
  | { readonly method: 'certificate'; readonly waypoints: readonly (readonly number[])[] }
  | {
      readonly method: 'verify';
      readonly certificate: string;
      readonly waypoints?: readonly (readonly number[])[];
    }
  | {
      readonly method: 'plan';
      readonly from: readonly number[];
      readonly to: readonly number[];
      readonly seed: number;
      readonly certificate: boolean;
    };

/** Iterations of a planner: enough among few obstacles, and never so many that time ends the search. */
const ITERATIONS = 200;

/** The params of the request, without cell and version. */
export function paramsOf({ method, ...question }: Question): Record<string, unknown> {
  if (method !== 'plan') return { ...question };
  const { to, ...rest } = question as Extract<Question, { method: 'plan' }>;
  return { ...rest, to: [to], iterations: ITERATIONS };
}
