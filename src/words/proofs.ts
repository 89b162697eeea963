/** Which proofs hold after a change, in words: cells that are the same, files, certificates, paths. */
import { shortDigest } from './differences.ts';
import { asGiven } from './numbers.ts';
import { count } from './plain.ts';
import { freeText, type Kept } from './verdicts.ts';

/** Whether two cells are the same to all proofs. */
export function sameCellsText(
  same: boolean,
  [before, after]: readonly [string, string],
  digests: { readonly before: string; readonly after: string },
): string {
  if (same) {
    return `the same: ${before} and ${after} are one cell to every proof (model ${shortDigest(digests.after)})`;
  }
  return `different: ${before} (model ${shortDigest(digests.before)}) and ${after} (model ${shortDigest(digests.after)})`;
}

/** One file of a cell that is not as it was. */
export function fileChangeText({
  name,
  before,
  after,
}: {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}): string {
  if (before === null) return `${name} is new (sha256 ${shortDigest(after ?? '')})`;
  if (after === null) return `${name} is gone (sha256 ${shortDigest(before)})`;
  return `${name} changed (sha256 ${shortDigest(after)}; before: ${shortDigest(before)})`;
}

/** A rate or a state that is not as it was: no part of any proof. */
export function asideText({
  what,
  name,
  before,
  after,
}: {
  readonly what: string;
  readonly name: string;
  readonly before: readonly number[] | null;
  readonly after: readonly number[] | null;
}): string {
  const says = (values: readonly number[] | null) => values?.map(asGiven).join(', ') ?? 'none';
  return `the ${what} of "${name}": ${says(after)}; before: ${says(before)}`;
}

/** What is known of a certificate after a change. */
export interface ProofFacts {
  readonly file: string;
  readonly verified: boolean;
  readonly reason?: { readonly message: string };
  /** Of one that is about the first cell: what its steps show in the second one. */
  readonly carried?: {
    readonly verdict: string;
    readonly segments: number;
    readonly kept: number;
    readonly certified: boolean;
  };
}

/** What became of a certificate. */
export function proofText({ file, verified, reason, carried }: ProofFacts): string {
  if (verified) return `${file} holds: verified for the second cell`;
  if (!carried) return `${file} does not hold: ${reason?.message ?? 'rejected'}`;
  const { verdict, segments, kept, certified } = carried;
  const about = `${file} is about the first cell; in the second its path is`;
  if (verdict !== 'free') return `${about} ${verdict}`;
  const how =
    kept === segments
      ? 'all of it is still proven'
      : kept === 0
        ? 'it had to be proven anew'
        : `${kept} of ${count(segments, 'segment')} are still proven, the others were proven anew`;
  const next = certified ? '"surepath recheck" writes the certificate' : 'no certificate shows it';
  return `${about} free: ${how}; ${next}`;
}

/** Whether a path is free in the second cell. */
export function stillFreeText(
  path: string,
  { verdict, ...kept }: Kept & { readonly verdict: string },
): string {
  const why = verdict === 'free' ? `, ${freeText(kept)}` : '';
  return `path ${path} in the second cell: ${verdict}${why}`;
}
