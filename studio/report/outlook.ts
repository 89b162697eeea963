/** Where to look from: the side from which least of what moves is hidden. */
import type { PackedScene, Poses } from '../../src/report/index.ts';
import type { CameraState } from '../view/types.ts';

type Point = readonly [number, number, number];

/** The camera, gone around its target by an angle about the vertical. */
export function turned({ position, target }: CameraState, angle: number): CameraState {
  const [x, y] = [position[0] - target[0], position[1] - target[1]];
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return { position: [target[0] + c * x - s * y, target[1] + s * x + c * y, position[2]], target };
}

/** Eighths of a turn, the smallest first. */
const TURNS = [0, 1, -1, 2, -2, 3, -3, 4];
/** Places on the path at which one wants to see the robot. */
const PLACES = 6;

/** The camera from the side from which the boxes around obstacles hide least of what moves. */
export function clearest(scene: PackedScene, poses: Poses, camera: CameraState): CameraState {
  const boxes = obstacleBoxes(scene);
  const points = pointsOf(poses);
  let best = camera;
  let least = Number.POSITIVE_INFINITY;
  for (const eighths of TURNS) {
    const from = turned(camera, (eighths * Math.PI) / 4);
    const hidden = points.filter((point) =>
      boxes.some((box) => !contains(box, point) && meets(box, from.position, point)),
    ).length;
    if (hidden < least) {
      least = hidden;
      best = from;
    }
  }
  return best;
}

function pointsOf(poses: Poses): Point[] {
  const points: Point[] = [];
  const pose = new Float64Array(7);
  for (let k = 0; k < PLACES; k++) {
    const place = Math.round(((poses.count - 1) * k) / (PLACES - 1));
    for (let mover = 0; mover < poses.movers; mover++) {
      poses.readInto(mover, place, 0, pose);
      points.push([pose[0], pose[1], pose[2]]);
    }
  }
  return points;
}

interface Box {
  readonly low: Point;
  readonly high: Point;
}

function obstacleBoxes({ bodies, meshes }: PackedScene): Box[] {
  return bodies
    .filter(({ mover }) => mover === 0)
    .flatMap((body) => body.meshes)
    .map((i) => {
      const { low, step } = meshes[i];
      const [x, y, z] = low.map((from, k) => from + 0xffff * step[k]);
      return { low, high: [x, y, z] as const };
    });
}

function contains({ low, high }: Box, point: Point): boolean {
  return point.every((p, k) => p >= low[k] && p <= high[k]);
}

/** Whether the straight line from a to b goes through the box. */
function meets({ low, high }: Box, a: Point, b: Point): boolean {
  let begin = 0;
  let end = 1;
  for (let k = 0; k < 3; k++) {
    const rate = b[k] - a[k];
    if (rate === 0) {
      if (a[k] < low[k] || a[k] > high[k]) return false;
      continue;
    }
    const [s, t] = [(low[k] - a[k]) / rate, (high[k] - a[k]) / rate];
    begin = Math.max(begin, Math.min(s, t));
    end = Math.min(end, Math.max(s, t));
  }
  return begin < end;
}
