/**
 * Files that cells of the campaign are opened from: an arm of two joints, a cell file in some variants, and a mesh of twelve
 * triangles in some variants. Obstacles stand where the arm just meets them, so that a wrong state changes verdicts.
 */
import { writeStl } from '../../../../src/formats/index.ts';
import { triangulate } from '../../../../src/geometry/index.ts';
import { type CellState, cellText, LINKS, type PoseText, ROBOT } from './cellModel.ts';

export const CELL_FILE = 'cell.yaml';
export const PART_FILE = 'part.stl';
/** Links from joint to joint along x, the joints about z. */
export const LENGTHS = [0.3, 0.4, 0.4];
export const CELL_VARIANTS = 3;
export const PART_VARIANTS = 4;

const encoder = new TextEncoder();

const LINK_XML = LENGTHS.map(
  (length, i) =>
    `<link name="${LINKS[i]}"><collision><origin xyz="${length / 2} 0 0" rpy="0 1.5707963267948966 0"/>` +
    `<geometry><cylinder radius="0.03" length="${0.8 * length}"/></geometry></collision></link>`,
);
const JOINT_XML = LENGTHS.slice(1).map(
  (_, i) =>
    `<joint name="joint${i + 1}" type="revolute"><parent link="${LINKS[i]}"/><child link="${LINKS[i + 1]}"/>` +
    `<origin xyz="${LENGTHS[i]} 0 0"/><axis xyz="0 0 1"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>`,
);
const URDF = `<robot name="planar">${[...LINK_XML, ...JOINT_XML].join('')}</robot>`;
const SRDF = `<robot name="planar">${[
  ['link0', 'link1', 'Adjacent'],
  ['link1', 'link2', 'Adjacent'],
  ['link0', 'link2', 'Never'],
]
  .map(([a, b, why]) => `<disable_collisions link1="${a}" link2="${b}" reason="${why}"/>`)
  .join('')}</robot>`;

/** Of the robot; the same in all cells. */
export const ROBOT_FILES: readonly (readonly [string, Uint8Array])[] = [
  ['arm.urdf', encoder.encode(URDF)],
  ['arm.srdf', encoder.encode(SRDF)],
];

/** Somewhere on a circle about the first joint, by numbers of a small grid. */
export function placeOn(angle: number, ring: number): PoseText {
  const turn = -1.6 + 0.2 * (angle % 17);
  const radius = 0.46 + 0.06 * (ring % 7);
  const at = [LENGTHS[0] + radius * Math.cos(turn), radius * Math.sin(turn), 0];
  return ring % 2 === 0 ? { xyz: at, rpy: [0, 0, turn] } : { xyz: at };
}

/** A configuration of a grid that is small enough for questions to come again, about other versions or the same. */
export function configuration(first: number, second: number): number[] {
  return [-1.6 + 0.4 * (first % 9), -1 + 0.5 * (second % 5)];
}

/** The cell file's state in a variant. */
export function baseState(variant: number): CellState {
  const part = { name: 'part', shape: { mesh: PART_FILE }, pose: { xyz: [0.9, 0, 0] } };
  const post = { name: 'post', shape: { sphere: { radius: 0.06 } }, pose: placeOn(11, variant) };
  return {
    ...{ obstacles: [part, post], attached: [], allow: [], tracking: null },
    clearance: variant === 1 ? 0.01 : 0,
    pairs: variant === 2 ? [] : [{ between: ['post', `${ROBOT}/link2`] as const, distance: 0.05 }],
  };
}

export function cellBytes(variant: number): Uint8Array {
  return encoder.encode(cellText(baseState(variant)));
}

/** The mesh in a variant: a box that stands elsewhere in its own frame. */
export function partBytes(variant: number): Uint8Array {
  return PARTS[variant % PART_VARIANTS];
}

const PARTS = Array.from({ length: PART_VARIANTS }, (_, variant) => {
  const { positions, indices } = triangulate({ kind: 'box', half: [0.04, 0.05, 0.1] }, 1);
  const y = -0.3 + 0.2 * variant;
  return writeStl({ positions: positions.map((x, i) => (i % 3 === 1 ? x + y : x)), indices });
});

/** Meshes that edits bring, by their names, and the one that the cell file names. */
export function meshBytes(part: Uint8Array): readonly (readonly [string, Uint8Array])[] {
  return [[PART_FILE, part], ...PARTS.map((bytes, i) => [editMesh(i), bytes] as const)];
}

/** The name of a mesh that an edit brings. */
export function editMesh(variant: number): string {
  return `edit${variant % PART_VARIANTS}.stl`;
}
