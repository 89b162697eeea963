/**
 * Names of things in a batch: SHA-256, in hexadecimal. A question is a cell, what is asked about it and by which version;
 * a chunk is named by its question and its content, so that whoever does it, wherever and how often, stores the same bytes
 * under the same name. Node's own SHA-256: a gigabyte in a second or two.
 */

import { createHash } from 'node:crypto';
import { encodeUtf8 } from '../math/index.ts';

/** Of bytes, or of a text in UTF-8. */
export function digestOf(bytes: Uint8Array | string): string {
  const data = typeof bytes === 'string' ? encodeUtf8(bytes) : bytes;
  return createHash('sha256').update(data).digest('hex');
}

/** Whether a text can be a digest, and so a file's name. */
export function isDigest(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/** What can change the bytes of a result besides the cell and the settings. */
export interface BatchVersion {
  /** Of the package. */
  readonly package: string;
  /** Of methods and results: another number for whoever answers otherwise, with the same package version or not. */
  readonly method: number;
}

/**
 * Of what chunks answer: raised by whoever changes that (a bound that decides more, another witness), so that results of
 * before and after are not mixed.
 */
export const METHOD_VERSION = 2;

/** `surepath 0.1.0, method 1`. */
export function versionText(version: BatchVersion): string {
  return `surepath ${version.package}, method ${version.method}`;
}

/** Whether results of one version are results of the other. */
export function isSameVersion(a: BatchVersion, b: BatchVersion): boolean {
  return a.package === b.package && a.method === b.method;
}

/** What all chunks of a batch share. */
export interface Question {
  readonly version: BatchVersion;
  /** Digest of the cell's model, whatever files it was read from; with certificates, which name files, of those as well. */
  readonly model: string;
  /** What is asked, as canonical text: equal questions have equal texts. */
  readonly settings: string;
}

/** The name of a question. Parts are set apart by their lengths: no two questions run together. */
export function questionName({ version, model, settings }: Question): string {
  return digestOf(
    framed(['surepath question 1', version.package, `${version.method}`, model, settings]),
  );
}

/** The name of a chunk of a question. */
export function chunkName(question: string, content: Uint8Array): string {
  const hash = createHash('sha256').update(encodeUtf8(framed(['surepath chunk 1', question])));
  return hash.update(content).digest('hex');
}

/**
 * The name of a batch: the same chunks in the same order, asked the same question, are the same batch. 128 bits: nobody finds other
 * chunks or another question for a name that is given.
 */
export function batchName(question: string, input: string, perChunk: number): string {
  return digestOf(framed(['surepath batch 2', question, input, `${perChunk}`])).slice(0, NAME);
}

/** Letters of the name of a batch. */
export const NAME = 32;

/** Texts one after the other, each with its length before it. */
export function framed(texts: readonly string[]): string {
  return texts.map((text) => `${text.length}:${text}`).join('');
}

/** JSON with sorted keys and without what is undefined: the same text for the same value. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner) => {
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return inner;
    const entries = Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return Object.fromEntries(entries);
  });
}
