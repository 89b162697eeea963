/**
 * A tool that grazes an obstacle while an arm turns all the way around (paper A, figure 14). Neither the
 * tool's nor the obstacle's frame is aligned with what is level: boxes along the axes of a frame do not fit
 * by luck.
 */
import { buildCell, type Cell } from 'surepath/cell';
import { identityPose, invertPoseInto, poseFromRpy, transformPointInto } from 'surepath/math';
import { type Figure, obstacle, type Point, RADIUS, type Triangles, torch } from './shapes.ts';

/** One joint that turns about z, a tool on it, and the obstacle. */
export function grazingCell(figure: Figure, gap: number): Cell {
  const link = (name: string, triangles?: Triangles) => ({
    name,
    collisions: triangles
      ? [
          {
            pose: identityPose(),
            geometry: { kind: 'mesh' as const, triangles, reference: name },
          },
        ]
      : [],
    visuals: [],
  });
  const fixed = (parent: string, child: string, origin: Float64Array) => ({
    name: `${child}_mount`,
    kind: 'fixed' as const,
    parent,
    child,
    origin,
    axis: [0, 0, 1] as const,
  });
  const toolFrame = poseFromRpy(0.9, 0.35, -0.6, RADIUS, 0, gap);
  const obstacleFrame = poseFromRpy(0.41, -0.83, 1.27, 0, 0, 0);
  const moved = (mesh: Triangles, by: Point) => ({
    ...mesh,
    positions: mesh.positions.map((v, i) => v + by[i % 3]),
  });
  const robot = {
    name: 'turntable',
    links: [
      link('base'),
      link('obstacle', seenFrom(obstacleFrame, obstacle(figure))),
      link('arm'),
      link('tool', seenFrom(toolFrame, moved(torch(), [RADIUS, 0, gap]))),
    ],
    joints: [
      fixed('base', 'obstacle', obstacleFrame),
      {
        ...fixed('base', 'arm', identityPose()),
        kind: 'revolute' as const,
        limits: { lower: 0, upper: 2 * Math.PI },
      },
      fixed('arm', 'tool', toolFrame),
    ],
  };
  const none = new Map();
  return buildCell({
    robots: [
      {
        name: '',
        robot,
        base: identityPose(),
        baseJoint: 'fixed',
        held: none,
        couplings: none,
        padding: none,
        scale: none,
        tracking: none,
        attached: [],
        surfaces: [],
      },
    ],
    obstacles: [],
    clearance: { default: 0, pairs: [] },
    allow: [],
    state: none,
    files: none,
    notes: [],
  });
}

/** Triangles in the coordinates of a frame. */
function seenFrom(frame: Float64Array, { positions, indices }: Triangles): Triangles {
  const inverse = new Float64Array(12);
  invertPoseInto(frame, 0, inverse, 0);
  const out = new Float64Array(positions.length);
  for (let i = 0; i < out.length; i += 3) {
    transformPointInto(inverse, 0, positions, i, out, i);
  }
  return { positions: out, indices };
}
