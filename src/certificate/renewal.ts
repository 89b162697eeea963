/** What became of the steps of an older certificate: counts, and the pairs that had to be looked at anew. */
import { SLAB_SIZE } from '../verifier/inside.ts';
import type { CertificateBuilder } from './builder.ts';
import type { OldEvidence } from './oldEvidence.ts';

export interface RenewedSteps {
  /** Segments of the new path, by what became of them: all kept as it was, some of it proven anew, no old one like it. */
  readonly segments: {
    readonly kept: number;
    readonly mended: number;
    readonly anew: number;
  };
  readonly slabs: {
    /** In the new certificate as they were in the old one. */
    readonly kept: number;
    /** In the new certificate alone. */
    readonly anew: number;
    /** In the old certificate alone: those that do not hold any more, and those that nothing needs. */
    readonly dropped: number;
    /** Of these, those that were tried where they are needed and do not hold. */
    readonly failed: number;
  };
  readonly pairs: readonly RenewedPair[];
}

/** A pair of which something had to be proven anew, on a segment that there was before. */
export interface RenewedPair {
  /** Names of the bodies. */
  readonly bodies: readonly [string, string];
  /** Numbers of the segments of the new path on which something was open, or old steps did not hold. */
  readonly segments: readonly number[];
  /** Steps of the pair on these segments that were kept, that do not hold any more, and that were proven anew. */
  readonly kept: number;
  readonly failed: number;
  readonly anew: number;
}

interface Counted {
  readonly segments: Set<number>;
  kept: number;
  failed: number;
  anew: number;
}

type SegmentFate = 'kept' | 'mended' | 'anew';

export class RenewalTally {
  private readonly evidence: OldEvidence;
  private readonly builder: CertificateBuilder;
  /** By number of a tested pair. */
  private readonly pairs = new Map<number, Counted>();
  /** Old slabs that were kept, by segment and pair, as numbers. */
  private readonly used = new Map<string, Set<number>>();
  private readonly fates: SegmentFate[] = [];
  private kept = 0;
  private failed = 0;
  private anew = 0;

  constructor(evidence: OldEvidence, builder: CertificateBuilder) {
    this.evidence = evidence;
    this.builder = builder;
  }

  /** An old slab is kept: on segment i for pair k; it was number `slab` of an old pair on an old segment. */
  keeps(k: number, old: { segment: number; pair: number; slab: number }): void {
    this.kept++;
    this.of(k).kept++;
    const key = `${old.segment} ${old.pair}`;
    const used = this.used.get(key) ?? new Set<number>();
    used.add(old.slab);
    this.used.set(key, used);
  }

  /** An old slab is needed and does not hold. */
  fails(i: number, k: number): void {
    this.failed++;
    const counted = this.of(k);
    counted.failed++;
    counted.segments.add(i);
  }

  /** Something of a pair is open on a segment. */
  isOpen(i: number, k: number): void {
    if (this.evidence.segments[i] >= 0) this.of(k).segments.add(i);
  }

  /** A slab is proven anew. */
  adds(i: number, k: number): void {
    this.anew++;
    if (this.evidence.segments[i] >= 0) this.of(k).anew++;
  }

  /** All that is old of a segment was looked at. */
  settle(i: number, isOpen: boolean): void {
    if (this.evidence.segments[i] < 0) this.fates[i] = 'anew';
    else this.fates[i] = isOpen ? 'mended' : 'kept';
  }

  steps(): RenewedSteps {
    const { kept, anew, failed, fates } = this;
    const count = (fate: SegmentFate) => fates.filter((each) => each === fate).length;
    let used = 0;
    for (const slabs of this.used.values()) used += slabs.size;
    return {
      segments: { kept: count('kept'), mended: count('mended'), anew: count('anew') },
      slabs: { kept, anew, failed, dropped: this.total() - used },
      pairs: this.changed(),
    };
  }

  /** Slabs of the old certificate. */
  private total(): number {
    const { slabs } = this.evidence.certificate;
    let numbers = 0;
    for (const lists of slabs) for (const list of lists) numbers += list.length;
    return numbers / SLAB_SIZE;
  }

  private changed(): RenewedPair[] {
    const { tested, cell } = this.builder;
    const changed = [...this.pairs].filter(([, { segments }]) => segments.size > 0);
    changed.sort(([k], [l]) => k - l);
    return changed.map(([k, { segments, ...counts }]) => ({
      bodies: [cell.bodies[tested[k].a].name, cell.bodies[tested[k].b].name],
      segments: [...segments].sort((p, q) => p - q),
      ...counts,
    }));
  }

  private of(k: number): Counted {
    let found = this.pairs.get(k);
    if (!found) {
      found = { segments: new Set(), kept: 0, failed: 0, anew: 0 };
      this.pairs.set(k, found);
    }
    return found;
  }
}
