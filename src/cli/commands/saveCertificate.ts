/** `--certificate FILE`: the proof of a free path, written to a file. */
import type { Cell } from '../../cell/index.ts';
import { makeCertificate, NOT_FREE, SLAB_SIZE, writeCertificate } from '../../certificate/index.ts';
import { InputError } from '../../math/index.ts';
import type { Path } from '../../motion/index.ts';
import { version } from '../command.ts';
import { Progress } from '../progress.ts';
import { type Settings, writeText } from './checkSettings.ts';

export type SavedCertificate =
  | {
      readonly written: true;
      readonly file: string;
      readonly bytes: number;
      readonly slabs: number;
    }
  | { readonly written: false; readonly reason: string };

/** A path that is free by less than a certificate can show gets none. */
export function saveCertificate(
  cell: Cell,
  path: Path,
  { method, delta, request }: Settings,
  file: string,
): SavedCertificate {
  const progress = new Progress('segments certified');
  const { listener } = progress;
  const deadline = performance.now() + (request.timeLimit_ms ?? Number.POSITIVE_INFINITY);
  const signal = {
    get aborted() {
      return performance.now() > deadline;
    },
  };
  try {
    const certificate = makeCertificate(cell.description, cell, path, {
      program: `surepath ${version()}`,
      method,
      settings: { delta },
      signal,
      ...(listener ? { onProgress: (p) => listener({ ...p, tests: 0 }) } : {}),
    });
    const text = writeCertificate(certificate);
    writeText(file, text);
    const bytes = new TextEncoder().encode(text).length;
    const numbers = certificate.slabs.flat().reduce((n, list) => n + list.length, 0);
    return { written: true, file, bytes, slabs: numbers / SLAB_SIZE };
  } catch (error) {
    if (!(error instanceof InputError) || error.fault.code !== NOT_FREE) throw error;
    return { written: false, reason: error.fault.message };
  } finally {
    progress.end();
  }
}
