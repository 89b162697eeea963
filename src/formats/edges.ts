/**
 * Collections of edges: motions that need not hang together, as planners and roadmaps ask about them.
 * `{"joints": [...], "edges": [{"from": [...], "to": [...]}, ...]}`; with `"via": [...]` an edge is an arc, with two
 * configurations there a whole circle. Radians or metres.
 */
import { readDocument } from './document.ts';
import { MOST_ROWS, readJoints, readValues, requireFewRows } from './pathRows.ts';
import { readVia } from './waypoints.ts';

/** A motion between two configurations: straight, or an arc by way of one more, or a whole circle by way of two. */
export interface Edge {
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly via?: readonly Float64Array[];
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
    const edge = item.mapping('an edge', ['from', 'via', 'to']);
    const via = edge.get('via');
    return {
      from: readValues(edge.need('from'), joints, 'from'),
      to: readValues(edge.need('to'), joints, 'to'),
      ...(via && { via: readVia(via, joints) }),
    };
  });
  return { joints, edges };
}
