/** What the edges suite finds out. */
import type { CertificateCosts } from './certificates.ts';
import type { EdgeClass, LeftOut, Study } from './methods.ts';

/** FCL at its fastest on some edges, and all ways to use it. */
export interface Peer {
  readonly microseconds: number;
  readonly variant: string;
  readonly times: Readonly<Record<string, number>>;
}

/** One method on the edges of one class, beside FCL on the same. */
export interface EdgeRow extends Study {
  /** `none` where FCL was measured alone. */
  readonly engine: string;
  readonly kind: string;
  readonly sort: EdgeClass;
  readonly edges: number;
  readonly microseconds: number | undefined;
  readonly fcl: Peer | undefined;
  readonly native: Peer | undefined;
}

/** Edges of one robot, or of one cell. */
export interface DataResults {
  readonly name: string;
  readonly scenes: readonly string[];
  /** Tested, in each scene. */
  readonly pairs: readonly number[];
  readonly edges: readonly {
    readonly kind: string;
    readonly sort: EdgeClass;
    readonly count: number;
  }[];
  readonly sortedBy: string;
  readonly leftOut: LeftOut;
  readonly missed: readonly Missed[];
  readonly rows: readonly EdgeRow[];
  readonly certificates: readonly CertificateRow[];
}

/** Certificates of free edges of one length. */
export interface CertificateRow extends CertificateCosts {
  readonly kind: string;
}

/** Edges that sampling takes for free, and the samples it needs for one. */
export interface Missed {
  readonly kind: string;
  readonly sort: EdgeClass;
  readonly free: number;
  readonly samples: number;
}
