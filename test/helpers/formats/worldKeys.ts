/** The worlds of the cell that uses every key, their files, and what each key is changed to. */
import { type Node, octomapFile } from '../worlds/octrees.ts';
import { utf8 } from './helpers.ts';
import type { At, Json } from './loopKeys.ts';

/** Two leaves at the lowest corner, one of them hardly occupied. */
function twoCells(depth: number): Node {
  if (depth > 1) return { odds: 0, children: [twoCells(depth - 1)] };
  const leaf = (odds: number): Node => ({ odds, children: [] });
  return { odds: 0, children: [leaf(3), null, null, null, null, null, null, leaf(0.5)] };
}

export const WORLD_FILES: Readonly<Record<string, Uint8Array>> = {
  'hall.ot': octomapFile(twoCells(16), { kind: 'ot', res: 0.05 }),
  'room.ot': octomapFile(twoCells(15), { kind: 'ot', res: 0.05 }),
  'scan.xyz': utf8('0.4 0.4 0.4\n0.5 0.4 0.4\n'),
  'other.xyz': utf8('0.4 0.4 0.5\n'),
  'ground.pgm': utf8('P2\n2 1\n9\n3 9\n'),
};

export const WORLDS = [
  { name: 'hall', octomap: 'hall.ot', pose: { xyz: [1639, 1639, 1639] } },
  { name: 'cloud', cloud: 'scan.xyz', radius: 0.01 },
  { name: 'ground', heights: [[0.1, 0.2, null]], cell_size: 0.2, bottom: -1 },
  { name: 'hills', heights: 'ground.pgm', cell_size: 0.2, z: [0, 1], surface: 'cells' },
];

export const WORLD_CHANGES: Readonly<Record<string, readonly (readonly [At, Json])[]>> = {
  worlds: [[['worlds'], WORLDS.slice(0, 3)]],
  'worlds[].name': [[['worlds', 1, 'name'], 'clouds']],
  'worlds[].octomap': [[['worlds', 0, 'octomap'], 'room.ot']],
  'worlds[].cloud': [[['worlds', 1, 'cloud'], 'other.xyz']],
  'worlds[].heights': [[['worlds', 2, 'heights'], [[0.1, 0.3, null]]]],
  'worlds[].unknown': [
    [['worlds', 2, 'unknown'], 'occupied'],
    [['worlds', 1, 'unknown'], 'occupied'],
  ],
  'worlds[].threshold': [
    [['worlds', 0, 'threshold'], 0.9],
    [['worlds', 2, 'threshold'], 0.9],
  ],
  'worlds[].radius': [
    [['worlds', 1, 'radius'], 0.02],
    [['worlds', 0, 'radius'], 0.02],
  ],
  'worlds[].cell_size': [[['worlds', 2, 'cell_size'], 0.3]],
  'worlds[].z': [
    [
      ['worlds', 3, 'z'],
      [0, 2],
    ],
    [
      ['worlds', 2, 'z'],
      [0, 2],
    ],
  ],
  'worlds[].surface': [[['worlds', 3, 'surface'], 'slopes']],
  'worlds[].bottom': [[['worlds', 2, 'bottom'], -2]],
  'worlds[].pose': [[['worlds', 1, 'pose'], { xyz: [0, 0, 0.1] }]],
  'worlds[].pose.xyz': [[['worlds', 1, 'pose'], { xyz: [0, 0, 0.1] }]],
  'worlds[].pose.rpy': [[['worlds', 1, 'pose'], { rpy: [0, 0, 0.1] }]],
  'worlds[].pose.quaternion': [[['worlds', 1, 'pose'], { quaternion: [1, 0, 0, 0] }]],
};
