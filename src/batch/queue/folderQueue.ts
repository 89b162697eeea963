/**
 * The queue of a batch in a folder, for one machine and no server: a file for each chunk, which is moved from `waiting` to
 * `active` by whoever takes it, and to `dead` if it comes to that. A file has one name, so of two who move it one succeeds. A lease is the
 * time since the file was last touched; on the same machine it ends with its process. How often a chunk was tried and
 * lost stands in its file's name: NAME.TRIES.LOSSES, and for who has it .HOST-PID-NUMBER.
 */
import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { cannotKeep, cannotRead, isAbsent } from '../store/folderFaults.ts';
import { makeFolder } from '../store/makeFolder.ts';
import {
  type ChunkQueue,
  type DeadLetter,
  LEASE_MS,
  type QueueCounts,
  type QueuedChunk,
  type QueueOptions,
  type TakenChunk,
  TRIES,
} from './queue.ts';

const PARTS = ['unfinished', 'waiting', 'active', 'dead', 'reasons'] as const;
type Part = (typeof PARTS)[number];

/** Of the batch of this name, below the folder of a store. */
export async function openFolderQueue(
  store: string,
  batch: string,
  { lease_ms = LEASE_MS }: QueueOptions = {},
): Promise<ChunkQueue> {
  return new FolderQueue(store, batch, lease_ms);
}

async function makeParts(folder: string): Promise<void> {
  for (const part of PARTS) await makeFolder(join(folder, part));
}

class FolderQueue implements ChunkQueue {
  private readonly store: string;
  private readonly folder: string;
  private readonly lease_ms: number;
  /** When leases were last looked at. */
  private looked = Number.NEGATIVE_INFINITY;
  /** What was seen waiting and not tried to take yet. */
  private seen: string[] = [];

  constructor(store: string, batch: string, lease_ms: number) {
    this.store = store;
    this.folder = join(store, 'queue', batch);
    this.lease_ms = lease_ms;
  }

  /** Folders are made here and nowhere else: a queue that is only looked at may be on a disk that cannot be written. */
  async add(chunks: readonly QueuedChunk[]): Promise<void> {
    await this.orCannotKeep(() => makeParts(this.folder));
    const there = new Set<string>();
    for (const part of ['waiting', 'active', 'dead'] as const) {
      for (const file of await this.list(part)) there.add(parseFile(file).name);
    }
    for (const { name, content } of chunks) {
      if (there.has(name)) continue;
      there.add(name);
      const unfinished = this.path('unfinished', randomBytes(8).toString('hex'));
      await this.orCannotKeep(() => writeFile(unfinished, content));
      // Not there any more: somebody cleared the queue, and this chunk with it.
      await this.move(unfinished, this.path('waiting', `${name}.0.0`));
    }
  }

  async take(): Promise<TakenChunk | null> {
    await this.endLeases();
    for (;;) {
      const file = this.seen.pop() ?? (await this.lookAgain());
      if (file === undefined) return null;
      const { name, tries, losses } = parseFile(file);
      const active = `${name}.${tries}.${losses}.${holder()}`;
      const from = this.path('waiting', file);
      // A lease begins now, and not when the file was written.
      if (!(await this.touch(from))) continue;
      if (!(await this.move(from, this.path('active', active)))) continue;
      const content = await readFile(this.path('active', active)).catch(() => null);
      if (content === null) continue;
      return this.taken({ name, tries, losses }, active, content);
    }
  }

  async counts(): Promise<QueueCounts> {
    const [waiting, active, dead] = await Promise.all(
      (['waiting', 'active', 'dead'] as const).map(async (part) => (await this.list(part)).length),
    );
    return { waiting, active, dead };
  }

  async deadLetters(most: number): Promise<DeadLetter[]> {
    const files = (await this.list('dead')).sort().slice(0, most);
    return Promise.all(
      files.map(async (file) => {
        const { name, tries } = parseFile(file);
        const reason = await readFile(this.path('reasons', name), 'utf8').catch(() => '');
        return { name, tries, reason: reason || 'no reason is known' };
      }),
    );
  }

  async revive(): Promise<number> {
    let count = 0;
    for (const file of await this.list('dead')) {
      const { name } = parseFile(file);
      if (await this.move(this.path('dead', file), this.path('waiting', `${name}.0.0`))) count++;
    }
    return count;
  }

  /** The folders stay: others may be clearing or adding at the same time. */
  async clear(): Promise<void> {
    for (const part of PARTS) {
      for (const file of await this.list(part)) {
        await this.orCannotKeep(() => rm(this.path(part, file), { force: true }));
      }
    }
  }

  async close(): Promise<void> {}

  private taken({ name, tries, losses }: Counted, active: string, content: Buffer): TakenChunk {
    const file = this.path('active', active);
    return {
      ...{ name, content, losses },
      renew: () => this.touch(file),
      done: () => this.orCannotKeep(() => isThere(unlink(file))),
      fail: async (reason, isFinal = false) => {
        const next = `${name}.${tries + 1}.${losses}`;
        if (!isFinal && tries + 1 < TRIES) await this.move(file, this.path('waiting', next));
        else {
          await this.orCannotKeep(() => writeFile(this.path('reasons', name), reason));
          await this.move(file, this.path('dead', next));
        }
      },
      giveBack: async () => {
        await this.move(file, this.path('waiting', `${name}.${tries}.${losses}`));
      },
    };
  }

  /** What is waiting now, the last of it; undefined for nothing. */
  private async lookAgain(): Promise<string | undefined> {
    this.seen = await this.list('waiting');
    return this.seen.pop();
  }

  /** Chunks whose leases ended wait again. */
  private async endLeases(): Promise<void> {
    const now = performance.now();
    if (now - this.looked < this.lease_ms / 4) return;
    this.looked = now;
    for (const file of await this.list('active')) {
      const { name, tries, losses, holder: by } = parseFile(file);
      const from = this.path('active', file);
      if (!isGone(by) && !(await isOlderThan(from, this.lease_ms))) continue;
      await this.move(from, this.path('waiting', `${name}.${tries}.${losses + 1}`));
    }
  }

  private async list(part: Part): Promise<string[]> {
    try {
      return await readdir(join(this.folder, part));
    } catch (error) {
      if (isAbsent(error)) return [];
      throw cannotRead(this.store, error);
    }
  }

  /** Whether the file was still there to be moved. */
  private move(from: string, to: string): Promise<boolean> {
    return this.orCannotKeep(() => isThere(rename(from, to)));
  }

  /** Whether the file was still there. */
  private touch(file: string): Promise<boolean> {
    const now = new Date();
    return this.orCannotKeep(() => isThere(utimes(file, now, now)));
  }

  /** Throws an InputError for what the file system refuses, such as writing where the disk is full. */
  private async orCannotKeep<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      throw cannotKeep(this.store, error);
    }
  }

  private path(part: Part, file: string): string {
    return join(this.folder, part, file);
  }
}

interface Counted {
  readonly name: string;
  readonly tries: number;
  readonly losses: number;
}

function parseFile(file: string): Counted & { readonly holder: string } {
  const [name, tries, losses, ...by] = file.split('.');
  return { name, tries: Number(tries), losses: Number(losses), holder: by.join('.') };
}

const HERE = hostname();

/** Nobody else has this name, and it tells whether the process is still there. */
function holder(): string {
  return `${HERE}-${process.pid}-${randomBytes(4).toString('hex')}`;
}

/** Whether the holder's process was on this machine and is no more. */
function isGone(by: string): boolean {
  const parts = /^(.*)-(\d+)-[0-9a-f]{8}$/.exec(by);
  if (!parts || parts[1] !== HERE) return false;
  try {
    process.kill(Number(parts[2]), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

async function isOlderThan(file: string, age_ms: number): Promise<boolean> {
  const found = await stat(file).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > age_ms;
}

/** Whether the file was there that something is done with. */
async function isThere(act: Promise<unknown>): Promise<boolean> {
  try {
    await act;
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
