/**
 * The files of a cell while it is opened for the first time: those that the request brings, then those of the folder that is
 * served. Names are compared normalised (`./part.stl`, `sub/../part.stl` and, inside the folder, the absolute path are
 * `part.stl`). Each name is read once, found or not: one version of a cell never has two contents of one file.
 */
import { normalPath } from '../formats/index.ts';
import { type InputError, nameHint } from '../math/index.ts';
import type { GateContext } from './methods/context.ts';
import type { Params } from './protocol/index.ts';
import { pointerStep } from './schema/index.ts';
import { bytesOf, placed } from './values.ts';

interface BroughtFile {
  /** As the request spells it. */
  readonly name: string;
  readonly bytes: Uint8Array;
  isUsed: boolean;
}

type FileReader = Pick<GateContext, 'readFile' | 'folder'>;

export class OpeningReader {
  /** Every file that was found, by each path that was asked for. */
  readonly read = new Map<string, Uint8Array>();
  private readonly brought = new Map<string, BroughtFile>();
  /** What the folder has, by normalised name. */
  private readonly found = new Map<string, Uint8Array | undefined>();
  private readonly context: FileReader;

  constructor(files: NonNullable<Params<'open'>['files']>, context: FileReader) {
    this.context = context;
    for (const [name, contents] of Object.entries(files)) {
      const key = this.keyOf(name);
      const other = this.brought.get(key);
      if (other) {
        throw placed(placeOf(name), {
          code: 'gate/file-twice',
          message: `"${other.name}" and "${name}" name one file`,
          hint: 'bring it once',
        });
      }
      this.brought.set(key, { name, bytes: bytesOf(contents, name), isUsed: false });
    }
  }

  /** Contents by path; undefined where there is no such file. */
  readonly readFile = (path: string): Uint8Array | undefined => {
    const key = this.keyOf(path);
    const own = this.brought.get(key);
    if (own) own.isUsed = true;
    else if (!this.found.has(key)) this.found.set(key, this.context.readFile?.(path));
    const bytes = own?.bytes ?? this.found.get(key);
    if (bytes) this.read.set(path, bytes);
    return bytes;
  };

  /** The fault of files that the request brings and nothing asks for; undefined if there are none. */
  unused(): InputError | undefined {
    const [first, ...more] = [...this.brought.values()].filter(({ isUsed }) => !isUsed);
    if (!first) return undefined;
    const others = more.length === 0 ? '' : `, nor for ${more.length} more`;
    const asked = [...this.found.keys()];
    return placed(placeOf(first.name), {
      code: 'gate/file-unused',
      message: `nothing of the cell asks for the file "${first.name}" that the request brings${others}`,
      hint: `${nameHint(first.name, asked) ?? 'files are named as the cell refers to them'} Leave out files that the cell does not use`,
    });
  }

  /** One name for all spellings of a path. */
  private keyOf(path: string): string {
    const plain = normalPath(path);
    const { folder } = this.context;
    const inside = folder !== undefined && plain.startsWith(`${folder}/`);
    return inside ? plain.slice(folder.length + 1) : plain;
  }
}

function placeOf(name: string): string {
  return `/files${pointerStep(name)}`;
}
