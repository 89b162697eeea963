/**
 * Collections of edges: straight motions that need not hang together, as planners and roadmaps ask
 * about them. `{"joints": [...], "edges": [{"from": [...], "to": [...]}, ...]}`. Radians or metres.
 */
import { readDocument } from './document.ts';
import { MOST_ROWS, readJoints, readValues, requireFewRows } from './pathRows.ts';

/** A straight motion between two configurations. */
export interface Edge {
  readonly from: Float64Array;
  readonly to: Float64Array;
}

export interface EdgeFile {
  readonly joints: readonly string[];
  /** Perhaps none; each end has a value per joint. */
  readonly edges: readonly Edge[];
}

/** Reads edges from JSON or YAML. Throws InputError with file, line and column. */
export function readEdges(bytes: Uint8Array, { file }: { readonly file: string }): EdgeFile {
  const root = readDocument(bytes, file).mapping('a collection of edges', ['joints', 'edges']);
  const joints = readJoints(root.need('joints'));
  const items = root.need('edges').list('edges');
  requireFewRows(items.length, items[MOST_ROWS]);
  const edges = items.map((item) => {
    const edge = item.mapping('an edge', ['from', 'to']);
    return {
      from: readValues(edge.need('from'), joints, 'from'),
      to: readValues(edge.need('to'), joints, 'to'),
    };
  });
  return { joints, edges };
}
