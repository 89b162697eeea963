/** `--certificate FILE`: the proof of a free path, written to a file. */
import type { Cell, CellDescription } from '../../cell/index.ts';
import * as certificates from '../../certificate/index.ts';
import { type Certificate, SLAB_SIZE, writeCertificate } from '../../certificate/index.ts';
import { InputError } from '../../math/index.ts';
import type { Path } from '../../motion/index.ts';
import { writeText } from './checkSettings.ts';

export interface WrittenCertificate {
  readonly file: string;
  readonly bytes: number;
  readonly slabs: number;
}

type Make = (description: CellDescription, cell: Cell, path: Path) => Certificate;

export function saveCertificate(cell: Cell, path: Path, file: string): WrittenCertificate {
  const { makeCertificate } = certificates as unknown as { makeCertificate?: Make };
  if (!makeCertificate) {
    throw new InputError({ code: 'certificate/unavailable', message: 'not available yet' });
  }
  const certificate = makeCertificate(cell.description, cell, path);
  const text = writeCertificate(certificate);
  writeText(file, text);
  const numbers = certificate.slabs.flat().reduce((n, list) => n + list.length, 0);
  return { file, bytes: new TextEncoder().encode(text).length, slabs: numbers / SLAB_SIZE };
}
