/** A URDF of one joint, turning about z, and of boxes: the arm reaches from 0.2 to 0.8 along x at 0. */
export const ARM = `<robot name="arm">
  <link name="base"><collision><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link>
  <link name="upper"><collision><origin xyz="0.5 0 0"/><geometry><box size="0.6 0.1 0.1"/></geometry></collision></link>
  <joint name="turn" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/>
    <limit lower="-3" upper="3" velocity="1" effort="1"/></joint>
</robot>`;
