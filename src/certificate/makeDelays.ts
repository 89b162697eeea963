/** Makes certificates of delays, of the parts that a check proved. */
import type { Cell, CellDescription } from '../cell/index.ts';
import { type DelayPart, DelayParts, type Track } from '../motion/index.ts';
import type { DelayCertificate } from '../verifier/index.ts';
import { recordOf } from '../verifier/inside.ts';
import { type MakeOptions, makeCertificate } from './make.ts';

export interface DelayEvidence {
  readonly tracks: readonly Track[];
  readonly standing: Float64Array;
  /** Seconds, per track. */
  readonly delays: readonly number[];
  /** What was proven: together all offsets. */
  readonly proven: readonly DelayPart[];
}

/**
 * The certificate of tracks that are free for every start within their delays. Throws an InputError with
 * code NOT_FREE where a part cannot be proven free with a nanometre to spare.
 */
export function makeDelayCertificate(
  description: CellDescription,
  cell: Cell,
  { tracks, standing, delays, proven }: DelayEvidence,
  { onProgress, ...options }: MakeOptions = {},
): DelayCertificate {
  const parts = new DelayParts(cell, tracks, standing);
  return {
    tracks: tracks.map(recordOf),
    standing: standing.slice(),
    delays: Float64Array.from(delays),
    parts: proven.map((part, k) => {
      const { cell: straying, path, concerns } = parts.question(part);
      const certificate = makeCertificate(description, straying, path, { ...options, concerns });
      onProgress?.({ settled: k + 1, segments: proven.length });
      return { tracks: part.tracks, from: part.from, to: part.to, certificate };
    }),
  };
}
