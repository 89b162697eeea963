/** A small cell with everything that jobs are asked about: an arm before a post, and a cart beside it. */
import { Desk, type JobRequest, type Motion, runJob } from '../../../src/jobs/index.ts';
import { armUrdf } from '../oracles/cellText.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

const CART = `<robot name="cart"><link name="rail"/>
<link name="cart"><collision><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link>
<joint name="slide" type="prismatic"><parent link="rail"/><child link="cart"/><axis xyz="1 0 0"/>
<limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>`;

const CELL = `surepath: 1
robots:
  - {name: arm, urdf: arm.urdf}
  - {name: cart, urdf: cart.urdf, base: {xyz: [0.4, -0.9, 0]}}
obstacles:
  - {name: post, pose: {xyz: [1.05, 0, 0]}, shape: {box: [0.08, 0.08, 0.3]}}
allow:
  - {between: [arm/link0, arm/link1], reason: they share a joint}
  - {between: [arm/link1, arm/link2], reason: they share a joint}
`;

export const OPEN: JobRequest<'openCell'> = {
  file: 'cell.yaml',
  files: new Map([
    ['cell.yaml', utf8(CELL)],
    ['arm.urdf', utf8(armUrdf('arm', [0.4, 0.4, 0.4]))],
    ['cart.urdf', utf8(CART)],
  ]),
};

/** A desk with the cell on it. */
export function desk(): Desk {
  const own = new Desk();
  runJob(own, 'openCell', OPEN);
  return own;
}

const q = (...values: number[]) => Float64Array.from(values);

/** joint1, joint2, slide: past the post with the arm stretched out, and with the arm bent. */
export const THROUGH: Motion = { name: 'through', waypoints: [q(-0.8, 0, 0), q(0.8, 0, 0)] };
export const BENT: Motion = {
  name: 'bent',
  waypoints: [q(-0.8, 0, 0), q(-0.8, 2, 0), q(0, 2, 0.3), q(0.8, 2, 0), q(0.8, 0, 0)],
};
export const START = BENT.waypoints[0];
export const GOAL = BENT.waypoints[4];

export const MOTION_FILE: JobRequest<'openMotion'> = {
  file: 'bent.json',
  bytes: utf8(
    JSON.stringify({
      joints: ['arm/joint1', 'arm/joint2', 'cart/slide'],
      waypoints: BENT.waypoints.map((row) => [...row]),
    }),
  ),
};

/** Both robots with a timing of their own; they never meet. */
export const TRACKS_FILE: JobRequest<'openMotion'> = {
  file: 'tracks.json',
  bytes: utf8(
    JSON.stringify({
      tracks: [
        {
          robot: 'arm',
          joints: ['joint1', 'joint2'],
          waypoints: [
            [-0.8, 2],
            [0, 2],
          ],
          times: [0, 2],
        },
        { robot: 'cart', joints: ['slide'], waypoints: [[-1], [1]], times: [0, 3], offset: 0.5 },
      ],
    }),
  ),
};

export const EDGES_FILE: JobRequest<'openEdges'> = {
  file: 'edges.json',
  bytes: utf8(
    JSON.stringify({
      joints: ['arm/joint1', 'arm/joint2', 'cart/slide'],
      edges: [
        { from: [...THROUGH.waypoints[0]], to: [...THROUGH.waypoints[1]] },
        { from: [...BENT.waypoints[0]], to: [...BENT.waypoints[1]] },
      ],
    }),
  ),
};

export const CONFIGURATIONS_FILE: JobRequest<'openConfigurations'> = {
  file: 'q.json',
  bytes: utf8(
    JSON.stringify({
      joints: ['arm/joint1', 'arm/joint2', 'cart/slide'],
      configurations: [[0, 0, 0], [...START], [-2.5, 0, -0.8]],
    }),
  ),
};
