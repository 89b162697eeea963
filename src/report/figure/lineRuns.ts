/** What of a line on a mesh is seen, by a depth buffer. */
import { type DepthBuffer, isSeen } from './depthBuffer.ts';

/** A part of a line, and whether it is in front of everything. */
export interface Run {
  readonly seen: boolean;
  readonly points: number[];
}

/** A chain of vertices cut where it goes behind something or comes out again; points in dots, two numbers each. */
export function lineRuns(
  buffer: DepthBuffer,
  places: Float64Array,
  vertices: ArrayLike<number>,
  slack: number,
): Run[] {
  const runs: Run[] = [];
  let run: Run | null = null;
  const go = (x: number, y: number, near: number) => {
    const seen = isSeen(buffer, x, y, near, slack);
    if (run?.seen === seen) {
      run.points.push(x, y);
      return;
    }
    const last = run?.points.slice(-2) ?? [];
    run = { seen, points: [...last, x, y] };
    runs.push(run);
  };
  for (let i = 0; i + 1 < vertices.length; i++) {
    const [a, b] = [3 * vertices[i], 3 * vertices[i + 1]];
    const [dx, dy] = [places[b] - places[a], places[b + 1] - places[a + 1]];
    const steps = Math.max(1, Math.ceil(Math.hypot(dx, dy) / 3));
    for (let s = i === 0 ? 0 : 1; s <= steps; s++) {
      const t = s / steps;
      go(
        places[a] + t * dx,
        places[a + 1] + t * dy,
        places[a + 2] + t * (places[b + 2] - places[a + 2]),
      );
    }
  }
  return runs.map(({ seen, points }) => ({ seen, points: straightened(points) }));
}

/** Without points that lie on the way between others. */
function straightened(points: readonly number[]): number[] {
  const kept = points.slice(0, 2);
  for (let i = 2; i + 3 < points.length; i += 2) {
    const n = kept.length;
    const [ax, ay] = [points[i] - kept[n - 2], points[i + 1] - kept[n - 1]];
    const [bx, by] = [points[i + 2] - points[i], points[i + 3] - points[i + 1]];
    const turn = Math.abs(ax * by - ay * bx);
    const isStraight = turn <= 1e-6 * Math.hypot(ax, ay) * Math.hypot(bx, by);
    if (!isStraight || ax * bx + ay * by < 0) kept.push(points[i], points[i + 1]);
  }
  return points.length > 2 ? [...kept, ...points.slice(-2)] : kept;
}
