/**
 * What a folder of ROS holds: a MoveIt configuration (`.setup_assistant`, `config/*.srdf`, `joint_limits.yaml`) or the description of
 * a robot (`urdf/*.urdf`, `*.urdf.xacro`). Says which files are the robot, by their names and by what MoveIt's own file says.
 */
import { packageName, readDocument, type Value } from '../formats/index.ts';
import { InputError } from '../math/index.ts';

/** Files of a folder: paths with slashes, relative to it. */
export interface FolderFiles {
  /** Of the folder, for messages; `join` makes paths of it. */
  readonly folder: string;
  readonly names: readonly string[];
  readonly read: (name: string) => Uint8Array | undefined;
  /** Somebody says which SRDF it is: that of the folder is not looked for. */
  readonly srdfGiven?: boolean;
}

/** The robot of a folder. References of packages are left as they are: `package://name/path`. */
export interface RobotFolder {
  /** Relative to the folder, or a reference to another package. */
  readonly urdf: string;
  readonly srdf?: string;
  readonly jointLimits?: string;
  /** It is named, but nothing here uses solvers. */
  readonly kinematics?: string;
  readonly xacro: Readonly<Record<string, string>>;
}

const URDF = /\.urdf(\.xacro)?$/i;
const SRDF = /\.srdf(\.xacro)?$/i;

/** The file that MoveIt's assistant leaves. */
export const SETUP_ASSISTANT = '.setup_assistant';

/** Throws an InputError that lists what there is where no file, or more than one, could be meant. */
export function readRobotFolder(files: FolderFiles): RobotFolder {
  const setup = readSetup(files);
  const direct = (pattern: RegExp, ...folders: string[]) =>
    files.names.filter((name) => pattern.test(name) && folders.includes(folderOf(name))).sort();
  const srdfs = direct(SRDF, 'config', '', 'srdf');
  const isMoveIt = setup !== null || srdfs.some((name) => folderOf(name) === 'config');
  const urdf = isMoveIt
    ? moveItUrdf(files, setup, direct(URDF, 'config'))
    : described(files, direct(URDF, 'urdf', 'robots', 'urdf/robots', ''));
  const srdf = files.srdfGiven ? undefined : (setup?.srdf ?? onlyOne(srdfs, stemOf(urdf)));
  if (srdf === undefined && srdfs.length > 0 && !files.srdfGiven) throw severalSrdfs(files, srdfs);
  const at = (name: string) => (files.names.includes(name) ? name : undefined);
  const jointLimits = at('config/joint_limits.yaml');
  const kinematics = at('config/kinematics.yaml');
  return {
    urdf,
    ...(srdf !== undefined && { srdf }),
    ...(jointLimits !== undefined && { jointLimits }),
    ...(kinematics !== undefined && { kinematics }),
    xacro: setup?.urdf === urdf ? setup.xacro : {},
  };
}

interface Setup {
  readonly urdf?: string;
  readonly srdf?: string;
  readonly xacro: Readonly<Record<string, string>>;
}

/** Of ROS 1 (`URDF`) or ROS 2 (`urdf`). */
function readSetup(files: FolderFiles): Setup | null {
  const bytes = files.read(SETUP_ASSISTANT);
  if (!bytes) return null;
  const document = readDocument(bytes, `${files.folder}/${SETUP_ASSISTANT}`);
  const config = entry(document, 'moveit_setup_assistant_config');
  const urdf = config && (entry(config, 'URDF') ?? entry(config, 'urdf'));
  const srdf = config && (entry(config, 'SRDF') ?? entry(config, 'srdf'));
  const path = textOf(urdf, 'relative_path');
  const package_ = textOf(urdf, 'package');
  const semantic = textOf(srdf, 'relative_path');
  const own = packageOf(files);
  const inOwn = package_ === undefined || package_ === '' || package_ === own;
  return {
    ...(path !== undefined && { urdf: inOwn ? path : `package://${package_}/${path}` }),
    ...(semantic !== undefined && files.names.includes(semantic) && { srdf: semantic }),
    xacro: argumentsIn(textOf(urdf, 'xacro_args') ?? ''),
  };
}

/** `name:=value other:=value`. */
function argumentsIn(text: string): Record<string, string> {
  const args: Record<string, string> = {};
  for (const [, name, quoted, plain] of text.matchAll(/([^\s:=]+):=(?:"([^"]*)"|(\S*))/g)) {
    args[name] = quoted ?? plain;
  }
  return args;
}

function entry(value: Value, key: string): Value | undefined {
  return value.data instanceof Map ? value.data.get(key)?.value : undefined;
}

function textOf(value: Value | undefined, key: string): string | undefined {
  const found = value && entry(value, key);
  return typeof found?.data === 'string' ? found.data : undefined;
}

/** MoveIt takes `config/NAME.urdf.xacro` where there is one, else what its assistant was given. */
function moveItUrdf(files: FolderFiles, setup: Setup | null, own: readonly string[]): string {
  const name = packageOf(files)?.replace(/_(moveit_config|moveit|config)$/, '');
  const chosen = onlyOne(own, name);
  if (chosen !== undefined) return chosen;
  if (setup?.urdf !== undefined) return setup.urdf;
  throw ambiguous(files, own, 'a MoveIt configuration names its URDF in .setup_assistant');
}

function described(files: FolderFiles, candidates: readonly string[]): string {
  const chosen = onlyOne(candidates, packageOf(files)?.replace(/_(description|support)$/, ''));
  if (chosen !== undefined) return chosen;
  throw ambiguous(files, candidates, 'a description has its robot in urdf/*.urdf or *.urdf.xacro');
}

/** The only one; of several the only one with this stem, by itself. */
function onlyOne(names: readonly string[], stem: string | undefined): string | undefined {
  if (names.length === 1) return names[0];
  const same = names.filter((name) => stemOf(name) === stem);
  return same.length === 1 ? same[0] : undefined;
}

function ambiguous(files: FolderFiles, names: readonly string[], hint: string): InputError {
  const { folder } = files;
  if (names.length === 0) {
    const message = 'this is a folder, and there is no robot in it';
    return new InputError({ code: 'folder/no-robot', message, file: folder, hint });
  }
  const list = names.slice(0, 40).map((name) => `${folder}/${name}`);
  const message = `this folder has ${names.length} robots: name one of ${list.join(', ')}`;
  return new InputError({ code: 'folder/several-robots', message, file: folder });
}

/** Without one of them pairs would be assumed that no SRDF declares, and those that it declares be tested. */
function severalSrdfs({ folder }: FolderFiles, names: readonly string[]): InputError {
  const list = names.map((name) => `${folder}/${name}`).join(', ');
  const message = `this folder has ${names.length} SRDFs, none of which is called like the URDF`;
  const hint = `give one of them: --srdf ${list}`;
  return new InputError({ code: 'folder/several-srdfs', message, file: folder, hint });
}

function packageOf(files: FolderFiles): string | undefined {
  const bytes = files.read('package.xml');
  return bytes && packageName(bytes);
}

function folderOf(name: string): string {
  return name.includes('/') ? name.slice(0, name.lastIndexOf('/')) : '';
}

function stemOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1).replace(/\.(urdf|srdf)(\.xacro)?$/i, '');
}
