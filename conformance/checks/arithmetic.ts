/** Arithmetic against exact arithmetic: sines in 256 bits, poses in 256 bits, triangles as rational numbers, known digests. */
import { sha256 } from '../../src/certificate/index.ts';
import { orient3d, trianglesIntersect } from '../../src/geometry/index.ts';
import { triangleDistanceLowerInto } from '../../src/geometry/triangleDistanceLower.ts';
import {
  buildKinematics,
  emptyBox,
  growBox,
  type JointKind,
  Kinematics,
  poseErrorUpper,
} from '../../src/kinematics/index.ts';
import { Random, SINCOS_ERROR, sincosInto, U } from '../../src/math/index.ts';
import type { Check } from '../../src/qualify/index.ts';
import { about } from '../../src/words/index.ts';
import { FAMILIES, hardPair, PLACEMENTS } from '../../test/helpers/fixtures/hardTrianglePairs.ts';
import {
  type ExactPose,
  exactForward,
  exactLength,
  exactPoint,
} from '../../test/helpers/oracles/exactKinematics.ts';
import { fixedOf, numberOf, sincos } from '../../test/helpers/oracles/fixedPoint.ts';
import { randomPose } from '../../test/helpers/oracles/poses.ts';
import {
  compare,
  exactlyIntersect,
  exactOrient3d,
  exactSquaredDistance,
  multiply,
  rationalOf,
} from '../../test/helpers/oracles/rational.ts';
import {
  placed,
  randomConfiguration,
  randomDirection,
  randomRobot,
} from '../../test/helpers/oracles/robots.ts';
import { Tally } from '../tally.ts';

/** Sine and cosine are off by no more than SINCOS_ERROR, at angles of every size. */
export const sines: Check = {
  name: 'sine and cosine against 256-bit arithmetic',
  run() {
    const tally = new Tally();
    const out = new Float64Array(2);
    const random = new Random(1);
    const angles: number[] = [0, 1e-308, 2 ** 53, 1e22, 1e100, 6381956970095103 * 2 ** 797];
    for (let i = 0; i < 1500; i++) angles.push(random.between(-7, 7));
    for (let i = 0; i < 1500; i++) angles.push(2 ** random.between(-60, 60));
    for (let k = 1; k < 400; k++) angles.push((k * Math.PI) / 4);
    let most = 0;
    for (const x of angles) {
      sincosInto(x, out, 0);
      const exact = sincos(fixedOf(x));
      const sin = Math.abs(numberOf(fixedOf(out[0]) - exact.sin));
      const cos = Math.abs(numberOf(fixedOf(out[1]) - exact.cos));
      most = Math.max(most, sin, cos);
      tally.judge(Math.max(sin, cos) <= SINCOS_ERROR, () => `at ${x}: off by ${sin} and ${cos}`);
    }
    return tally.finding(
      `largest error ${about(most / U, 3)} u, bound ${about(SINCOS_ERROR / U, 3)} u`,
    );
  },
};

const KINDS: JointKind[] = ['revolute', 'continuous', 'prismatic', 'fixed', 'planar', 'floating'];

/** Where a pose of doubles puts a point, and where the exact one does: how far apart. */
function errorAt(pose: Float64Array, o: number, exact: ExactPose, point: number[]): number {
  const p = point.map(fixedOf);
  const own = exactPoint(Array.from(pose.subarray(o, o + 12), fixedOf), p);
  return numberOf(exactLength(exactPoint(exact, p).map((x, k) => x - own[k])));
}

/** Poses are off by no more than the proven error. */
export const poses: Check = {
  name: 'forward kinematics of random robots against 256-bit arithmetic (seed 1)',
  run() {
    const tally = new Tally();
    const random = new Random(1);
    let most = 0;
    for (let round = 0; round < 40; round++) {
      const base = randomPose(random, round % 3 === 0 ? 1000 : 1);
      const baseJoint = (['fixed', 'planar', 'floating'] as const)[round % 3];
      const robot = randomRobot(random, { links: 9, kinds: KINDS, chain: round % 2 === 0 });
      const tree = buildKinematics([placed(robot, { name: 'a', base, baseJoint })]);
      const kinematics = new Kinematics(tree);
      const q = randomConfiguration(tree, random);
      kinematics.setConfiguration(q);
      const box = emptyBox(tree);
      growBox(box, q);
      const exact = exactForward(tree, q);
      for (let f = 1; f < tree.frameCount; f++) {
        const r = random.between(0, 2);
        const point = randomDirection(random).map((x) => r * x);
        const { shift, turn } = poseErrorUpper(tree, f, box);
        const bound = shift + turn * Math.hypot(...point);
        const error = errorAt(kinematics.poses, kinematics.poseOf(f), exact[f], point);
        most = Math.max(most, error / bound);
        tally.judge(
          error <= bound,
          () => `robot ${round}, frame ${f}: off by ${error} m, bound ${bound} m`,
        );
      }
    }
    return tally.finding(`largest error ${about(most, 2)} of its bound`);
  },
};

/** Triangles that are thin, tiny, huge, touching, coplanar or far away: signs are exact, distances never too large. */
export const triangles: Check = {
  name: 'triangles that are hard to tell apart, against rational arithmetic (seed 14)',
  run() {
    const tally = new Tally();
    const random = new Random(14);
    const out = new Float64Array(1);
    for (const family of Object.keys(FAMILIES)) {
      for (let run = 0; run < 60; run++) {
        const { p, q } = hardPair(family, run % PLACEMENTS.length, random);
        const place = () => `${family}, number ${run}`;
        tally.judge(
          trianglesIntersect(p, 0, q, 0) === exactlyIntersect(p, q),
          () => `${place()}: whether they meet`,
        );
        triangleDistanceLowerInto(p, 0, q, 0, out, 0);
        const lower = rationalOf(out[0]);
        const isBelow = compare(multiply(lower, lower), exactSquaredDistance(p, q)) <= 0;
        tally.judge(isBelow, () => `${place()}: their distance is below ${out[0]}`);
        const four = Float64Array.from([...p, ...q.subarray(0, 3)]);
        const sign = Math.sign(orient3d(four, 0, four, 3, four, 6, four, 9));
        tally.judge(sign === exactOrient3d(four), () => `${place()}: the side of a plane`);
      }
    }
    return tally.finding();
  },
};

/** From FIPS 180-4 and its examples. */
const DIGESTS: readonly (readonly [text: string, digest: string])[] = [
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
  ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
];

export const digests: Check = {
  name: 'SHA-256 of the examples of FIPS 180-4',
  run() {
    const tally = new Tally();
    for (const [text, digest] of DIGESTS) {
      const own = sha256(new TextEncoder().encode(text));
      tally.judge(own === digest, () => `${text.length} characters: ${own}`);
    }
    return tally.finding();
  },
};
