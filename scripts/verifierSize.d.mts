/** The files that the verifier reaches, with their lines, and the rows of a table that sums them up. */
export function sizeOf(root: string): {
  readonly files: readonly (readonly [file: string, lines: number])[];
  readonly text: string;
};
