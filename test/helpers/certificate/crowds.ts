/** Cells with a crowd and certificates of paths in them, for tests. */
import {
  buildCell,
  type Cell,
  type CellDescription,
  type ObstacleDescription,
} from '../../../src/cell/index.ts';
import {
  type Certificate,
  type MakeOptions,
  makeCertificate,
  NOT_FREE,
} from '../../../src/certificate/index.ts';
import { InputError, poseFromRpy, type Random } from '../../../src/math/index.ts';
import { buildPath, type Path } from '../../../src/motion/index.ts';
import { armUrdf, cellFrom } from '../oracles/cellText.ts';
import { randomDirection } from '../oracles/robots.ts';
import { randomShape } from './cells.ts';

/** The same cell with more obstacles, which stand in a shell around the origin. */
export function withShell(
  description: CellDescription,
  count: number,
  [near, far]: readonly [number, number],
  random: Random,
): CellDescription {
  const more = Array.from({ length: count }, (_, i): ObstacleDescription => {
    const away = randomDirection(random);
    const distance = random.between(near, far);
    const pose = poseFromRpy(random.unit(), random.unit(), random.unit(), 0, 0, 0);
    for (let k = 0; k < 3; k++) pose[9 + k] = distance * away[k];
    const parts = [{ pose: poseFromRpy(0, 0, 0, 0, 0, 0), geometry: randomShape(random, 0.1) }];
    return { name: `far${i}`, pose, parts, solid: true };
  });
  return { ...description, obstacles: [...description.obstacles, ...more] };
}

/** Without a crowd, and with one. */
export function bothWays(description: CellDescription): [plain: Cell, crowded: Cell] {
  return [
    buildCell(description, { crowdFrom: Number.POSITIVE_INFINITY }),
    buildCell(description, { crowdFrom: 0 }),
  ];
}

/** A certificate, or null where the path is not found free. */
export function certificateOf(cell: Cell, path: Path, options?: MakeOptions): Certificate | null {
  try {
    return makeCertificate(cell.description, cell, path, options);
  } catch (error) {
    if (error instanceof InputError && error.fault.code === NOT_FREE) return null;
    throw error;
  }
}

export interface CrowdScene {
  readonly description: CellDescription;
  readonly cell: Cell;
  readonly path: Path;
  readonly certificate: Certificate;
}

/** An arm that passes a post and a peg on its way, among many small boxes that it does not come near. */
export function passingPost(count = 40, clearance = 0.002): CrowdScene {
  const boxes = Array.from(
    { length: count },
    (_, i) =>
      `  - {name: box${i}, shape: {box: [0.05, 0.05, 0.05]}, pose: {xyz: [${3 + (i % 10)}, ${i * 0.1}, 1]}}`,
  );
  const { description } = cellFrom(
    `surepath: 1
robots: [{urdf: arm.urdf}]
clearance: {default: ${clearance}}
obstacles:
  - {name: post, shape: {cylinder: {radius: 0.03, length: 1}}, pose: {xyz: [0.52, 0.14, 0]}}
  - {name: peg, shape: {box: [0.05, 0.05, 1]}, pose: {xyz: [1, -0.55, 0]}}
${boxes.join('\n')}
allow: [[link0, link1], [link1, link2]]
`,
    { 'arm.urdf': armUrdf('arm', [0.4, 0.4, 0.4]) },
  );
  const cell = buildCell(description, { crowdFrom: 0 });
  const path = buildPath(cell.tree, [
    Float64Array.of(-1.6, 0.2),
    Float64Array.of(0.2, -0.1),
    Float64Array.of(-0.5, 0.3),
  ]);
  return { description, cell, path, certificate: makeCertificate(description, cell, path) };
}
