/**
 * A cell on its way: the files that it was read from, by the paths that they were asked for by, and what was asked of it beyond
 * them, in one run of bytes. It is named by its digest and fetched once by each worker. A line of JSON, then the files.
 */
import { type CellSource, type JobContext, type OpenCell, openCell } from '../jobs/index.ts';
import { decodeUtf8, encodeUtf8, InputError } from '../math/index.ts';
import { fileDigests, modelDigest } from '../verifier/index.ts';
import { canonicalJson, digestOf } from './digest.ts';

const FORMAT = 'surepath cell bundle 1';

type Options = Omit<CellSource, 'files'>;

interface Head {
  readonly format: string;
  readonly options: Options;
  /** Path and length. */
  readonly files: readonly (readonly [string, number])[];
}

/** Opens a cell, and remembers the files that were read for it. */
export function openRecorded(
  source: CellSource,
  context: JobContext,
): { readonly open: OpenCell; readonly bundle: Uint8Array } {
  const files = new Map(source.files);
  const readFile = (path: string) => {
    const bytes = files.get(path) ?? context.readFile?.(path);
    if (bytes) files.set(path, bytes);
    return bytes;
  };
  const variables: Record<string, string> = { ...source.environment };
  const environment = (name: string) => {
    const value = context.environment?.(name);
    if (value !== undefined) variables[name] ??= value;
    return value;
  };
  const packages: Record<string, string> = { ...source.packages };
  const findPackage: JobContext['findPackage'] =
    context.findPackage &&
    ((name, from, roots) => {
      const found = context.findPackage!(name, from, roots);
      const { folder } = found;
      if (folder === undefined) return found;
      packages[name] ??= folder;
      if (packages[name] === folder) return found;
      const message = `the package "${name}" is in ${packages[name]} and in ${folder}`;
      throw new InputError({
        code: 'batch/two-packages',
        message,
        hint: `give --packages ${name}=DIR`,
      });
    });
  const open = openCell(source, { ...context, readFile, environment, findPackage });
  const used = {
    packages,
    ...(Object.keys(variables).length > 0 && { environment: variables }),
  };
  return { open, bundle: bundleOf({ ...source, ...used }, files) };
}

function bundleOf(
  { files: _, ...options }: CellSource,
  files: ReadonlyMap<string, Uint8Array>,
): Uint8Array {
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const head: Head = {
    format: FORMAT,
    options,
    files: sorted.map(([path, bytes]) => [path, bytes.length]),
  };
  const text = encodeUtf8(`${canonicalJson(head)}\n`);
  return Buffer.concat([text, ...sorted.map(([, bytes]) => bytes)]);
}

/** The cell of a bundle, compiled here; it reads nothing else. Throws an InputError for bytes that are none. */
export function openBundle(
  bundle: Uint8Array,
  { store }: Pick<JobContext, 'store'> = {},
): OpenCell {
  const end = bundle.indexOf(10);
  const head = parseHead(
    decodeUtf8(bundle.subarray(0, Math.max(0, end)), { code: 'batch/damaged' }),
  );
  const files = new Map<string, Uint8Array>();
  let at = end + 1;
  for (const [path, length] of head.files) {
    files.set(path, bundle.subarray(at, at + length));
    at += length;
  }
  if (at !== bundle.length) throw notABundle();
  return openCell({ ...head.options, files }, { store });
}

/** What names a cell in a question: its model; where certificates name them, its files, too. */
export function modelName({ description }: OpenCell, withFiles: boolean): string {
  const model = modelDigest(description);
  return withFiles ? digestOf(canonicalJson([model, fileDigests(description)])) : model;
}

function parseHead(text: string): Head {
  try {
    const head = JSON.parse(text) as Head;
    if (head.format === FORMAT) return head;
  } catch {
    // Said below.
  }
  throw notABundle();
}

function notABundle(): InputError {
  return new InputError({ code: 'batch/damaged', message: 'these bytes are no bundle of a cell' });
}
