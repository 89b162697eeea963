/**
 * A plain description of a cell, from which both sides of a comparison are made: the text of a cell
 * file with its URDFs, SRDFs and meshes for the readers, and the bodies of the independent check
 * (independentStatic.ts). Nothing here comes from the product but its types.
 */
import type { Triangles } from '../../../src/geometry/index.ts';

export type Vec = readonly [number, number, number];

/** Roll, pitch, yaw about fixed axes, then a shift. */
export interface Placement {
  readonly xyz: Vec;
  readonly rpy: Vec;
}

export interface PlainMesh {
  readonly kind: 'mesh';
  readonly file: string;
  /** Numbers that single precision can hold, because STL files do. */
  readonly positions: readonly number[];
  readonly indices: readonly number[];
  /** In the cell file, of obstacles and attached objects; negative ones mirror. */
  readonly scale?: Vec;
  /** Not closed, but with no more than a slit. */
  readonly nearly?: boolean;
  /** `solid: true` is written in the cell file. */
  readonly stated?: boolean;
  /** What generators call it. */
  readonly sort?: string;
}

export type PlainShape =
  | { readonly kind: 'box'; readonly size: Vec }
  | { readonly kind: 'sphere'; readonly radius: number }
  | {
      readonly kind: 'cylinder' | 'capsule' | 'cone';
      readonly radius: number;
      readonly length: number;
    }
  | { readonly kind: 'ellipsoid'; readonly radii: Vec }
  /** Obstacles and attached objects only. */
  | { readonly kind: 'half-space'; readonly normal: Vec; readonly offset: number }
  /** Obstacles and attached objects only: the hull of four points. */
  | { readonly kind: 'tetrahedron'; readonly points: readonly Vec[] }
  /** Obstacles and attached objects only: the triangles of the hull are known. */
  | { readonly kind: 'hull'; readonly points: readonly Vec[]; readonly faces: readonly number[] }
  | PlainMesh;

export interface PlainPart {
  readonly at: Placement;
  readonly shape: PlainShape;
}

export interface PlainLink {
  readonly name: string;
  readonly parts: readonly PlainPart[];
  readonly padding: number;
  /** Whether closed meshes of the link are solid. */
  readonly solid: boolean;
  /** Of its geometry; see RULES.scaleAbout. */
  readonly scale?: number;
}

export type PlainJointKind =
  | 'fixed'
  | 'revolute'
  | 'continuous'
  | 'prismatic'
  | 'planar'
  | 'floating';

export interface PlainJoint {
  readonly name: string;
  readonly kind: PlainJointKind;
  readonly parent: string;
  readonly child: string;
  readonly at: Placement;
  readonly axis: Vec;
  readonly lower: number;
  readonly upper: number;
  readonly mimic?: { readonly joint: string; readonly multiplier: number; readonly offset: number };
  /** Where `mimic` is written: in the URDF, or as a coupling in the cell file. */
  readonly coupled?: boolean;
  readonly held?: number;
  /** Instead of the robot's. */
  readonly tracking?: number;
}

export interface PlainAttached {
  readonly name: string;
  readonly link: string;
  readonly part: PlainPart;
  readonly touches: readonly string[];
  /** Whether a closed mesh is solid; it is where nothing is said. */
  readonly solid?: boolean;
}

export interface PlainRobot {
  readonly name: string;
  readonly base: Placement;
  readonly baseJoint: 'fixed' | 'planar' | 'floating';
  /** The root first. */
  readonly links: readonly PlainLink[];
  /** One per link but the root, in the same order, every parent before its children. */
  readonly joints: readonly PlainJoint[];
  /** By how much every joint may stray. */
  readonly tracking: number;
  readonly attached: readonly PlainAttached[];
  readonly disabled: readonly (readonly [string, string])[];
}

export interface PlainObstacle {
  readonly name: string;
  readonly at: Placement;
  readonly parts: readonly PlainPart[];
  /** Whether closed meshes are solid. */
  readonly solid: boolean;
}

export interface PlainCell {
  readonly robots: readonly PlainRobot[];
  readonly obstacles: readonly PlainObstacle[];
  readonly clearance: number;
  /** Clearances of single pairs. */
  readonly clearances: readonly {
    readonly between: readonly [string, string];
    readonly distance: number;
  }[];
  readonly allow: readonly (readonly [string, string])[];
}

export const NOWHERE: Placement = { xyz: [0, 0, 0], rpy: [0, 0, 0] };

export function scoped(robot: PlainRobot, name: string): string {
  return robot.name === '' ? name : `${robot.name}/${name}`;
}

/** The cell file and all files it names, for cellFrom of cellText.ts. */
export function cellFiles(cell: PlainCell): {
  yaml: string;
  files: Record<string, string | Triangles>;
} {
  const files: Record<string, string | Triangles> = {};
  const addMeshes = (parts: readonly PlainPart[]) => {
    for (const { shape } of parts) {
      if (shape.kind !== 'mesh') continue;
      files[shape.file] = {
        positions: Float64Array.from(shape.positions),
        indices: Uint32Array.from(shape.indices),
      };
    }
  };
  const robots = cell.robots.map((robot) => {
    const stem = robot.name === '' ? 'robot' : robot.name;
    files[`${stem}.urdf`] = urdfText(robot);
    for (const link of robot.links) addMeshes(link.parts);
    for (const { part } of robot.attached) addMeshes([part]);
    const named = (links: readonly PlainLink[], value: (link: PlainLink) => unknown) =>
      Object.fromEntries(links.map((link) => [link.name, value(link)]));
    // Of links without geometry, or without a mesh, such things cannot be said.
    const padded = robot.links.filter((link) => link.padding > 0 && link.parts.length > 0);
    const scaled = robot.links.filter((link) => link.scale !== undefined && link.parts.length > 0);
    const isMesh = ({ shape }: PlainPart) => shape.kind === 'mesh';
    const isStated = ({ shape }: PlainPart) => shape.kind === 'mesh' && shape.stated === true;
    const coupled = robot.joints.filter((joint) => joint.coupled);
    if (robot.disabled.length > 0) files[`${stem}.srdf`] = srdfText(robot);
    return {
      ...(robot.name !== '' && { name: robot.name }),
      urdf: `${stem}.urdf`,
      ...(robot.disabled.length > 0 && { srdf: `${stem}.srdf` }),
      base: robot.base,
      ...(robot.baseJoint !== 'fixed' && { base_joint: robot.baseJoint }),
      joints: Object.fromEntries(
        robot.joints.flatMap(({ name, held }) => (held === undefined ? [] : [[name, held]])),
      ),
      ...(coupled.length > 0 && {
        couplings: Object.fromEntries(coupled.map(({ name, mimic }) => [name, mimic])),
      }),
      ...(padded.length > 0 && { padding: named(padded, (link) => link.padding) }),
      ...(scaled.length > 0 && { scale: named(scaled, (link) => link.scale) }),
      ...trackingValue(robot),
      attached: robot.attached.map(({ name, link, part, touches, solid = true }) => ({
        name,
        link,
        shape: shapeValue(part.shape, solid),
        pose: part.at,
        touches,
      })),
      surfaces: robot.links
        .filter((link) => !link.solid && link.parts.some(isMesh))
        .map((link) => link.name),
      // Links whose only mesh is stated to be solid.
      solids: robot.links
        .filter(({ solid, parts }) => solid && parts.length === 1 && isStated(parts[0]))
        .map((link) => link.name),
    };
  });
  const obstacles = cell.obstacles.map(({ name, at, parts, solid }) => {
    addMeshes(parts);
    return {
      name,
      pose: at,
      parts: parts.map((part) => ({ shape: shapeValue(part.shape, solid), pose: part.at })),
    };
  });
  const yaml = JSON.stringify({
    surepath: 1,
    robots,
    obstacles,
    clearance: { default: cell.clearance, pairs: cell.clearances },
    allow: cell.allow,
    allow_nothing: true,
  });
  return { yaml, files };
}

function trackingValue({ tracking, joints }: PlainRobot) {
  const own = joints.flatMap((joint) =>
    joint.tracking === undefined ? [] : [[joint.name, joint.tracking] as const],
  );
  if (tracking === 0 && own.length === 0) return {};
  return { tracking: { default: tracking, ...Object.fromEntries(own) } };
}

function shapeValue(shape: PlainShape, solid: boolean): Record<string, unknown> {
  switch (shape.kind) {
    case 'box':
      return { box: shape.size };
    case 'sphere':
      return { sphere: { radius: shape.radius } };
    case 'cylinder':
    case 'capsule':
    case 'cone':
      return { [shape.kind]: { radius: shape.radius, length: shape.length } };
    case 'ellipsoid':
      return { ellipsoid: { radii: shape.radii } };
    case 'half-space':
      return { half_space: { normal: shape.normal, offset: shape.offset } };
    case 'tetrahedron':
      return { hull: shape.points };
    case 'hull':
      return { hull: shape.points };
    case 'mesh':
      return {
        mesh: shape.file,
        ...((shape.stated || !solid) && { solid }),
        ...(shape.scale && { scale: shape.scale }),
      };
  }
}

function shapeElement(shape: PlainShape): string {
  switch (shape.kind) {
    case 'box':
      return `<box size="${shape.size.join(' ')}"/>`;
    case 'sphere':
      return `<sphere radius="${shape.radius}"/>`;
    case 'cylinder':
    case 'capsule':
    case 'cone':
      return `<${shape.kind} radius="${shape.radius}" length="${shape.length}"/>`;
    case 'ellipsoid':
      return `<ellipsoid radii="${shape.radii.join(' ')}"/>`;
    case 'mesh':
      return `<mesh filename="${shape.file}"/>`;
    default:
      throw new Error(`no link is a ${shape.kind}`);
  }
}

function origin({ xyz, rpy }: Placement): string {
  return `<origin xyz="${xyz.join(' ')}" rpy="${rpy.join(' ')}"/>`;
}

function urdfText(robot: PlainRobot): string {
  const links = robot.links.map(({ name, parts }) => {
    const collisions = parts.map(
      ({ at, shape }) =>
        `<collision>${origin(at)}<geometry>${shapeElement(shape)}</geometry></collision>`,
    );
    return `<link name="${name}">${collisions.join('')}</link>`;
  });
  const joints = robot.joints.map((joint) => {
    const { name, kind, parent, child, at, axis, lower, upper, coupled } = joint;
    const mimic = coupled ? undefined : joint.mimic;
    const limited = kind === 'revolute' || kind === 'prismatic';
    return [
      `<joint name="${name}" type="${kind}"><parent link="${parent}"/><child link="${child}"/>`,
      origin(at),
      kind === 'fixed' || kind === 'floating' ? '' : `<axis xyz="${axis.join(' ')}"/>`,
      limited ? `<limit lower="${lower}" upper="${upper}" effort="1" velocity="1"/>` : '',
      mimic
        ? `<mimic joint="${mimic.joint}" multiplier="${mimic.multiplier}" offset="${mimic.offset}"/>`
        : '',
      '</joint>',
    ].join('');
  });
  return `<robot name="${robot.name || 'robot'}">\n${[...links, ...joints].join('\n')}\n</robot>`;
}

function srdfText(robot: PlainRobot): string {
  const pairs = robot.disabled.map(
    ([a, b]) => `<disable_collisions link1="${a}" link2="${b}" reason="Adjacent"/>`,
  );
  return `<robot name="${robot.name || 'robot'}">${pairs.join('')}</robot>`;
}
