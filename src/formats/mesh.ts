/** Reads a mesh of any supported format. */
import { headOf, InputError } from '../math/index.ts';
import { readCollada } from './collada.ts';
import { readGltf } from './gltf.ts';
import type { ReadReference } from './gltfFile.ts';
import { type MeshFile, type MeshFormat, refuseHopeless, startsWith } from './meshFile.ts';
import { isObjKeyword, readObj } from './obj.ts';
import { readPly } from './ply.ts';
import { Scanner } from './scan.ts';
import { isBinaryStlSize, readStl } from './stl.ts';

export interface ReadMeshOptions {
  /** The file's name or path: it tells the format, and errors repeat it. */
  readonly file?: string | undefined;
  /** Overrides what the name and the contents say. */
  readonly format?: MeshFormat | undefined;
  /**
   * Gives the files that this one refers to by relative paths: the buffers of a .gltf file, the
   * materials of an .obj file.
   */
  readonly read?: ReadReference | undefined;
  /** Reads colours too, of COLLADA, glTF and OBJ. Default `false`. */
  readonly colours?: boolean | undefined;
}

type Reader = (bytes: Uint8Array, options: ReadMeshOptions) => MeshFile;

const READERS: Readonly<Record<MeshFormat, Reader>> = {
  stl: (bytes, { file }) => readStl(bytes, file),
  obj: (bytes, { file, read, colours }) => readObj(bytes, file, colours ? read : undefined),
  ply: (bytes, { file }) => readPly(bytes, file),
  dae: (bytes, { file, colours }) => readCollada(bytes, file, colours),
  gltf: (bytes, { file, read, colours }) => readGltf(bytes, file, read, colours),
};
const SUPPORTED =
  'supported are STL (.stl), Wavefront OBJ (.obj), PLY (.ply), COLLADA (.dae) and glTF (.gltf, .glb)';

/**
 * Reads an STL, OBJ, PLY, COLLADA or glTF file. The format is the one given, or else the one that the file's
 * extension names, or else the one that the contents look like. Throws InputError.
 */
export function readMesh(bytes: Uint8Array, options: ReadMeshOptions = {}): MeshFile {
  const { file } = options;
  const extension = /\.([^./\\]*)$/.exec(file ?? '')?.[1] ?? '';
  const format = options.format ?? knownFormat(extension) ?? sniff(bytes, file);
  if (format !== undefined && Object.hasOwn(READERS, format)) {
    return READERS[format](bytes, options);
  }
  const what = format ?? (extension && `.${extension}`);
  throw new InputError({
    code: 'mesh/unknown-format',
    message: what
      ? `cannot read the format "${what}"`
      : 'the contents look like no format that can be read',
    file,
    hint: SUPPORTED,
  });
}

function knownFormat(extension: string): MeshFormat | undefined {
  const name = extension.toLowerCase();
  if (name === 'glb') return 'gltf';
  return Object.hasOwn(READERS, name) ? (name as MeshFormat) : undefined;
}

/** Where the root of an XML file stands, behind declarations and comments. */
const SNIFFED_SIZE = 2048;

/** The format that the contents look like. It need not be a valid file of that format. */
function sniff(bytes: Uint8Array, file: string | undefined): MeshFormat | undefined {
  refuseHopeless(bytes, 'mesh', file);
  if (startsWith(bytes, 'ply\n') || startsWith(bytes, 'ply\r')) return 'ply';
  if (startsWith(bytes, 'glTF')) return 'gltf';
  if (isBinaryStlSize(bytes)) return 'stl';
  const head = headOf(bytes, SNIFFED_SIZE);
  if (/^\s*</.test(head) && /<([\w.-]+:)?COLLADA[\s>]/.test(head)) return 'dae';
  if (/^\s*\{/.test(head)) return 'gltf';
  const scan = new Scanner(bytes, 'mesh', file, true);
  if (!scan.word()) return undefined;
  if (scan.isAnyCase('solid')) return 'stl';
  return scan.end - scan.start < 16 && isObjKeyword(scan.text()) ? 'obj' : undefined;
}
