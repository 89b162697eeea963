/**
 * Both verifiers on the same certificates: what one verifies the other verifies, and what is changed so that it is no
 * proof both reject. That in Python (verifier/python) is started once for each test.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { askAbout, type Cell, type CellDescription } from '../../src/cell/index.ts';
import {
  makeCertificate,
  parseModel,
  Verifier,
  writeCertificate,
} from '../../src/certificate/index.ts';
import { InputError, Random } from '../../src/math/index.ts';
import { buildPath, type Path } from '../../src/motion/index.ts';
import { PART } from '../helpers/campaign/size.ts';
import { ARC_CHANGES } from '../helpers/certificate/arcChanges.ts';
import { BothVerifiers } from '../helpers/certificate/bothVerifiers.ts';
import { SORTS } from '../helpers/certificate/cells.ts';
import { CHANGES, type Change, draftOf } from '../helpers/certificate/changes.ts';
import { type Made, madeOf } from '../helpers/certificate/made.ts';
import { CURVED_CHANGES } from '../helpers/certificate/polynomialChanges.ts';
import { NO_PYTHON } from '../helpers/certificate/pythonVerifier.ts';
import { cliFolder, pathThrough } from '../helpers/cli/runCli.ts';
import { Forger } from '../helpers/forger/forger.ts';

const CELLS = fileURLToPath(new URL('../../cells', import.meta.url));
type Kind = (typeof KINDS)[number];
/** Named states of the embedded cells that have no paths. */
const STATES: Record<string, [string, string]> = {
  cage: ['home', 'inside'],
  'two-arms': ['home', 'ready'],
};
const { run, file, read } = cliFolder();
const KINDS = ['straight', 'polynomial', 'circular'] as const;
const CHANGES_OF: Record<Kind, Record<string, Change>> = {
  straight: CHANGES,
  polynomial: { ...CHANGES, ...CURVED_CHANGES },
  circular: { ...CHANGES, ...ARC_CHANGES },
};

if (NO_PYTHON) console.warn(`SKIPPED: ${NO_PYTHON}`);

describe.skipIf(NO_PYTHON !== '')('both verifiers', () => {
  it('verify the certificates of the embedded cells', () => {
    const both = new BothVerifiers();
    for (const name of readdirSync(CELLS)) {
      const cell = join(CELLS, name, 'cell.yaml');
      const free = join(CELLS, name, 'paths/free.json');
      if (!existsSync(cell)) continue;
      const [from, to] = STATES[name] ?? [];
      const path = existsSync(free) ? free : file('path.json', pathThrough(cell, from, to));
      const checked = run('check', cell, path, '--certificate', 'certificate.json');
      expect(checked.status, `${name}: ${checked.stdout}${checked.stderr}`).toBe(0);
      expect(run('verify', cell, '--export', 'model.json').status).toBe(0);
      const description = parseModel(new TextEncoder().encode(read('model.json')));
      expect(both.add(description, read('certificate.json'), name), name).toBe('verified');
    }
    const found = both.compare();
    console.log(`embedded cells: ${found.summary}`);
    expect(found.differing).toEqual([]);
    expect(found.verified).toBeGreaterThan(20);
  });

  it(`verify ${1000 * PART} random certificates (seeds from 8000 on)`, () => {
    const both = new BothVerifiers();
    for (const { sort, kind, description, cell, path, certificate } of random(8 * PART, 8000)) {
      both.add(description, writeCertificate(certificate), `${sort}, ${kind}, by slabs`);
      const back = buildPath(cell.tree, path.waypoints.toReversed());
      for (const [how, own, glances] of [
        ['with glances', path, true],
        ['by the maker, without', path, false],
        ['back and straight', back, true],
      ] as const) {
        const made = certified(description, cell, own, glances);
        if (made) both.add(description, writeCertificate(made), `${sort}, ${kind}, ${how}`);
      }
    }
    const found = both.compare();
    console.log(`random: ${found.summary}`);
    expect(found.differing).toEqual([]);
    expect(found.rejected).toBe(0);
    expect(found.verified).toBeGreaterThanOrEqual(1000 * PART);
  });

  it('reject every change of a certificate that makes it false or incomplete (seeds from 8100 on)', () => {
    const both = new BothVerifiers();
    const kinds = new Set<string>();
    for (const made of random(1, 8100)) {
      const changes = CHANGES_OF[made.kind];
      Object.entries(changes).forEach(([name, change], i) => {
        const random = new Random(8100 + i);
        for (let k = 0; k < 2; k++) {
          const draft = draftOf(made.certificate);
          // A change that only shows where the path is given is none of the file.
          if (change(draft, random, made) !== true) continue;
          const label = `${made.sort}, ${made.kind}: ${name}`;
          const here = both.add(made.description, writeCertificate(draft), label);
          expect(here, label).not.toBe('verified');
          kinds.add(name);
        }
      });
    }
    const found = both.compare();
    console.log(`${kinds.size} kinds of changes: ${found.summary}`);
    expect(found.differing).toEqual([]);
    expect(found.rejected).toBeGreaterThan(1000);
  });

  it('reject what is forged for paths that collide (cells from 9000 on)', () => {
    const both = new BothVerifiers();
    class Recorded extends Verifier {
      override verify(...[certificate, options = {}]: Parameters<Verifier['verify']>) {
        // Those of one pair alone are parts of something: no file of their own.
        if (!options.concerns) {
          both.add(this.model.description, writeCertificate(certificate), 'forged');
        }
        return super.verify(certificate, options);
      }
    }
    const forger = new Forger({
      verifier: (description) => new Recorded(description),
      ...{ complete: 1, directions: 1, files: 0 },
    });
    for (let seed = 9000; forger.paths < 400; seed++) forger.run(seed, 0, 25);
    const found = both.compare();
    console.log(`forged: ${found.summary}`);
    expect(forger.acceptances).toEqual([]);
    expect(found.differing).toEqual([]);
    expect(found.rejected).toBeGreaterThan(100);
  });
});

/** So many certificates of each sort of cell and kind of path. */
function* random(count: number, seed: number): Generator<Made & { readonly kind: Kind }> {
  for (const [i, sort] of Object.keys(SORTS).entries()) {
    for (const [k, kind] of KINDS.entries()) {
      for (const made of madeOf(sort, count, seed + 10 * i + k, kind)) yield { ...made, kind };
    }
  }
}

/** A certificate of the maker; null where the path is not free by enough. */
function certified(description: CellDescription, cell: Cell, path: Path, glances: boolean) {
  try {
    const asked = askAbout(cell, path);
    return makeCertificate(description, asked.cell, asked.motion, { glances });
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}
