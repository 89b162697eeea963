/** Messages of MoveIt as rosbridge writes them, for the planar arm of cellText.ts. */
import { type OpenCell, openCell } from '../../../src/jobs/index.ts';
import { armUrdf, planarArm } from '../oracles/cellText.ts';

/** The arm alone: its URDF and SRDF. */
export function openArm(): OpenCell {
  const encoder = new TextEncoder();
  const files = new Map(planarArm().map(([name, text]) => [name, encoder.encode(text)]));
  return openCell({ file: 'arm.urdf', srdf: 'arm.srdf', files, allowNothing: true });
}

/** Two of them in one cell. */
export function openTwoArms(): OpenCell {
  const encoder = new TextEncoder();
  const text = `surepath: 1
robots:
  - {name: left, urdf: arm.urdf}
  - {name: right, urdf: arm.urdf, base: {xyz: [0, 5, 0]}}
`;
  const files = new Map([
    ['cell.yaml', encoder.encode(text)],
    ['arm.urdf', encoder.encode(armUrdf('arm', [1, 1, 1]))],
  ]);
  return openCell({ file: 'cell.yaml', files });
}

const IDENTITY = { position: { x: 0, y: 0, z: 0 }, orientation: { x: 0, y: 0, z: 0, w: 1 } };

export function box(id: string, size: readonly number[], at: readonly number[], frame = 'link0') {
  return {
    header: { stamp: { sec: 0, nanosec: 0 }, frame_id: frame },
    pose: { ...IDENTITY, position: { x: at[0], y: at[1], z: at[2] } },
    id,
    type: { key: '', db: '' },
    primitives: [{ type: 1, dimensions: size, polygon: { points: [] } }],
    primitive_poses: [IDENTITY],
    meshes: [],
    mesh_poses: [],
    planes: [],
    plane_poses: [],
    subframe_names: [],
    subframe_poses: [],
    operation: 0,
  };
}

/** The wall that the arm can pass at y < 0 only. */
export const WALL = box('wall', [0.1, 4, 1], [2.5, 2, 0]);

export function jointState(values: Readonly<Record<string, number>>) {
  return {
    header: { stamp: { sec: 0, nanosec: 0 }, frame_id: '' },
    name: Object.keys(values),
    position: Object.values(values),
    velocity: [],
    effort: [],
  };
}

export function robotState(values: Readonly<Record<string, number>>, attached: unknown[] = []) {
  return {
    joint_state: jointState(values),
    multi_dof_joint_state: {
      header: { stamp: { sec: 0, nanosec: 0 }, frame_id: '' },
      joint_names: [],
      transforms: [],
      twist: [],
      wrench: [],
    },
    attached_collision_objects: attached,
    is_diff: true,
  };
}

/** What a hand holds: a box at the end of the last link. */
export function held(id: string, size: readonly number[], link = 'link2') {
  return {
    link_name: link,
    object: box(id, size, [1.2, 0, 0], link),
    touch_links: [link],
    detach_posture: { header: {}, joint_names: [], points: [] },
    weight: 0,
  };
}

export interface SceneParts {
  readonly objects?: readonly unknown[];
  readonly state?: ReturnType<typeof robotState>;
  readonly isDiff?: boolean;
  readonly matrix?: unknown;
  readonly octomap?: unknown;
}

/** moveit_msgs/PlanningScene, with every field. */
export function scene({ objects = [], state, isDiff = false, matrix, octomap }: SceneParts = {}) {
  return {
    name: '',
    robot_state: state ?? robotState(isDiff ? {} : { joint1: 0, joint2: 0 }),
    robot_model_name: 'arm',
    fixed_frame_transforms: [],
    allowed_collision_matrix: matrix ?? {
      entry_names: [],
      entry_values: [],
      default_entry_names: [],
      default_entry_values: [],
    },
    link_padding: [],
    link_scale: [],
    object_colors: [],
    world: {
      collision_objects: objects,
      octomap: octomap ?? {
        header: { stamp: { sec: 0, nanosec: 0 }, frame_id: '' },
        origin: IDENTITY,
        octomap: { header: {}, binary: false, id: '', resolution: 0, data: [] },
      },
    },
    is_diff: isDiff,
  };
}
