/**
 * Puts certificates to both verifiers: this one at once, that in Python in one go at the end. Files go to a folder
 * of their own.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CellDescription } from '../../../src/cell/index.ts';
import { writeModel } from '../../../src/verifier/index.ts';
import { verdictOf } from '../corpus/make.ts';
import { askPython, type PythonQuestion, unsupported } from './pythonVerifier.ts';

interface Asked extends PythonQuestion {
  readonly label: string;
  /** `verified`, or the code of what is wrong. */
  readonly here: string;
}

export interface Comparison {
  /** Certificates that this verifier verifies, and those that it does not. */
  readonly verified: number;
  readonly rejected: number;
  /** Of each, those that the other one says it cannot judge. */
  readonly notSupported: { readonly verified: number; readonly rejected: number };
  /** One line each: the two differ. */
  readonly differing: readonly string[];
  readonly summary: string;
}

export class BothVerifiers {
  private readonly folder = mkdtempSync(join(tmpdir(), 'surepath-both-'));
  private readonly asked: Asked[] = [];
  private readonly models = new Map<CellDescription, string>();

  /** Judges a certificate here, and keeps it for the other verifier. Returns the verdict. */
  add(description: CellDescription, text: string, label: string): string {
    let cell = this.models.get(description);
    if (cell === undefined) {
      cell = join(this.folder, `model${this.models.size}.json`);
      writeFileSync(cell, writeModel(description));
      this.models.set(description, cell);
    }
    const bytes = new TextEncoder().encode(text);
    const here = verdictOf(bytes, description);
    const certificate = join(this.folder, `certificate${this.asked.length}.json`);
    writeFileSync(certificate, bytes);
    this.asked.push({ certificate, cell, label, here });
    return here;
  }

  /** Asks the other verifier about all of them; the files are gone then unless SUREPATH_KEEP is set. */
  compare(): Comparison {
    const questions = this.asked.map(({ certificate, cell }) => ({ certificate, cell }));
    const start = performance.now();
    const answers = askPython(questions);
    const seconds = (performance.now() - start) / 1000;
    const counts = { verified: 0, rejected: 0 };
    const notSupported = { verified: 0, rejected: 0 };
    const differing: string[] = [];
    this.asked.forEach(({ label, here, certificate }, i) => {
      const side = here === 'verified' ? 'verified' : 'rejected';
      const { verdict, why } = answers[i];
      counts[side]++;
      if (verdict === 'not supported') notSupported[side]++;
      else if ((verdict === 'verified') !== (here === 'verified')) {
        differing.push(`${label}: here ${here}, in Python ${verdict} ${why} (${certificate})`);
      }
    });
    if (!process.env.SUREPATH_KEEP) rmSync(this.folder, { recursive: true });
    const without = unsupported(answers);
    const summary =
      `${counts.verified} verified, ${counts.rejected} rejected, ${differing.length} differ, ${seconds.toFixed(1)} s in Python` +
      (without ? `; not supported: ${without}` : '');
    return { ...counts, notSupported, differing, summary };
  }
}
