/** The boxes of a world in files: a cell file's obstacles, and a MoveIt scene; as bytes. */
import type { CellDescription, ObstacleDescription } from 'surepath/cell';
import { robotFolder } from '../../lab/robots.ts';

/** A cell file with the Panda and these boxes. JSON is YAML. */
export function cellFileOf({ obstacles }: CellDescription): Uint8Array {
  const folder = robotFolder('panda');
  const cell = {
    surepath: 1,
    robots: [
      {
        urdf: `${folder}/panda.urdf`,
        srdf: `${folder}/panda.srdf`,
        packages: { meshes: `${folder}/meshes` },
      },
    ],
    obstacles: obstacles.map((obstacle) => {
      const { half, xyz, yaw } = boxOf(obstacle);
      return {
        name: obstacle.name,
        shape: { box: half.map((x) => 2 * x) },
        pose: { xyz, rpy: [0, 0, yaw] },
      };
    }),
  };
  return new TextEncoder().encode(lines(cell, 'obstacles'));
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
  return new TextEncoder().encode(text);
}

function boxOf({ name, pose, parts }: ObstacleDescription) {
  const { geometry } = parts[0];
  if (geometry.kind !== 'box') throw new Error(`${name} is no box`);
  return { half: geometry.half, xyz: [...pose.subarray(9, 12)], yaw: Math.atan2(pose[3], pose[0]) };
}

/** JSON with a line for every entry of one list. */
function lines(value: Readonly<Record<string, unknown>>, list: string): string {
  const entries = (value[list] as unknown[]).map((entry) => JSON.stringify(entry));
  const rest = JSON.stringify({ ...value, [list]: undefined });
  return `${rest.slice(0, -1)},"${list}":[\n${entries.join(',\n')}\n]}\n`;
}
