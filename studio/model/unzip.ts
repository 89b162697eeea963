/**
 * Files of a zip archive: the cells that the page saves, and folders that people packed themselves.
 * Stored and deflated entries; no encryption, no 64-bit extension. Names without a way out.
 */
import { InputError, utf8OrBytes } from '../../src/math/index.ts';
import { count } from './format.ts';
import { crc32 } from './zip.ts';

const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_SIZE = 22;
const MAX_COMMENT = 0xffff;
const CENTRAL_SIZE = 46;
const LOCAL_SIZE = 30;
const STORED = 0;
const DEFLATED = 8;
/** What a small archive may become: as much as may be dropped at once. */
const MAX_BYTES = 1 << 30;

export function looksLikeZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

export interface UnzipOptions {
  /** Bytes that came out so far, of all that the archives say they hold. */
  readonly onProgress?: (done: number, of: number) => void;
  /** Ends it with an AbortError. */
  readonly signal?: AbortSignal;
  /** What all archives together may hold, in bytes. Default a gigabyte. */
  readonly most?: number;
}

/**
 * Archives replaced by what they hold, from the folder on that they are in. What all of them say they hold is added up
 * before anything is unpacked; and no entry is unpacked further than it says.
 */
export async function withUnzipped(
  files: ReadonlyMap<string, Uint8Array>,
  { onProgress, signal, most = MAX_BYTES }: UnzipOptions = {},
): Promise<ReadonlyMap<string, Uint8Array>> {
  if (![...files.values()].some(looksLikeZip)) return files;
  let of = 0;
  const archives = new Map<string, Archive>();
  for (const [path, bytes] of files) {
    if (!looksLikeZip(bytes)) continue;
    const archive = listed(bytes, path);
    archives.set(path, archive);
    of += archive.size;
    if (of > most)
      throw archive.refusal(tooMuch(of), 'unpack it and drop only what belongs to the cell');
  }
  const all = new Map<string, Uint8Array>();
  let before = 0;
  for (const [path, bytes] of files) {
    const archive = archives.get(path);
    if (!archive) {
      all.set(path, bytes);
      continue;
    }
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const report = (done: number) => onProgress?.(before + done, of);
    for (const [name, contents] of await unpacked(archive, report, signal)) {
      all.set(folder + name, contents);
    }
    before += archive.size;
  }
  return all;
}

/** Its files by name. Throws InputError for an archive that is damaged or that it cannot read. */
export async function unzip(
  bytes: Uint8Array,
  file: string,
  { onProgress, signal, most = MAX_BYTES }: UnzipOptions = {},
): Promise<Map<string, Uint8Array>> {
  const archive = listed(bytes, file);
  if (archive.size > most) throw archive.refusal(tooMuch(archive.size));
  return unpacked(archive, (done) => onProgress?.(done, archive.size), signal);
}

function tooMuch(bytes: number): string {
  const size = `${count(Math.ceil(bytes / (1 << 20)))} MiB`;
  return `zip archives that are dropped together may hold a gigabyte, these say they hold ${size}`;
}

/** An archive by its directory; nothing of it is unpacked yet. */
interface Archive {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly entries: readonly Entry[];
  /** Bytes that its entries say they have together. */
  readonly size: number;
  refusal(message: string, hint?: string, place?: number): InputError;
}

function listed(bytes: Uint8Array, file: string): Archive {
  const refusal = (
    message: string,
    hint = 'unpack it and drop the folder',
    byte = bytes.length,
  ): InputError => new InputError({ code: 'studio/zip', message, file, byte, hint });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end < 0) throw refusal('this zip archive is not complete', 'save or download it again');
  const many = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if (at === 0xffffffff || many === 0xffff) {
    throw refusal('this zip archive is too large', undefined, end);
  }
  const entries: Entry[] = [];
  const names = new Set<string>();
  let size = 0;
  for (let i = 0; i < many; i++) {
    const place = at;
    if (at + CENTRAL_SIZE > end || view.getUint32(at, true) !== CENTRAL) {
      throw refusal('this zip archive is damaged', 'save or download it again', place);
    }
    const nameLength = view.getUint16(at + 28, true);
    const nameBytes = bytes.subarray(at + CENTRAL_SIZE, at + CENTRAL_SIZE + nameLength);
    // Where the archive does not say that names are UTF-8 they may be in any encoding: never two alike.
    const name = utf8OrBytes(nameBytes);
    const entry: Entry = {
      ...{ name, place },
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      local: view.getUint32(at + 42, true),
    };
    const isEncrypted = (view.getUint16(at + 8, true) & 1) !== 0;
    at += CENTRAL_SIZE + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (name.endsWith('/') || isLitter(name)) continue;
    if (!isInside(name)) {
      throw refusal(`this zip archive has a file outside of it: "${name}"`, undefined, place);
    }
    if (names.has(name)) {
      throw refusal(`this zip archive has two files of the name "${name}"`, undefined, place);
    }
    names.add(name);
    if (isEncrypted) throw refusal('this zip archive is encrypted', undefined, place);
    entries.push(entry);
    size += entry.size;
  }
  const shared = overlapOf(entries);
  if (shared) {
    const why = `two files of this zip archive are the same bytes of it: "${shared.name}"`;
    throw refusal(why, undefined, shared.place);
  }
  return { bytes, view, entries, size, refusal };
}

/** An entry that begins before the one in front of it ends: what bombs do to be small. */
function overlapOf(entries: readonly Entry[]): Entry | undefined {
  const sorted = [...entries].sort((a, b) => a.local - b.local);
  return sorted.find(({ local }, i) => {
    const before = sorted[i - 1];
    return before !== undefined && local < before.local + LOCAL_SIZE + before.packed;
  });
}

async function unpacked(
  { bytes, view, entries, refusal }: Archive,
  report: (done: number) => void,
  signal: AbortSignal | undefined,
): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  let before = 0;
  for (const entry of entries) {
    signal?.throwIfAborted();
    const contents = await contentsOf(bytes, view, entry, (done) => {
      signal?.throwIfAborted();
      report(before + done);
    });
    signal?.throwIfAborted();
    const { name, size, crc, place } = entry;
    if (!contents || contents.length !== size || crc32(contents) !== crc) {
      const why = `"${name}" in this zip archive is damaged or packed in an unknown way`;
      throw refusal(why, undefined, place);
    }
    files.set(name, contents);
    before += size;
    report(before);
  }
  return files;
}

/** The record at the end, before a comment. */
function findEnd(view: DataView): number {
  const last = view.byteLength - END_SIZE;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT); at--) {
    if (view.getUint32(at, true) === END) return at;
  }
  return -1;
}

interface Entry {
  readonly name: string;
  /** Of its record in the directory. */
  readonly place: number;
  readonly crc: number;
  readonly method: number;
  readonly packed: number;
  readonly size: number;
  readonly local: number;
}

async function contentsOf(
  bytes: Uint8Array,
  view: DataView,
  { method, packed, size, local }: Entry,
  onBytes: (done: number) => void,
): Promise<Uint8Array | null> {
  if (local + LOCAL_SIZE > bytes.length) return null;
  const names = view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  const from = local + LOCAL_SIZE + names;
  if (from + packed > bytes.length) return null;
  const data = bytes.slice(from, from + packed);
  if (method === STORED) return data;
  return method === DEFLATED ? inflated(data, size, onBytes) : null;
}

/** Null if it is not what its entry says; it is not unpacked further than that. */
async function inflated(
  data: Uint8Array<ArrayBuffer>,
  size: number,
  onBytes: (done: number) => void,
): Promise<Uint8Array | null> {
  // Deflate gains a factor of 1032 at most: who says more says it to make us ask for memory.
  if (size > 1032 * data.length + 64) return null;
  const out = new Uint8Array(size);
  let at = 0;
  const stream = new Blob([data]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = stream.getReader();
  for (;;) {
    const part = await reader.read().catch(() => null);
    if (!part) return null;
    const { done, value } = part;
    if (done) return at === size ? out : null;
    if (at + value.length > size) {
      await reader.cancel();
      return null;
    }
    out.set(value, at);
    at += value.length;
    try {
      onBytes(at);
    } catch (error) {
      await reader.cancel();
      throw error;
    }
  }
}

function isInside(name: string): boolean {
  return !/^[/\\]|^[a-z]:|\\/i.test(name) && !name.split('/').includes('..');
}

/** What desktops put beside the files. */
function isLitter(name: string): boolean {
  return (
    name.startsWith('__MACOSX/') ||
    name.split('/').some((part) => part.startsWith('.') && part !== '..')
  );
}
