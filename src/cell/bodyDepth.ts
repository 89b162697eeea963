/**
 * How deep two bodies are in each other at a pose: the largest depth over their solids, each solid of
 * one body against each of the other. A solid is a primitive or a closed component of a mesh. Depths
 * are of the bodies as they are, without padding, and for the pose as given.
 */
import { composePosesInto, transformPointInto, U } from '../math/index.ts';
import {
  convexSolid,
  type DepthRequest,
  DepthSearch,
  meshSolids,
  type Solid,
} from '../proximity/index.ts';
import type { Body } from './body.ts';

interface PlacedSolid {
  readonly solid: Solid;
  /** Its frame in the body's, and the other way round; null where they are the same. */
  readonly pose: Float64Array | null;
  readonly inverse: Float64Array | null;
}

const compiled = new WeakMap<Body, readonly PlacedSolid[] | null>();

/** The solids of a body; null if something of it is an open surface, which has no inside. */
function solidsOf(body: Body): readonly PlacedSolid[] | null {
  const known = compiled.get(body);
  if (known !== undefined) return known;
  const found = compile(body);
  compiled.set(body, found);
  return found;
}

function compile({ pieces }: Body): PlacedSolid[] | null {
  const found: PlacedSolid[] = [];
  for (const piece of pieces) {
    if (piece.kind === 'mesh') {
      const solids = meshSolids(piece.mesh);
      if (solids === null) return null;
      for (const solid of solids) found.push({ solid, pose: null, inverse: null });
    } else {
      const solid = convexSolid(piece.convex);
      if (solid === null) return null;
      found.push({ solid, pose: piece.pose, inverse: piece.inverse });
    }
  }
  return found;
}

/** Whether all of a body is solid, so that it has an inside to be deep in. */
export function isSolidBody(body: Body): boolean {
  return solidsOf(body) !== null;
}

/** Rounding of the poses that place solids in each other's frames, per unit of all lengths. */
const PLACING = 64 * U;

/** How deep two solid bodies are in each other at a pose: from above proven, from below found. */
export class BodyDepth {
  /** Proven upper bound, at least 0. */
  upper = 0;
  /** Proven depth of `point`; minus infinity if no common point was found. */
  lower = Number.NEGATIVE_INFINITY;
  /** The deepest point found, in A's frame. */
  readonly point = new Float64Array(3);
  boxes = 0;
  private readonly search = new DepthSearch();
  private readonly pose = new Float64Array(12);
  private readonly scratch = new Float64Array(12);

  /** For two solid bodies, B placed in A's frame. `maxBoxes` is for all their solids together. */
  ask(a: Body, b: Body, bInA: Float64Array, o: number, request: DepthRequest): void {
    const { search } = this;
    const { maxBoxes = 100_000, beyond = Number.POSITIVE_INFINITY } = request;
    this.upper = 0;
    this.lower = Number.NEGATIVE_INFINITY;
    this.boxes = 0;
    const shift = Math.abs(bInA[o + 9]) + Math.abs(bInA[o + 10]) + Math.abs(bInA[o + 11]);
    for (const p of solidsOf(a)!) {
      for (const q of solidsOf(b)!) {
        this.place(p, q, bInA, o);
        const placing = PLACING * (shift + reach(p) + reach(q));
        search.run(p.solid, q.solid, this.pose, 0, {
          ...request,
          enough: (request.enough ?? Number.NEGATIVE_INFINITY) - placing,
          known: this.lower,
          // All solids must be looked at for a bound; once it is too deep, no more than that.
          maxBoxes: this.lower > beyond ? 1 : Math.max(1, maxBoxes - this.boxes),
        });
        this.boxes += search.boxes;
        if (search.upper > 0) this.upper = Math.max(this.upper, search.upper + placing);
        if (search.lower - placing > this.lower) {
          this.lower = search.lower - placing;
          this.point.set(search.point);
          if (p.pose) transformPointInto(p.pose, 0, this.point, 0, this.point, 0);
        }
      }
    }
  }

  /** Whether no point of the body is deeper in any of its solids than this: proven. */
  isThin(body: Body, depth: number, maxBoxes: number): boolean {
    const identity = new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]);
    return solidsOf(body)!.every(({ solid }) => {
      if (!solid.bounded) return false;
      this.search.run(solid, solid, identity, 0, { enough: depth, beyond: depth, maxBoxes });
      return this.search.upper <= depth;
    });
  }

  /** this.pose = the second solid's frame in the first's. */
  private place(p: PlacedSolid, q: PlacedSolid, bInA: Float64Array, o: number): void {
    const { pose, scratch } = this;
    if (q.pose) composePosesInto(bInA, o, q.pose, 0, pose, 0);
    else for (let k = 0; k < 12; k++) pose[k] = bInA[o + k];
    if (!p.inverse) return;
    composePosesInto(p.inverse, 0, pose, 0, scratch, 0);
    pose.set(scratch);
  }
}

function reach({ solid, pose }: PlacedSolid): number {
  const shift = pose ? Math.abs(pose[9]) + Math.abs(pose[10]) + Math.abs(pose[11]) : 0;
  // Of a half-space only what is near the other body matters; a plant's size covers that.
  return shift + solid.radius + (solid.bounded ? 0 : 1e3);
}
