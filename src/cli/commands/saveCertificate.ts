/** `--certificate FILE`: the proof of a free path, written to a file. */
import type { Cell } from '../../cell/index.ts';
import {
  type Certificate,
  type DelayEvidence,
  type MakeOptions,
  makeCertificate,
  makeDelayCertificate,
  NOT_FREE,
  SLAB_SIZE,
  writeCertificate,
  writeDelayCertificate,
} from '../../certificate/index.ts';
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
  settings: Settings,
  file: string,
): SavedCertificate {
  return save(settings, file, 'segments certified', (options) => {
    const certificate = makeCertificate(cell.description, cell, path, options);
    return { text: writeCertificate(certificate), slabs: slabsOf(certificate) };
  });
}

/** Likewise for tracks with delays. */
export function saveDelayCertificate(
  cell: Cell,
  evidence: DelayEvidence,
  settings: Settings,
  file: string,
): SavedCertificate {
  return save(settings, file, 'parts certified', (options) => {
    const certificate = makeDelayCertificate(cell.description, cell, evidence, options);
    const slabs = certificate.parts.reduce((n, part) => n + slabsOf(part.certificate), 0);
    return { text: writeDelayCertificate(certificate), slabs };
  });
}

function slabsOf({ slabs }: Certificate): number {
  return slabs.flat().reduce((n, list) => n + list.length, 0) / SLAB_SIZE;
}

function save(
  { method, delta, request }: Settings,
  file: string,
  what: string,
  make: (options: MakeOptions) => { readonly text: string; readonly slabs: number },
): SavedCertificate {
  const progress = new Progress(what);
  const { listener } = progress;
  const deadline = performance.now() + (request.timeLimit_ms ?? Number.POSITIVE_INFINITY);
  const signal = {
    get aborted() {
      return performance.now() > deadline;
    },
  };
  try {
    const { text, slabs } = make({
      program: `surepath ${version()}`,
      method,
      settings: { delta },
      signal,
      ...(listener ? { onProgress: (p) => listener({ ...p, tests: 0 }) } : {}),
    });
    writeText(file, text);
    return { written: true, file, bytes: new TextEncoder().encode(text).length, slabs };
  } catch (error) {
    if (!(error instanceof InputError) || error.fault.code !== NOT_FREE) throw error;
    return { written: false, reason: error.fault.message };
  } finally {
    progress.end();
  }
}
