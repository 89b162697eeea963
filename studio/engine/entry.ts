/** Which of the files is the cell: told by what they hold, as the command line does it. */
import { looksLikeMjcf, resolveReference } from '../../src/formats/index.ts';
import { kindOfText, readRobotFolder, SETUP_ASSISTANT } from '../../src/jobs/index.ts';
import { headOf, InputError } from '../../src/math/index.ts';
import { packagesAmong } from './files.ts';
import type { Files } from './protocol.ts';

export type FileKind = 'cell' | 'scene' | 'urdf' | 'mjcf' | 'srdf' | 'path' | 'mesh' | 'other';

export function kindOfFile(path: string, bytes: Uint8Array): FileKind {
  if (/\.(stl|obj|ply|dae|glb|gltf)$/i.test(path)) return 'mesh';
  if (/\.srdf(\.xacro)?$/i.test(path)) return 'srdf';
  if (/\.csv$/i.test(path)) return 'path';
  if (!/\.(ya?ml|json|urdf|xml|xacro)$/i.test(path)) return 'other';
  const text = headOf(bytes);
  if (/^\s*</.test(text) || /\.(urdf|xml|xacro)$/i.test(path)) return xmlKind(path, text);
  const kind = kindOfText(text);
  if (kind) return kind;
  if (/["']?(waypoints|joint_trajectory|tracks)["']?\s*:/.test(text)) return 'path';
  if (/["']?joint_names["']?\s*:/.test(text) && /["']?points["']?\s*:/.test(text)) return 'path';
  return 'other';
}

function xmlKind(path: string, text: string): FileKind {
  if (looksLikeMjcf(text)) return 'mjcf';
  const isRobot = /<([\w.-]+:)?robot[\s>]/.test(text);
  if (!isRobot) return /\.urdf$/i.test(path) ? 'urdf' : 'other';
  if (/<([\w.-]+:)?(link|joint)[\s>]/.test(text)) {
    const semantic = /<(disable_collisions|group_state|virtual_joint|end_effector|group)[\s>]/;
    return semantic.test(text) && !/<collision|<visual|<origin/.test(text) ? 'srdf' : 'urdf';
  }
  return /<(disable_collisions|group|virtual_joint)[\s>]/.test(text) ? 'srdf' : 'urdf';
}

export interface Entry {
  readonly kind: 'cell' | 'scene' | 'urdf' | 'mjcf';
  readonly file: string;
  /** For a scene. */
  readonly robot?: string;
  readonly srdf?: string;
  /** MoveIt's joint_limits.yaml. */
  readonly jointLimits?: string;
  /** Values of xacro arguments. */
  readonly xacro?: Readonly<Record<string, string>>;
}

export type Choice =
  | { readonly chosen: Entry }
  /** Several would do. */
  | { readonly candidates: readonly string[]; readonly asks: 'entry' | 'robot' }
  /** A scene without a robot. */
  | { readonly robotFor: string }
  | { readonly none: true };

interface Wishes {
  readonly entry?: string | undefined;
  readonly robot?: string | undefined;
  readonly srdf?: string | undefined;
}

/** Cell files come first, then planning scenes, then URDFs. */
export function chooseEntry(files: Files, wishes: Wishes): Choice {
  const of = (kind: FileKind) =>
    [...files]
      .filter(([path, bytes]) => kindOfFile(path, bytes) === kind)
      .map(([path]) => path)
      .sort((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1));
  const wanted = wishes.entry;
  let kind: Entry['kind'] | undefined;
  let file = wanted;
  if (wanted !== undefined) {
    const own = files.has(wanted) ? kindOfFile(wanted, files.get(wanted)!) : 'other';
    // A URDF need not be called one.
    kind = own === 'cell' || own === 'scene' || own === 'mjcf' ? own : 'urdf';
  } else {
    for (const each of ['cell', 'scene', 'urdf', 'mjcf'] as const) {
      const isNested = each === 'mjcf' || each === 'urdf';
      const found = isNested ? outermost(of(each), files) : of(each);
      const folder = each === 'urdf' ? folderEntry(files) : null;
      if (folder) return { chosen: folder };
      if (found.length === 0) continue;
      if (found.length > 1) return { candidates: found, asks: 'entry' };
      kind = each;
      [file] = found;
      break;
    }
  }
  if (kind === undefined || file === undefined) return { none: true };
  if (kind === 'cell' || kind === 'mjcf') return { chosen: { kind, file } };
  const robots = kind === 'scene' ? of('urdf') : [file];
  const robot = wishes.robot ?? (robots.length === 1 ? robots[0] : undefined);
  if (robot === undefined) {
    return robots.length > 1 ? { candidates: robots, asks: 'robot' } : { robotFor: file };
  }
  const srdf = wishes.srdf ?? srdfFor(robot, of('srdf'), files);
  return {
    chosen: {
      kind,
      file,
      ...(kind === 'scene' && { robot }),
      ...(srdf !== undefined && { srdf }),
    },
  };
}

/** The robot of a MoveIt configuration, or of the one package with a description, among the files. */
function folderEntry(files: Files): Entry | null {
  const roots = [...files.keys()]
    .filter((path) => /(^|\/)(package\.xml|\.setup_assistant)$/.test(path))
    .map((path) => path.slice(0, Math.max(0, path.lastIndexOf('/'))));
  const all = [...new Set(roots)].map((root) => ({ root, entry: entryOf(root, files) }));
  const configurations = all.filter(({ root }) => files.has(within(root, SETUP_ASSISTANT)));
  const found = (configurations.length > 0 ? configurations : all).flatMap(
    ({ entry }) => entry ?? [],
  );
  return found.length === 1 ? found[0] : null;
}

function within(root: string, name: string): string {
  return root === '' ? name : `${root}/${name}`;
}

function entryOf(root: string, files: Files): Entry | null {
  const names = [...files.keys()]
    .filter((path) => path.startsWith(within(root, '')))
    .map((path) => path.slice(within(root, '').length));
  try {
    const folder = { folder: root, names, read: (name: string) => files.get(within(root, name)) };
    const { urdf, srdf, jointLimits, xacro } = readRobotFolder(folder);
    const resolver = { files, packages: packagesAmong(files) };
    const { path, bytes } = resolveReference(resolver, urdf, within(root, 'package.xml'));
    if (!bytes) return null;
    return {
      ...{ kind: 'urdf', file: path, xacro },
      ...(srdf !== undefined && { srdf: within(root, srdf) }),
      ...(jointLimits !== undefined && { jointLimits: within(root, jointLimits) }),
    };
  } catch (error) {
    // A folder without a robot, or with several: the files are looked at one by one.
    if (error instanceof InputError) return null;
    throw error;
  }
}

/** The files that no other of them includes: a scene before its robot, a robot before its macros. */
function outermost(models: readonly string[], files: Files): string[] {
  const texts = models.map((path) => headOf(files.get(path)!));
  const isIncluded = (path: string) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    return texts.some((text) => text.includes(`"${name}"`) || text.includes(`/${name}"`));
  };
  return models.filter((path) => !isIncluded(path));
}

/** The only SRDF, or the only one that is for this robot by its name. */
function srdfFor(robot: string, srdfs: readonly string[], files: Files): string | undefined {
  if (srdfs.length <= 1) return srdfs[0];
  const nameOf = (path: string) => {
    const bytes = files.get(path);
    const text = bytes ? headOf(bytes) : '';
    return /<robot[^>]*\sname\s*=\s*["']([^"']*)["']/.exec(text)?.[1];
  };
  const name = nameOf(robot);
  const same = srdfs.filter((path) => nameOf(path) === name);
  return same.length === 1 ? same[0] : undefined;
}

/** For people: the folder of a cell file, a bag, or a file without its ending. */
export function nameOfEntry(file: string): string {
  const parts = file.split('/');
  const bag = parts.at(-2);
  // What a bag holds has its name.
  if (bag && /\.mcap$/i.test(bag)) {
    const scene = /^(scene\d+)\.json$/.exec(parts[parts.length - 1]);
    return scene ? `${bag} ${scene[1]}` : bag;
  }
  const own = parts[parts.length - 1].replace(/(\.urdf)?\.(ya?ml|json|urdf|xml|xacro)$/i, '');
  return own === 'cell' && parts.length > 1 ? parts[parts.length - 2] : own;
}
