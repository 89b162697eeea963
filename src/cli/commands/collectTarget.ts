/** Where collected lines go: a file that appears when it is complete, or stdout. Waits for slow readers. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { realpathSync, statSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { InputError } from '../../math/index.ts';

export interface Target {
  write(content: Uint8Array | string): Promise<void>;
  /** All is written. */
  finish(): Promise<void>;
  /** Nothing is left of what is not complete. */
  drop(): Promise<void>;
}

/** Undefined for stdout. Throws an InputError for a file that cannot be written, and so do all that it does. */
export async function openTarget(file: string | undefined): Promise<Target> {
  if (file === undefined) return STDOUT;
  return orUnwritable(file, async () => {
    const there = statSync(file, { throwIfNoEntry: false });
    // A device or a pipe takes lines as they come, and stays what it is.
    if (there && !there.isFile()) return new FileTarget(file, null, await open(file, 'w'));
    // What a link leads to is written, and not the link.
    const place = there ? realpathSync(file) : file;
    const unfinished = `${place}.${randomBytes(4).toString('hex')}.unfinished`;
    return new FileTarget(place, unfinished, await open(unfinished, 'wx'));
  });
}

const STDOUT: Target = {
  write: async (content) => {
    if (!process.stdout.write(content)) await once(process.stdout, 'drain');
  },
  finish: async () => {},
  drop: async () => {},
};

class FileTarget implements Target {
  private readonly file: string;
  /** Null where nothing is to be moved. */
  private readonly unfinished: string | null;
  private readonly handle: FileHandle;

  constructor(file: string, unfinished: string | null, handle: FileHandle) {
    this.file = file;
    this.unfinished = unfinished;
    this.handle = handle;
  }

  write(content: Uint8Array | string): Promise<void> {
    return orUnwritable(this.file, () => this.handle.writeFile(content));
  }

  finish(): Promise<void> {
    return orUnwritable(this.file, async () => {
      await this.handle.close();
      if (this.unfinished !== null) await rename(this.unfinished, this.file);
    });
  }

  async drop(): Promise<void> {
    await this.handle.close().catch(() => {});
    if (this.unfinished !== null) await rm(this.unfinished, { force: true });
  }
}

export async function orUnwritable<T>(file: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const { message } = error as Error;
    throw new InputError({ code: 'file/unwritable', message, file });
  }
}
