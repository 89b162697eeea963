/**
 * The open cell as files that `surepath check` reads: the same model, bit by bit, wherever a file can say
 * it. What nobody changed is written with the numbers of its own file; a cell file that was not changed
 * at all stays as it is. Of a URDF or a planning scene a cell file is made.
 */
import type { CellDescription, ObstacleDescription, RobotInstance } from '../../src/cell/index.ts';
import {
  readDocument,
  referredPackages,
  resolveReference,
  type Value,
  worldName,
  writeSrdf,
} from '../../src/formats/index.ts';
import { type WorldSource, withoutAllowedClearances } from '../../src/jobs/index.ts';
import { decodeUtf8, InputError } from '../../src/math/index.ts';
import {
  allowText,
  cellText,
  clearanceText,
  obstacleText,
  poseKey,
  type Solidity,
  shapeText,
  solidKey,
  visualText,
  type Writing,
} from './cellText.ts';
import type { Editor } from './edit.ts';
import { nameOfEntry } from './entry.ts';
import type { ReadCellFiles } from './openCell.ts';
import type { Files, OpenRequest } from './protocol.ts';
import { SavedFiles, type WrittenCell } from './savedFiles.ts';
import { jsonText, type Plain, yamlText } from './yamlText.ts';

export interface CellToWrite {
  readonly read: ReadCellFiles;
  /** Further files that belong to it: what is drawn. */
  readonly drawn: Files;
  /** The cell as it is now. */
  readonly description: CellDescription;
  readonly editor: Editor;
  readonly request: Pick<OpenRequest, 'packages'>;
}

type Mapping = { [key: string]: Plain | undefined };

export function writeCell(given: CellToWrite): WrittenCell {
  const cell = { ...given, description: withoutAllowedClearances(given.description) };
  const { read, drawn } = cell;
  const { kind, file } = read.entry;
  const own = [...drawn, ...read.description.files];
  refuseUnwritable(cell);
  if (kind === 'cell') {
    const files = new SavedFiles(file, own);
    return files.finish(changedText(cell, files));
  }
  return newCell(cell, own);
}

/** What no cell file could say is not left out: nothing is saved then. */
function refuseUnwritable({ read, description }: CellToWrite): void {
  const { kind, file } = read.entry;
  const fault = (message: string, hint: string) =>
    new InputError({ code: 'studio/save', message, file, hint });
  if (kind === 'mjcf') {
    const hint =
      'the command line takes the model itself; a cell file names it as a robot: "mjcf: FILE"';
    throw fault('an MJCF model cannot be written into a cell file', hint);
  }
  const base = read.description;
  const isKept = <T extends { readonly ofRobot?: string }>(now: readonly T[], was: readonly T[]) =>
    isSame(
      now.filter(({ ofRobot }) => ofRobot !== undefined),
      was.filter(({ ofRobot }) => ofRobot !== undefined),
    );
  if (
    !isKept(description.obstacles, base.obstacles) ||
    !isKept(description.allow, base.allow) ||
    description.robots.some(
      (robot, i) => robot.semantics !== base.robots[i].semantics && isModel(base, robot.name),
    )
  ) {
    const hint = 'take the change back, or change the model';
    throw fault('what an MJCF model says cannot be changed in the cell file', hint);
  }
  if (kind === 'cell') {
    if (read.scenes.length === 0) return;
    const hint = 'the command line takes both: --scene';
    throw fault('what a planning scene changed cannot be written into the cell file', hint);
  }
  const named = new Set(read.worlds.map((world) => world.name ?? worldName(world.file)));
  const lost = description.sets?.find(({ name }) => !named.has(name));
  if (!lost) return;
  const hint = 'the command line takes the scene itself';
  throw fault(`"${lost.name}" of the planning scene cannot be written into a cell file`, hint);
}

function isSame<T>(now: readonly T[], was: readonly T[]): boolean {
  return now.length === was.length && now.every((each, i) => each === was[i]);
}

/** Whether a robot is an MJCF model, by what comes with one. */
function isModel({ obstacles, allow }: CellDescription, robot: string): boolean {
  return [...obstacles, ...allow].some(({ ofRobot }) => ofRobot === robot);
}

/** What stands in the cell file, and not in the model of a robot. */
function ownOf<T extends { readonly ofRobot?: string }>(entries: readonly T[]): T[] {
  return entries.filter(({ ofRobot }) => ofRobot === undefined);
}

/** A cell file for a URDF or a scene, beside the URDF. */
function newCell(
  { read, description, editor, request }: CellToWrite,
  own: readonly (readonly [string, Uint8Array])[],
): WrittenCell {
  const { kind, file, srdf } = read.entry;
  const robot = kind === 'scene' ? read.entry.robot! : file;
  const folder = robot.slice(0, robot.lastIndexOf('/') + 1);
  const kept = own.filter(([path]) => kind !== 'scene' || path !== file);
  const files = new SavedFiles(newName(folder + nameOfEntry(file), kept), kept);
  const [{ semantics }] = description.robots;
  // A scene's matrix may overrule the SRDF.
  const changed =
    kind === 'scene' ||
    read.scenes.length > 0 ||
    semantics !== read.description.robots[0].semantics;
  let srdfFile: string | undefined;
  if (srdf !== undefined && semantics) {
    srdfFile = changed
      ? files.add(srdf.split('/').pop()!, writeSrdf(semantics))
      : files.relative(srdf);
  }
  const references = { urdf: files.relative(robot), ...(srdfFile && { srdf: srdfFile }) };
  const packages = Object.fromEntries(used(request, read.description.files.get(robot)));
  const data = cellText(description, { references, packages, files, editor });
  const worlds = worldTexts(read.worlds, files);
  const whole = { ...data, ...(worlds.length > 0 && { worlds }) } as unknown as Mapping;
  return files.finish(`# Saved by the studio of Surepath.\n${yamlText(whole)}`);
}

/** A cell file keeps the name that the cell had, beside files that may have it already. */
function newName(wanted: string, kept: readonly (readonly [string, Uint8Array])[]): string {
  const taken = new Set(kept.map(([path]) => path));
  let name = wanted;
  while (taken.has(`${name}.yaml`)) name += '_cell';
  return `${name}.yaml`;
}

/** Worlds that joined the cell from files of their own, as entries of its list. */
function worldTexts(worlds: readonly WorldSource[], files: SavedFiles): Mapping[] {
  return worlds.map(({ file, name, radius, unknown, kind }) => ({
    name: name ?? worldName(file),
    [kind ?? 'octomap']: files.relative(file),
    ...(kind === 'cloud' ? { radius } : unknown && { unknown }),
  }));
}

/** Packages that a URDF refers to: a reader takes others for a mistake. */
function used({ packages = {} }: CellToWrite['request'], urdf?: Uint8Array): [string, string][] {
  const names = urdf ? referredPackages(urdf) : new Set<string>();
  return Object.entries(packages).filter(([name]) => names.has(name));
}

/** The cell file's text with what was changed. */
function changedText(cell: CellToWrite, files: SavedFiles): string {
  const { read, description, editor } = cell;
  const base = read.description;
  const bytes = base.files.get(read.entry.file)!;
  const text = decodeUtf8(bytes, { code: 'document/encoding', file: read.entry.file });
  const isUnchanged =
    description.robots === base.robots &&
    description.obstacles === base.obstacles &&
    description.allow === base.allow &&
    description.clearance === base.clearance;
  const hasPackages = Object.keys(cell.request.packages ?? {}).length > 0;
  const worlds = worldTexts(read.worlds, files);
  if (isUnchanged && !hasPackages && !read.testVisuals && worlds.length === 0) return text;
  const data = plain(readDocument(bytes, read.entry.file)) as Mapping;
  const writing = { files, editor };

  if (description.obstacles !== base.obstacles) {
    const items = (data.obstacles ?? []) as Mapping[];
    const made = ownOf(description.obstacles).map((obstacle) => {
      const same = base.obstacles.indexOf(obstacle);
      if (same >= 0) return items[same];
      const unsized = editor.sized.get(obstacle.parts) ?? obstacle.parts;
      const origin = base.obstacles.findIndex(({ parts }) => parts === unsized);
      if (origin < 0) return obstacleText(obstacle, writing) as Mapping;
      const before = base.obstacles[origin];
      const sized = withSizes(items[origin], obstacle, before, writing);
      const copy: Mapping = { ...sized, name: obstacle.name };
      if (obstacle.pose !== before.pose) {
        copy.pose = poseKey(obstacle.pose, writing).pose as Plain | undefined;
      }
      const isAsSolid =
        obstacle.solid === before.solid && obstacle.mustBeSolid === before.mustBeSolid;
      return isAsSolid ? copy : withSolid(copy, obstacle);
    });
    data.obstacles = made.length > 0 ? made : undefined;
  }
  if (worlds.length > 0) data.worlds = [...((data.worlds ?? []) as Plain[]), ...worlds];
  if (description.allow !== base.allow) {
    const items = (data.allow ?? []) as Plain[];
    const made = ownOf(description.allow).map((entry) => {
      const same = base.allow.indexOf(entry);
      return same >= 0 ? items[same] : (allowText(entry) as Mapping);
    });
    data.allow = made.length > 0 ? made : undefined;
  }
  if (description.clearance !== base.clearance) {
    data.clearance = clearanceText(description.clearance) as Mapping;
  }
  data.robots = (data.robots as Mapping[]).map((robot, i) => {
    const instance = description.robots[i];
    const own = changedRobot(robot, instance, base.robots[i], files);
    const changed = read.testVisuals ? { ...own, ...(visualText(instance) as Mapping) } : own;
    if (changed.packages !== undefined || robot.urdf === undefined) return changed;
    const urdf = resolveReference({ files: {} }, String(robot.urdf), read.entry.file).path;
    const packages = used(cell.request, base.files.get(urdf));
    if (packages.length === 0) return changed;
    const folders = packages.map(([name, folder]) => [name, files.relative(folder)]);
    return { ...changed, packages: Object.fromEntries(folders) };
  });
  if (/^\s*\{/.test(text)) return jsonText(data);
  // What the file says about itself stands in the comment that it begins with.
  const title = /^(?:#[^\n]*\n)*/.exec(text.replaceAll('\r\n', '\n'))![0];
  return title + yamlText(data);
}

function changedRobot(
  robot: Mapping,
  instance: RobotInstance,
  before: RobotInstance,
  files: SavedFiles,
): Mapping {
  if (instance === before) return robot;
  const changed = { ...robot };
  if (instance.tracking !== before.tracking) {
    changed.tracking = Object.fromEntries(instance.tracking);
  }
  const { semantics } = instance;
  if (semantics && semantics !== before.semantics) {
    const name = instance.name === '' ? 'robot' : instance.name;
    changed.srdf = files.add(`${name}.srdf`, writeSrdf(semantics));
  }
  if (instance.attached.some((each, k) => each.touches !== before.attached[k].touches)) {
    changed.attached = (robot.attached as Mapping[]).map((each, k) => ({
      ...each,
      touches: [...instance.attached[k].touches],
    }));
  }
  return changed;
}

/** Shapes with other sizes. A mesh of a file that stands as it is in the file keeps it, with a factor. */
function withSizes(
  item: Mapping,
  obstacle: ObstacleDescription,
  before: ObstacleDescription,
  writing: Writing,
): Mapping {
  const { name, parts } = obstacle;
  return withShapes(item, (shape, i) => {
    const { geometry } = parts[i];
    if (geometry === before.parts[i].geometry) return shape;
    if (geometry.kind === 'mesh' && shape.scale === undefined) {
      return { ...shape, scale: writing.editor.scaling.factorOf(geometry) };
    }
    return shapeText(name, parts[i], obstacle, writing) as Mapping;
  });
}

/** Meshes alone can be one or the other. */
function withSolid(obstacle: Mapping, solidity: Solidity): Mapping {
  return withShapes(obstacle, (shape) => {
    if (shape.mesh === undefined) return shape;
    const { solid: _, ...rest } = shape;
    return { ...rest, ...solidKey(solidity) };
  });
}

function withShapes(obstacle: Mapping, change: (shape: Mapping, part: number) => Mapping): Mapping {
  const { parts } = obstacle;
  const changed = (holder: Mapping, part: number): Mapping => {
    const shape = holder.shape as Mapping;
    const made = change(shape, part);
    return made === shape ? holder : { ...holder, shape: made };
  };
  return parts === undefined
    ? changed(obstacle, 0)
    : { ...obstacle, parts: (parts as Mapping[]).map(changed) };
}

/** A document without its places. */
function plain({ data }: Value): Plain {
  if (data instanceof Map) {
    return Object.fromEntries([...data].map(([key, { value }]) => [key, plain(value)]));
  }
  return Array.isArray(data) ? data.map(plain) : (data as Plain);
}
