/** Reads a mesh of any supported format. */
import { InputError } from '../math/index.ts';
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
}

const READERS: Readonly<Record<MeshFormat, (bytes: Uint8Array, file?: string) => MeshFile>> = {
  stl: readStl,
  obj: readObj,
  ply: readPly,
};
const SUPPORTED = 'supported are STL (.stl), Wavefront OBJ (.obj) and PLY (.ply)';

/**
 * Reads an STL, OBJ or PLY file. The format is the one given, or else the one that the file's
 * extension names, or else the one that the contents look like. Throws InputError.
 */
export function readMesh(bytes: Uint8Array, options: ReadMeshOptions = {}): MeshFile {
  const { file } = options;
  const extension = /\.([^./\\]*)$/.exec(file ?? '')?.[1] ?? '';
  const format = options.format ?? knownFormat(extension) ?? sniff(bytes, file);
  if (format !== undefined && Object.hasOwn(READERS, format)) return READERS[format](bytes, file);
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
  return Object.hasOwn(READERS, name) ? (name as MeshFormat) : undefined;
}

/** The format that the contents look like. It need not be a valid file of that format. */
function sniff(bytes: Uint8Array, file: string | undefined): MeshFormat | undefined {
  refuseHopeless(bytes, 'mesh', file);
  if (startsWith(bytes, 'ply\n') || startsWith(bytes, 'ply\r')) return 'ply';
  if (isBinaryStlSize(bytes)) return 'stl';
  const scan = new Scanner(bytes, 'mesh', file, true);
  if (!scan.word()) return undefined;
  if (scan.isAnyCase('solid')) return 'stl';
  return scan.end - scan.start < 16 && isObjKeyword(scan.text()) ? 'obj' : undefined;
}
