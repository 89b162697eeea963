/** Forward kinematics by MuJoCo, from URDF text. Geometry and masses are replaced. */
import loadMujoco from '@mujoco/mujoco';
import type { KinematicTree, RobotDescription } from '../../../src/kinematics/index.ts';

const INERTIAL =
  '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>';

/** A URDF without meshes and materials, every link with a mass, none merged with another. */
export function stripUrdf(text: string): string {
  let out = text.replace(/<!--[\s\S]*?-->/g, '').replace(/<\?xml[^>]*\?>/, '');
  const foreign = ['gazebo', 'transmission', 'material', 'mujoco'];
  for (const tag of ['visual', 'collision', 'inertial', ...foreign]) {
    out = out.replace(new RegExp(`<${tag}(\\s[^>]*)?/>`, 'g'), '');
    out = out.replace(new RegExp(`<${tag}(\\s[^>]*)?>[\\s\\S]*?</${tag}>`, 'g'), '');
  }
  out = out.replace(/<link([^>]*?)\s*\/>/g, '<link$1></link>');
  out = out.replace(/<link([^>]*)>/g, `<link$1>${INERTIAL}`);
  const options = '<mujoco><compiler fusestatic="false"/></mujoco>';
  return out.replace(/<robot([^>]*)>/, `<robot$1>${options}`);
}

/** The kinematics of a robot as URDF text, all numbers to the last digit. */
export function writeUrdf(robot: RobotDescription, rpy: readonly (readonly number[])[]): string {
  const links = robot.links.map((link) => `<link name="${link.name}"/>`);
  const joints = robot.joints.map((joint, i) => {
    const { lower, upper } = joint.limits ?? { lower: -10, upper: 10 };
    return `<joint name="${joint.name}" type="${joint.kind}">
      <parent link="${joint.parent}"/><child link="${joint.child}"/>
      <origin xyz="${joint.origin.subarray(9).join(' ')}" rpy="${rpy[i].join(' ')}"/>
      <axis xyz="${joint.axis.join(' ')}"/>
      <limit lower="${lower}" upper="${upper}" effort="1" velocity="1"/></joint>`;
  });
  return `<robot name="${robot.name}">${links.join('')}${joints.join('')}</robot>`;
}

/** Returns a function from configurations to poses by frame name; frames MuJoCo has no body for are left out. */
export async function mujocoForward(
  urdf: string,
  tree: KinematicTree,
): Promise<(q: ArrayLike<number>) => Map<string, number[]>> {
  const mujoco = await loadMujoco();
  const model = mujoco.MjModel.from_xml_string(stripUrdf(urdf));
  const data = new mujoco.MjData(model);
  const id = (kind: { value: number }, name: string) => mujoco.mj_name2id(model, kind.value, name);
  return (q) => {
    for (const [name, { frame, state }] of tree.joints) {
      const joint = id(mujoco.mjtObj.mjOBJ_JOINT, name);
      if (joint < 0 || (state !== 'free' && state !== 'coupled')) continue;
      const value = tree.multiplier[frame] * q[tree.dof[frame]] + tree.offset[frame];
      data.qpos[model.jnt_qposadr[joint]] = value;
    }
    mujoco.mj_kinematics(model, data);
    const poses = new Map<string, number[]>();
    for (const name of tree.frameNames) {
      const body = id(mujoco.mjtObj.mjOBJ_BODY, name);
      if (body < 0) continue;
      const rotation = Array.from<number>(data.xmat).slice(9 * body, 9 * body + 9);
      poses.set(name, [
        ...rotation,
        ...Array.from<number>(data.xpos).slice(3 * body, 3 * body + 3),
      ]);
    }
    return poses;
  };
}
