/**
 * A store in a folder, of one machine or shared by many. Files are written beside their place and moved there whole, so
 * that nobody reads half of one; a note that must be the first is linked into place, which fails where there is one. Blobs are spread over
 * 256 folders. A file is brought to the disk before it gets its name.
 */
import { randomBytes } from 'node:crypto';
import { link, open, readdir, readFile, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { utf8OrBytes } from '../../math/index.ts';
import { digestOf } from '../digest.ts';
import { cannotKeep, cannotRead, isAbsent } from './folderFaults.ts';
import { makeFolder } from './makeFolder.ts';
import { type Blobs, checked, isWhole, type Notes, type Store } from './store.ts';

/** Files that are read at once. */
const AT_ONCE = 64;

/**
 * Opens a folder, which is made if it is not there, or as it is where it is only to be read. Throws an InputError for one that cannot be
 * written, or read.
 */
export async function openFolder(
  folder: string,
  { isReadOnly = false }: { readonly isReadOnly?: boolean | undefined } = {},
): Promise<Store> {
  if (isReadOnly) await requireReadable(folder);
  else await requireWritable(folder);
  return {
    where: folder,
    blobs: new FolderBlobs(folder),
    notes: new FolderNotes(folder),
    close: async () => {},
  };
}

async function requireReadable(folder: string): Promise<void> {
  try {
    await readdir(folder);
  } catch (error) {
    throw cannotRead(folder, error);
  }
}

async function requireWritable(folder: string): Promise<void> {
  try {
    for (const part of ['blobs', 'notes', 'unfinished']) {
      await makeFolder(join(folder, part));
    }
    const probe = join(folder, 'unfinished', randomBytes(8).toString('hex'));
    await writeWhole(probe, '');
    await unlink(probe);
  } catch (error) {
    throw cannotKeep(folder, error);
  }
}

class FolderBlobs implements Blobs {
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  async put(bytes: Uint8Array): Promise<string> {
    const digest = digestOf(bytes);
    if (!(await isFile(this.fileOf(digest)))) {
      await place(this.folder, this.fileOf(digest), bytes, rename);
    }
    return digest;
  }

  async get(digest: string): Promise<Uint8Array> {
    return checked(digest, await readOrNull(this.folder, this.fileOf(digest)), this.folder);
  }

  holds(digest: string): Promise<boolean> {
    return isWhole(this, digest);
  }

  async remove(digest: string): Promise<void> {
    await removeFile(this.folder, this.fileOf(digest));
  }

  private fileOf(digest: string): string {
    return join(this.folder, 'blobs', digest.slice(0, 2), digest);
  }
}

class FolderNotes implements Notes {
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  async put(key: string, text: string): Promise<void> {
    await place(this.folder, this.fileOf(key), text, rename);
  }

  async putFirst(key: string, text: string): Promise<string> {
    const [there] = await this.get([key]);
    if (there !== null) return there;
    try {
      await place(this.folder, this.fileOf(key), text, async (from, to) => {
        await link(from, to);
        await unlink(from);
      });
      return text;
    } catch (error) {
      // Somebody was first.
      const [stands] = await this.get([key]);
      if (stands === null) throw error;
      return stands;
    }
  }

  async get(keys: readonly string[]): Promise<(string | null)[]> {
    const found: (string | null)[] = [];
    for (let i = 0; i < keys.length; i += AT_ONCE) {
      const files = keys
        .slice(i, i + AT_ONCE)
        .map((key) => readOrNull(this.folder, this.fileOf(key)));
      for (const bytes of await Promise.all(files)) {
        found.push(bytes === null ? null : utf8OrBytes(bytes));
      }
    }
    return found;
  }

  async list(prefix: string): Promise<string[]> {
    try {
      const names = await readdir(join(this.folder, 'notes', prefix));
      return names.sort().map((name) => prefix + name);
    } catch (error) {
      if (isAbsent(error)) return [];
      throw cannotRead(this.folder, error);
    }
  }

  async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) await removeFile(this.folder, this.fileOf(key));
  }

  async removeIf(key: string, text: string): Promise<boolean> {
    const [there] = await this.get([key]);
    if (there !== text) return false;
    await removeFile(this.folder, this.fileOf(key));
    return true;
  }

  private fileOf(key: string): string {
    return join(this.folder, 'notes', key);
  }
}

/** Writes a file beside its place and moves it there. */
async function place(
  folder: string,
  file: string,
  content: Uint8Array | string,
  move: (from: string, to: string) => Promise<void>,
): Promise<void> {
  const unfinished = join(folder, 'unfinished', randomBytes(12).toString('hex'));
  try {
    await writeWhole(unfinished, content);
    try {
      await move(unfinished, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      await makeFolder(dirname(file));
      await move(unfinished, file);
    }
  } catch (error) {
    await unlink(unfinished).catch(() => {});
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    throw cannotKeep(folder, error);
  }
}

async function removeFile(folder: string, file: string): Promise<void> {
  try {
    await unlink(file);
  } catch (error) {
    if (!isAbsent(error)) throw cannotKeep(folder, error);
  }
}

/** On the disk when it returns: a name must never lead to what a power cut took. */
async function writeWhole(file: string, content: Uint8Array | string): Promise<void> {
  const handle = await open(file, 'wx', 0o644);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function isFile(file: string): Promise<boolean> {
  return stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
}

async function readOrNull(folder: string, file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if (isAbsent(error)) return null;
    throw cannotRead(folder, error);
  }
}
