/** Certificates of cells with a crowd: verified, about the same as without, and rejected where anything is missing. */
import { describe, expect, it } from 'vitest';
import { buildCell, type CellDescription } from '../../src/cell/index.ts';
import {
  type Certificate,
  modelDigest,
  parseCertificate,
  Verifier,
  verify,
  writeCertificate,
} from '../../src/certificate/index.ts';
import { Random } from '../../src/math/index.ts';
import { buildPath } from '../../src/motion/index.ts';
import { SORTS } from '../helpers/certificate/cells.ts';
import { bothWays, certificateOf, passingPost, withShell } from '../helpers/certificate/crowds.ts';
import { madeOf } from '../helpers/certificate/made.ts';
import { crowdedCell } from '../helpers/oracles/crowdedCells.ts';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

const read = (c: Certificate) => parseCertificate(new TextEncoder().encode(writeCertificate(c)));

/** A guard is around everything, and near at all times. */
const AROUND = Object.keys(SORTS).filter((sort) => sort !== 'inside a guard');

describe.each(['straight', 'polynomial'] as const)('%s paths past a crowd', (kind) => {
  it.each(AROUND.map((sort, i) => [sort, i]))('%s (seed %i)', (sort, seed) => {
    const random = new Random(seed as number);
    let certified = 0;
    for (const { description, path } of madeOf(sort as string, 1, 50 + (seed as number), kind)) {
      const [plain, crowded] = bothWays(withShell(description, 12, [2.5, 5], random));
      // Glances would spare the slabs of far obstacles as well.
      const [long, short] = [plain, crowded].map((cell) =>
        certificateOf(cell, path, { glances: false }),
      );
      expect(long === null).toBe(short === null);
      if (!long || !short) continue;
      certified++;
      const verifier = new Verifier(crowded.description);
      const [a, b] = [long, short].map((c) => verifier.verify(read(c), { path }));
      expect(a.reason).toBeUndefined();
      expect(b.reason).toBeUndefined();
      // The same is shown, of the same pairs, under the same assumptions.
      expect(b.checked.pairs).toBe(a.checked.pairs);
      expect(b.assumptions).toEqual(a.assumptions);
      expect(a.checked.sweeps).toBe(0);
      expect(b.checked.sweeps).toBeGreaterThan(0);
      // All far obstacles together cost a few sweeps.
      expect(b.checked.slabs).toBeLessThan(a.checked.slabs - 12);
      expect(read(short)).toEqual(short);
    }
    expect(certified).toBeGreaterThan(0);
  });
});

describe('a crowd of ten thousand', () => {
  const near = crowdedCell({ seed: 10, count: 150, spread: 2, sizes: [0.01, 0.05] });
  const far = Array.from({ length: 10_000 - 150 }, (_, i) => {
    const like = near.obstacles[i % 20];
    const pose = like.pose.slice();
    pose[9] += 10 + (i % 100);
    pose[10] += Math.floor(i / 100);
    return { ...like, name: `more${i}`, pose };
  });
  const description = { ...near, obstacles: [...near.obstacles, ...far] };
  const path = (cell: CellDescription) =>
    buildPath(buildCell(cell, { crowdFrom: 0 }).tree, [
      Float64Array.of(-0.7, 0.4),
      Float64Array.of(0.6, -0.5),
    ]);

  it('costs what comes near', () => {
    const few = buildCell(near, { crowdFrom: 0 });
    const many = buildCell(description, { crowdFrom: 0 });
    expect(many.crowd).not.toBeNull();
    const asked = path(near);
    const [short, long] = [few, many].map((cell) => certificateOf(cell, asked)!);
    // As many slabs and the same sweeps, of the same bodies; far things make for a larger margin.
    const counts = (c: Certificate) => c.slabs.map((lists) => lists.map(({ length }) => length));
    expect(counts(long)).toEqual(counts(short));
    expect(long.sweeps).toEqual(short.sweeps);
    expect(long.pairs).toEqual(short.pairs);
    expect(writeCertificate(long).length).toBeLessThan(writeCertificate(short).length + 100);
    expect(many.crowd!.made.bodies).toBeLessThan(30);
    const verifier = new Verifier(description);
    const result = verifier.verify(long, { path: asked });
    expect(result.reason).toBeUndefined();
    expect(result.checked.pairs).toBeGreaterThan(20_000);
    // Nothing was prepared for members that no slab names.
    const { bodies } = verifier as unknown as { bodies: { made: Map<number, unknown> } };
    expect(bodies.made.size).toBeLessThan(30);
  });

  it('leaves nobody out, wherever one comes near', () => {
    const asked = path(near);
    const certificate = certificateOf(buildCell(description, { crowdFrom: 0 }), asked)!;
    for (const at of [150, 5000, 9999]) {
      // Into the way of the last link.
      const pose = description.obstacles[at].pose.slice();
      pose.set([1, 0, 0], 9);
      const obstacles = description.obstacles.with(at, { ...description.obstacles[at], pose });
      const moved = { ...description, obstacles };
      const forged = { ...certificate, model: modelDigest(moved) };
      expect(verify(certificate, moved).reason?.code).toBe('model');
      const { reason } = verify(forged, moved);
      expect(reason?.code).toBe('coverage');
      expect(reason?.pair?.[1]).toBe(obstacles[at].name);
    }
  });
});

describe('changed certificates', () => {
  const { description, certificate, path } = passingPost();
  const verifier = new Verifier(description);
  const first = certificate.bodies.length;
  /** Numbers of the pairs among the tested ones: of the first link and the post, the second one and the peg. */
  const [, post, peg] = [0, 1, 2];

  const lists = (c: Certificate, segment: number, body: number) =>
    c.sweeps![segment].find((list) => list.body === body)!.sweeps;

  /** The same but for the sweeps of one body on one segment; null for none. */
  function withSweeps(segment: number, body: number, sweeps: readonly number[] | null) {
    const changed = certificate.sweeps!.map((own, s) =>
      s !== segment
        ? own
        : own.flatMap((list) => {
            if (list.body !== body) return [list];
            return sweeps ? [{ body, sweeps: Float64Array.from(sweeps) }] : [];
          }),
    );
    return { ...certificate, sweeps: changed };
  }

  function codeOf(changed: Certificate): string {
    return verifier.verify(changed, { path }).reason?.code ?? 'verified';
  }

  it('are of something: as they are they are verified', () => {
    expect(codeOf(certificate)).toBe('verified');
    expect(certificate.pairs.filter(({ b }) => b >= first)).toHaveLength(2);
    expect(codeOf(read(certificate))).toBe('verified');
  });

  it.each([
    ['the slabs of a near obstacle', post],
    ['those of another', peg],
  ])('lack %s', (_, pair) => {
    const none = certificate.slabs.map((own) => own.with(pair, new Float64Array(0)));
    expect(codeOf({ ...certificate, slabs: none })).toBe('coverage');
    // Also if the pair is not listed at all.
    const tested = certificate.pairs.filter(({ excluded }) => excluded === null);
    const pairs = certificate.pairs.filter((own) => own !== tested[pair]);
    const slabs = certificate.slabs.map((own) => own.toSpliced(pair, 1));
    const changed = { ...certificate, pairs, slabs };
    expect(codeOf(changed)).toBe('coverage');
    expect(verifier.verify(changed).reason?.message).toMatch(/^no slabs of ".*", and no sweeps/);
  });

  it('lack one slab of a near obstacle', () => {
    let lacking = 0;
    certificate.slabs.forEach((own, s) => {
      for (const pair of [post, peg]) {
        for (let o = 0; o < own[pair].length; o += 12) {
          const list = own[pair].filter((_, i) => i < o || i >= o + 12);
          const slabs = certificate.slabs.with(s, own.with(pair, list));
          expect(codeOf({ ...certificate, slabs })).toBe('coverage');
          lacking++;
        }
      }
    });
    expect(lacking).toBeGreaterThan(3);
  });

  it('lack a sweep, all of a body or all there are', () => {
    certificate.sweeps!.forEach((own, s) => {
      for (const { body, sweeps } of own) {
        expect(codeOf(withSweeps(s, body, null))).toBe('coverage');
        for (let o = 0; o < sweeps.length; o += 3) {
          const left = [...sweeps].filter((_, i) => i < o || i >= o + 3);
          expect(codeOf(withSweeps(s, body, left))).toBe('coverage');
        }
      }
    });
    expect(codeOf({ ...certificate, sweeps: [[], []] })).toBe('coverage');
    expect(codeOf({ ...certificate, sweeps: [] })).toBe('coverage');
    expect(codeOf({ ...certificate, sweeps: [...certificate.sweeps!, []] })).toBe('coverage');
    const { sweeps: _, ...without } = certificate;
    expect(codeOf(without)).toBe('coverage');
  });

  it('have sweeps that last longer, or are elsewhere', () => {
    // All of the segment at once: the arm passes post and peg, and the times without slabs are open.
    expect(codeOf(withSweeps(0, 1, [0.5, 0.5, 0.5]))).toBe('coverage');
    expect(codeOf(withSweeps(0, 2, [0.5, 0.5, 0.5]))).toBe('coverage');
    certificate.sweeps!.forEach((own, s) => {
      for (const { body, sweeps } of own) {
        for (let o = 0; o < sweeps.length; o += 3) {
          // Moved, earlier or later, and shortened: a moment is open.
          for (const change of [
            (x: number[]) => [x[0] + 2 ** -20, x[1], x[2]],
            (x: number[]) => [x[0] - 2 ** -20, x[1], x[2]],
            (x: number[]) => [x[0], x[1] * (1 - 2 ** -40), x[2]],
            (x: number[]) => [x[0], x[1], 0],
          ]) {
            const changed = change([...sweeps.subarray(o, o + 3)]);
            const all = [...sweeps].toSpliced(o, 3, ...changed);
            const isEnd = changed[0] - changed[1] <= 0 && changed[0] + changed[2] >= 1;
            if (!isEnd) expect(codeOf(withSweeps(s, body, all))).toBe('coverage');
          }
        }
      }
    });
  });

  it('have sweeps of others, or that are none', () => {
    const given = [...lists(certificate, 0, 1)];
    const of = (body: number, sweeps: number[]) => {
      const list = { body, sweeps: Float64Array.from(sweeps) };
      const own = certificate.sweeps![0].filter((each) => each.body !== 1);
      const all = [...own, list].sort((p, q) => p.body - q.body);
      return { ...certificate, sweeps: [all, certificate.sweeps![1]] };
    };
    expect(codeOf(of(1, given))).toBe('verified');
    // Of the base, which stands still: then the first link has none.
    expect(codeOf(of(0, given))).toBe('coverage');
    expect(codeOf(of(2, given))).toBe('sweep');
    expect(codeOf(of(first, given))).toBe('sweep');
    expect(codeOf(of(-1, given))).toBe('sweep');
    expect(codeOf(of(1.5, given))).toBe('sweep');
    for (const wrong of [Number.NaN, -0.5, 2]) {
      expect(codeOf(of(1, given.with(0, wrong)))).toBe('sweep');
    }
    for (const wrong of [Number.NaN, -0.5]) {
      expect(codeOf(of(1, given.with(1, wrong)))).toBe('sweep');
      expect(codeOf(of(1, given.with(2, wrong)))).toBe('sweep');
    }
    const turned = [...certificate.sweeps![0]].reverse();
    expect(codeOf({ ...certificate, sweeps: [turned, certificate.sweeps![1]] })).toBe('sweep');
    // Those of the other segment.
    expect(codeOf({ ...certificate, sweeps: certificate.sweeps!.toReversed() })).toBe('coverage');
  });

  it('have another crowd', () => {
    const { crowd = 0, bodies } = certificate;
    for (const other of [crowd - 1, crowd + 1, 0]) {
      expect(codeOf({ ...certificate, crowd: other })).toBe('bodies');
    }
    const { crowd: _, ...without } = certificate;
    expect(codeOf(without)).toBe('bodies');
    const link = { ...certificate, bodies: bodies.slice(0, -1), crowd: crowd + 1 };
    expect(codeOf(link)).toBe('crowd');
    const named = { ...certificate, bodies: [...bodies, 'post'], crowd: crowd - 1 };
    expect(codeOf(named)).toBe('pairs');
  });

  it('treat a near pair in another way', () => {
    const change = (b: number, by: Partial<Certificate['pairs'][number]>) => {
      const pairs = certificate.pairs.map((pair) => (pair.b === b ? { ...pair, ...by } : pair));
      return { ...certificate, pairs } as Certificate;
    };
    const none = { clearance: 0, tracking: 0 };
    expect(codeOf(change(first, { clearance: 0.001 }))).toBe('pairs');
    for (const excluded of ['allowed', 'static', 'elsewhere'] as const) {
      const changed: Writable<Certificate> = change(first, { excluded, ...none });
      changed.slabs = certificate.slabs.map((own) => own.toSpliced(post, 1));
      expect(codeOf(changed)).toBe('pairs');
    }
    // Twice, in another order, of bodies that are none, of members among themselves.
    const [p, q] = certificate.pairs.slice(-2);
    const others = certificate.pairs.slice(0, -2);
    const list = (...pairs: Certificate['pairs']) => ({
      ...certificate,
      pairs: [...others, ...pairs],
      slabs: certificate.slabs.map((own) => [
        own[0],
        ...pairs.map((pair) => own[pair.b === q.b ? 2 : 1]),
      ]),
    });
    expect(codeOf(list(p, q))).toBe('verified');
    expect(codeOf(list(q, p))).toBe('pairs');
    expect(codeOf(list(p, p, q))).toBe('pairs');
    expect(codeOf(list(p, { ...q, b: 1e6 }))).toBe('pairs');
    expect(codeOf(list(p, { ...q, a: first, b: first + 1 }))).toBe('pairs');
    for (const wrong of [0.5, -1, Number.NaN]) {
      expect(codeOf(list(p, { ...q, a: wrong }))).toBe('pairs');
      expect(codeOf(list(p, { ...q, b: wrong }))).toBe('pairs');
    }
    expect(codeOf(list({ ...p, a: 0 }, p, q))).toBe('pairs');
  });

  it('are of a cell in which something came nearer', () => {
    description.obstacles.forEach((obstacle, i) => {
      const pose = obstacle.pose.slice();
      // Into the way of the links.
      pose.set([0.75, 0, 0], 9);
      const obstacles = description.obstacles.with(i, { ...obstacle, pose });
      const moved = { ...description, obstacles };
      const result = verify({ ...certificate, model: modelDigest(moved) }, moved);
      expect(result.verified).toBe(false);
      expect(['coverage', 'slab']).toContain(result.reason?.code);
    });
  });
});

describe('files of certificates with a crowd', () => {
  const { certificate } = passingPost();
  const text = writeCertificate(certificate);
  const codeOf = (changed: string) => {
    try {
      parseCertificate(new TextEncoder().encode(changed));
      return 'read';
    } catch (error) {
      return (error as { fault: { code: string } }).fault.code;
    }
  };

  it('have both, the crowd and the sweeps, for every segment', () => {
    expect(codeOf(text)).toBe('read');
    expect(codeOf(text.replace(/"crowd": \d+,\n/, ''))).toBe('certificate/crowd');
    expect(codeOf(text.replace(/,\n"sweeps": [^}]*/, '\n'))).toBe('certificate/crowd');
    expect(codeOf(text.replace('"sweeps": [', '"sweeps": [[],'))).toBe('certificate/segments');
    expect(codeOf(text.replace('"crowd": ', '"crowd": -'))).not.toBe('read');
    expect(codeOf(text.replace('[1,[0.25', '[[0.25'))).not.toBe('read');
    expect(codeOf(text.replace('[1,[0.25,', '[1,['))).toBe('certificate/length');
    expect(codeOf(text.replace('[1,[0.25,', '[1,[0.25,1,'))).toBe('certificate/length');
    expect(codeOf(text.replace('"sweeps": [\n[\n[1', '"sweeps": [\n[\n[],[1'))).toBe(
      'certificate/length',
    );
  });
});
