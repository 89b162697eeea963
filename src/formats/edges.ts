/**
 * Collections of edges: straight motions that need not hang together, as planners and roadmaps ask
 * about them. `{"joints": [...], "edges": [{"from": [...], "to": [...]}, ...]}`. Radians or metres.
 */
import { readDocument } from './document.ts';
import { readJoints, readRow } from './pathRows.ts';

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
  const edges = root
    .need('edges')
    .list('edges')
    .map((item) => {
      const edge = item.mapping('an edge', ['from', 'to']);
      return {
        from: readRow(edge.need('from'), joints.length, 'from'),
        to: readRow(edge.need('to'), joints.length, 'to'),
      };
    });
  return { joints, edges };
}
