/** What is known of a bound of src: the test in which it is nearly attained, or why there is none. */
export interface BoundRecord {
  /** File below src, then the name, with that of the class before it. */
  readonly at: string;
  /** The test, below test/ and without `.test.ts`, and a text in it by which the case is found. */
  readonly test?: string;
  readonly title?: string;
  /** What becomes of which text, in its own file or another one, where it does not do to scale what is returned. */
  readonly plant?: readonly [text: string, becomes: string, file?: string];
  /** The truth as a part of the bound in the best case that is known, and why it is not above 0.9. */
  readonly best?: number;
  readonly less?: string;
  /** Why it is no bound of its own. */
  readonly not?: string;
  /** Whether its name does not say that it is a bound. */
  readonly unnamed?: boolean;
}
