/**
 * The motions of edges, each made when it is asked for. They are made twice, once to see where they go and once to be checked: a
 * microsecond each, less than what the garbage collector takes to carry thousands of them about.
 */
import type { Ranged } from '../cell/index.ts';
import type { KinematicTree } from '../kinematics/index.ts';
import { type Fault, InputError } from '../math/index.ts';
import { buildPath, type Path, type Segment, type WrapRule } from '../motion/index.ts';
import type { EdgeData } from './openMotion.ts';

/** Edges, and how they are numbered and read. */
export interface EdgeMotions {
  readonly edges: readonly EdgeData[];
  /** Default literal. */
  readonly wrap?: WrapRule | undefined;
  /** Number of the first edge, for faults and notes. Default 0. */
  readonly first?: number | undefined;
}

/** Paths of one segment each; as a list, their segments. */
export class EdgePaths implements Iterable<Segment> {
  readonly length: number;
  private readonly tree: KinematicTree;
  private readonly request: EdgeMotions;
  /** The last one, for who asks twice. */
  private last: { readonly i: number; readonly path: Path } | null = null;

  constructor(tree: KinematicTree, request: EdgeMotions) {
    this.tree = tree;
    this.request = request;
    this.length = request.edges.length;
  }

  /** The path of an edge. Throws an InputError if it has none. */
  at(i: number): Path {
    if (this.last?.i === i) return this.last.path;
    const { edges, wrap = 'literal', first = 0 } = this.request;
    const { from, to, via } = edges[i];
    const path = via
      ? ofEdgeNumber(first + i, () => buildPath(this.tree, [from, to], { wrap, vias: [null, via] }))
      : buildPath(this.tree, [from, to], { wrap });
    this.last = { i, path };
    return path;
  }

  *[Symbol.iterator](): Generator<Segment, void, undefined> {
    for (let i = 0; i < this.length; i++) yield this.at(i).segments[0];
  }

  /** Makes each once: where all of them together go, and notes by the number of the edge. No range where there is no edge. */
  look(): { readonly range: Ranged | null; readonly notes: readonly Fault[] } {
    const { first = 0 } = this.request;
    const count = this.tree.dofs.length;
    const [low, high] = [
      new Float64Array(count).fill(Infinity),
      new Float64Array(count).fill(-Infinity),
    ];
    const [lower, upper] = [new Float64Array(count), new Float64Array(count)];
    const notes: Fault[] = [];
    for (let i = 0; i < this.length; i++) {
      const { segments, notes: own } = this.at(i);
      for (const note of own) notes.push(ofEdge(note, first + i));
      segments[0].rangeInto(lower, upper);
      for (let d = 0; d < count; d++) {
        low[d] = Math.min(low[d], lower[d]);
        high[d] = Math.max(high[d], upper[d]);
      }
    }
    const range: Ranged = {
      rangeInto: (l, u) => {
        l.set(low);
        u.set(high);
      },
    };
    return { range: this.length > 0 ? range : null, notes };
  }
}

/** What is wrong with an arc is said of its edge. */
function ofEdgeNumber<T>(i: number, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof InputError) || !error.fault.code.startsWith('path/arc')) throw error;
    throw new InputError({ ...error.fault, message: ofEdge(error.fault, i).message });
  }
}

function ofEdge(note: Fault, i: number): Fault {
  return {
    ...note,
    message: `edge ${i}: ${note.message.replace(' in segment 0', '').replace(/^segment 0: /, '')}`,
  };
}
