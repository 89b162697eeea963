/**
 * Where a batch keeps what must not be lost: blobs by their digest (cells, results, certificates, pieces of manifests),
 * and notes, small texts by key (what was asked, which result a chunk has). Three stand behind it: a folder, Redis,
 * PostgreSQL; all of them hold to one suite of tests. Writing is idempotent: a blob is what its name says, however often it is put.
 */
import { type Fault, InputError } from '../../math/index.ts';
import { digestOf } from '../digest.ts';

/** Bytes by their digest. */
export interface Blobs {
  /** Keeps bytes; returns their digest. What is there already is not written again. */
  put(bytes: Uint8Array): Promise<string>;
  /** Throws an InputError for what is not there or is damaged. */
  get(digest: string): Promise<Uint8Array>;
  /** Whether it is there and whole. What is damaged is removed, so that it can be put again. */
  holds(digest: string): Promise<boolean>;
  /** What is not there need not be removed. */
  remove(digest: string): Promise<void>;
}

/** Small texts by key. Keys are made of letters, digits and - / . */
export interface Notes {
  put(key: string, text: string): Promise<void>;
  /** Keeps a text where there is none yet; returns the one that stands. Of several at once one wins, for all. */
  putFirst(key: string, text: string): Promise<string>;
  /** In the order of the keys; null where there is none. */
  get(keys: readonly string[]): Promise<(string | null)[]>;
  /** Keys that begin with a prefix, which ends in a slash; sorted. For some thousands, not for millions. */
  list(prefix: string): Promise<string[]>;
  remove(keys: readonly string[]): Promise<void>;
  /** Removes a note if it still says that; whether it did. */
  removeIf(key: string, text: string): Promise<boolean>;
}

/** A place for both. */
export interface Store {
  readonly blobs: Blobs;
  readonly notes: Notes;
  /** For people: without passwords. */
  readonly where: string;
  close(): Promise<void>;
}

/** A store on a server. */
export interface ServerStore extends Store {
  /** Settings of the server that could lose what it keeps. */
  readonly warnings: readonly Fault[];
}

/** The one note of a key, or null. */
export async function noteOf(notes: Notes, key: string): Promise<string | null> {
  return (await notes.get([key]))[0];
}

/** Whether blobs hold one, by looking at it; what is damaged is removed. */
export async function isWhole(
  blobs: Pick<Blobs, 'get' | 'remove'>,
  digest: string,
): Promise<boolean> {
  try {
    await blobs.get(digest);
    return true;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    if (error.fault.code === 'batch/damaged') await blobs.remove(digest);
    else if (error.fault.code !== 'batch/missing') throw error;
    return false;
  }
}

/** Keeps bytes, also where what is kept under their digest is damaged; returns the digest. Reads what is there. */
export async function putWhole(blobs: Blobs, bytes: Uint8Array): Promise<string> {
  await blobs.holds(digestOf(bytes));
  return blobs.put(bytes);
}

/** Looks at bytes before they are believed. */
export function checked(digest: string, bytes: Uint8Array | null, where: string): Uint8Array {
  if (bytes === null) {
    throw new InputError({
      code: 'batch/missing',
      message: `${where} does not have ${digest}`,
      hint: 'submit the batch again: what is missing is done anew',
    });
  }
  if (digestOf(bytes) !== digest) {
    throw new InputError({
      code: 'batch/damaged',
      message: `what ${where} has as ${digest} has another digest: it is damaged`,
      hint: 'submit the batch again: what is damaged is made anew',
    });
  }
  return bytes;
}
