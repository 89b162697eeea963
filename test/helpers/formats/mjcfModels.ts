/** MJCF models of our own that have what the format has. */

/** Shapes and classes, a scene around them; degrees, as is the default. */
export const PRIMITIVES = `<mujoco model="primitives">
  <compiler eulerseq="zYx"/>
  <default>
    <geom type="capsule" size="0.03 0.1"/>
    <default class="arm">
      <joint axis="0 2 0" range="-90 45"/>
      <default class="thin"><geom size="0.01 0.02 0.2" type="box"/></default>
    </default>
    <default class="ghost"><geom contype="2" conaffinity="2"/></default>
  </default>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 0.1" pos="0 0 -0.5" euler="10 20 30"/>
    <geom type="box" size="0.1 0.2 0.3" pos="1 0 0" axisangle="1 1 0 40"/>
    <body name="table" pos="0 1 0" xyaxes="1 1 0 -1 1 0.2">
      <geom type="cylinder" fromto="0 0 0 0 0.3 0.4" size="0.05"/>
      <body name="plate" pos="0 0 0.1" zaxis="0 1 -1"><geom type="ellipsoid" size="0.1 0.2 0.05"/></body>
    </body>
    <body name="base" childclass="arm" pos="0 0 0.2">
      <geom type="sphere" size="0.1"/>
      <body name="one" pos="0 0 0.3" euler="10 -20 30">
        <joint name="j1"/>
        <geom/>
        <geom class="thin" fromto="0 0 0 0.1 0.1 -0.3"/>
        <body name="two" pos="0.1 0 0.2" quat="2 0 0 1">
          <joint name="j2" type="slide" axis="1 0 1" range="-0.1 0.2"/>
          <joint name="j3" class="main" limited="false"/>
          <geom zaxis="0 0 -1" pos="0 0 0.1"/>
          <body name="three" pos="0 0.2 0">
            <joint name="j4" pos="0.01 0.02 0.03" ref="20"/>
            <geom class="thin"/>
            <geom class="ghost"/>
            <body name="tip" pos="0 0 0.4"><geom type="sphere" size="0.02"/></body>
          </body>
        </body>
      </body>
    </body>
    <body name="marker" pos="0.3 0.3 0.3"><geom class="ghost"/></body>
  </worldbody>
  <equality><joint joint1="j4" joint2="j1" polycoef="0 0.5"/></equality>
  <contact><exclude body1="one" body2="three"/><exclude body1="world" body2="two"/></contact>
  <keyframe><key name="home" qpos="0.1 0.05 0.2 0.3"/></keyframe>
</mujoco>`;

/** Radians, frames, copies, joints off their origins, several a body. */
export const TWISTED = `<mujoco model="twisted">
  <compiler angle="radian" autolimits="false"/>
  <option><flag filterparent="disable"/></option>
  <asset>
    <mesh name="wedge" vertex="0 0 0  0.2 0 0  0 0.1 0  0 0 0.3" face="0 2 1  0 1 3  0 3 2  1 2 3"
      refpos="0.01 0.02 0.03" refquat="1 0.5 0 0" scale="1 -2 0.5"/>
  </asset>
  <worldbody>
    <frame pos="0.5 0 0" euler="0 0 0.3">
      <replicate count="3" offset="0 0.2 0" euler="0 0.1 0" sep="-">
        <body name="post" pos="0 0 0.1"><geom type="box" size="0.02 0.02 0.1"/></body>
      </replicate>
      <body name="root" pos="0 0 0.4">
        <geom type="box" size="0.05 0.05 0.05"/>
        <geom type="mesh" mesh="wedge" pos="0.1 0 0.2" euler="0.3 0 0.1"/>
        <frame pos="0.1 0 0" axisangle="0 1 0 0.4">
          <body name="hub" pos="0.1 0 0">
            <joint name="a" type="hinge" axis="1 2 3" pos="0.1 0 0.05" ref="0.3" limited="true" range="-1 2"/>
            <joint name="b" type="slide" axis="0 1 1" ref="0.05" limited="true" range="-0.1 0.1"/>
            <joint name="c" type="hinge" axis="0 0 1" pos="0 0.2 0" limited="true" range="-2 2"/>
            <geom type="cylinder" size="0.02 0.1" pos="0.05 0 0" euler="0.1 0.2 0.3"/>
            <frame pos="0 0 0.1" quat="1 1 0 0">
              <geom type="capsule" fromto="0 0 0 0 0 -0.2" size="0.02"/>
              <body name="finger" pos="0 0.1 0">
                <frame pos="0.01 0 0" euler="0.5 0 0">
                  <joint name="d" axis="0 1 0" pos="0.02 0 0" limited="true" range="-1 1"/>
                </frame>
                <geom type="ellipsoid" size="0.02 0.03 0.04"/>
                <geom type="box" size="0.02 0.03 0.04" pos="0.1 0 0" zaxis="0.1 0.2 -1"/>
              </body>
            </frame>
          </body>
        </frame>
      </body>
    </frame>
  </worldbody>
</mujoco>`;
