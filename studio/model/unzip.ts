/**
 * Files of a zip archive: the cells that the page saves, and folders that people packed themselves.
 * Stored and deflated entries; no encryption, no 64-bit extension. Names without a way out.
 */
import { InputError } from '../../src/math/index.ts';
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

/** Archives replaced by what they hold, from the folder on that they are in. */
export async function withUnzipped(
  files: ReadonlyMap<string, Uint8Array>,
): Promise<ReadonlyMap<string, Uint8Array>> {
  if (![...files.values()].some(looksLikeZip)) return files;
  const all = new Map<string, Uint8Array>();
  for (const [path, bytes] of files) {
    if (!looksLikeZip(bytes)) all.set(path, bytes);
    else {
      const folder = path.slice(0, path.lastIndexOf('/') + 1);
      for (const [name, contents] of await unzip(bytes, path)) all.set(folder + name, contents);
    }
  }
  return all;
}

/** Its files by name. Throws InputError for an archive that is damaged or that it cannot read. */
export async function unzip(bytes: Uint8Array, file: string): Promise<Map<string, Uint8Array>> {
  /** Where in the archive the fault is. */
  let place = bytes.length;
  const fail = (message: string, hint = 'unpack it and drop the folder'): never => {
    throw new InputError({ code: 'studio/zip', message, file, byte: place, hint });
  };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end < 0) return fail('this zip archive is not complete', 'save or download it again');
  place = end;
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if (at === 0xffffffff || count === 0xffff) return fail('this zip archive is too large');
  const files = new Map<string, Uint8Array>();
  let total = 0;
  for (let i = 0; i < count; i++) {
    place = at;
    if (at + CENTRAL_SIZE > end || view.getUint32(at, true) !== CENTRAL) {
      return fail('this zip archive is damaged', 'save or download it again');
    }
    const entry = {
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      local: view.getUint32(at + 42, true),
    };
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(
      bytes.subarray(at + CENTRAL_SIZE, at + CENTRAL_SIZE + nameLength),
    );
    at += CENTRAL_SIZE + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (name.endsWith('/') || isLitter(name)) continue;
    if (!isInside(name)) return fail(`this zip archive has a file outside of it: "${name}"`);
    if (entry.flags & 1) return fail('this zip archive is encrypted');
    total += entry.size;
    if (total > MAX_BYTES) return fail('this zip archive holds more than a gigabyte');
    const contents = await contentsOf(bytes, view, entry);
    if (!contents || contents.length !== entry.size || crc32(contents) !== entry.crc) {
      return fail(`"${name}" in this zip archive is damaged or packed in an unknown way`);
    }
    files.set(name, contents);
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
  readonly method: number;
  readonly packed: number;
  readonly size: number;
  readonly local: number;
}

async function contentsOf(
  bytes: Uint8Array,
  view: DataView,
  { method, packed, size, local }: Entry,
): Promise<Uint8Array | null> {
  if (local + LOCAL_SIZE > bytes.length) return null;
  const names = view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  const from = local + LOCAL_SIZE + names;
  if (from + packed > bytes.length) return null;
  const data = bytes.slice(from, from + packed);
  if (method === STORED) return data;
  return method === DEFLATED ? inflated(data, size) : null;
}

/** Null if it is not what its entry says; it is not unpacked further than that. */
async function inflated(data: Uint8Array<ArrayBuffer>, size: number): Promise<Uint8Array | null> {
  const out = new Uint8Array(size);
  let at = 0;
  try {
    const stream = new Blob([data]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    const reader = stream.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return at === size ? out : null;
      if (at + value.length > size) {
        await reader.cancel();
        return null;
      }
      out.set(value, at);
      at += value.length;
    }
  } catch {
    return null;
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
