/** What a certificate says about straying joints is a demand: less than the verifier's own account lowers nothing. */
import { expect, it } from 'vitest';
import { buildCell, type CellDescription } from '../../src/cell/index.ts';
import {
  type Certificate,
  makeCertificate,
  modelDigest,
  Verifier,
} from '../../src/certificate/index.ts';
import { identityPose, poseFromRpy } from '../../src/math/index.ts';
import { buildPath } from '../../src/motion/index.ts';
import { BARE, describedCell } from '../helpers/oracles/describedCell.ts';

/** A bar of one metre that turns beside a plate, `gap` from where its tip ends; its joint strays. */
function turningBar(gap: number, tolerance: number): CellDescription {
  const part = (x: number, half: readonly [number, number, number]) => ({
    pose: poseFromRpy(0, 0, 0, x, 0, 0),
    geometry: { kind: 'box', half } as const,
  });
  const link = (name: string, parts: ReturnType<typeof part>[]) => ({
    name,
    collisions: parts,
    visuals: [],
  });
  const joint = { name: 'joint', kind: 'continuous', parent: 'base', child: 'bar' } as const;
  const robot = {
    name: 'robot',
    links: [link('base', []), link('bar', [part(0.5, [0.5, 0.01, 0.01])])],
    joints: [{ ...joint, origin: identityPose(), axis: [0, 0, 1] as const }],
  };
  const tracking = new Map(tolerance > 0 ? [['joint', tolerance]] : []);
  const plate = {
    name: 'plate',
    pose: poseFromRpy(0, 0, 0, 0.5, 0.01 + gap + 0.1, 0),
    parts: [part(0, [2, 0.1, 1])],
    solid: true,
  };
  return describedCell([{ ...BARE, robot, tracking }], [plate]);
}

const still = (description: CellDescription) =>
  buildPath(buildCell(description).tree, [Float64Array.of(0)]);

function withTracking(certificate: Certificate, tracking: number): Certificate {
  const pairs = certificate.pairs.map((p) => (p.excluded === null ? { ...p, tracking } : p));
  return { ...certificate, pairs };
}

it('takes more room than its own account says, and never less', () => {
  const description = turningBar(0.05, 0.01);
  const path = still(description);
  const certificate = makeCertificate(description, buildCell(description), path);
  const verifier = new Verifier(description);
  const own = certificate.pairs.find(({ excluded }) => excluded === null)!.tracking;
  expect(own).toBeGreaterThan(0.01);
  for (const asked of [0, own / 2, own, 2 * own]) {
    expect(verifier.verify(withTracking(certificate, asked)).verified).toBe(true);
  }
  for (const asked of [6 * own, Infinity]) {
    expect(verifier.verify(withTracking(certificate, asked)).reason?.code).toBe('slab');
  }
  for (const asked of [-1e-9, -Infinity, Number.NaN]) {
    expect(verifier.verify(withTracking(certificate, asked)).reason?.code).toBe('pairs');
  }
});

it('is not talked out of it', () => {
  // Free for joints that do not stray; with 0.01 rad the tip reaches the plate.
  const rigid = turningBar(0.005, 0);
  const loose = turningBar(0.005, 0.01);
  const path = still(rigid);
  const certificate = makeCertificate(rigid, buildCell(rigid), path);
  expect(new Verifier(rigid).verify(certificate).verified).toBe(true);
  const verifier = new Verifier(loose);
  const forged = { ...certificate, tolerances: Float64Array.of(0.01) };
  const lower = certificate.lower.map((x) => x - 1);
  const upper = certificate.upper.map((x) => x + 1);
  const about = { ...forged, lower, upper, model: modelDigest(loose) };
  expect(verifier.verify(about).reason?.code).toBe('slab');
});

it('asks for nothing where nothing strays', () => {
  const description = turningBar(0.05, 0);
  const certificate = makeCertificate(description, buildCell(description), still(description));
  const verifier = new Verifier(description);
  for (const asked of [1e-9, -1e-9, -0]) {
    expect(verifier.verify(withTracking(certificate, asked)).reason?.code).toBe('pairs');
  }
});
