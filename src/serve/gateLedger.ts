/** The gate's book of cells as the pool's account of them: what a worker lacks of a version, and what it made. */
import type {
  CellBook,
  CellChange,
  CellRecord,
  RecordedSource,
  VersionName,
} from '../gate/index.ts';
import type { Bring, CellVersion, Ledger, Made } from './pool/index.ts';

/** What a worker lacks of a version. */
export interface LackedRecord {
  readonly name: VersionName;
  /** Null if the worker has it. */
  readonly source: RecordedSource | null;
  /** The version that `edits` lead from, which the worker has; 0: the files as they were opened. */
  readonly from: number;
  /** Each with the version that it made. */
  readonly edits: CellRecord['edits'];
}

/** The pool's account of the cells in a book. */
export function ledgerOf(book: CellBook): Ledger {
  return {
    versionFor: (asked) => book.recordFor(asked, asked.mutates),
    bringFor: (about, known) => lackOf(about as CellRecord & CellVersion, known),
    enter: ({ data }: Made) => book.apply(data as CellChange),
  };
}

function lackOf(record: CellRecord, known: number | undefined): Bring {
  const { gate, cell, version, digest, source, edits } = record;
  const from = known !== undefined && known <= version ? known : 0;
  const data: LackedRecord = {
    name: { gate, cell, version, digest },
    source: known === undefined ? source : null,
    from,
    edits: edits.filter((edit) => edit.version > from),
  };
  return { cell, version, data };
}
