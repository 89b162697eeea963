/**
 * Sets of obstacles: a cell with them is the cell with their members written out, to the bit; a robot among points against
 * distances to every one of them; certificates, and a point that was moved behind their back.
 */
import { describe, expect, test } from 'vitest';
import {
  assumptionsOf,
  buildCell,
  type CellDescription,
  countPairs,
  MovableObstacles,
  memberCalled,
  modelDifference,
  type ObstacleSet,
  StaticChecker,
  sampleInto,
  setMember,
  setSize,
} from '../../src/cell/index.ts';
import {
  makeCertificate,
  modelDigest,
  parseModel,
  verify,
  writeModel,
} from '../../src/certificate/index.ts';
import { checkPath, createChecker } from '../../src/check/index.ts';
import { readCell } from '../../src/formats/index.ts';
import { InputError, poseFromRpy, Random } from '../../src/math/index.ts';
import { buildPath } from '../../src/motion/index.ts';
import { armUrdf } from '../helpers/oracles/cellText.ts';
import { octomapFile, randomTree } from '../helpers/worlds/octrees.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const BALL = 0.1;
const RADIUS = 0.02;
const URDF = armUrdf('arm', [1, 1, 1], `<sphere radius="${BALL}"/>`);

/** Points around a planar arm of three balls, most of them out of its way. */
function points(count: number, seed: number, spread: number): number[][] {
  const random = new Random(seed);
  return Array.from({ length: count }, () =>
    [0, 1, 2].map((k) => random.between(-4, 4) * (k === 2 ? spread : 1)),
  );
}

function cellOf(cloud: readonly number[][], more = ''): CellDescription {
  const text = `surepath: 1\nrobots: [{urdf: arm.urdf}]\nobstacles: [{name: post, shape: {box: [0.1, 0.1, 0.1]}, pose: {xyz: [0, 9, 0]}}]
worlds:
  - {name: hall, octomap: hall.bt, pose: {xyz: [0, 0, 5], rpy: [0.1, 0.2, 0.3]}}
  - {name: scan, cloud: scan.xyz, radius: ${RADIUS}}\n${more}`;
  const files = {
    'arm.urdf': utf8(URDF),
    'hall.bt': octomapFile(randomTree(new Random(3), 16), { kind: 'bt', res: 0.05 }),
    'scan.xyz': utf8(cloud.map((p) => p.join(' ')).join('\n')),
  };
  return readCell(utf8(text), { file: 'cell.yaml', resolver: { files } });
}

/** The same with every member an obstacle of its own. */
function writtenOut({ sets = [], ...cell }: CellDescription): CellDescription {
  const members = sets.flatMap((set) =>
    Array.from({ length: setSize(set) }, (_, i) => setMember(set, i)),
  );
  return { ...cell, obstacles: [...cell.obstacles, ...members] };
}

describe('a cell with sets is the cell with their members written out', () => {
  const rules =
    'allow: [[link1, scan/*], {between: [link2, hall/3], reason: known}]\nclearance: {default: 0.001, pairs: [{between: ["*", scan/7], distance: 0.2}]}\n';
  const sets = cellOf(points(80, 1, 0.3), rules);
  const plain = writtenOut(sets);

  test('digests, exported models, differences', () => {
    expect(modelDigest(sets)).toBe(modelDigest(plain));
    expect(writeModel(sets)).toBe(writeModel(plain));
    expect(modelDigest(parseModel(utf8(writeModel(sets))))).toBe(modelDigest(sets));
    expect(modelDifference(sets, plain)).toEqual([]);
    expect(modelDifference(sets, { ...sets, sets: [sets.sets![0]] })).toHaveLength(80);
  });

  test('bodies, boxes, pairs, counts', () => {
    for (const crowdFrom of [0]) {
      const [a, b] = [sets, plain].map((description) => buildCell(description, { crowdFrom }));
      expect(a.bodies.map(({ name }) => name)).toEqual(b.bodies.map(({ name }) => name));
      expect([...a.bodyOf]).toEqual([...b.bodyOf]);
      expect(a.crowd?.boxes).toEqual(b.crowd?.boxes);
      expect(countPairs(a.pairs)).toEqual(countPairs(b.pairs));
      a.bodies.forEach((body, i) => {
        expect(a.bodyOf.get(body.name)).toBe(i);
        if (i % 9 === 0) expect(body.ball).toEqual(b.bodies[i].ball);
      });
      const first = a.obstacles + 1 + setSize(sets.sets![0]);
      for (const mover of [1, 2]) {
        for (const member of [first, first + 7, a.obstacles + 4]) {
          const of = ({ pairs }: typeof a) =>
            pairs.find((pair) => pair.a === mover && pair.b === member);
          expect(of(a)).toEqual(of(b));
        }
      }
    }
  });

  test('but for what is said of unknown cells', () => {
    const [a, b] = [sets, plain].map((description) => assumptionsOf(buildCell(description)));
    const said = 'unknown cells of the octomap "hall" are taken for free';
    expect(a.filter((text) => text !== said)).toEqual(b);
    expect(a).toContain(said);
  });

  test('a member that is moved is the member', () => {
    const [a, b] = [sets, plain].map((description) => {
      const cell = buildCell(description);
      const body = cell.bodyOf.get('scan/5')!;
      const pose = poseFromRpy(0, 0, 1, 1, 0, 0);
      return new MovableObstacles().moved(cell, [{ body, pose }]).bodies[body];
    });
    expect([a.ball, a.frame]).toEqual([b.ball, b.frame]);
  });
});

describe('names', () => {
  const set = cellOf(points(80, 1, 0.3)).sets![1];
  test.each([
    ['scan/0', 0],
    ['scan/79', 79],
    ['scan/80', -1],
    ['scan/07', -1],
    ['scan/-1', -1],
    ['scan/', -1],
    ['scan', -1],
    ['scan/1e1', -1],
    ['scanner/1', -1],
  ])('%s', (name, member) => {
    expect(memberCalled(set, name)).toBe(member);
  });

  test.each([
    ['allow: [[link1, scan/80]]', 'cell/no-such-body'],
    ['allow: [[link1, scam/*]]', 'cell/no-such-body'],
    ['clearance: {pairs: [{between: [link1, "scan/8?"], distance: 1}]}', 'cell/no-such-body'],
  ])('%s is refused', (more, code) => {
    expect(() => cellOf(points(80, 1, 0.3), more)).toThrow(InputError);
    try {
      cellOf(points(80, 1, 0.3), more);
    } catch (error) {
      expect((error as InputError).fault).toMatchObject({ code, line: 7 });
    }
  });

  test('two of one name, and sets that are none, are refused', () => {
    const cell = cellOf(points(80, 1, 0.3));
    const build = (...sets: ObstacleSet[]) => buildCell({ ...cell, sets });
    expect(() => build(set, set)).toThrow(/two bodies/);
    expect(() => build({ ...set, name: 'a' }, { ...set, name: 'b' })).not.toThrow();
    const post = { ...cell.obstacles[0], name: 'scan/3' };
    expect(() => buildCell({ ...cell, obstacles: [post] })).toThrow(
      /two bodies are called "scan\/3"/,
    );
    expect(() => build({ ...set, sizes: Float64Array.of(-1) })).toThrow(InputError);
    expect(() => build({ ...set, sizes: new Float64Array(0) })).toThrow(InputError);
    expect(() => build({ ...set, centres: Float64Array.of(1, 2, Number.NaN) })).toThrow(
      /no number/,
    );
    expect(() => build({ ...set, sizeOf: new Uint32Array(80).fill(1) })).toThrow(/size number/);
  });
});

/** Where the middles of the two balls that move are: the first turns about (1, 0), the other about the end of its link. */
function balls([a, b]: Float64Array): number[][] {
  const [x, y] = [1 + Math.cos(a), Math.sin(a)];
  return [
    [1 + 0.5 * Math.cos(a), 0.5 * Math.sin(a), 0],
    [x + 0.5 * Math.cos(a + b), y + 0.5 * Math.sin(a + b), 0],
  ];
}

const away = (point: number[], from: number[]) =>
  Math.hypot(...point.map((x, k) => x - from[k])) - BALL - RADIUS;

/** The smallest distance of a ball and a point; of those alone that the ball can reach, if asked. */
function nearest(q: Float64Array, cloud: readonly number[][], reached = false): number {
  const gaps = balls(q).flatMap((ball, i) =>
    cloud
      .filter((point) => !reached || away(point, [1, 0, 0]) < 0.5 + i - 1e-6)
      .map((point) => away(point, ball)),
  );
  return Math.min(...gaps);
}

test.each([11, 12])('an arm among points, against the distance to every point, seed %i', (seed) => {
  const cloud = points(160, seed, 0.02);
  // The balls of the arm may touch each other, so that points are all there is.
  const { sets, ...rest } = cellOf(cloud, 'allow: [[link0, "link*"], [link1, link2]]\n');
  const description = { ...rest, sets: [sets![1]] };
  const cells = [buildCell(description), buildCell(description, { crowdFrom: Infinity })];
  const checkers = cells.map((cell) => createChecker(cell));
  const statics = cells.map((cell) => new StaticChecker(cell));
  const random = new Random(seed);
  const [q, p] = [new Float64Array(2), new Float64Array(2)];
  let [free, hit, whole] = [0, 0, 0];
  for (let i = 0; i < 40; i++) {
    sampleInto(cells[0], random, q);
    const truth = nearest(q, cloud);
    for (const each of statics) {
      const { colliding, closest } = each.check(q);
      expect(colliding).toBe(truth < 0);
      if (colliding) continue;
      expect(closest!.distance).toBeGreaterThan(truth - 1e-9);
      expect(closest!.distance).toBeLessThan(nearest(q, cloud, true) + 1e-9);
    }
    if (truth < 0) hit++;
    else free++;
    p.set(q);
    for (let k = 0; k < 2; k++) p[k] = Math.max(-3, Math.min(3, q[k] + random.between(-0.3, 0.3)));
    const path = buildPath(cells[0].tree, [q.slice(), p.slice()]);
    const [verdict, other] = checkers.map((checker) => checkPath(checker, path).verdict);
    expect(verdict).toBe(other);
    if (verdict === 'free') {
      whole++;
      for (let t = 0; t <= 1; t += 0.02) {
        const at = q.map((x, k) => x + t * (p[k] - x));
        expect(nearest(at, cloud)).toBeGreaterThan(0);
      }
    }
  }
  expect(Math.min(free, hit, whole)).toBeGreaterThan(2);
  // What comes near is made, and no more.
  expect(cells[0].crowd!.made.bodies).toBeLessThan(cloud.length);
});

test('a certificate among an octomap and a cloud is verified; with a point moved it is not', () => {
  const cloud = points(400, 13, 0.5).filter((p) => Math.hypot(p[0] - 1, p[1]) > 2.3);
  const description = cellOf(cloud);
  const cell = buildCell(description);
  const path = buildPath(cell.tree, [Float64Array.of(-1, 0.5), Float64Array.of(1, -0.5)]);
  const certificate = makeCertificate(description, cell, path);
  expect(verify(certificate, description)).toMatchObject({ verified: true });
  expect(verify(certificate, writtenOut(description))).toMatchObject({ verified: true });
  const [hall, scan] = description.sets!;
  const with_ = (centres: Float64Array) => ({ ...description, sets: [hall, { ...scan, centres }] });
  // A hair, one bit; and into the way.
  const hair = scan.centres.slice();
  hair[7] += 2 ** -50;
  const inTheWay = scan.centres.slice();
  inTheWay.set([1.5, 0.05, 0], 30);
  const gone = scan.centres.slice(3);
  for (const centres of [hair, inTheWay, gone]) {
    expect(verify(certificate, with_(centres))).toMatchObject({ verified: false });
  }
  // A forger who writes the digest of the changed model does not get past the point that is in the way.
  const forged = { ...certificate, model: modelDigest(with_(inTheWay)) } as typeof certificate;
  expect(verify(forged, with_(inTheWay)).verified).toBe(false);
  expect(checkPath(createChecker(buildCell(with_(inTheWay))), path).verdict).toBe('colliding');
});
