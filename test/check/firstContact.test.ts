/** First contact along paths, and what is proven safe of them, against dense sampling. */
import { describe, expect, it } from 'vitest';
import { type Cell, StaticChecker } from '../../src/cell/index.ts';
import { type FirstContactResult, firstContact } from '../../src/check/index.ts';
import { Random } from '../../src/math/index.ts';
import { buildPath, type Path } from '../../src/motion/index.ts';
import { CELLS, segmentsOf, sliderCell } from '../helpers/check/adaptiveCells.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';

const at = (...q: number[]) => Float64Array.from(q);
const BOX = '<box size="0.2 0.2 0.2"/>';
const BALL = '<sphere radius="0.1"/>';
const TABLE = 'obstacles: [{name: table, shape: {box: [2, 2, 0.2]}, pose: {xyz: [0, 0, -0.1]}}]';
/** What a bracket may be wide where a contact can be shown. */
const NARROW = 4 * 2 ** -20;

const pathOf = (cell: Cell, ...points: number[][]): Path =>
  buildPath(
    cell.tree,
    points.map((p) => at(...p)),
  );

/** Safe and unsafe pieces in order. */
function piecesOf({ safe, unsafe }: FirstContactResult) {
  return [
    ...safe.map((piece) => ({ ...piece, safe: true })),
    ...unsafe.map((piece) => ({ ...piece, safe: false })),
  ].sort((x, y) => x.segment - y.segment || x.from - y.from);
}

/** What holds for every answer: pieces tile the path and alternate, safe ones are safe, and so on. */
function expectSound(cell: Cell, path: Path, result: FirstContactResult, label: string): void {
  const checker = new StaticChecker(cell);
  const q = new Float64Array(cell.tree.dofs.length);
  const pieces = piecesOf(result);
  path.segments.forEach((segment, index) => {
    const own = pieces.filter((piece) => piece.segment === index);
    expect(own[0].from, label).toBe(0);
    expect(own.at(-1)!.to, label).toBe(1);
    own.forEach((piece, i) => {
      expect(piece.from, label).toBeLessThan(piece.to);
      if (i > 0) {
        expect(piece.from, label).toBe(own[i - 1].to);
        expect(piece.safe, label).not.toBe(own[i - 1].safe);
      }
      if (!piece.safe) return;
      const steps = Math.ceil(150 * (piece.to - piece.from)) + 2;
      for (let k = 0; k <= steps; k++) {
        segment.configurationInto(piece.from + ((piece.to - piece.from) * k) / steps, q, 0);
        expect(checker.check(q).colliding, `${label}, segment ${index}, ${k} of ${steps}`).toBe(
          false,
        );
      }
    });
  });
  for (const { pairs } of result.unsafe) expect(pairs.length, label).toBeGreaterThan(0);
  expect(result.verdict === 'free', label).toBe(result.unsafe.length === 0);
  expect(result.contact === null, label).toBe(result.verdict === 'free');
  const { contact, witness } = result;
  if (!contact) return;
  const first = result.unsafe[0];
  expect([contact.segment, contact.from], label).toEqual([first.segment, first.from]);
  expect(first.pairs, label).toContain(contact.pair);
  if (contact.to === null) return;
  expect(contact.to, label).toBeGreaterThanOrEqual(contact.from);
  expect(contact.to - contact.from, label).toBeLessThanOrEqual(NARROW);
  expect(witness, label).toMatchObject({ t: contact.to, segment: contact.segment });
  path.segments[contact.segment].configurationInto(contact.to, q, 0);
  expect([...witness!.configuration], label).toEqual([...q]);
  const found = checker.check(q);
  expect(found.colliding, label).toBe(true);
}

/** The first sample in collision, as a segment and a time; null if there is none. */
function sampledContact(cell: Cell, path: Path, steps: number) {
  const checker = new StaticChecker(cell);
  const q = new Float64Array(cell.tree.dofs.length);
  for (let s = 0; s < path.segments.length; s++) {
    for (let k = 0; k <= steps; k++) {
      path.segments[s].configurationInto(k / steps, q, 0);
      if (checker.check(q).colliding) return { segment: s, t: k / steps };
    }
  }
  return null;
}

describe('random paths', () => {
  for (const [name, make] of Object.entries(CELLS)) {
    it(`${name}: pieces are sound and the first contact is the sampled one, seed 1`, () => {
      const cell = make();
      const segments = segmentsOf(new StaticChecker(cell), 1, 7, [1, 3]);
      let [contacts, shown, widest] = [0, 0, 0];
      segments.forEach((segment, i) => {
        // Every third path goes on from there.
        const rest = i % 3 === 0 ? [segments[(i + 1) % segments.length].to] : [];
        const path = buildPath(cell.tree, [segment.from, segment.to, ...rest]);
        const result = firstContact(cell, path, { budget: 10_000 });
        const label = `${name} ${i}`;
        expectSound(cell, path, result, label);
        const sampled = sampledContact(cell, path, 400);
        if (!sampled) return;
        contacts++;
        const contact = result.contact!;
        expect(contact.segment * 2 + contact.from, label).toBeLessThanOrEqual(
          sampled.segment * 2 + sampled.t,
        );
        if (contact.to === null || contact.segment !== sampled.segment) return;
        shown++;
        widest = Math.max(widest, contact.to - contact.from);
        // Contacts shorter than a step of the sampling come earlier.
        if (sampled.t - contact.to > 1 / 400) {
          const checker = new StaticChecker(cell);
          expect(checker.check(result.witness!.configuration).colliding, label).toBe(true);
        }
      });
      console.log(
        `${name}: ${contacts} contacts, ${shown} shown, widest bracket ${widest.toExponential(1)}`,
      );
      expect(shown).toBeGreaterThan(0);
    });
  }
});

describe('contacts by hand', () => {
  it('a fall on a table ends where it touches', () => {
    for (const geometry of [BOX, BALL, '<mesh filename="small.stl"/>']) {
      const cell = sliderCell(geometry, TABLE);
      const path = pathOf(cell, [0, 0, 1.1], [0.2, 0.1, 0.6], [0, 0, -0.4]);
      const result = firstContact(cell, path);
      expectSound(cell, path, result, geometry);
      expect(result.verdict).toBe('colliding');
      expect(result.contact!.segment).toBe(1);
      expect(result.contact!.from).toBeLessThanOrEqual(0.5 + 1e-8);
      expect(result.contact!.from).toBeGreaterThan(0.5 - NARROW);
      expect(result.contact!.to).not.toBeNull();
      // And below the table it is safe again.
      expect(result.safe.length).toBe(3);
      expect(result.safe.slice(0, 2)).toEqual([
        { segment: 0, from: 0, to: 1 },
        { segment: 1, from: 0, to: result.contact!.from },
      ]);
      expect(result.stats.tests).toBeLessThan(20000);
    }
  });

  it('a path that is free is one safe piece per segment', () => {
    const cell = sliderCell(BOX, TABLE);
    const path = pathOf(cell, [0, 0, 1], [0.5, 0, 1], [0.5, 0.5, 0.3]);
    const result = firstContact(cell, path);
    expect(result).toMatchObject({ verdict: 'free', contact: null, witness: null, unsafe: [] });
    expect(result.safe).toEqual([
      { segment: 0, from: 0, to: 1 },
      { segment: 1, from: 0, to: 1 },
    ]);
  });

  it('a path that begins in contact has nothing safe before it', () => {
    const cell = sliderCell(BOX, TABLE);
    const path = pathOf(cell, [0, 0, 0.05], [0, 0, 0.5]);
    const result = firstContact(cell, path);
    expectSound(cell, path, result, 'begins');
    expect(result.contact!.from).toBe(0);
    expect(result.unsafe.length).toBe(1);
    expect(result.unsafe[0].to).toBeGreaterThanOrEqual(0.05 / 0.45);
    expect(result.unsafe[0].to).toBeLessThan(0.05 / 0.45 + 0.01);
    expect(result.safe.length).toBe(1);
  });

  it('several posts make several unsafe pieces', () => {
    const posts = [-0.8, 0, 0.9];
    const cell = sliderCell(
      BALL,
      `obstacles: [${posts.map((x, i) => `{name: post${i}, shape: {cylinder: {radius: 0.05, length: 1}}, pose: {xyz: [${x}, 0, 0]}}`).join(', ')}]`,
    );
    const path = pathOf(cell, [-1.5, 0.02, 0], [1.5, 0.02, 0.1]);
    const result = firstContact(cell, path);
    expectSound(cell, path, result, 'posts');
    expect(result.unsafe.length).toBe(3);
    expect(result.safe.length).toBe(4);
    const reach = Math.sqrt(0.15 ** 2 - 0.02 ** 2);
    result.unsafe.forEach(({ from, to, pairs }, i) => {
      const place = (x: number) => (x + 1.5) / 3;
      expect(from).toBeLessThanOrEqual(place(posts[i] - reach) + 1e-9);
      expect(from).toBeGreaterThan(place(posts[i] - reach) - NARROW);
      expect(to).toBeGreaterThanOrEqual(place(posts[i] + reach) - 1e-9);
      expect(to).toBeLessThan(place(posts[i] + reach) + 1e-3);
      expect(pairs.map(({ b }) => cell.bodies[b].name)).toEqual([`post${i}`]);
    });
  });

  it('touching at the end, and just before it, is one short unsafe piece', () => {
    const cell = sliderCell(BOX, TABLE);
    for (const z of [0.1, 0.1 + 1e-15, 0.1 - 1e-12, 0.1 - 1e-8]) {
      const path = pathOf(cell, [0, 0, 0.5], [0.3, Math.SQRT1_2, z]);
      const result = firstContact(cell, path);
      expectSound(cell, path, result, `${z}`);
      expect(result.unsafe.length, `${z}`).toBe(1);
      expect(1 - result.unsafe[0].from, `${z}`).toBeLessThan(NARROW);
      expect(result.stats.tests, `${z}`).toBeLessThan(200000);
    }
  });

  it('grazing without contact, within rounding, is no contact that could be shown', () => {
    const cell = sliderCell(BALL, TABLE);
    // Down to the table and up again: touches once, where two segments meet.
    const path = pathOf(cell, [-0.5, 0, 0.4], [0, 0, 0.1], [0.5, 0, 0.4]);
    const result = firstContact(cell, path);
    expectSound(cell, path, result, 'graze');
    expect(['too-close', 'undecided']).toContain(result.verdict);
    expect(result.contact!.to).toBeNull();
    expect(result.unsafe.map(({ segment }) => segment)).toEqual([0, 1]);
    expect(1 - result.unsafe[0].from).toBeLessThan(NARROW);
    expect(result.unsafe[1].to).toBeLessThan(1e-3);
    // A micrometre higher it is free.
    const above = pathOf(cell, [-0.5, 0, 0.4], [0, 0, 0.1 + 1e-6], [0.5, 0, 0.4]);
    expect(firstContact(cell, above).verdict).toBe('free');
  });

  it('a contact as short as a thousandth of the bracket is not lost', () => {
    // A ball that passes a sphere, one picometre too near.
    const cell = sliderCell(BALL, 'obstacles: [{name: other, shape: {sphere: {radius: 0.1}}}]');
    const path = pathOf(cell, [-1, 0.2 - 1e-12, 0], [1.1, 0.2 - 1e-12, 0]);
    const result = firstContact(cell, path);
    expectSound(cell, path, result, 'short');
    expect(result.verdict).not.toBe('free');
    expect(result.unsafe.length).toBe(1);
    expect(Math.abs(result.contact!.from - 1 / 2.1)).toBeLessThan(1e-5);
  });
});

describe('limits', () => {
  it('without a budget nothing is safe, and nothing is lost', () => {
    const cell = sliderCell(BOX, TABLE);
    const path = pathOf(cell, [0, 0, 1], [1, 0, 1], [1, 1, 0]);
    const result = firstContact(cell, path, { budget: 0 });
    expect(result.verdict).not.toBe('free');
    expect(piecesOf(result).every(({ safe }) => !safe)).toBe(true);
    expectSound(cell, path, result, 'no budget');
  });

  it('progress is reported per segment, and the statistics add up', () => {
    const cell = cellFrom(
      `surepath: 1
robots: [{urdf: arm.urdf}]
obstacles: [{name: post, shape: {cylinder: {radius: 0.05, length: 1}}, pose: {xyz: [0.7, 0.4, 0]}}]
allow: [[link0, link1], [link1, link2]]`,
      { 'arm.urdf': armUrdf('arm', [0.3, 0.4, 0.4]) },
    );
    const random = new Random(3);
    const points = Array.from({ length: 5 }, () => [random.between(-2, 2), random.between(-2, 2)]);
    const seen: number[] = [];
    const path = pathOf(cell, ...points);
    const result = firstContact(cell, path, {
      onProgress: ({ settled, segments, tests }) => {
        expect(segments).toBe(4);
        expect(tests).toBeGreaterThanOrEqual(settled);
        seen.push(settled);
      },
    });
    expect(seen).toEqual([1, 2, 3, 4]);
    expectSound(cell, path, result, 'arm');
    expect(firstContact(cell, path)).toEqual(result);
  });
});
