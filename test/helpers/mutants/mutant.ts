/**
 * A fault that is planted on purpose: one text of one file is replaced, and a test must notice. Most of these leave all
 * answers as they are; what they take away is the algorithm. `npm run test:mutants` plants them one at a time.
 */
export interface Mutant {
  /** The row of docs/algorithms.md that it breaks, such as A2; or `kernel`, `certificate`. */
  readonly row: string;
  /** What is wrong with the code then, in a few words. */
  readonly fault: string;
  /** Below src/; or from the root, where it begins with experiments/ or assembly/, which is then compiled anew. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly text: string;
  readonly becomes: string;
  /** The test that must fail: file below test/ without `.test.ts`. */
  readonly test: string;
  /** Why none can notice, of a fault that is known to survive. */
  readonly survives?: string;
}
