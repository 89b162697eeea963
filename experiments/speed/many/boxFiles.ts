/**
 * The boxes of a world in files: a file of boxes beside a cell file, the obstacles of a cell file, and a MoveIt scene; as
 * bytes.
 */
import type { CellDescription, ObstacleDescription } from 'surepath/cell';
import { robotFolder } from '../../lab/robots.ts';

/** A cell file with the Panda and these obstacles. JSON is YAML. */
function cellWith(obstacles: readonly object[]): Uint8Array {
  const folder = robotFolder('panda');
  const robot = {
    urdf: `${folder}/panda.urdf`,
    srdf: `${folder}/panda.srdf`,
    packages: { meshes: `${folder}/meshes` },
  };
  const lines = obstacles.map((obstacle) => JSON.stringify(obstacle)).join(',\n');
  const robots = JSON.stringify([robot]);
  return encoded(`{"surepath":1,"robots":${robots},"obstacles":[\n${lines}\n]}\n`);
}

/** A cell file with the Panda and these boxes, one by one. */
export function cellFileOf({ obstacles }: CellDescription): Uint8Array {
  return cellWith(
    obstacles.map((obstacle) => {
      const { half, xyz, yaw } = boxOf(obstacle);
      return {
        name: obstacle.name,
        shape: { box: half.map((x) => 2 * x) },
        pose: { xyz, rpy: [0, 0, yaw] },
      };
    }),
  );
}

/** A cell file that names a file of boxes, and that file. */
export function boxesFileOf({ obstacles }: CellDescription, file: string) {
  const rows = obstacles.map((obstacle) => {
    const { half, xyz, yaw } = boxOf(obstacle);
    return [...xyz, ...half.map((x) => 2 * x), yaw].join(',');
  });
  return {
    cell: cellWith([{ name: 'box', boxes: file }]),
    boxes: encoded(`x,y,z,dx,dy,dz,yaw\n${rows.join('\n')}\n`),
  };
}

/** A planning scene with these boxes, as MoveIt writes it, and nothing else. */
export function sceneFileOf({ obstacles }: CellDescription): Uint8Array {
  const objects = obstacles.map((obstacle) => {
    const { half, xyz, yaw } = boxOf(obstacle);
    return `    - id: ${obstacle.name}
      primitives:
        - type: box
          dimensions: [${half.map((x) => 2 * x).join(', ')}]
      primitive_poses:
        - position: [${xyz.join(', ')}]
          orientation: [0, 0, ${Math.sin(yaw / 2)}, ${Math.cos(yaw / 2)}]`;
  });
  const text = `name: many
robot_model_name: panda
world:
  collision_objects:
${objects.join('\n')}
`;
  return encoded(text);
}

function encoded(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function boxOf({ name, pose, parts }: ObstacleDescription) {
  const { geometry } = parts[0];
  if (geometry.kind !== 'box') throw new Error(`${name} is no box`);
  return { half: geometry.half, xyz: [...pose.subarray(9, 12)], yaw: Math.atan2(pose[3], pose[0]) };
}
