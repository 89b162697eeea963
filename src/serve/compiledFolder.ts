/**
 * Compiled meshes in a folder, one file each, for all processes of one user. Files are written beside their place and
 * moved there whole; who reads needs no lock. It is bounded: what was used longest ago is removed. A folder that cannot be
 * read or written is no fault, it keeps nothing.
 */
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { CompiledStore } from '../cell/index.ts';

const MB = 1 << 20;
/** Bytes of all files together; an entry has some ten for each triangle. */
const MOST_BYTES = 256 * MB;
/** Of that, what is left when files were removed. */
const LEFT = 0.75;
const DAY_MS = 24 * 3600 * 1000;
const HOUR_MS = 3600 * 1000;

const SUFFIX = '.compiled';
/** Nothing else in the folder is ever touched. */
const ENTRY = /^[0-9a-f]{32}\.compiled$/;
const UNFINISHED = /^[0-9a-f]{32}\.[0-9a-f]{12}\.unfinished$/;

/**
 * Where this user's compiled meshes are: SUREPATH_CACHE, or `surepath` in the user's folder for such things. Null if it is
 * `off`, or if there is no such folder.
 */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string | null {
  const { SUREPATH_CACHE: said, XDG_CACHE_HOME: xdg, LOCALAPPDATA: local } = env;
  if (said) return said === 'off' ? null : resolve(said);
  // By its specification a relative path there means nothing.
  if (xdg && isAbsolute(xdg)) return join(xdg, 'surepath');
  if (process.platform === 'win32') return local ? join(local, 'surepath', 'cache') : null;
  const home = env.HOME || homeOf();
  return home && isAbsolute(home) ? join(home, '.cache', 'surepath') : null;
}

function homeOf(): string | null {
  try {
    return homedir();
  } catch {
    return null;
  }
}

export class CompiledFolder implements CompiledStore {
  private readonly folder: string;
  private readonly most: number;
  /** Bytes that were written since the folder was last looked at. */
  private written = Number.POSITIVE_INFINITY;
  /** After a failure nothing more is written. */
  private failed = false;

  constructor(folder: string, most = MOST_BYTES) {
    this.folder = folder;
    this.most = most;
  }

  get(key: string): Uint8Array | null {
    const file = join(this.folder, key + SUFFIX);
    try {
      const stat = statSync(file);
      if (!stat.isFile() || stat.size > this.most) return null;
      const bytes = readFileSync(file);
      this.markUsed(file, stat.mtimeMs);
      return bytes;
    } catch {
      return null;
    }
  }

  put(key: string, entry: Uint8Array): void {
    if (this.failed || entry.length > LEFT * this.most) return;
    const unfinished = join(this.folder, `${key}.${randomBytes(6).toString('hex')}.unfinished`);
    try {
      makeFolder(this.folder);
      if (this.written > (1 - LEFT) * this.most) this.tidy();
      writeFileSync(unfinished, entry, { flag: 'wx', mode: 0o600 });
      renameSync(unfinished, join(this.folder, key + SUFFIX));
      this.written += entry.length;
    } catch {
      this.failed = true;
      remove(unfinished);
    }
  }

  /** Once a day is enough to know what was used longest ago. */
  private markUsed(file: string, last: number): void {
    const now = Date.now();
    if (Math.abs(now - last) < DAY_MS) return;
    try {
      utimesSync(file, now / 1000, now / 1000);
    } catch {
      // Somebody else's, or gone: it will be taken for older than it is.
    }
  }

  /** Removes what is too much, the oldest first, and what others left unfinished. */
  private tidy(): void {
    const now = Date.now();
    const entries: { file: string; size: number; used: number }[] = [];
    let total = 0;
    for (const name of readdirSync(this.folder)) {
      if (!ENTRY.test(name) && !UNFINISHED.test(name)) continue;
      const file = join(this.folder, name);
      const stat = statSync(file, { throwIfNoEntry: false });
      if (!stat?.isFile()) continue;
      if (ENTRY.test(name)) {
        entries.push({ file, size: stat.size, used: stat.mtimeMs });
        total += stat.size;
      } else if (now - stat.mtimeMs > HOUR_MS) remove(file);
    }
    this.written = 0;
    entries.sort((a, b) => a.used - b.used);
    for (const { file, size } of entries) {
      if (total <= LEFT * this.most) break;
      remove(file);
      total -= size;
    }
  }
}

/**
 * Makes a folder and those above it, for this user alone. Not by mkdirSync's own recursion, which does not end where a
 * system gives no reason, as below /proc.
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const above = dirname(folder);
  if (above !== folder) makeFolder(above);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Somebody else was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function remove(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // Not there, or not ours to remove.
  }
}
