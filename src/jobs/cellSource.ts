/**
 * From files to the description of a cell: a cell file, a URDF or xacro file with or without an SRDF, an MJCF model, a MoveIt planning
 * scene with its robot, or a model that was exported. What a cell is read from is part of its certificates, so everybody reads it here.
 */
import {
  type Adjustments,
  adjustCell,
  buildCell,
  type Cell,
  type CellDescription,
  selfClearanceOf,
  withSelfKnown,
  withSuggestedPairs,
} from '../cell/index.ts';
import { isModelFile, parseModel } from '../certificate/index.ts';
import {
  aboutFile,
  cellFromMjcf,
  cellFromScene,
  cellFromUrdf,
  joinScene,
  looksLikeMjcf,
  type PackageSearch,
  type Resolver,
  readCell,
  readWorld,
  type WorldKind,
  withJointLimits,
  worldName,
} from '../formats/index.ts';
import { headOf, InputError, identityPose, Random } from '../math/index.ts';
import { loweredText } from '../words/index.ts';
import type { JobContext } from './context.ts';
import { requireShowable } from './nameRules.ts';

export type CellKind = 'cell' | 'urdf' | 'mjcf' | 'scene' | 'model';

/** Which pairs of links of a robot without an SRDF are tested: all but those that need no test, or all. */
export type PairChoice = 'suggested' | 'all';

/** Configurations that are sampled to find links that are always in contact, and the seed. */
export const SUGGESTING = { samples: 1000, seed: 1 } as const;

/** What a cell is read from, and what is asked of it beyond its files. */
export interface CellSource extends Adjustments {
  /** The cell file, URDF, MJCF model, planning scene or exported model. */
  readonly file: string;
  /** For a planning scene: its robot's URDF. */
  readonly robot?: string | undefined;
  /** For a URDF or a planning scene. */
  readonly srdf?: string | undefined;
  /** Contents by path; at least those of the files named above. The context may know others. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Default: told by what the file holds. */
  readonly kind?: CellKind | undefined;
  /** Folder of each package, for package:// references. */
  readonly packages?: Readonly<Record<string, string>> | undefined;
  /** Folders in which packages are looked for whose folder is not given. */
  readonly packageRoots?: readonly string[] | undefined;
  /** For a URDF: MoveIt's joint_limits.yaml, which only makes ranges narrower. */
  readonly jointLimits?: string | undefined;
  /** Values of xacro arguments, for a robot that is written with macros. */
  readonly xacro?: Readonly<Record<string, string>> | undefined;
  /** Variables that xacro files ask for; the context may know others. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** Values of joints that nothing else gives a value, by name. */
  readonly joints?: Readonly<Record<string, number>> | undefined;
  /**
   * `suggested`: pairs of links of a robot without an SRDF that are adjacent or always in contact are assumed harmless,
   * each named by the verdict. Default: for a URDF, and for a planning scene without an allowed collision matrix; else `all`.
   */
  readonly pairs?: PairChoice | undefined;
  /** Links without collision geometry are tested by their visuals. Default false. */
  readonly testVisuals?: boolean | undefined;
  /** Octomaps, point clouds and height maps that join the cell: files of the context or of those above. */
  readonly worlds?: readonly WorldSource[] | undefined;
  /**
   * Planning scenes of MoveIt that join the cell, one after the other: differences (`is_diff`) change it, whole ones stand
   * beside what it has. Files of the context or of those above.
   */
  readonly scenes?: readonly string[] | undefined;
  /** Visual geometry is read as well: it can cost more than all else. Default false. */
  readonly visuals?: boolean | undefined;
}

/** A file of a world that joins a cell. */
export interface WorldSource {
  readonly file: string;
  /** What it is. Default: told by what the file holds. */
  readonly kind?: WorldKind | undefined;
  /** Default: the name of the file without its ending. */
  readonly name?: string | undefined;
  /** Metres around every point of a cloud that are taken for occupied; clouds need it. */
  readonly radius?: number | undefined;
  /** What unknown cells are taken for. Default free. */
  readonly unknown?: 'free' | 'occupied' | undefined;
}

/** Of a YAML or JSON text: whether it is a cell file, or a planning scene. */
export function kindOfText(text: string): 'cell' | 'scene' | null {
  if (/(^|\n)\s*\{?\s*["']?surepath["']?\s*:/.test(text)) return 'cell';
  if (/["']?(world|robot_state|robot_model_name|allowed_collision_matrix)["']?\s*:/.test(text)) {
    return 'scene';
  }
  return null;
}

/** What a file is, by its name and by what it holds. Throws an InputError for what is no cell. */
export function kindOfCell(bytes: Uint8Array, file: string): CellKind {
  const text = headOf(bytes);
  if (looksLikeMjcf(text)) return 'mjcf';
  if (/\.(urdf|xml|xacro)$/i.test(file)) return 'urdf';
  if (isModelFile(bytes)) return 'model';
  if (/^\s*</.test(text)) return 'urdf';
  const kind = kindOfText(text);
  if (kind) return kind;
  throw new InputError({
    code: 'cell/unknown-kind',
    message:
      'this is neither a cell file, nor a URDF, nor an MJCF model, nor a MoveIt planning scene, nor an exported model',
    file,
    hint: 'a cell file begins with "surepath: 1"; mesh files are named .stl, .obj, .ply, .dae, .gltf or .glb',
  });
}

/** While a cell is read. */
export interface ReadingContext extends JobContext {
  /** Called for every file that is asked for; throws where that takes too long. */
  readonly pause?: (() => void) | undefined;
}

/** The description of a cell, with the adjustments that were asked for. */
export function describeSource(source: CellSource, context: ReadingContext = {}): CellDescription {
  const { clearance, selfClearance, recheckNever, allowNothing, atLeast } = source;
  const { description, kind } = readSource(source, context);
  const whole = withWorlds(withScenes(description, source, context), source, context);
  const asked = { clearance, selfClearance, recheckNever, allowNothing, atLeast };
  const adjusted = withLoweredNotes(adjustCell(whole, asked), whole, source);
  aboutFile(source.file, () => requireShowable(adjusted));
  const { pairs = usualPairs(kind, adjusted) } = source;
  const isBare = adjusted.robots.some(({ semantics }) => semantics === undefined);
  if (pairs === 'all' || !isBare) return adjusted;
  const { pause, store } = context;
  const cell = aboutFile(source.file, () => buildCell(adjusted, { pause, store }));
  const { samples, seed } = SUGGESTING;
  const suggested = withSuggestedPairs(cell, { samples, random: new Random(seed) });
  compiledLike.set(suggested, cell);
  return suggested;
}

/** Clearances below those of the cell are a note: who verifies does not accept less than the cell asks for. */
function withLoweredNotes(
  adjusted: CellDescription,
  before: CellDescription,
  { file, clearance, selfClearance, atLeast = false }: CellSource,
): CellDescription {
  const amounts = [
    ['a clearance', clearance, before.clearance.default],
    ['a clearance within a robot', selfClearance, selfClearanceOf(before)],
  ] as const;
  const notes = amounts.flatMap(([what, asked, least]) =>
    asked === undefined || asked >= least || atLeast
      ? []
      : [{ code: 'cell/lowered-clearance', message: loweredText(what, asked, least), file }],
  );
  return notes.length === 0 ? adjusted : { ...adjusted, notes: [...adjusted.notes, ...notes] };
}

/** A cell file, an MJCF and a model say themselves what may touch, and so does a scene with an allowed collision matrix. */
function usualPairs(kind: CellKind, { allow }: CellDescription): PairChoice {
  const hasMatrix = allow.some(({ reason }) => reason === 'allowed collision matrix');
  return (kind === 'urdf' || kind === 'scene') && !hasMatrix ? 'suggested' : 'all';
}

/** Cells that were compiled while they were read, by what became of their descriptions. */
const compiledLike = new WeakMap<CellDescription, Cell>();

/** A cell that was compiled with the same bodies; undefined if none was. */
export function compiledWith(description: CellDescription): Cell | undefined {
  return compiledLike.get(description);
}

interface ReadDescription {
  readonly description: CellDescription;
  readonly kind: CellKind;
}

function readSource(source: CellSource, context: ReadingContext): ReadDescription {
  const { file, visuals = false, testVisuals = false, xacro } = source;
  const bytes = contentsOf(source, file);
  const resolver = resolverOf(source, context);
  const reading = { file, resolver, visuals, testVisuals };
  const named = (name: string | undefined) =>
    name === undefined ? undefined : { file: name, bytes: contentsOf(source, name) };
  const kind = source.kind ?? kindOfCell(bytes, file);
  if (kind === 'cell') return { kind, description: readCell(bytes, reading) };
  if (kind === 'model') {
    if (!testVisuals) return { kind, description: withSelfKnown(parseModel(bytes, file)) };
    const message = 'an exported model has no visuals: links cannot be tested by them';
    throw new InputError({ code: 'cell/model-visuals', message, file });
  }
  if (kind === 'mjcf') return { kind, description: cellFromMjcf(bytes, reading) };
  const srdf = named(source.srdf);
  if (kind === 'urdf') {
    const cell = cellFromUrdf(bytes, { ...reading, xacro, ...(srdf ? { srdf } : {}) });
    const limits = named(source.jointLimits);
    return { kind, description: limits ? withJointLimits(cell, limits) : cell };
  }
  const robot = named(source.robot);
  if (robot) return { kind, description: cellFromScene(bytes, { ...reading, robot, srdf, xacro }) };
  throw new InputError({
    code: 'cell/no-robot',
    message: 'this is a planning scene, which needs the URDF of its robot',
    file,
  });
}

/** Where files come from that files name. */
function resolverOf(source: CellSource, context: ReadingContext): Resolver {
  const { files, packages = {}, packageRoots: roots = [] } = source;
  const { readFile, pause, environment, findPackage } = context;
  return {
    files: (path: string) => {
      pause?.();
      return readFile?.(path) ?? files.get(path);
    },
    packages,
    findPackage: findPackage && remembered((name, from) => findPackage(name, from, roots)),
    environment: (name: string) => source.environment?.[name] ?? environment?.(name),
  };
}

/** A robot names few packages many times, and looking takes long. */
function remembered(find: (name: string, from: string) => PackageSearch) {
  const known = new Map<string, PackageSearch>();
  return (name: string, from: string) => {
    const key = JSON.stringify([name, from]);
    const found = known.get(key) ?? find(name, from);
    known.set(key, found);
    return found;
  };
}

/** The cell with planning scenes, in their order. */
function withScenes(
  cell: CellDescription,
  source: CellSource,
  context: ReadingContext,
): CellDescription {
  const { scenes = [], files, joints } = source;
  let joined = cell;
  for (const file of scenes) {
    const bytes = files.get(file) ?? context.readFile?.(file);
    if (!bytes) {
      throw new InputError({ code: 'file/unreadable', message: 'there is no such file', file });
    }
    joined = joinScene(joined, bytes, { file, resolver: resolverOf(source, context), joints });
  }
  return joined;
}

/** The cell with worlds from further files. */
function withWorlds(
  cell: CellDescription,
  { worlds = [], files }: CellSource,
  { readFile }: ReadingContext,
): CellDescription {
  if (worlds.length === 0) return cell;
  const sets = [...(cell.sets ?? [])];
  const notes = [...cell.notes];
  const read = new Map(cell.files);
  for (const { file, name: given, ...options } of worlds) {
    const bytes = files.get(file) ?? readFile?.(file);
    if (!bytes) {
      throw new InputError({ code: 'file/unreadable', message: 'there is no such file', file });
    }
    const name = given ?? worldName(file);
    if (sets.some((set) => set.name === name)) {
      const message = `two worlds are called "${name}"`;
      throw new InputError({ code: 'cell/duplicate-name', message, file });
    }
    const world = readWorld(bytes, { ...options, file, name, pose: identityPose() });
    if (world.set) sets.push(world.set);
    notes.push(...world.notes);
    read.set(file, bytes);
  }
  return { ...cell, sets, notes, files: read };
}

function contentsOf({ files }: CellSource, file: string): Uint8Array {
  const bytes = files.get(file);
  if (bytes) return bytes;
  throw new InputError({ code: 'file/unreadable', message: 'there is no such file', file });
}
