/** A description as the data of a cell file: what a reader makes the same description of. */
import type { CellDescription, ObstacleDescription, RobotInstance } from '../../src/cell/index.ts';
import { writePly } from '../../src/formats/index.ts';
import { type PoseText, sameBits, textFor } from '../../src/jobs/index.ts';
import type { MeshGeometry, Part } from '../../src/kinematics/index.ts';
import { identityPose } from '../../src/math/index.ts';
import type { Editor } from './edit.ts';
import type { SavedFiles } from './savedFiles.ts';

export interface CellTextOptions {
  /** `urdf` and `srdf` of the robot. */
  readonly references: { readonly urdf?: string; readonly srdf?: string };
  /** Folders, as the cell's files have them. */
  readonly packages: Readonly<Record<string, string>>;
  readonly files: SavedFiles;
  readonly editor: Pick<Editor, 'added' | 'texts' | 'scaling'>;
}

/** Keys that are left out are as they would be read without them. */
export interface CellText {
  readonly surepath: 1;
  readonly robots: readonly object[];
  readonly obstacles?: readonly object[];
  readonly clearance?: object;
  readonly allow?: readonly object[];
  readonly allow_nothing?: true;
  readonly state?: object;
}

export function cellText(description: CellDescription, options: CellTextOptions): CellText {
  const { obstacles, clearance, allow, state } = description;
  const hasClearance = clearance.default !== 0 || clearance.pairs.length > 0;
  return {
    surepath: 1,
    robots: description.robots.map((robot) => robotText(robot, options)),
    ...(obstacles.length > 0 && {
      obstacles: obstacles.map((obstacle) => obstacleText(obstacle, options)),
    }),
    ...(hasClearance && { clearance: clearanceText(clearance) }),
    ...(allow.length > 0 && { allow: allow.map(allowText) }),
    ...(description.allowNothing && { allow_nothing: true as const }),
    ...(state.size > 0 && { state: valuesText(state) }),
  };
}

export type Writing = Pick<CellTextOptions, 'files' | 'editor'>;

export function obstacleText(obstacle: ObstacleDescription, options: Writing): object {
  const { name, pose, parts } = obstacle;
  return { name, ...partsText(name, parts, obstacle, options), ...poseKey(pose, options) };
}

export function clearanceText({ default: usual, pairs }: CellDescription['clearance']): object {
  const own = pairs.find(({ self }) => self)?.distance;
  const list = pairs
    .filter(({ self }) => !self)
    .map(({ between, distance }) => ({ between: [...between], distance }));
  return {
    default: usual,
    ...(own !== undefined && { self: own }),
    ...(list.length > 0 && { pairs: list }),
  };
}

export function allowText({ between, reason }: CellDescription['allow'][number]): object {
  return { between: [...between], reason };
}

function robotText(robot: RobotInstance, options: CellTextOptions): object {
  const { files, packages } = options;
  const folders = Object.entries(packages).map(([name, folder]) => [name, files.relative(folder)]);
  const { held, couplings, padding, scale, tracking, limits, attached, surfaces } = robot;
  const { solids = [] } = robot;
  const amounts = Object.entries({ padding, scale, tracking }).filter(([, map]) => map.size > 0);
  return {
    ...(robot.name !== '' && { name: robot.name }),
    ...options.references,
    ...(folders.length > 0 && { packages: Object.fromEntries(folders) }),
    ...rename(poseKey(robot.base, options)),
    ...(robot.baseJoint !== 'fixed' && { base_joint: robot.baseJoint }),
    ...(held.size > 0 && { joints: valuesText(held) }),
    ...(couplings.size > 0 && { couplings: couplingsText(couplings) }),
    ...Object.fromEntries(amounts.map(([key, map]) => [key, Object.fromEntries(map)])),
    ...(limits && limits.size > 0 && { limits: Object.fromEntries(limits) }),
    ...visualText(robot),
    ...(surfaces.length > 0 && { surfaces: [...surfaces] }),
    ...(solids.length > 0 && { solids: [...solids] }),
    ...(attached.length > 0 && {
      attached: attached.map(({ name, link, parts, touches, ...solidity }) => ({
        name,
        link,
        ...partsText(name, parts, solidity, options),
        ...(touches.length > 0 && { touches: [...touches] }),
      })),
    }),
  };
}

/** Followers in proportion, and by laws, which loops have become. */
function couplingsText(couplings: RobotInstance['couplings']): object {
  return Object.fromEntries(
    [...couplings].map(([name, { joint, law, ...linear }]) => [
      name,
      law ? { joint, law } : { joint, ...linear },
    ]),
  );
}

/** Which links are tested by their visuals; nothing where none is. */
export function visualText({ robot }: RobotInstance): { visual?: string | object } {
  const named = (what: string) => robot.links.filter(({ visualOnly }) => visualOnly === what);
  const tested = named('tested');
  if (tested.length === 0) return {};
  if (named('ignored').length === 0) return { visual: 'collide' };
  return { visual: Object.fromEntries(tested.map(({ name }) => [name, 'collide'])) };
}

function rename({ pose }: { pose?: PoseText }): { base?: PoseText } {
  return pose ? { base: pose } : {};
}

/** One number, or three or seven. */
function valuesText(values: ReadonlyMap<string, readonly number[]>): object {
  return Object.fromEntries(
    [...values].map(([name, list]) => [name, list.length === 1 ? list[0] : [...list]]),
  );
}

export function poseKey(pose: Float64Array, { editor }: Writing): { pose?: PoseText } {
  if (sameBits(pose, identityPose())) return {};
  return { pose: editor.texts.get(pose) ?? textFor(pose) };
}

/** What is said of the meshes of an object. */
export type Solidity = Pick<ObstacleDescription, 'solid' | 'mustBeSolid'>;

export function solidKey({ solid, mustBeSolid }: Solidity): { solid?: boolean } {
  if (!solid) return { solid: false };
  return mustBeSolid ? { solid: true } : {};
}

function partsText(
  name: string,
  parts: readonly Part[],
  solid: Solidity,
  options: Writing,
): object {
  const [first] = parts;
  if (parts.length === 1 && sameBits(first.pose, identityPose())) {
    return { shape: shapeText(name, first, solid, options) };
  }
  return {
    parts: parts.map((part) => ({
      shape: shapeText(name, part, solid, options),
      ...poseKey(part.pose, options),
    })),
  };
}

export function shapeText(name: string, part: Part, solid: Solidity, options: Writing): object {
  const { geometry } = part;
  switch (geometry.kind) {
    case 'mesh':
      return { ...meshText(name, geometry, options), ...solidKey(solid) };
    case 'box':
      return { box: geometry.half.map((x) => 2 * x) };
    case 'sphere':
      return { sphere: { radius: geometry.radius } };
    case 'cylinder':
    case 'capsule':
    case 'cone':
      return { [geometry.kind]: { radius: geometry.radius, length: geometry.length } };
    case 'ellipsoid':
      return { ellipsoid: { radii: [...geometry.radii] } };
    case 'half-space':
      return { half_space: { normal: [...geometry.normal], offset: geometry.offset } };
    case 'hull': {
      const { positions } = geometry.hull;
      const points = Array.from({ length: positions.length / 3 }, (_, i) => [
        ...positions.subarray(3 * i, 3 * i + 3),
      ]);
      return { hull: points };
    }
  }
}

/** The file that was added, or one of our own with every bit of the triangles. */
function meshText(name: string, { triangles }: MeshGeometry, options: Writing): object {
  const { editor, files } = options;
  const added = editor.added.get(triangles);
  if (!added) return { mesh: files.add(`meshes/${name}.ply`, writePly(triangles)) };
  const mesh = files.add(`meshes/${added.file.split('/').pop()!}`, added.bytes);
  return { mesh, ...(added.scale !== 1 && { scale: added.scale }) };
}
