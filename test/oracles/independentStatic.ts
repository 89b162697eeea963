/**
 * An independent check of one configuration: the judge of the checkers, with which it shares no
 * code. Poses come from plainKinematics.ts, distances from plainDistance.ts, over all triangles
 * that boxes do not keep apart. It answers `sure` only for collisions deeper than DEPTH, so that
 * rounding never makes a false alarm. independentSearch.ts looks along segments.
 */
import {
  boundsApart2,
  boundsInto,
  boxesApart,
  halfSpaceApart,
  halfSpaceGap,
  type Placed,
  point,
  pointBoxApart,
  triangleBoxApart,
} from './plainBoxes.ts';
import { type PlainCell, scoped } from './plainCell.ts';
import {
  found,
  insideClosed,
  segmentSegment2,
  segmentTriangle2,
  triangleTriangle2,
} from './plainDistance.ts';
import { type Frame, frameOf, multiply, PlainKinematics } from './plainKinematics.ts';
import { pieceOf, type RoundPiece, type TrianglePiece } from './plainPieces.ts';

/** Metres: what is deeper is no rounding error. */
export const DEPTH = 1e-9;

interface PlacedPiece extends Placed {
  /** In the body's frame. */
  readonly at: Frame;
  /** Triangles, or both ends of a segment, in the world. */
  readonly points: Float64Array;
  /** Low x, y, z and high x, y, z of each triangle, in the world. */
  readonly bounds: Float64Array;
  /** For which configuration `world` and `points` are. */
  fresh: number;
  placed: number;
}

export interface IndependentBody {
  readonly name: string;
  readonly frame: number;
  readonly pieces: readonly PlacedPiece[];
  readonly padding: number;
  /** Largest distance of a point from the frame's origin; infinite for half-spaces. */
  readonly radius: number;
}

export interface IndependentPair {
  readonly a: number;
  readonly b: number;
  readonly clearance: number;
  /** Neither allowed nor rigid: what the checkers must look at, or exclude by proof. */
  readonly tested: boolean;
  /** How far inscribed shapes stay within the true ones. */
  readonly deficit: number;
}

/** What is known about a pair at a configuration. */
export interface Gap {
  /** Distance with padding taken off; negative where the grown bodies overlap. At most the cutoff. */
  gap: number;
  /** Surfaces pass through each other, or one is inside the other: by more than DEPTH. */
  sure: boolean;
}

export class IndependentCell {
  readonly kinematics: PlainKinematics;
  readonly bodies: IndependentBody[] = [];
  readonly bodyOf = new Map<string, number>();
  readonly pairs: IndependentPair[] = [];
  private readonly result: Gap = { gap: 0, sure: false };
  private stamp = 0;

  constructor(cell: PlainCell) {
    this.kinematics = new PlainKinematics(cell);
    for (const robot of cell.robots) {
      for (const { name, parts, padding, solid } of robot.links) {
        if (parts.length > 0)
          this.add(scoped(robot, name), scoped(robot, name), parts, padding, solid);
      }
      for (const { name, link, part } of robot.attached) {
        this.add(scoped(robot, name), scoped(robot, link), [part], 0, true);
      }
    }
    for (const { name, at, parts, solid } of cell.obstacles) {
      this.add(name, 'world', parts, 0, solid, frameOf(at));
    }
    this.bodies.forEach(({ name }, i) => {
      this.bodyOf.set(name, i);
    });
    this.addPairs(cell);
  }

  private add(
    name: string,
    frameName: string,
    parts: PlainCell['obstacles'][number]['parts'],
    padding: number,
    solid: boolean,
    outer?: Frame,
  ): void {
    let radius = 0;
    const pieces = parts.map((part): PlacedPiece => {
      const piece = pieceOf(part.shape, solid);
      const at = frameOf(part.at);
      if (outer) multiply(outer, frameOf(part.at), at);
      const size = piece.kind === 'triangles' ? piece.triangles.length : 6;
      if (piece.kind === 'half-space') radius = Number.POSITIVE_INFINITY;
      else {
        const { centre, half } = piece.box;
        const away =
          Math.hypot(at[9], at[10], at[11]) + Math.hypot(...centre) + Math.hypot(...half);
        radius = Math.max(radius, away);
      }
      return {
        piece,
        at,
        world: new Float64Array(12),
        centre: new Float64Array(3),
        points: new Float64Array(size),
        bounds: new Float64Array((6 * size) / 9),
        fresh: -1,
        placed: -1,
      };
    });
    const frame = frameName === 'world' ? 0 : this.kinematics.frameNames.get(frameName)!;
    this.bodies.push({ name, frame, pieces, padding, radius });
  }

  private addPairs(cell: PlainCell): void {
    const key = (a: string, b: string) => (a < b ? `${a}\n${b}` : `${b}\n${a}`);
    const allowed = new Set(cell.allow.map(([a, b]) => key(a, b)));
    for (const robot of cell.robots) {
      for (const [a, b] of robot.disabled) allowed.add(key(scoped(robot, a), scoped(robot, b)));
      for (const { name, touches } of robot.attached) {
        for (const link of touches) allowed.add(key(scoped(robot, name), scoped(robot, link)));
      }
    }
    const clearances = new Map(
      cell.clearances.map(({ between, distance }) => [key(...between), distance]),
    );
    const { bodies, kinematics } = this;
    const deficit = ({ pieces }: IndependentBody) =>
      Math.max(...pieces.map(({ piece }) => (piece.kind === 'triangles' ? piece.deficit : 0)));
    for (let a = 0; a < bodies.length; a++) {
      for (let b = a + 1; b < bodies.length; b++) {
        const pair = key(bodies[a].name, bodies[b].name);
        const rigid =
          kinematics.rigidRoot(bodies[a].frame) === kinematics.rigidRoot(bodies[b].frame);
        this.pairs.push({
          a,
          b,
          clearance: clearances.get(pair) ?? cell.clearance,
          tested: !rigid && !allowed.has(pair),
          deficit: deficit(bodies[a]) + deficit(bodies[b]),
        });
      }
    }
  }

  pairOf(a: string, b: string): IndependentPair {
    const [i, j] = [this.bodyOf.get(a)!, this.bodyOf.get(b)!].sort((x, y) => x - y);
    return this.pairs.find((pair) => pair.a === i && pair.b === j)!;
  }

  setConfiguration(q: ArrayLike<number>): void {
    this.kinematics.set(q);
    this.stamp++;
  }

  /** A lower bound of the pair's gap from boxes around the pieces. */
  boxGap(pair: IndependentPair): number {
    const a = this.bodies[pair.a];
    const b = this.bodies[pair.b];
    let lowest = Number.POSITIVE_INFINITY;
    for (const p of a.pieces) {
      for (const q of b.pieces) lowest = Math.min(lowest, this.boxesApart(a, p, b, q));
    }
    return lowest - a.padding - b.padding;
  }

  /** The gap of a pair, exact where it is below the cutoff. The next call overwrites the answer. */
  gap(pair: IndependentPair, cutoff = Number.POSITIVE_INFINITY): Gap {
    const { result } = this;
    const a = this.bodies[pair.a];
    const b = this.bodies[pair.b];
    const padding = a.padding + b.padding;
    result.gap = cutoff + padding;
    result.sure = false;
    for (const p of a.pieces) {
      for (const q of b.pieces) {
        const apart = this.boxesApart(a, p, b, q);
        if (apart >= result.gap) continue;
        this.piecesInto(p, q, apart <= 0);
        if (result.sure) break;
      }
    }
    result.gap -= padding;
    if (result.gap < -DEPTH) result.sure = true;
    return result;
  }

  /** Every tested pair that collides, or is nearer than its clearance, by more than DEPTH. */
  violations(q: ArrayLike<number>, extra = 0): IndependentPair[] {
    this.setConfiguration(q);
    return this.pairs.filter((pair) => {
      const needed = pair.clearance + extra;
      if (!pair.tested || this.boxGap(pair) > needed) return false;
      const { gap, sure } = this.gap(pair, needed + DEPTH);
      return sure || gap < needed - DEPTH;
    });
  }

  /** How far a body reaches along n where it stands. */
  reachAlong(body: IndependentBody, [x, y, z]: readonly number[]): number {
    let most = Number.NEGATIVE_INFINITY;
    for (const p of body.pieces) {
      this.place(body, p);
      const points = this.pointsOf(p);
      const more = p.piece.kind === 'round' ? p.piece.radius : 0;
      for (let i = 0; i < points.length; i += 3) {
        most = Math.max(most, x * points[i] + y * points[i + 1] + z * points[i + 2] + more);
      }
    }
    return most;
  }

  private place(body: IndependentBody, p: PlacedPiece): void {
    if (p.fresh === this.stamp) return;
    p.fresh = this.stamp;
    multiply(this.kinematics.pose(body.frame), p.at, p.world);
    if (p.piece.kind !== 'half-space') point(p.world, ...p.piece.box.centre, p.centre, 0);
  }

  /** Triangles, or both ends of a segment, in the world. */
  private pointsOf(p: PlacedPiece): Float64Array {
    if (p.placed === p.fresh) return p.points;
    p.placed = p.fresh;
    const { piece } = p;
    if (piece.kind === 'round') {
      point(p.world, 0, 0, -piece.half, p.points, 0);
      point(p.world, 0, 0, piece.half, p.points, 3);
    } else if (piece.kind === 'triangles') {
      const t = piece.triangles;
      for (let i = 0; i < t.length; i += 3) point(p.world, t[i], t[i + 1], t[i + 2], p.points, i);
      boundsInto(p.points, p.bounds);
    }
    return p.points;
  }

  /** By how much the boxes of two pieces are apart along the best of 16 directions. */
  private boxesApart(
    a: IndependentBody,
    p: PlacedPiece,
    b: IndependentBody,
    q: PlacedPiece,
  ): number {
    this.place(a, p);
    this.place(b, q);
    if (p.piece.kind === 'half-space') return halfSpaceApart(p, q);
    if (q.piece.kind === 'half-space') return halfSpaceApart(q, p);
    return boxesApart(p.world, p.centre, p.piece.box.half, q.world, q.centre, q.piece.box.half);
  }

  /** Lowers result.gap to the distance of two pieces; sets `sure`. */
  private piecesInto(p: PlacedPiece, q: PlacedPiece, boxesMeet: boolean): void {
    const { result } = this;
    if (p.piece.kind === 'half-space' || q.piece.kind === 'half-space') {
      const [space, other] = p.piece.kind === 'half-space' ? [p, q] : [q, p];
      const gap = halfSpaceGap(space, this.pointsOf(other), other.piece);
      result.gap = Math.min(result.gap, gap);
    } else if (p.piece.kind === 'round' && q.piece.kind === 'round') {
      const d = Math.sqrt(segmentSegment2(this.pointsOf(p), 0, 3, this.pointsOf(q), 0, 3));
      result.gap = Math.min(result.gap, d - p.piece.radius - q.piece.radius);
    } else if (p.piece.kind === 'triangles' && q.piece.kind === 'triangles') {
      this.trianglesInto(p, p.piece, q, q.piece);
      if (result.sure || !boxesMeet) return;
      result.sure = this.contained(p, p.piece, q) || this.contained(q, q.piece, p);
    } else {
      const [mesh, other] = p.piece.kind === 'triangles' ? [p, q] : [q, p];
      this.roundInto(mesh, other, other.piece as RoundPiece);
      if (result.gap < -DEPTH || !boxesMeet) return;
      result.sure = this.contained(mesh, mesh.piece as TrianglePiece, other);
    }
    if (result.sure) result.gap = Math.min(result.gap, 0);
  }

  private trianglesInto(
    p: PlacedPiece,
    pt: TrianglePiece,
    q: PlacedPiece,
    qt: TrianglePiece,
  ): void {
    const { result } = this;
    const a = this.pointsOf(p);
    const b = this.pointsOf(q);
    for (let i = 0; i < a.length; i += 9) {
      if (triangleBoxApart(a, i, q.world, q.centre, qt.box.half) >= result.gap) continue;
      for (let j = 0; j < b.length; j += 9) {
        if (boundsApart2(p.bounds, (6 * i) / 9, q.bounds, (6 * j) / 9) >= result.gap ** 2) continue;
        if (triangleBoxApart(b, j, p.world, p.centre, pt.box.half) >= result.gap) continue;
        const d = Math.sqrt(triangleTriangle2(a, i, b, j));
        if (d < result.gap) result.gap = d;
        if (found.piercing > DEPTH) {
          result.sure = true;
          return;
        }
      }
    }
  }

  private roundInto(mesh: PlacedPiece, other: PlacedPiece, round: RoundPiece): void {
    const { result } = this;
    const t = this.pointsOf(mesh);
    const ends = this.pointsOf(other);
    for (let i = 0; i < t.length; i += 9) {
      if (triangleBoxApart(t, i, other.world, other.centre, round.box.half) >= result.gap) continue;
      const d = Math.sqrt(segmentTriangle2(ends, 0, 3, t, i)) - round.radius;
      if (d < result.gap) result.gap = d;
    }
  }

  /** Surfaces apart: whether a component of the inner piece starts inside a solid of the outer. */
  private contained(outer: PlacedPiece, { components, box }: TrianglePiece, inner: PlacedPiece) {
    const t = this.pointsOf(outer);
    const points = this.pointsOf(inner);
    const starts =
      inner.piece.kind === 'triangles' ? inner.piece.components.map(({ from }) => from) : [0];
    return starts.some((i) => {
      if (pointBoxApart(points, i, outer.world, outer.centre, box.half) > 0) return false;
      const isIn = (c: { from: number; to: number }) => insideClosed(points, i, t, c.from, c.to);
      return components.some((c) => c.solid && isIn(c) && !c.holes.some(isIn));
    });
  }
}
