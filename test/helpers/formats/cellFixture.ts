/** A small robot with its files, for cell files and scenes. */
import { type Resolver, readSrdf, readUrdf, writeStl } from '../../../src/formats/index.ts';
import { utf8 } from './helpers.ts';

const JOINTS = [
  'panda_joint1 revolute panda_link0 panda_link1',
  'panda_joint7 continuous panda_link1 panda_link7',
  'panda_hand_joint fixed panda_link7 panda_hand',
  'panda_finger_joint1 prismatic panda_hand panda_leftfinger',
  'panda_finger_joint2 prismatic panda_hand panda_rightfinger',
  'follower revolute panda_link7 camera',
  'float floating panda_link0 drone',
  'plane planar panda_link0 cart',
  'bare_joint fixed panda_link0 bare',
];

const joint = (line: string) => {
  const [name, type, parent, child] = line.split(' ');
  const limit =
    name === 'panda_finger_joint1' ? '<limit lower="0" upper="0.05" effort="1" velocity="1"/>' : '';
  const other =
    limit === '' && /revolute|prismatic/.test(type)
      ? '<limit lower="-3" upper="3" effort="1" velocity="1"/>'
      : limit;
  const mimic = name === 'follower' ? '<mimic joint="panda_joint1" multiplier="2"/>' : '';
  const axis = /fixed|floating/.test(type) ? '' : '<axis xyz="0 0 1"/>';
  return `<joint name="${name}" type="${type}"><parent link="${parent}"/><child link="${child}"/>${axis}${other}${mimic}</joint>`;
};

const LINKS = ['panda_link0', ...JOINTS.map((line) => line.split(' ')[3])];

/** Two links are meshes, one link has nothing to collide with, the others are balls. */
function link(name: string): string {
  if (name === 'bare') return '<link name="bare"/>';
  const mesh = '<mesh filename="package://franka/a.stl"/>';
  const geometry = /panda_link[07]/.test(name) ? mesh : '<sphere radius="0.1"/>';
  return `<link name="${name}"><collision><geometry>${geometry}</geometry></collision></link>`;
}

export const URDF = `<robot name="panda">
${LINKS.map(link).join('\n')}
${JOINTS.map(joint).join('\n')}
</robot>`;

export const SRDF = `<robot name="panda">
<virtual_joint name="world_joint" type="floating" parent_frame="map" child_link="panda_link0"/>
<disable_collisions link1="panda_link0" link2="panda_link1" reason="Adjacent"/>
<disable_collisions link1="panda_link0" link2="panda_hand" reason="Never"/>
</robot>`;

/** A URDF whose mesh lies in a package. */
const PACKAGED =
  '<robot name="p"><link name="l"><collision><geometry><mesh filename="package://franka/a.stl"/></geometry></collision></link></robot>';

/** A tetrahedron. */
export const TETRAHEDRON = {
  positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
  indices: Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3),
};

export const FILES: Record<string, Uint8Array> = {
  'cells/panda.urdf': utf8(URDF),
  'cells/panda.srdf': utf8(SRDF),
  'cells/packaged.urdf': utf8(PACKAGED),
  'cells/meshes/a.stl': writeStl(TETRAHEDRON),
  'cells/franka/a.stl': writeStl(TETRAHEDRON),
  'franka/a.stl': writeStl(TETRAHEDRON),
  'cells/car.stl': writeStl(TETRAHEDRON),
  'cells/scan.csv': utf8('x,y,z,size\n1,2,3,0.1\n1,2,4,0.1\n'),
};

export const RESOLVER: Resolver = { files: FILES };

export const { robot: ROBOT } = readUrdf(utf8(URDF), { file: 'panda.urdf', resolver: RESOLVER });
export const { semantics: SEMANTICS } = readSrdf(utf8(SRDF), { file: 'panda.srdf', robot: ROBOT });
