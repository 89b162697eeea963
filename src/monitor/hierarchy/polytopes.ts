/**
 * [D 3.2] Compositions as convex polytopes: the hull of all vertices of the members below, in the world, collected
 * anew when members have moved. The choice that the paper decided against; tighter than boxes, and dearer by far. Members that
 * are round are taken for their boxes; a composition with a half-space in it bounds nothing.
 *
 * Distances are GJK's (proximity/convex), with support points found by looking at every vertex: a table of directions
 * would cost more to make than it saves in the one step that it holds. Vertices are those of the computed poses; what
 * these may be off by, and padding, is taken off the gap (docs/proofs/monitor-hierarchies.md).
 */
import type { Piece } from '../../cell/index.ts';
import type { SupportTable } from '../../geometry/index.ts';
import { identityPose, orthogonalityDefect, transformPointInto, U } from '../../math/index.ts';
import {
  type ConvexWorkspace,
  convexWorkspace,
  GAP_LOWER,
  gjkInto,
  PROVE,
  TOLERANCE,
  WITNESS,
} from '../../proximity/index.ts';
import { POSE_ROOM, type World } from '../world.ts';
import type { ClassHierarchy } from './classHierarchy.ts';
import type { NodeBounds } from './descent.ts';
import { NONE } from './nodes.ts';

/** Bounds from polytopes, for the hierarchies of a world. */
export class PolytopeBounds implements NodeBounds {
  private readonly world: World;
  private readonly known = new Map<ClassHierarchy, Polytopes>();
  private readonly workspace: ConvexWorkspace = convexWorkspace();
  private readonly pose = identityPose();
  private x!: Polytopes;
  private y!: Polytopes;

  constructor(world: World) {
    this.world = world;
    const { numbers, integers } = this.workspace;
    // Any gap is a bound; the last digits are not worth their iterations.
    numbers[TOLERANCE] = 1e-3;
    integers[WITNESS] = 0;
    integers[PROVE] = 0;
  }

  update(x: ClassHierarchy, y: ClassHierarchy): void {
    this.x = this.polytopesOf(x);
    this.y = this.polytopesOf(y);
  }

  gap2Into(u: number, v: number, out: Float64Array, at: number): void {
    const a = this.x.collected(u);
    const b = this.y.collected(v);
    out[at] = 0;
    if (a.count === 0 || b.count === 0) {
      out[at] = Number.POSITIVE_INFINITY;
      return;
    }
    // Of a half-space nothing is known.
    if (!(a.radius + b.radius < Number.POSITIVE_INFINITY)) return;
    gjkInto(a, b, this.pose, 0, this.workspace);
    const gap = this.workspace.numbers[GAP_LOWER] - a.margin - b.margin;
    if (gap > 0) out[at] = gap * gap;
  }

  private polytopesOf(hierarchy: ClassHierarchy): Polytopes {
    let found = this.known.get(hierarchy);
    if (found === undefined) {
      found = new Polytopes(this.world, hierarchy);
      this.known.set(hierarchy, found);
    }
    found.update();
    return found;
  }
}

/** Vertices of a node, as a table of directions with a single cell in either half: all are candidates. */
class Vertices implements SupportTable {
  readonly resolution = 1;
  readonly starts = new Int32Array(3);
  candidates = new Uint32Array(0);
  positions = new Float64Array(0);
  readonly centre = new Float64Array(3);
  readonly core = new Float64Array(3);
  radius = 0;
  /** By how much points of the members may be beyond the hull of the vertices. */
  margin = 0;
  count = 0;
  /** The step that it was collected in. */
  step = -1;
}

/** The polytopes of one hierarchy. */
class Polytopes {
  private readonly world: World;
  private readonly hierarchy: ClassHierarchy;
  private readonly nodes: Vertices[] = [];
  /** By member: its piece, and the vertices of that in the body's frame; null for what is taken for its box. */
  private readonly pieces: Piece[] = [];
  private readonly locals: (Float64Array | null)[] = [];
  private step = -1;

  constructor(world: World, hierarchy: ClassHierarchy) {
    this.world = world;
    this.hierarchy = hierarchy;
  }

  /** Vertices collected before the hierarchy was fitted anew are out of date. */
  update(): void {
    this.step = this.hierarchy.fitted;
  }

  /** The vertices of a node where the world stands. */
  collected(node: number): Vertices {
    this.nodes[node] ??= new Vertices();
    const vertices = this.nodes[node];
    if (vertices.step === this.step) return vertices;
    vertices.step = this.step;
    const { first, second, member, boxes } = this.hierarchy.nodes;
    if (first[node] === NONE) this.collectMember(vertices, member[node]);
    else join(vertices, this.collected(first[node]), this.collected(second[node]));
    let radius = 0;
    for (let k = 0; k < 3; k++) {
      const low = boxes[6 * node + k];
      const high = boxes[6 * node + 3 + k];
      vertices.centre[k] = 0.5 * low + 0.5 * high;
      radius += Math.max(Math.abs(low), Math.abs(high));
    }
    // The vertices lie in the box.
    vertices.radius = radius * (1 + 8 * U);
    return vertices;
  }

  private collectMember(out: Vertices, member: number): void {
    out.count = 0;
    out.margin = 0;
    if (member === NONE) return;
    const { world } = this;
    const local = this.localOf(member);
    if (local === null) {
      resize(out, 8);
      for (let corner = 0; corner < 8; corner++) {
        for (let k = 0; k < 3; k++) {
          const side = (corner >> k) & 1;
          out.positions[3 * corner + k] = world.boxes[6 * member + 3 * side + k];
        }
      }
      return;
    }
    resize(out, local.length / 3);
    for (let o = 0; o < local.length; o += 3) {
      transformPointInto(world.poses, POSE_ROOM * member, local, o, out.positions, o);
    }
    out.margin = marginOf(world.pieces[member], world.paddings[member] + world.errors[member]);
  }

  private localOf(member: number): Float64Array | null {
    const piece = this.world.pieces[member];
    // The number may have been another's.
    if (this.pieces[member] === piece) return this.locals[member];
    const { convex } = piece;
    let found: Float64Array | null = null;
    if (convex.kind === 'hull') {
      found = convex.hull.positions.slice();
      if (piece.kind === 'convex') {
        for (let o = 0; o < found.length; o += 3) {
          transformPointInto(piece.pose, 0, convex.hull.positions, o, found, o);
        }
      }
    }
    this.pieces[member] = piece;
    this.locals[member] = found;
    return found;
  }
}

/**
 * By how much a member may be beyond the hull of its vertices as placed: padding and errors of its pose; a primitive's
 * own placement rounds, and may be no rotation to the last bit. 64 u of all lengths is more than placing the vertices adds.
 */
function marginOf({ ball, ...piece }: Piece, outside: number): number {
  const size = ball[3] + Math.abs(ball[0]) + Math.abs(ball[1]) + Math.abs(ball[2]);
  const margin = outside * (1 + 8 * U) + 64 * U * size;
  if (piece.kind === 'mesh') return margin;
  const { pose } = piece;
  const shift = Math.abs(pose[9]) + Math.abs(pose[10]) + Math.abs(pose[11]);
  return margin + (1.6 * (orthogonalityDefect(pose, 0) + 8 * U) + 64 * U) * (size + shift);
}

function resize(out: Vertices, count: number): void {
  out.count = count;
  if (out.positions.length < 3 * count) {
    out.positions = new Float64Array(3 * count);
    out.candidates = new Uint32Array(2 * count);
  }
  const { starts, candidates } = out;
  if (starts[1] === count) return;
  starts[1] = count;
  starts[2] = 2 * count;
  for (let n = 0; n < 2 * count; n++) candidates[n] = 3 * (n % count);
}

function join(out: Vertices, a: Vertices, b: Vertices): void {
  resize(out, a.count + b.count);
  for (let n = 0; n < 3 * a.count; n++) out.positions[n] = a.positions[n];
  for (let n = 0; n < 3 * b.count; n++) out.positions[3 * a.count + n] = b.positions[n];
  out.margin = Math.max(a.margin, b.margin);
}
