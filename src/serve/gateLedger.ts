/** The gate's book of cells as the pool's account of them: what a worker lacks of a version, and what it made. */
import type {
  CellBook,
  CellChange,
  CellRecord,
  RecordedEdit,
  RecordedSource,
} from '../gate/index.ts';
import type { Bring, CellVersion, Ledger, Made } from './pool/index.ts';

/** What a worker lacks of a version. */
export interface LackedRecord {
  /** Null if the worker has it. */
  readonly source: RecordedSource | null;
  /** The version that the worker has, if it comes from there to the other one by `edits` alone; else 0, and these are all. */
  readonly from: number;
  readonly edits: readonly RecordedEdit[];
}

/** The pool's account of the cells in a book. */
export function ledgerOf(book: CellBook): Ledger {
  return {
    versionFor: (asked) => book.recordFor(asked),
    bringFor: (about, known) => lackOf(about as CellRecord & CellVersion, known),
    enter: ({ data }: Made) => book.apply(data as CellChange),
  };
}

function lackOf({ cell, version, source, edits }: CellRecord, known: number | undefined): Bring {
  const from = known !== undefined && known <= version ? known : 0;
  const data: LackedRecord = {
    source: known === undefined ? source : null,
    from,
    edits: from === 0 ? edits : edits.filter((edit) => edit.version > from),
  };
  return { cell, version, data };
}
