/** A cell that is made in a moment: an arm of three joints, a post and a floor. */
import type { Params } from 'surepath/gate';

const LINK = (name: string, length: number) => `<link name="${name}"><collision>
<origin xyz="${length / 2} 0 0"/><geometry><box size="${length} 0.06 0.06"/></geometry></collision></link>`;

const JOINT = (name: string, parent: string, child: string, x: number, axis: string) =>
  `<joint name="${name}" type="revolute"><parent link="${parent}"/><child link="${child}"/>
<origin xyz="${x} 0 0"/><axis xyz="${axis}"/><limit lower="-2.5" upper="2.5" velocity="2" effort="1"/></joint>`;

const URDF = `<robot name="arm">
<link name="base"><collision><geometry><cylinder radius="0.08" length="0.2"/></geometry></collision></link>
${LINK('upper', 0.4)}${LINK('fore', 0.35)}${LINK('hand', 0.15)}
${JOINT('shoulder', 'base', 'upper', 0.1, '0 0 1')}
${JOINT('elbow', 'upper', 'fore', 0.42, '0 1 0')}
${JOINT('wrist', 'fore', 'hand', 0.37, '0 0 1')}
</robot>`;

const CELL = `surepath: 1
robots:
  - {name: arm, urdf: arm.urdf, base: {xyz: [0, 0, 0.6]}}
obstacles:
  - {name: floor, shape: {box: [3, 3, 0.1]}, pose: {xyz: [0, 0, -0.05]}}
  - {name: post, shape: {cylinder: {radius: 0.05, length: 1.2}}, pose: {xyz: [0.55, 0.3, 0.6]}}
allow:
  - [arm/base, arm/upper]
  - [arm/upper, arm/fore]
  - [arm/fore, arm/hand]
`;

/** What opens it: it brings its files. */
export const TINY: Params<'open'> = {
  file: 'cell.yaml',
  files: { 'cell.yaml': CELL, 'arm.urdf': URDF },
};
