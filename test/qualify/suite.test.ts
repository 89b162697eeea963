/** The conformance suite on the sources: its list is whole, its page true, its quick checks hold, and they notice what is wrong. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { suite } from '../../conformance/suite.ts';
import { requirementsPage } from '../../scripts/requirementsPage.mjs';
import { readCell } from '../../src/formats/index.ts';
import { openDescription } from '../../src/jobs/index.ts';
import { type Bench, runSuite } from '../../src/qualify/index.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const files = (path: string) => readFileSync(path);

const bench: Bench = {
  cells: ['linkages', 'welding-arm'],
  open(name) {
    const file = join(ROOT, 'cells', name, 'cell.yaml');
    const description = readCell(files(file), { file, resolver: { files } });
    return openDescription({ file, description, joints: new Map() });
  },
  read: (name, file) => files(join(ROOT, 'cells', name, file)),
};

describe('the conformance suite', () => {
  it('has requirements with names of their own, arguments, tests and checks', () => {
    expect(new Set(suite.map(({ id }) => id)).size).toBe(suite.length);
    for (const { id, pages, tests, checks } of suite) {
      expect(pages.length * tests.length * checks.length, id).toBeGreaterThan(0);
      for (const file of [...pages, ...tests])
        expect(existsSync(join(ROOT, file)), file).toBe(true);
    }
  });

  it('is what docs/safety/requirements.md says (node scripts/requirements.mjs)', () => {
    const page = readFileSync(join(ROOT, 'docs/safety/requirements.md'), 'utf8');
    expect(page).toBe(requirementsPage(suite));
  });

  it('names every requirement that docs/safety/failures.md refers to', () => {
    const page = readFileSync(join(ROOT, 'docs/safety/failures.md'), 'utf8');
    const named = [...page.matchAll(/requirements\.md#r(\d+)/g)].map(([, n]) => `R${n}`);
    expect(named.length).toBeGreaterThan(10);
    for (const id of named) expect(suite.map((each) => each.id)).toContain(id);
  });

  it.each(['R3', 'R4', 'R5', 'R6', 'R7', 'R10', 'R12'])('%s holds', (id) => {
    const [{ passed, checks }] = runSuite(suite, bench, { only: [id] });
    expect(checks.flatMap(({ faults }) => faults)).toEqual([]);
    expect(passed).toBe(true);
  });

  it('notices an error', async () => {
    vi.resetModules();
    const math =
      await vi.importActual<typeof import('../../src/math/index.ts')>('../../src/math/index.ts');
    vi.doMock('../../src/math/index.ts', () => ({
      ...math,
      sincosInto: (x: number, out: Float64Array, o: number) => {
        math.sincosInto(x, out, o);
        out[o] *= 1 + 4 * math.U;
      },
    }));
    const { suite: misled } = await import('../../conformance/suite.ts');
    const [{ passed, checks }] = runSuite(misled, bench, { only: ['R4'] });
    expect(passed).toBe(false);
    expect(checks[0].faultCount).toBeGreaterThan(100);
    vi.doUnmock('../../src/math/index.ts');
    vi.resetModules();
  });
});
