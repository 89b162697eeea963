/**
 * Certificates that somebody has changed: every one of these changes makes the certificate say something
 * that is not so, or leaves something unsaid, and every one must be rejected.
 */
import { describe, expect, it } from 'vitest';
import { askAbout, buildCell, type CellDescription, StaticChecker } from '../../src/cell/index.ts';
import { modelDigest, Verifier } from '../../src/certificate/index.ts';
import { Kinematics } from '../../src/kinematics/index.ts';
import { Random } from '../../src/math/index.ts';
import { SLAB_N, SLAB_SIZE } from '../../src/verifier/format.ts';
import { SORTS } from '../helpers/certificate/cells.ts';
import { CHANGES, type Change, type Draft, draftOf } from '../helpers/certificate/changes.ts';
import { type Made, madeOf } from '../helpers/certificate/made.ts';
import { CURVED_CHANGES } from '../helpers/certificate/polynomialChanges.ts';

const KINDS = ['straight', 'polynomial'] as const;

/** Certificates of every sort of cell. */
function makeAll(kind: (typeof KINDS)[number]): Made[] {
  return Object.keys(SORTS).flatMap((sort, i) =>
    madeOf(sort, sort === 'inside a guard' ? 5 : 2, 400 + i, kind),
  );
}
const made = { straight: makeAll('straight'), polynomial: makeAll('polynomial') };

describe.each(KINDS)('a certificate of a %s path with', (kind) => {
  const all = made[kind];
  let rejected = 0;
  const changes: Record<string, Change> =
    kind === 'straight' ? CHANGES : { ...CHANGES, ...CURVED_CHANGES };

  it.each(Object.keys(changes).map((name, i) => [name, i]))(
    '%s is rejected (seed %i)',
    (name, seed) => {
      const random = new Random(1000 + (seed as number));
      let count = 0;
      for (const made of all) {
        const verifier = new Verifier(made.description);
        expect(verifier.verify(made.certificate).verified).toBe(true);
        for (let k = 0; k < 8; k++) {
          const draft = draftOf(made.certificate);
          const change = changes[name](draft, random, made);
          if (change === false) continue;
          const { verified, reason } = verifier.verify(draft, change === true ? {} : change);
          expect(verified, `${made.sort}, change ${k}`).toBe(false);
          expect(reason?.message.length).toBeGreaterThan(10);
          count++;
        }
      }
      expect(count).toBeGreaterThan(10);
      rejected += count;
    },
  );

  it('an obstacle put where the robot goes is rejected, its digest made to fit (seed 1)', () => {
    const random = new Random(1);
    for (const made of all) {
      const { description, cell, path, certificate } = made;
      const verifier = new Verifier(description);
      for (let k = 0; k < 3; k++) {
        // The middle of a link, at some moment.
        const links = cell.bodies.filter(({ kind, frame }) => kind === 'link' && frame > 1);
        const link = links[random.below(links.length)];
        const kinematics = new Kinematics(cell.tree);
        const q = new Float64Array(cell.tree.dofs.length);
        const segment = random.below(path.segments.length);
        path.segments[segment].configurationInto(random.unit(), q, 0);
        kinematics.setConfiguration(q);
        const o = kinematics.poseOf(link.frame);
        const [x, y, z] = link.ball;
        const obstacles = [...description.obstacles];
        const i = random.below(3);
        const pose = obstacles[i].pose.slice();
        for (let r = 0; r < 3; r++) {
          const row = kinematics.poses.subarray(o + 3 * r, o + 3 * r + 3);
          pose[9 + r] = row[0] * x + row[1] * y + row[2] * z + kinematics.poses[o + 9 + r];
        }
        obstacles[i] = { ...obstacles[i], pose };
        const moved: CellDescription = { ...description, obstacles };
        // Not every centre lies in the body.
        const probe = new StaticChecker(askAbout(buildCell(moved), [q]).cell);
        if (!probe.check(q).colliding) continue;
        expect(new Verifier(moved).verify(certificate).reason?.code).toBe('model');
        const forged = { ...certificate, model: modelDigest(moved) };
        const { verified, reason } = new Verifier(moved).verify(forged);
        expect(verified).toBe(false);
        expect(['slab', 'contained']).toContain(reason?.code);
        // And the other way round.
        expect(verifier.verify(forged).reason?.code).toBe('model');
        rejected += 3;
      }
    }
  });

  it('any of more than 3,000 changes was rejected', () => {
    expect(rejected).toBeGreaterThan(3000);
  });
});

describe('changes that leave a certificate true are accepted', () => {
  it.each<[string, (c: Draft, made: Made) => void]>([
    [
      'a slab given twice',
      (c) => {
        c.slabs[0][0] = Float64Array.from([...c.slabs[0][0], ...c.slabs[0][0]]);
      },
    ],
    [
      'slabs in another order',
      (c) => {
        const list = c.slabs[0][0];
        const slabs = Array.from({ length: list.length / SLAB_SIZE }, (_, i) =>
          list.slice(SLAB_SIZE * i, SLAB_SIZE * (i + 1)),
        );
        c.slabs[0][0] = Float64Array.from(slabs.reverse().flatMap((slab) => [...slab]));
      },
    ],
    [
      'longer directions',
      (c) => {
        const list = c.slabs[0][0];
        for (let o = 0; o < list.length; o += SLAB_SIZE) {
          for (let k = 0; k < 3; k++) list[o + SLAB_N + k] *= 1.5;
        }
      },
    ],
    [
      'other words about where it came from',
      (c) => {
        c.program = 'somebody else';
        c.method = 'by hand';
        c.settings = { ...c.settings, mood: 'good' };
        c.files = [];
        c.wrap = 'short';
      },
    ],
  ])('%s', (_, change) => {
    for (const one of [...made.straight, ...made.polynomial]) {
      const draft = draftOf(one.certificate);
      change(draft, one);
      expect(new Verifier(one.description).verify(draft).reason).toBeUndefined();
    }
  });
});
