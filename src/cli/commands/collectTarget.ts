/** Where collected lines go: a file that appears when it is complete, or stdout, which gets them when they are. Waits for slow readers. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { realpathSync, statSync } from 'node:fs';
import { type FileHandle, mkdtemp, open, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InputError } from '../../math/index.ts';

export interface Target {
  write(content: Uint8Array | string): Promise<void>;
  /** All is written: a device or stdout gets it now, of a file there is nothing left but to give it its name. */
  close(): Promise<void>;
  /** After `close` of all targets, so that none appears where another fails. */
  finish(): Promise<void>;
  /** Nothing is left of what is not complete. */
  drop(): Promise<void>;
}

/**
 * Undefined for stdout. What goes to stdout, a device or a pipe is kept in a temporary file until all of it is there: it cannot be taken
 * back. Throws an InputError for a file that cannot be written, and so do all that it does.
 */
export async function openTarget(file: string | undefined): Promise<Target> {
  if (file === undefined) return spooled(toStdout);
  return orUnwritable(file, async () => {
    const there = statSync(file, { throwIfNoEntry: false });
    // A device or a pipe stays what it is.
    if (there && !there.isFile()) {
      const device = await open(file, 'w');
      return spooled((part) => orUnwritable(file, () => device.writeFile(part)), device);
    }
    // What a link leads to is written, and not the link.
    const place = there ? realpathSync(file) : file;
    const unfinished = `${place}.${randomBytes(4).toString('hex')}.unfinished`;
    return new FileTarget(place, unfinished, await open(unfinished, 'wx'));
  });
}

async function toStdout(part: Uint8Array): Promise<void> {
  if (!process.stdout.write(part)) await once(process.stdout, 'drain');
}

class FileTarget implements Target {
  private readonly file: string;
  private readonly unfinished: string;
  private readonly handle: FileHandle;

  constructor(file: string, unfinished: string, handle: FileHandle) {
    this.file = file;
    this.unfinished = unfinished;
    this.handle = handle;
  }

  write(content: Uint8Array | string): Promise<void> {
    return orUnwritable(this.file, () => this.handle.writeFile(content));
  }

  close(): Promise<void> {
    return orUnwritable(this.file, () => this.handle.close());
  }

  finish(): Promise<void> {
    return orUnwritable(this.file, () => rename(this.unfinished, this.file));
  }

  async drop(): Promise<void> {
    await this.handle.close().catch(() => {});
    await rm(this.unfinished, { force: true });
  }
}

type Sink = (part: Uint8Array) => Promise<void>;

/** Bytes that are copied at once. */
const PART = 1 << 16;

async function spooled(sink: Sink, device: FileHandle | null = null): Promise<Target> {
  const where = tmpdir();
  const folder = await orUnwritable(where, () => mkdtemp(join(where, 'surepath-collect-')));
  const file = join(folder, 'lines');
  const handle = await orUnwritable(file, () => open(file, 'wx+'));
  const drop = async () => {
    for (const each of [handle, device]) await each?.close().catch(() => {});
    await rm(folder, { recursive: true, force: true });
  };
  return {
    write: (content) => orUnwritable(file, () => handle.writeFile(content)),
    ...{ drop, finish: drop },
    close: async () => {
      const part = new Uint8Array(PART);
      for (let at = 0; ; ) {
        const { bytesRead } = await handle.read(part, 0, PART, at);
        if (bytesRead === 0) break;
        // A copy: stdout may keep it until its reader comes.
        await sink(part.slice(0, bytesRead));
        at += bytesRead;
      }
    },
  };
}

export async function orUnwritable<T>(file: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const { message } = error as Error;
    throw new InputError({ code: 'file/unwritable', message, file });
  }
}
