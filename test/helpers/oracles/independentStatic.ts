/**
 * An independent check of one configuration: the judge of the checkers, with which it shares no
 * code. Poses come from plainKinematics.ts; distances of convex shapes from plainConvex.ts, of meshes
 * from plainDistance.ts, over all triangles that boxes do not keep apart. It answers `sure` only for collisions deeper than DEPTH, so that
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
import { type PlainCell, scoped, type Vec } from './plainCell.ts';
import {
  bracket,
  type Core,
  convexDistance,
  supportInto,
  triangleCoreDistance,
} from './plainConvex.ts';
import { found, insideClosed, segmentTriangle2, triangleTriangle2 } from './plainDistance.ts';
import { type Frame, frameOf, multiply, PlainKinematics, seenFrom } from './plainKinematics.ts';
import { pieceOf, type RoundPiece, type TrianglePiece } from './plainPieces.ts';
import { RULES } from './rules.ts';

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
}

/** What is known about a pair at a configuration. */
export interface Gap {
  /** Distance with padding taken off; negative where the grown bodies overlap. At most the cutoff. */
  gap: number;
  /** Surfaces pass through each other, or one is inside the other: by more than DEPTH. */
  sure: boolean;
  /** By how much less than `gap` it might be, where a search for the nearest points did not end. */
  blur: number;
}

interface BodyOptions {
  readonly solid: boolean;
  readonly padding?: number;
  readonly scale?: number | undefined;
  readonly outer?: Frame;
}

export class IndependentCell {
  readonly kinematics: PlainKinematics;
  readonly bodies: IndependentBody[] = [];
  readonly bodyOf = new Map<string, number>();
  readonly pairs: IndependentPair[] = [];
  private readonly result: Gap = { gap: 0, sure: false, blur: 0 };
  private stamp = 0;

  /** Everything is seen from `origin`, configurations too where they hold places in the world. */
  constructor(cell: PlainCell, origin: Vec = [0, 0, 0]) {
    this.kinematics = new PlainKinematics(cell, origin);
    for (const robot of cell.robots) {
      for (const { name, parts, padding, solid, scale } of robot.links) {
        const frame = scoped(robot, name);
        if (parts.length > 0) this.add(frame, frame, parts, { padding, solid, scale });
      }
      for (const { name, link, part, solid = true } of robot.attached) {
        this.add(scoped(robot, name), scoped(robot, link), [part], { solid });
      }
    }
    for (const { name, at, parts, solid } of cell.obstacles) {
      this.add(name, 'world', parts, { solid, outer: frameOf(seenFrom(origin, at)) });
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
    { padding = 0, solid, outer, scale = 1 }: BodyOptions,
  ): void {
    let radius = 0;
    const pieces = parts.map((part): PlacedPiece => {
      const piece = pieceOf(part.shape, solid, scale);
      const at = frameOf(part.at);
      if (outer) multiply(outer, frameOf(part.at), at);
      if (RULES.scaleAbout === 'link') for (let k = 9; k < 12; k++) at[k] *= scale;
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
    result.blur = 0;
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
      if (p.piece.kind === 'curved') {
        supportInto(p.piece.core, p.world, x, y, z, farthest);
        most = Math.max(most, x * farthest[0] + y * farthest[1] + z * farthest[2]);
        continue;
      }
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
    } else if (piece.kind === 'curved') {
      point(p.world, 0, 0, 0, p.points, 0);
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
      result.gap = Math.min(result.gap, halfSpaceGap(space, other, this.pointsOf(other)));
      return;
    }
    const [a, b] = [p.piece, q.piece];
    if (a.core !== null && b.core !== null) {
      const unclear = this.coresInto(a.core, radiusOf(a), p, b.core, radiusOf(b), q);
      if (unclear && a.kind === 'triangles' && b.kind === 'triangles') {
        this.trianglesInto(p, a, q, b);
        if (!result.sure) this.containedInto(p, a, q, b);
      }
    } else if (a.kind === 'triangles' && b.kind === 'triangles') {
      this.trianglesInto(p, a, q, b);
      if (!result.sure && boxesMeet) this.containedInto(p, a, q, b);
    } else {
      const [mesh, other] = a.kind === 'triangles' ? [p, q] : [q, p];
      if (other.piece.kind === 'round') this.roundInto(mesh, other, other.piece);
      else if (other.piece.kind === 'curved') this.curvedInto(mesh, other, other.piece.core);
      if (result.sure || result.gap < DEPTH || !boxesMeet) return;
      result.sure = this.contained(mesh, mesh.piece as TrianglePiece, other);
    }
    if (result.sure) result.gap = Math.min(result.gap, 0);
  }

  /** Where surfaces are apart, one may still be inside the other. */
  private containedInto(p: PlacedPiece, a: TrianglePiece, q: PlacedPiece, b: TrianglePiece): void {
    const { result } = this;
    if (result.gap < DEPTH) return;
    result.sure = this.contained(p, a, q) || this.contained(q, b, p);
    if (result.sure) result.gap = Math.min(result.gap, 0);
  }

  /** Convex shapes. Returns whether they meet, but how deep is not shown. */
  private coresInto(
    a: Core,
    aRadius: number,
    p: PlacedPiece,
    b: Core,
    bRadius: number,
    q: PlacedPiece,
  ): boolean {
    const { result } = this;
    const radius = aRadius + bRadius;
    convexDistance(a, p.world, b, q.world, result.gap + radius);
    const gap = bracket.upper - radius;
    // Beyond the cutoff the walk ended early, and only the lower bound is known.
    if (bracket.lower - radius >= result.gap) return false;
    result.blur = Math.max(result.blur, bracket.upper - bracket.lower);
    if (gap < result.gap) result.gap = gap;
    if (bracket.upper > 0) return false;
    if (bracket.depth + radius > DEPTH) {
      result.sure = true;
      result.gap = Math.min(result.gap, -bracket.depth - radius);
    }
    return !result.sure;
  }

  private curvedInto(mesh: PlacedPiece, other: PlacedPiece, core: Core): void {
    const { result } = this;
    const t = this.pointsOf(mesh);
    const { half } = (other.piece as { box: { half: Vec } }).box;
    for (let i = 0; i < t.length && !result.sure; i += 9) {
      if (triangleBoxApart(t, i, other.world, other.centre, half) >= result.gap) continue;
      triangleCoreDistance(t, i, core, other.world, result.gap);
      if (bracket.lower >= result.gap) continue;
      result.blur = Math.max(result.blur, bracket.upper - bracket.lower);
      result.gap = Math.min(result.gap, bracket.upper);
      if (bracket.upper === 0 && bracket.depth > DEPTH) result.sure = true;
    }
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
      const around = components.filter(
        ({ solid, from, to }) => solid && insideClosed(points, i, t, from, to),
      );
      if (around.length < 2 || !RULES.cavities) return around.length > 0;
      // The nearest one decides: a shell turned inward within a solid bounds a cavity.
      const sizes = around.map(({ volume }) => Math.abs(volume));
      return around[sizes.indexOf(Math.min(...sizes))].volume > 0;
    });
  }
}

const farthest = new Float64Array(3);

function radiusOf(piece: RoundPiece | { readonly kind: string }): number {
  return 'radius' in piece ? piece.radius : 0;
}
