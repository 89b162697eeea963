/** Certificates of circular segments: what they say, how they are written, and that an altered arc is refused. */
import { describe, expect, it } from 'vitest';
import { buildCell } from '../../src/cell/index.ts';
import {
  makeCertificate,
  makeDelayCertificate,
  parseCertificate,
  parseDelayCertificate,
  Verifier,
  verify,
  verifyDelays,
  writeCertificate,
  writeDelayCertificate,
} from '../../src/certificate/index.ts';
import { checkDelays } from '../../src/check/index.ts';
import { InputError, poseFromRpy, Random } from '../../src/math/index.ts';
import { ARC_NUMBERS, buildPath, COEFFICIENTS, type Track } from '../../src/motion/index.ts';
import { ARC_CHANGES } from '../helpers/certificate/arcChanges.ts';
import { draftOf } from '../helpers/certificate/changes.ts';
import { madeOf } from '../helpers/certificate/made.ts';
import { nudged } from '../helpers/certificate/polynomialChanges.ts';
import { simpleCertificate } from '../helpers/certificate/simpleMaker.ts';
import { slidingBall, twoBalls } from '../helpers/motion/slidingBall.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const point = (x: number, y: number) => Float64Array.of(x, y);

/** A ball of 0.1 m that slides in a plane, and another one that stands in its way. */
const cellWith = (x: number, y: number) =>
  slidingBall(0.1, [{ kind: 'sphere', radius: 0.1 }], [poseFromRpy(0, 0, 0, x, y, 0)]);

describe('an arc past an obstacle', () => {
  // Half a circle of radius 1 about the origin; the obstacle is in the middle of the chord.
  const description = cellWith(0, 0);
  const cell = buildCell(description);
  const path = buildPath(cell.tree, [point(-1, 0), point(1, 0)], { vias: [null, [point(0, 1)]] });

  it('is proven free, though its chord is not', () => {
    const certificate = makeCertificate(description, cell, path);
    expect(verify(certificate, description, { path }).reason).toBeUndefined();
    const chord = buildPath(cell.tree, [point(-1, 0), point(1, 0)]);
    expect(simpleCertificate(description, chord, 3000)).toBeNull();
  });

  it('is written and read, arcs by their numbers, and refused by who knows none', () => {
    const certificate = makeCertificate(description, cell, path);
    const text = writeCertificate(certificate);
    const read = JSON.parse(text);
    expect(read.interpolation).toBe('circular');
    expect(read.coefficients).toEqual([
      [
        [-1, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0],
      ],
    ]);
    expect(read.arcs).toHaveLength(1);
    expect(read.arcs[0].map(([d]: number[]) => d)).toEqual([0, 1]);
    expect(read.arcs[0][0]).toHaveLength(ARC_NUMBERS);
    const again = parseCertificate(bytes(text));
    expect(again.arcs).toEqual(certificate.arcs);
    expect(writeCertificate(again)).toBe(text);
    expect(verify(again, description, { path }).verified).toBe(true);
  });

  it.each<[string, (file: Record<string, unknown>) => void, string]>([
    ['no arcs', (file) => delete file.arcs, 'certificate/arcs'],
    ['arcs that are all null', (file) => (file.arcs = [null]), 'certificate/arcs'],
    ['arcs of another word', (file) => (file.interpolation = 'polynomial'), 'certificate/arcs'],
    [
      'arcs of straight paths',
      (file) => (file.interpolation = 'straight'),
      'certificate/coefficients',
    ],
    ['arcs for two segments', (file) => (file.arcs = [null, null]), 'certificate/segments'],
    ['no coefficients', (file) => delete file.coefficients, 'certificate/coefficients'],
    ['four numbers', (file) => (file.arcs = [[[0, 1, 0, 0]]]), 'certificate/length'],
    ['a word', (file) => (file.arcs = [[[0, 'x', 0, 0, 1]]]), 'certificate/'],
  ])('a file with %s is none', (_, change, code) => {
    const file = JSON.parse(writeCertificate(makeCertificate(description, cell, path)));
    change(file);
    let found = '';
    try {
      parseCertificate(bytes(JSON.stringify(file)));
    } catch (error) {
      if (error instanceof InputError) found = error.fault.code;
    }
    expect(found).toContain(code);
  });

  it('every number changed by one bit is another path', () => {
    const certificate = makeCertificate(description, cell, path);
    const verifier = new Verifier(description);
    for (let i = 0; i < 2 * ARC_NUMBERS; i++) {
      const draft = draftOf(certificate);
      draft.arcs![0]![i] = nudged(draft.arcs![0]![i], true);
      expect(verifier.verify(draft, { path }).reason?.code, `${i}`).toBe('path');
    }
    for (let i = 0; i < 2 * COEFFICIENTS; i++) {
      const draft = draftOf(certificate);
      draft.coefficients![0]![i] = nudged(draft.coefficients![0]![i], true);
      expect(verifier.verify(draft, { path }).reason?.code, `${i}`).toBe('path');
    }
  });

  it('an arc that ends elsewhere by more than rounding leads nowhere', () => {
    const certificate = makeCertificate(description, cell, path);
    const draft = draftOf(certificate);
    for (let o = 4; o < 2 * ARC_NUMBERS; o += ARC_NUMBERS) draft.arcs![0]![o] -= 1e-11;
    const { reason } = new Verifier(description).verify(draft);
    expect(reason?.code).toBe('path');
    expect(reason?.message).toMatch(/does not lead/);
  });
});

it('what an arc meets on its way no certificate hides', () => {
  // On the arc, far from the chord and from both ends.
  const description = cellWith(0, 1);
  const { tree } = buildCell(description);
  const path = buildPath(tree, [point(-1, 0), point(1, 0)], { vias: [null, [point(0, 1)]] });
  expect(simpleCertificate(description, path, 3000)).toBeNull();
  const chord = buildPath(tree, [point(-1, 0), point(1, 0)]);
  const honest = simpleCertificate(description, chord)!;
  expect(verify(honest, description, { path: chord }).verified).toBe(true);
  // The chord's slabs for the arc.
  const arc = makeCertificate(cellWith(0, 0), buildCell(cellWith(0, 0)), path);
  const { coefficients, arcs } = arc;
  const box = { lower: Float64Array.of(-3, -3), upper: Float64Array.of(3, 3) };
  const forged = { ...honest, coefficients: coefficients!, arcs: arcs!, ...box };
  expect(verify(forged, description, { path }).reason?.code).toBe('slab');
});

describe('tracks on arcs, with delays', () => {
  const description = twoBalls();
  const cell = buildCell(description);
  const { tree } = cell;
  const of = (q: readonly number[], first: number) =>
    Float64Array.from({ length: 4 }, (_, d) => q[d - first] ?? 0);
  const tracks = [0, 2].map((first, i): Track => {
    const [from, via, to] = [
      [-0.5, 0],
      [0, 0.5],
      [0.5, 0],
    ].map((q) => of(q, first));
    const path = buildPath(tree, [from, to], { vias: [null, [via]], times: [0, 1] });
    return { name: ['left', 'right'][i], dofs: [first, first + 1], path };
  });
  const standing = new Float64Array(4);
  const delays = [0.2, 0.2];
  const { verdict, proven } = checkDelays(cell, tracks, { delays, standing });
  const certificate = makeDelayCertificate(description, cell, { tracks, delays, standing, proven });
  const wanted = { tracks, delays, standing };

  it('are proven, written, read and verified', () => {
    expect(verdict).toBe('free');
    const read = parseDelayCertificate(bytes(writeDelayCertificate(certificate)));
    expect(read.tracks.every(({ arcs }) => arcs?.[0]?.length === 2 * ARC_NUMBERS)).toBe(true);
    expect(verifyDelays(read, description, wanted).reason).toBeUndefined();
    expect(read.parts.some((part) => part.certificate.arcs)).toBe(true);
  });

  it('are others where a number of an arc is', () => {
    for (let i = 0; i < 2 * ARC_NUMBERS; i++) {
      const [first, second] = certificate.tracks;
      const arcs = [first.arcs![0]!.with(i, nudged(first.arcs![0]![i], true))];
      const changed = { ...certificate, tracks: [{ ...first, arcs }, second] };
      const { verified, reason } = verifyDelays(changed, description, wanted);
      expect([verified, reason?.message]).toEqual([false, 'the certificate is about other tracks']);
    }
    const [first, second] = certificate.tracks;
    const { arcs: _, ...straight } = first;
    const without = { ...certificate, tracks: [straight, second] };
    expect(verifyDelays(without, description).verified).toBe(false);
  });
});

describe.each(['fixed base, primitives', 'floating base'])(
  'certificates of circular paths: %s',
  (sort) => {
    const made = madeOf(sort, 1, 551, 'circular');

    it('are verified', () => {
      expect(made).toHaveLength(1);
      for (const { description, certificate, path } of made) {
        expect(certificate.arcs?.some((own) => own !== null)).toBe(true);
        expect(verify(certificate, description, { path }).reason).toBeUndefined();
      }
    });

    it.each(Object.keys(ARC_CHANGES).map((name, i) => [name, i]))(
      'with %s are rejected (seed %i)',
      (name, seed) => {
        const random = new Random(2000 + (seed as number));
        for (const one of made) {
          const verifier = new Verifier(one.description);
          for (let k = 0; k < 2; k++) {
            const draft = draftOf(one.certificate);
            const change = ARC_CHANGES[name](draft, random, one);
            if (change === false) continue;
            expect(verifier.verify(draft, change === true ? {} : change).verified).toBe(false);
          }
        }
      },
    );
  },
);
