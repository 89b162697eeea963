/** How large things are: a body, and what of a recording is worth showing. */
import { Box3, Matrix4, Vector3 } from 'three';
import type { FlightAnswer, FlightBody } from '../engine/protocol.ts';
import type { DrawnPart } from '../view/drawPlan.ts';
import { meshOf } from '../view/figure.ts';
import { GeometryCache } from '../view/geometryCache.ts';
import { poseToMatrix } from '../view/poses.ts';

/** So many times as large as where things meet, all that is flown through is too much to be shown. */
const FAR = 5;
/** What is shown then: so many times the largest body around where things meet. */
const AROUND = 0.6;
/** Of what stands around, what is nearer than this part of the size of what moves is shown too. */
const MARGIN = 0.15;

/** A body as the view draws it. */
export function partsOf({ name, pieces, moves }: FlightBody, body: number): DrawnPart[] {
  return pieces.map(({ geometry, pose }) => ({
    name,
    body,
    kind: moves ? ('link' as const) : ('obstacle' as const),
    robot: -1,
    frame: body,
    pose,
    scale: 1,
    geometry,
    surface: false,
    colour: null,
  }));
}

/** Of a body in its own frame, as far as it has an end; empty if it has none. */
function ownBox(body: FlightBody): Box3 {
  const cache = new GeometryCache();
  const box = new Box3();
  for (const part of partsOf(body, 0)) {
    if (part.geometry.kind === 'half-space') continue;
    const mesh = meshOf(part, -1, cache, () => []);
    if (mesh.geometry.boundingBox) {
      box.union(mesh.geometry.boundingBox.clone().applyMatrix4(mesh.matrix));
    }
  }
  cache.dispose();
  return box;
}

/** How far a body reaches from its middle; infinite for one without an end. */
export function radiusOf(body: FlightBody): number {
  const box = ownBox(body);
  return box.isEmpty() ? Number.POSITIVE_INFINITY : box.getSize(new Vector3()).length() / 2;
}

const matrix = new Matrix4();
const corner = new Vector3();

/** What is shown, and how low anything moves. */
export interface FlightBounds {
  readonly box: Box3;
  /** z, in metres. */
  readonly lowest: number;
}

/**
 * What matters: where bodies that move come by, and what stands around them, as far as it has an end. Of a flight much
 * longer than everything else, only where things meet.
 */
export function boundsOf({ bodies, impacts }: FlightAnswer): FlightBounds {
  const moving = new Box3();
  const standing = new Box3();
  let largest = 0;
  for (const body of bodies) {
    const own = ownBox(body);
    if (own.isEmpty()) continue;
    largest = Math.max(largest, own.getSize(corner).length());
    const { poses, times } = body.knots;
    for (let k = 0; k < times.length; k++) {
      expandBy(body.moves ? moving : standing, own, poseToMatrix(poses, 12 * k, matrix));
    }
  }
  const lowest = moving.isEmpty() ? 0 : moving.min.z;
  const meeting = new Box3();
  for (const { points } of impacts) {
    for (const [x, y, z] of points) meeting.expandByPoint(corner.set(x, y, z));
  }
  if (!meeting.isEmpty()) {
    meeting.expandByScalar(AROUND * largest);
    const size = (box: Box3) => box.getSize(corner).length();
    if (size(moving) > FAR * size(meeting)) moving.intersect(meeting);
  }
  if (moving.isEmpty()) return { box: standing, lowest };
  const around = moving.clone().expandByScalar(MARGIN * moving.getSize(corner).length());
  const near = standing.intersect(around);
  return { box: near.isEmpty() ? moving : near.union(moving), lowest };
}

/** A box's corners, moved, hold what is in the box. */
function expandBy(box: Box3, own: Box3, by: Matrix4): void {
  for (let c = 0; c < 8; c++) {
    corner.set(
      c & 1 ? own.max.x : own.min.x,
      c & 2 ? own.max.y : own.min.y,
      c & 4 ? own.max.z : own.min.z,
    );
    box.expandByPoint(corner.applyMatrix4(by));
  }
}
