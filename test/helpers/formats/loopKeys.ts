/** A cell with closed loops and with joints that follow through points, and what to put there instead, by key of the schema. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type At = readonly (string | number)[];

const placed = (name: string, type: string, parent: string, xyz: string) =>
  `<link name="${name}"><collision><geometry><sphere radius="0.01"/></geometry></collision></link>` +
  `<joint name="${name}" type="${type}"><parent link="${parent}"/><child link="${name}"/><origin xyz="${xyz}"/>` +
  `<axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>`;

/** Two loops, a cam and a shaft that turns another one unevenly. */
export const LOOPS = `<robot name="loops"><link name="ground"><collision><geometry><sphere radius="0.01"/></geometry></collision></link>
${placed('a', 'revolute', 'ground', '0 0 0')}${placed('b', 'continuous', 'a', '0 0.5 0')}
${placed('c', 'continuous', 'ground', '0.9 0 0')}${placed('d', 'revolute', 'ground', '3 0 0')}
${placed('e', 'continuous', 'd', '0 0.5 0')}${placed('f', 'continuous', 'ground', '4 0 0')}
${placed('cam', 'prismatic', 'ground', '0 0 1')}${placed('shaft', 'continuous', 'ground', '0 2 0')}
${placed('wheel', 'continuous', 'ground', '0 3 0')}${placed('lever', 'revolute', 'ground', '0 4 0')}</robot>`;

/** One with closed loops and joints that follow through points. Changes of it begin with `loops`. */
export const LOOP_CELL = {
  surepath: 1,
  robots: [
    {
      name: 'loops',
      urdf: 'loops.urdf',
      couplings: {
        cam: {
          joint: 'a',
          points: [
            [-1, 0],
            [0, 0.1],
            [1, 0],
          ],
          rate: 0.2,
        },
        wheel: {
          joint: 'shaft',
          points: [
            [0, 0],
            [2, 1],
            [4, 5],
          ],
          periodic: true,
          turns: 1,
        },
        lever: {
          joint: 'a',
          law: {
            at: [-1, 0, 1],
            values: [0, 0.1, 0],
            slopes: [0.2, -0.2],
            periodic: false,
            deviation: 0.001,
          },
        },
      },
      loops: [
        {
          name: 'four',
          driver: 'a',
          followers: ['b', 'c'],
          pin: { link: 'b', point: [1, 0, 0] },
          to: { link: 'c', point: [0.1, 0.5, 0] },
          at: { a: 0 },
        },
        { name: 'bars', driver: 'd', connect: { body1: 'e', body2: 'f', anchor: [1, 0, 0] } },
      ],
    },
  ],
  obstacles: [{ name: 'box', shape: { box: [0.1, 0.1, 0.1] }, pose: { xyz: [2, 2, 0] } }],
} satisfies Json;

/** By key of the schema: where in the cell to put what instead. */
export const LOOP_CHANGES: Readonly<Record<string, readonly (readonly [At, Json])[]>> = {
  'robots[].couplings.*.points': [
    [
      ['loops', 'robots', 0, 'couplings', 'cam', 'points', 1],
      [0, 0.11],
    ],
    [['loops', 'robots', 0, 'couplings', 'cam', 'points'], [[0, 0]]],
    [['loops', 'robots', 0, 'couplings', 'cam', 'multiplier'], 1],
    [
      ['loops', 'robots', 0, 'couplings', 'wheel', 'points', 2],
      [7, 5],
    ],
  ],
  'robots[].couplings.*.rate': [
    [['loops', 'robots', 0, 'couplings', 'cam', 'rate'], 0.3],
    [['loops', 'robots', 0, 'couplings', 'cam', 'rate'], 0.09],
    [['robots', 0, 'couplings', 'three', 'rate'], 1],
  ],
  'robots[].couplings.*.periodic': [
    [['loops', 'robots', 0, 'couplings', 'wheel', 'periodic'], false],
    [['loops', 'robots', 0, 'couplings', 'cam', 'periodic'], true],
    [['robots', 0, 'couplings', 'three', 'periodic'], true],
  ],
  'robots[].couplings.*.turns': [
    [['loops', 'robots', 0, 'couplings', 'wheel', 'turns'], 2],
    [['loops', 'robots', 0, 'couplings', 'wheel', 'turns'], 0.5],
    [['loops', 'robots', 0, 'couplings', 'cam', 'turns'], 0],
  ],
  'robots[].couplings.*.law': [
    [['loops', 'robots', 0, 'couplings', 'lever', 'rate'], 1],
    [
      ['loops', 'robots', 0, 'couplings', 'lever', 'law'],
      { at: [0, 1], values: [0, 1], slopes: [1, 1] },
    ],
  ],
  'robots[].couplings.*.law.at': [
    [
      ['loops', 'robots', 0, 'couplings', 'lever', 'law', 'at'],
      [-1, 0.5, 1],
    ],
    [
      ['loops', 'robots', 0, 'couplings', 'lever', 'law', 'at'],
      [-1, 1, 0],
    ],
  ],
  'robots[].couplings.*.law.values': [
    [
      ['loops', 'robots', 0, 'couplings', 'lever', 'law', 'values'],
      [0, 0.2, 0],
    ],
    [
      ['loops', 'robots', 0, 'couplings', 'lever', 'law', 'values'],
      [0, 0.2],
    ],
  ],
  'robots[].couplings.*.law.slopes': [
    [
      ['loops', 'robots', 0, 'couplings', 'lever', 'law', 'slopes'],
      [0.1, -0.2],
    ],
  ],
  'robots[].couplings.*.law.periodic': [
    [['loops', 'robots', 0, 'couplings', 'lever', 'law', 'periodic'], true],
  ],
  'robots[].couplings.*.law.deviation': [
    [['loops', 'robots', 0, 'couplings', 'lever', 'law', 'deviation'], 0.002],
    [['loops', 'robots', 0, 'couplings', 'lever', 'law', 'deviation'], -1],
  ],
  'robots[].loops': [
    [['loops', 'robots', 0, 'loops'], []],
    [['loops', 'robots', 0, 'loops', 2], LOOP_CELL.robots[0].loops[0]],
  ],
  'robots[].loops[].name': [[['loops', 'robots', 0, 'loops', 0, 'name'], 'bars']],
  'robots[].loops[].driver': [
    [['loops', 'robots', 0, 'loops', 1, 'driver'], 'f'],
    [['loops', 'robots', 0, 'loops', 1, 'driver'], 'a'],
  ],
  'robots[].loops[].followers': [
    [
      ['loops', 'robots', 0, 'loops', 0, 'followers'],
      ['b', 'a'],
    ],
    [['loops', 'robots', 0, 'loops', 0, 'followers'], ['b']],
  ],
  'robots[].loops[].pin': [[['loops', 'robots', 0, 'loops', 0, 'pin'], { link: 'b' }]],
  'robots[].loops[].pin.link': [[['loops', 'robots', 0, 'loops', 0, 'pin', 'link'], 'a']],
  'robots[].loops[].pin.point': [
    [
      ['loops', 'robots', 0, 'loops', 0, 'pin', 'point'],
      [1.001, 0, 0],
    ],
    [
      ['loops', 'robots', 0, 'loops', 0, 'pin', 'point'],
      [1, 0, 0.001],
    ],
  ],
  'robots[].loops[].to': [[['loops', 'robots', 0, 'loops', 0, 'to'], { link: 'cam' }]],
  'robots[].loops[].to.link': [[['loops', 'robots', 0, 'loops', 0, 'to', 'link'], 'b']],
  'robots[].loops[].to.point': [
    [
      ['loops', 'robots', 0, 'loops', 0, 'to', 'point'],
      [0.1, 0.501, 0],
    ],
  ],
  'robots[].loops[].connect': [
    [
      ['loops', 'robots', 0, 'loops', 1],
      { driver: 'd', pin: { link: 'e', point: [1.001, 0, 0] }, to: { link: 'f' } },
    ],
  ],
  'robots[].loops[].connect.body1': [[['loops', 'robots', 0, 'loops', 1, 'connect', 'body1'], 'd']],
  'robots[].loops[].connect.body2': [[['loops', 'robots', 0, 'loops', 1, 'connect', 'body2'], 'c']],
  'robots[].loops[].connect.anchor': [
    [
      ['loops', 'robots', 0, 'loops', 1, 'connect', 'anchor'],
      [1, 0.1, 0],
    ],
  ],
  'robots[].loops[].at': [[['loops', 'robots', 0, 'loops', 0, 'at'], { a: 0.01 }]],
  'robots[].loops[].at.*': [
    [['loops', 'robots', 0, 'loops', 0, 'at', 'a'], 2],
    [['loops', 'robots', 0, 'loops', 0, 'at', 'd'], 0],
    [['loops', 'robots', 0, 'loops', 0, 'at', 'z'], 0],
  ],
};
