/** Programs of a cell and their proofs, in words. */
import { mm } from './numbers.ts';
import { count, workTime } from './plain.ts';

/** What was done about the proof of a program. */
export interface ProofWork {
  readonly done: 'verified' | 'again' | 'new' | 'frozen';
  /** Null where nothing is known. */
  readonly verdict: string | null;
  /** Why the certificate at hand is no proof; null where there was none. */
  readonly rejected: string | null;
  readonly segments: number;
  /** Segments of which all was still proven. */
  readonly kept: number;
}

/** In few words, for a column. */
export function doneWord({
  done,
  verdict,
  rejected,
}: Omit<ProofWork, 'segments' | 'kept'>): string {
  if (done === 'verified') return 'verified';
  if (done === 'frozen') return rejected === null ? 'no certificate' : 'certificate rejected';
  if (verdict !== 'free') return done === 'new' ? 'checked' : 'checked again';
  return done === 'new' ? 'new' : 'proven again';
}

/** How much of a program that was proven again needed no new proof; empty of others. */
export function stillProvenText({ done, verdict, segments, kept }: ProofWork): string {
  if (done !== 'again' || verdict !== 'free') return '';
  return kept === segments
    ? ' (all of it still held)'
    : ` (${kept} of ${count(segments, 'segment')} still held)`;
}

/** Names that are told; of more it is told how many. */
const NAMED = 3;

/** Why certificates did not hold, one line for each reason. */
export function rejectionTexts(
  rejected: readonly { readonly name: string; readonly reason: string }[],
): string[] {
  const byReason = new Map<string, string[]>();
  for (const { name, reason } of rejected) {
    byReason.set(reason, [...(byReason.get(reason) ?? []), name]);
  }
  return [...byReason].map(([reason, names]) => {
    const who = names.length > NAMED ? count(names.length, 'program') : names.join(', ');
    return `${who}: ${reason}`;
  });
}

/** What a free program keeps, for a column. */
export function keptWord({
  clearance,
  exceptions = false,
}: {
  readonly clearance: number;
  readonly exceptions?: boolean;
}): string {
  if (clearance === 0) return 'no contact';
  return `at least ${mm(clearance)}${exceptions ? ' (some pairs less)' : ''}`;
}

/** How many programs there are of each kind, in the order in which the kinds are given. */
export function programsText(counts: readonly (readonly [string, number])[], ms: number): string {
  const total = counts.reduce((sum, [, n]) => sum + n, 0);
  const parts = counts.filter(([, n]) => n > 0).map(([what, n]) => `${n} ${what}`);
  return `${count(total, 'program')}: ${parts.join(', ')}; ${workTime(ms)}`;
}
