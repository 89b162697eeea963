/** Cells of one joint, in which every way is known exactly. */
import type { Cell } from '../../../src/cell/index.ts';
import { cellFrom } from '../oracles/cellText.ts';

/** A ball of 1 mm, 2 m from an axis that it turns about or slides along; and one of 10 cm, 1 m away. */
export function carried(joint: 'revolute' | 'prismatic', rest = '', robot = ''): Cell {
  return cellFrom(
    `surepath: 1
robots: [{urdf: one.urdf${robot}}]
obstacles: [{name: far, shape: {sphere: {radius: 0.1}}, pose: {xyz: [${joint === 'revolute' ? 1.7 : 2}, 1, 0]}}]
${rest}`,
    {
      'one.urdf': `<robot name="one"><link name="post"/>
<link name="ball"><collision><origin xyz="2 0 0"/><geometry><sphere radius="0.001"/></geometry></collision></link>
<joint name="j" type="${joint}"><parent link="post"/><child link="ball"/>
<axis xyz="${joint === 'revolute' ? '0 0 1' : '0 1 0'}"/><limit lower="-2" upper="2" effort="1" velocity="1"/></joint>
</robot>`,
    },
  );
}
