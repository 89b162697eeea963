/** Many short questions for crews: a ball that slides among three others, and edges between random places of it. */
import { buildCell, type Cell } from '../../../src/cell/index.ts';
import type { EdgeData } from '../../../src/jobs/index.ts';
import { poseFromRpy, Random } from '../../../src/math/index.ts';
import { slidingBall } from '../motion/slidingBall.ts';

/** A ball of 0.1 m, and three of 0.3 m that stand. */
export function ballCell(): Cell {
  const ball = { kind: 'sphere' as const, radius: 0.3 };
  const at = (x: number, y: number) => poseFromRpy(0, 0, 0, x, y, 0);
  return buildCell(slidingBall(0.1, [ball, ball, ball], [at(-1, 0), at(1, 1), at(1, -1)]));
}

/** So many balls that there is a crowd of them. */
export function crowdCell(): Cell {
  const random = new Random(3);
  const poses = Array.from({ length: 60 }, () =>
    poseFromRpy(0, 0, 0, 6 * random.unit() - 3, 6 * random.unit() - 3, 0),
  );
  const ball = { kind: 'sphere' as const, radius: 0.05 };
  return buildCell(
    slidingBall(
      0.05,
      poses.map(() => ball),
      poses,
    ),
    { crowdFrom: 10 },
  );
}

/** Straight edges between places in a square of 4 m. */
export function ballEdges(seed: number, count: number): EdgeData[] {
  const random = new Random(seed);
  const place = () => Float64Array.of(4 * random.unit() - 2, 4 * random.unit() - 2);
  return Array.from({ length: count }, () => ({ from: place(), to: place() }));
}
