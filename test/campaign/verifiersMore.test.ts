/** Both verifiers on crowds, on delays, and on files that are damaged: as verifiers.test.ts. */
import { describe, expect, it } from 'vitest';
import { askAbout, buildCell, type CellDescription, StaticChecker } from '../../src/cell/index.ts';
import {
  type Certificate,
  modelDigest,
  writeCertificate,
  writeDelayCertificate,
} from '../../src/certificate/index.ts';
import { Kinematics } from '../../src/kinematics/index.ts';
import { Random } from '../../src/math/index.ts';
import { transformPointInto } from '../../src/math/pose.ts';
import { BothVerifiers } from '../helpers/certificate/bothVerifiers.ts';
import { SORTS } from '../helpers/certificate/cells.ts';
import { bothWays, certificateOf, passingPost, withShell } from '../helpers/certificate/crowds.ts';
import { DELAY_CHANGES, madeDelays } from '../helpers/certificate/delayChanges.ts';
import { madeOf } from '../helpers/certificate/made.ts';
import { NO_PYTHON } from '../helpers/certificate/pythonVerifier.ts';
import { CELL_OF_ARMS } from '../helpers/fuzz/cellSeeds.ts';
import { allReaders } from '../helpers/fuzz/readers.ts';
import { inputOf } from '../helpers/fuzz/run.ts';

if (NO_PYTHON) console.warn(`SKIPPED: ${NO_PYTHON}`);

/** The same cell with its last obstacle where the last body that moves is when the path begins. */
function withOneHit(description: CellDescription, { waypoints }: Certificate): CellDescription {
  const cell = buildCell(description, { crowdFrom: 0 });
  const kinematics = new Kinematics(cell.tree);
  kinematics.setConfiguration(waypoints[0]);
  const last = description.obstacles.length - 1;
  const movers = cell.bodies.filter(({ frame }) => cell.tree.rigidRoot[frame] !== 0);
  for (const { frame, ball } of movers.toReversed()) {
    const pose = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
    transformPointInto(kinematics.poses, kinematics.poseOf(frame), ball, 0, pose, 9);
    const obstacle = { ...description.obstacles[last], pose };
    const moved = { ...description, obstacles: description.obstacles.with(last, obstacle) };
    const asked = askAbout(buildCell(moved), [waypoints[0]]);
    if (new StaticChecker(asked.cell).check(waypoints[0]).colliding) return moved;
  }
  throw new Error('nothing was hit');
}

/** What must not be missing of a certificate with a crowd. */
const CROWD_CHANGES: Record<string, (c: Certificate) => Certificate> = {
  'no sweeps': (c) => ({ ...c, sweeps: c.sweeps!.map(() => []) }),
  'a sweep cut': (c) => ({
    ...c,
    sweeps: c.sweeps!.map((lists) =>
      lists.map(({ body, sweeps }) => ({
        body,
        sweeps: sweeps.map((x, i) => (i % 3 ? 0.9 * x : x)),
      })),
    ),
  }),
  'sweeps of one body only': (c) => ({ ...c, sweeps: c.sweeps!.map((lists) => lists.slice(1)) }),
  'sweeps of nobody': (c) => ({
    ...c,
    sweeps: c.sweeps!.map((lists) => lists.map((list) => ({ ...list, body: list.body + 1 }))),
  }),
  'one member fewer': (c) => ({ ...c, crowd: c.crowd! - 1 }),
  'no crowd': ({ crowd: _, sweeps: __, ...c }) => c,
};

describe.skipIf(NO_PYTHON !== '')('both verifiers', () => {
  it('agree on crowds, and on those of which something is missing or is hit (seeds from 50 on)', () => {
    const both = new BothVerifiers();
    const random = new Random(8200);
    const scenes = [...(['straight', 'polynomial'] as const)].flatMap((kind) =>
      Object.keys(SORTS).flatMap((sort, i) =>
        madeOf(sort, 1, 50 + i, kind).flatMap(({ description, path }) => {
          const [, crowded] = bothWays(withShell(description, 12, [2.5, 5], random));
          const certificate = certificateOf(crowded, path);
          return certificate
            ? [{ description: crowded.description, certificate, label: `${sort}, ${kind}` }]
            : [];
        }),
      ),
    );
    for (const { description, certificate, label } of [
      ...scenes,
      { ...passingPost(), label: 'post' },
    ]) {
      expect(both.add(description, writeCertificate(certificate), label)).toBe('verified');
      for (const [name, change] of Object.entries(CROWD_CHANGES)) {
        // Without glances, which may clear what sweeps do not.
        const { glances: _, ...changed } = change(certificate);
        both.add(description, writeCertificate(changed), `${label}: ${name}`);
      }
      const moved = withOneHit(description, certificate);
      const forged = { ...certificate, model: modelDigest(moved) };
      expect(both.add(moved, writeCertificate(forged), `${label}: one is hit`)).toBe('coverage');
    }
    const found = both.compare();
    console.log(`crowds: ${found.summary}`);
    expect(found.differing).toEqual([]);
    expect(found.verified).toBeGreaterThan(10);
    expect(found.rejected).toBeGreaterThan(80);
  });

  it('agree on delays, and on those that are changed (cells from 500 on)', () => {
    const both = new BothVerifiers();
    for (const { what, of, certificate } of madeDelays(510, 512)) {
      both.add(of.cell.description, writeDelayCertificate(certificate), what);
    }
    // By slabs alone: from a glance one verifier may show what the other needs slabs for.
    for (const { what, of, certificate } of madeDelays(500, 506, { glances: false })) {
      const { description } = of.cell;
      expect(both.add(description, writeDelayCertificate(certificate), what)).toBe('verified');
      Object.entries(DELAY_CHANGES).forEach(([name, change], i) => {
        const changed = change(certificate, new Random(600 + i));
        if (changed === null) return;
        both.add(description, writeDelayCertificate(changed), `${what}: ${name}`);
      });
    }
    const found = both.compare();
    console.log(`delays: ${found.summary}`);
    expect(found.differing).toEqual([]);
    expect(found.verified).toBeGreaterThan(8);
    expect(found.rejected).toBeGreaterThan(40);
  });

  it('agree on files that are damaged (seed 62)', () => {
    const both = new BothVerifiers();
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const reader = allReaders().find(({ name }) => name === 'certificate')!;
    for (let i = 0; i < 1500; i++) {
      const bytes = inputOf(reader, 62, i);
      let text: string;
      try {
        text = decoder.decode(bytes);
      } catch {
        continue;
      }
      both.add(CELL_OF_ARMS.description, text, `input ${i}`);
    }
    const found = both.compare();
    console.log(`damaged: ${found.summary}`);
    expect(found.differing).toEqual([]);
    expect(found.rejected).toBeGreaterThan(1000);
  });
});
