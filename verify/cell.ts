/**
 * The cell of a drop, read as `surepath verify` reads it: one file says what it is, and the files that it names are found where it
 * says they are. Nothing is looked up by what a certificate says of it, and where two files could be meant that is an error.
 */
import {
  cellFromScene,
  cellFromUrdf,
  type PackageSearch,
  packageName,
  type Resolver,
  readCell,
} from '../src/formats/index.ts';
import {
  adjacentPairs,
  type CellDescription,
  InputError,
  parseModel,
  type RequiredCell,
  visualOnlyLinks,
  withSelfKnown,
} from '../src/verifier/index.ts';
import { type Files, pathsOf } from './files.ts';

/** A cell, and the files that say what it is. */
export interface FoundCell {
  readonly files: readonly string[];
  readonly required: RequiredCell;
}

/** How the main file of a cell is read. */
type Read = (testVisuals: boolean) => CellDescription;

/** The cell of the files; null where none of them is one. Throws an InputError for one that is wrong, and for two. */
export function cellOf(files: Files): FoundCell | null {
  const mains = (['model', 'cell', 'scene'] as const).flatMap((kind) => pathsOf(files, kind));
  const urdfs = pathsOf(files, 'urdf');
  const file = only(mains, 'describe a cell') ?? only(urdfs, 'are robots, and no file names one');
  if (file === undefined) return null;
  const bytes = files.get(file)!;
  const reading = (name: string, testVisuals: boolean) => ({
    ...{ file: name, testVisuals, visuals: false, resolver: resolverOf(files) },
  });
  if (pathsOf(files, 'model').includes(file)) {
    return { files: [file], required: { description: withSelfKnown(parseModel(bytes, file)) } };
  }
  if (pathsOf(files, 'cell').includes(file)) {
    return found([file], (testVisuals) => readCell(bytes, reading(file, testVisuals)));
  }
  const srdfFile = only(pathsOf(files, 'srdf'), 'are SRDF files, and none is named');
  const srdf = srdfFile === undefined ? undefined : named(files, srdfFile);
  const own = srdf ? [srdf.file] : [];
  if (mains.length === 0) {
    const read: Read = (testVisuals) =>
      cellFromUrdf(bytes, { ...reading(file, testVisuals), ...(srdf && { srdf }) });
    return found([file, ...own], read, true);
  }
  const robotFile = only(urdfs, 'are robots, and the scene names none');
  if (robotFile === undefined) {
    const message = 'this is a planning scene, which needs the URDF of its robot';
    throw new InputError({ code: 'cell/no-robot', message, file });
  }
  const robot = named(files, robotFile);
  const read: Read = (testVisuals) =>
    cellFromScene(bytes, { ...reading(file, testVisuals), robot, ...(srdf && { srdf }) });
  return found([file, robotFile, ...own], read, true);
}

/** Of a robot without an SRDF, in a URDF or a scene that says nothing of pairs, adjacent links may be assumed harmless. */
function found(files: readonly string[], read: Read, mayAssume = false): FoundCell {
  const whole = (testVisuals: boolean): CellDescription => {
    const cell = read(testVisuals);
    const hasMatrix = cell.allow.some(({ reason }) => reason === 'allowed collision matrix');
    if (!mayAssume || hasMatrix) return cell;
    return { ...cell, allow: [...cell.allow, ...adjacentPairs(cell)] };
  };
  const description = whole(false);
  const isSeenOnly = visualOnlyLinks(description, 'ignored').length > 0;
  return {
    files,
    required: { description, others: isSeenOnly ? () => [whole(true)] : undefined },
  };
}

function named(files: Files, file: string) {
  return { file, bytes: files.get(file)! };
}

/** The only one of some files; undefined where there are none. */
function only(list: readonly string[], what: string): string | undefined {
  if (list.length < 2) return list[0];
  throw new InputError({
    code: 'cell/ambiguous',
    message: `${list.join(' and ')} ${what}`,
    hint: 'start over, and give one of them',
  });
}

/** Files by the paths under which they were given, and packages by their package.xml. */
function resolverOf(files: Files): Resolver {
  return {
    files: (path) => files.get(path),
    findPackage: (name, from): PackageSearch => {
      const folders = [...files]
        .filter(([path, bytes]) => /(^|\/)package\.xml$/.test(path) && packageName(bytes) === name)
        .map(([path]) => path.slice(0, -'/package.xml'.length));
      if (folders.length < 2) return { folder: folders[0], looked: [] };
      const message = `${folders.join(' and ')} are folders of the package "${name}"`;
      throw new InputError({
        code: 'cell/ambiguous',
        message,
        file: from,
        hint: 'give one of them',
      });
    },
  };
}
