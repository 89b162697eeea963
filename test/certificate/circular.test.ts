/** Certificates of circular segments: what they say, how they are written, and that an altered arc is refused. */
import { describe, expect, it } from 'vitest';
import { buildCell } from '../../src/cell/index.ts';
import {
  makeCertificate,
  parseCertificate,
  Verifier,
  verify,
  writeCertificate,
} from '../../src/certificate/index.ts';
import { InputError, poseFromRpy, Random } from '../../src/math/index.ts';
import { ARC_NUMBERS, buildPath, COEFFICIENTS } from '../../src/motion/index.ts';
import { ARC_CHANGES } from '../helpers/certificate/arcChanges.ts';
import { draftOf } from '../helpers/certificate/changes.ts';
import { madeOf } from '../helpers/certificate/made.ts';
import { nudged } from '../helpers/certificate/polynomialChanges.ts';
import { simpleCertificate } from '../helpers/certificate/simpleMaker.ts';
import { slidingBall } from '../helpers/motion/slidingBall.ts';

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
