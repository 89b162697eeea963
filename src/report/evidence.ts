/**
 * What a report shows beyond a verdict: the cover of a free path, how close bodies come along it, and
 * which pieces of a path that is not free are proven free all the same.
 */
import { type Cell, type Pair, testedCount } from '../cell/index.ts';
import {
  type Certificate,
  type MakeOptions,
  makeCertificate,
  NOT_FREE,
} from '../certificate/index.ts';
import {
  clearanceProfile,
  type FirstContactResult,
  firstContact,
  keptProfile,
  type ProfileRequest,
  type ProfileResult,
  type Verdict,
} from '../check/index.ts';
import { InputError } from '../math/index.ts';
import type { Path } from '../motion/index.ts';

export interface ReportEvidence {
  /** Its slabs show the pairs apart that stay free all along; of a free path, all pairs. */
  readonly cover: Certificate | null;
  readonly profile: ProfileResult | null;
  /** Of a path that collides or comes too close. */
  readonly contact: FirstContactResult | null;
}

export interface EvidenceRequest {
  readonly verdict: Verdict;
  /** As the check had it. */
  readonly delta: number;
  /** What an undecided check left open: the other pairs can be shown free. */
  readonly open?: readonly { readonly pair: Pair }[];
  /** What is at hand already, and need not be found again. */
  readonly known?: Partial<ReportEvidence>;
  /** Tests for the clearances, where the check had a number of them. */
  readonly budget?: number;
  readonly certificate?: Pick<MakeOptions, 'program' | 'method' | 'settings'>;
  readonly signal?: { readonly aborted: boolean };
  readonly onProgress?: (progress: EvidenceProgress) => void;
}

/** How far the search for evidence has come. */
export interface EvidenceProgress {
  readonly what: string;
  readonly done: number;
  readonly of: number;
}

/** Tests for pieces: a picture need not be complete, what it shows is proven. */
const BUDGET = 200_000;

/** Samples alone prove nothing, and get no picture of a proof. */
export function reportEvidence(cell: Cell, path: Path, request: EvidenceRequest): ReportEvidence {
  const {
    verdict,
    delta,
    open = [],
    known = {},
    certificate,
    budget,
    signal,
    onProgress,
  } = request;
  const tell = (what: string) => (p: { settled: number; segments: number }) =>
    onProgress?.({ what, done: p.settled, of: p.segments });
  const stop = signal ? { signal } : {};
  const proves = verdict !== 'no collision found';
  const broken = verdict === 'colliding' || verdict === 'too-close';
  const contact =
    known.contact ??
    (broken
      ? firstContact(cell, path, {
          ...{ budget: BUDGET, delta, ...stop },
          onProgress: tell('segments divided'),
        })
      : null);
  const isPartial = broken || (verdict === 'undecided' && open.length > 0);
  const unsafe = contact?.unsafe.flatMap(({ pairs }) => pairs) ?? [];
  const blamed = new Set([...unsafe, ...open.map(({ pair }) => pair)].map(keyOf));
  const hasOthers =
    cell.tested.some((pair) => !blamed.has(keyOf(pair))) ||
    (cell.crowd !== null && testedCount(cell) > blamed.size);
  const covering = {
    ...certificate,
    ...stop,
    ...(isPartial ? { budget: BUDGET, concerns: (pair: Numbers) => !blamed.has(keyOf(pair)) } : {}),
    onProgress: tell('segments covered'),
  };
  return {
    contact,
    cover:
      known.cover ??
      (verdict === 'free' || (isPartial && hasOthers) ? coverOf(cell, path, covering) : null),
    profile:
      known.profile ??
      (proves && testedCount(cell) > 0
        ? measured(cell, path, verdict, {
            // With the tests that a check would take for it: the same question has one answer.
            ...(budget === undefined ? {} : { budget }),
            ...stop,
            onProgress: tell('segments measured'),
          })
        : null),
  };
}

function measured(
  cell: Cell,
  path: Path,
  verdict: Verdict,
  request: ProfileRequest,
): ProfileResult {
  const found = clearanceProfile(cell, path, request);
  return verdict === 'free' ? keptProfile(found, path.segments.length) : found;
}

/** Numbers of two bodies. */
type Numbers = Pick<Pair, 'a' | 'b'>;

function keyOf({ a, b }: Numbers): string {
  return `${a} ${b}`;
}

/** Null where pairs are apart by less than a certificate can show. */
function coverOf(cell: Cell, path: Path, options: MakeOptions): Certificate | null {
  try {
    // A picture shows every pair at every moment: no glance at all of them.
    return makeCertificate(cell.description, cell, path, { ...options, glances: false });
  } catch (error) {
    if (error instanceof InputError && error.fault.code === NOT_FREE) return null;
    throw error;
  }
}
