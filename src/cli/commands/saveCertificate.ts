/** `--certificate FILE`: the proof of a free path, written to a file. */
import type { Cell } from '../../cell/index.ts';
import { makeCertificate, SLAB_SIZE, writeCertificate } from '../../certificate/index.ts';
import type { Path } from '../../motion/index.ts';
import { type Settings, writeText } from './checkSettings.ts';

export interface WrittenCertificate {
  readonly file: string;
  readonly bytes: number;
  readonly slabs: number;
}

export function saveCertificate(
  cell: Cell,
  path: Path,
  settings: Settings,
  file: string,
): WrittenCertificate {
  const certificate = makeCertificate(cell.description, cell, path);
  const text = writeCertificate(certificate);
  writeText(file, text);
  const numbers = certificate.slabs.flat().reduce((n, list) => n + list.length, 0);
  return { file, bytes: new TextEncoder().encode(text).length, slabs: numbers / SLAB_SIZE };
}
