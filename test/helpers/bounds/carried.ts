/** Cells of one joint, in which every way is known exactly. */
import type { Cell } from '../../../src/cell/index.ts';
import { StraightSegment } from '../../../src/motion/index.ts';
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

/** A ball of 1 mm slides outward on a rail that turns; its centre is 1 m from the axis in the middle. */
const CAROUSEL = `<robot name="carousel"><link name="post"/><link name="rail"/>
<link name="ball"><collision><geometry><sphere radius="0.001"/></geometry></collision></link>
<joint name="turn" type="continuous"><parent link="post"/><child link="rail"/><axis xyz="0 0 1"/></joint>
<joint name="slide" type="prismatic"><parent link="rail"/><child link="ball"/><axis xyz="1 0 0"/><limit lower="0" upper="3" effort="1" velocity="1"/></joint>
</robot>`;

export function carousel(): { readonly cell: Cell; readonly segment: StraightSegment } {
  const cell = cellFrom(
    `surepath: 1
robots: [{urdf: carousel.urdf}]
obstacles: [{name: far, shape: {sphere: {radius: 0.1}}, pose: {xyz: [1, 0, 0.5]}}]
`,
    { 'carousel.urdf': CAROUSEL },
  );
  const [from, to] = [Float64Array.of(-10, 0.8), Float64Array.of(10, 1.2)];
  return { cell, segment: new StraightSegment(cell.tree, from, to) };
}
