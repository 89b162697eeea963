/**
 * Files from outside: dropped files and folders, and those chosen in a dialog, as a map of relative
 * paths to bytes.
 */

export type FileMap = Map<string, Uint8Array>;

/** More than a cell can sensibly have; a home folder dropped by mistake is refused early. */
const MAX_FILES = 20_000;
const MAX_BYTES = 1 << 30;

export class TooMuchError extends Error {}

/** Everything in a drop. Must be called in the event itself: the items are gone afterwards. */
export function readDrop(transfer: DataTransfer): Promise<FileMap> {
  const entries: FileSystemEntry[] = [];
  const loose: File[] = [];
  for (const item of transfer.items) {
    if (item.kind !== 'file') continue;
    const entry = item.webkitGetAsEntry?.();
    if (entry) entries.push(entry);
    else {
      const file = item.getAsFile();
      if (file) loose.push(file);
    }
  }
  return collect(entries, loose);
}

/** Files of an <input type="file">, with their folder where one was chosen. */
export async function readChosen(list: FileList): Promise<FileMap> {
  return collect([], [...list]);
}

async function collect(entries: FileSystemEntry[], loose: File[]): Promise<FileMap> {
  const found: { path: string; file: File }[] = [];
  for (const file of loose) {
    add(found, file.webkitRelativePath || file.name, file);
  }
  const open = entries.map((entry) => ({ entry, path: entry.name }));
  while (open.length > 0) {
    const { entry, path } = open.pop()!;
    if (entry.isFile) add(found, path, await fileOf(entry as FileSystemFileEntry));
    else if (entry.isDirectory) {
      for (const child of await childrenOf(entry as FileSystemDirectoryEntry)) {
        if (!skipped(child.name)) open.push({ entry: child, path: `${path}/${child.name}` });
      }
    }
  }
  found.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  let bytes = 0;
  for (const { file } of found) bytes += file.size;
  if (bytes > MAX_BYTES) throw new TooMuchError('These files have more than a gigabyte.');
  const files: FileMap = new Map();
  for (const { path, file } of found) files.set(path, new Uint8Array(await file.arrayBuffer()));
  return files;
}

function add(found: { path: string; file: File }[], path: string, file: File): void {
  if (skipped(file.name)) return;
  if (found.length >= MAX_FILES) {
    throw new TooMuchError(`This folder has more than ${MAX_FILES} files.`);
  }
  found.push({ path, file });
}

/** What version control and desktops leave in folders. */
function skipped(name: string): boolean {
  // MoveIt names its robot in such a file.
  if (name === '.setup_assistant') return false;
  return name.startsWith('.') || name === 'node_modules' || name === '__pycache__';
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    // A reader gives a part of the folder at a time, and nothing when it has given all.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return children;
    children.push(...some);
  }
}
