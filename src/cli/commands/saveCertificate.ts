/** `--certificate FILE`: the proof of a free path, written to a file. */
import type { CertifyAnswer } from '../../jobs/index.ts';
import { writeText } from './checkSettings.ts';

export type SavedCertificate =
  | {
      readonly written: true;
      readonly file: string;
      readonly bytes: number;
      readonly slabs: number;
      readonly glances: number;
      readonly sweeps: number;
    }
  | { readonly written: false; readonly reason: string };

/** Writes it, if there is one. */
export function saveCertificate(proof: CertifyAnswer, file: string): SavedCertificate {
  if (!proof.written) return proof;
  const { text, bytes, slabs, glances, sweeps } = proof;
  writeText(file, text);
  return { written: true, file, bytes, slabs, glances, sweeps };
}
