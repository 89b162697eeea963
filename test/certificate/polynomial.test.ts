/** Certificates of polynomial segments: cells and paths made for one question each. */
import { describe, expect, it } from 'vitest';
import { buildCell, type CellDescription } from '../../src/cell/index.ts';
import { ALL, CertificateBuilder } from '../../src/certificate/builder.ts';
import { type Certificate, Verifier, verify } from '../../src/certificate/index.ts';
import type { Shape } from '../../src/geometry/index.ts';
import type { JointKind, Part } from '../../src/kinematics/index.ts';
import { identityPose, poseFromRpy, Random, U } from '../../src/math/index.ts';
import {
  blendedPath,
  COEFFICIENTS,
  combineTracks,
  type Path,
  PolynomialSegment,
  StraightSegment,
  timedPath,
} from '../../src/motion/index.ts';
import { anywhere, nearby, randomCell, SORTS } from '../helpers/certificate/cells.ts';
import { draftOf } from '../helpers/certificate/changes.ts';
import { madeOf } from '../helpers/certificate/made.ts';
import { nudged } from '../helpers/certificate/polynomialChanges.ts';
import { Bench, simpleCertificate } from '../helpers/certificate/simpleMaker.ts';
import { BARE, describedCell } from '../helpers/oracles/describedCell.ts';

const shape = (geometry: Shape, pose = identityPose()): Part => ({ pose, geometry });
const ball = shape({ kind: 'sphere', radius: 0.1 });

/** One joint, a body on it, and things around. */
function cellOf(
  kind: JointKind,
  carried: readonly Part[],
  things: readonly Part[],
  axis: [number, number, number] = [1, 0, 0],
  baseJoint: 'fixed' | 'floating' = 'fixed',
): CellDescription {
  const limits = { lower: -1, upper: 1 };
  const origin = identityPose();
  const joint = { name: 'joint', kind, parent: 'base', child: 'tool', origin, axis, limits };
  return describedCell(
    [
      {
        ...BARE,
        robot: {
          name: 'robot',
          links: [
            { name: 'base', collisions: [], visuals: [] },
            { name: 'tool', collisions: carried, visuals: [] },
          ],
          joints: [joint],
        },
        baseJoint,
      },
    ],
    things.map((part, i) => {
      return { name: `thing${i}`, pose: identityPose(), parts: [part], solid: true };
    }),
  );
}

/** A path of segments with these coefficients, through where they begin, to where the last one ends. */
function pathOf(description: CellDescription, ...coefficients: number[][]): Path {
  const { tree } = buildCell(description);
  const segments = coefficients.map((c) => new PolynomialSegment(tree, Float64Array.from(c)));
  const waypoints = [...segments.map(({ from }) => from), segments.at(-1)!.to];
  return { waypoints, segments, wrap: 'literal', notes: [] };
}

const certified = (description: CellDescription, path: Path) =>
  simpleCertificate(description, path, 3000);

describe('what is between waypoints counts', () => {
  // From 0 back to 0, by way of 1/4 a.
  const hump = (a: number) => [0, a, -a, 0, 0, 0];
  const wall = shape({ kind: 'sphere', radius: 0.1 }, poseFromRpy(0, 0, 0, 0.5, 0, 0));
  const cell = cellOf('prismatic', [ball], [wall]);

  it('a spline that stops short of a wall is free, one that goes on is not', () => {
    const short = certified(cell, pathOf(cell, hump(1.19)))!;
    expect(verify(short, cell).reason).toBeUndefined();
    expect(certified(cell, pathOf(cell, hump(1.21)))).toBeNull();
    // The same slabs do not hold for it, though both waypoints are the same.
    for (const a of [1.21, 2, 20, 1e5]) {
      const draft = draftOf(short);
      draft.coefficients![0]!.set(hump(a));
      draft.lower[0] = -9;
      draft.upper[0] = 1e5;
      expect(verify(draft, cell).reason?.code).toBe('slab');
    }
  });

  it('slabs are few where little happens', () => {
    // It grazes the wall within 2.5 mm at t = 1/2, at rest there.
    const certificate = certified(cell, pathOf(cell, hump(1.19)))!;
    expect(verify(certificate, cell).checked.slabs).toBeLessThan(12);
  });

  it('a box has to hold what the spline does beyond its waypoints', () => {
    const long = pathOf(cell, hump(-6));
    const certificate = certified(cell, long)!;
    expect(verify(certificate, cell, { path: long }).verified).toBe(true);
    expect(certificate.lower[0]).toBeLessThanOrEqual(-1.5);
    for (const lower of [-1, -1.4, -1.5 + 1e-12, 0]) {
      const draft = draftOf(certificate);
      draft.lower[0] = lower;
      const { reason } = verify(draft, cell);
      expect(reason).toMatchObject({ code: 'box', segment: 0 });
      expect(reason?.message).toMatch(/"joint" leaves the box on segment 0/);
    }
  });
});

describe('rates before and after a moment', () => {
  // Slow first, then ever faster: t^5; and the other way round in time, (1 - t)^5.
  const faster = [0, 0, 0, 0, 0, 1];
  const slower = [1, -5, 10, -10, 5, -1];
  // Reached at 0.9. With the jerk of the slow half of the time it would come to 0.8125.
  const wall = shape({ kind: 'sphere', radius: 0.1 }, poseFromRpy(0, 0, 0, 1.1, 0, 0));
  const cell = cellOf('prismatic', [ball], [wall]);

  it.each([
    ['after', faster, [0, 1]],
    ['before', slower, [1, 0]],
  ])('are not those of the other side: %s', (_, coefficients, side) => {
    const path = pathOf(cell, coefficients);
    const bench = new Bench(cell, path);
    bench.prover.begin(path.segments[0]);
    bench.prover.place(0.5);
    const whole = { piece: 0, from: -1, to: -1 };
    const [p, q] = [bench.patch(0, whole), bench.patch(1, whole)];
    const holds = (fast: number, slow: number) => {
      const [before, after] = side[1] === 1 ? [slow, fast] : [fast, slow];
      return bench.holds(bench.proof(0, 1), p, q, [1, 0, 0], before, after);
    };
    expect(holds(0.3, 0)).toBe(true);
    expect(holds(0.3, 0.5)).toBe(true);
    expect(holds(0.5, 0)).toBe(false);
    expect(holds(0.5, 0.5)).toBe(false);
  });
});

describe('half-spaces', () => {
  const floor = shape({ kind: 'half-space', normal: [0, 0, 1], offset: 0 });
  const high = shape({ kind: 'sphere', radius: 0.1 }, poseFromRpy(0, 0, 0, 0, 0, 1));

  it('may be carried by what slides, faster and slower', () => {
    const cell = cellOf('prismatic', [floor], [high], [0, 0, 1]);
    // Up to a quarter of the number, in the middle.
    const path = (a: number) => pathOf(cell, [0, a, -a, 0, 0, 0]);
    const certificate = certified(cell, path(3.55))!;
    expect(verify(certificate, cell).reason).toBeUndefined();
    expect(certified(cell, path(3.61))).toBeNull();
  });

  it('last as long as their acceleration lets them', () => {
    const cell = cellOf('prismatic', [floor], [high], [0, 0, 1]);
    const path = pathOf(cell, [0, 3.5, -3.5, 0, 0, 0]);
    const bench = new Bench(cell, path);
    bench.prover.begin(path.segments[0]);
    // At rest in the middle, 0.875 high: it goes down from there.
    bench.prover.place(0.5);
    const whole = { piece: 0, from: -1, to: -1 };
    const [p, q] = [bench.patch(0, whole), bench.patch(1, whole)];
    const proof = bench.proof(0, 1);
    expect(bench.holds(proof, p, q, [0, 0, 1], 0.5, 0.5)).toBe(true);
    // On its way up it would be in the ball by then, were it not for its acceleration.
    bench.prover.place(0.25);
    expect(bench.holds(proof, p, q, [0, 0, 1], 0.25, 0.75)).toBe(true);
    const faster = pathOf(cell, [0, 3.7, -3.7, 0, 0, 0]);
    bench.prover.begin(faster.segments[0]);
    bench.prover.place(0.25);
    expect(bench.holds(proof, p, q, [0, 0, 1], 0.25, 0.1)).toBe(true);
    expect(bench.holds(proof, p, q, [0, 0, 1], 0.25, 0.25)).toBe(false);
  });
});

describe('a coefficient', () => {
  it('may not differ by a bit from that of the path which is asked about', () => {
    let nudges = 0;
    for (const sort of ['fixed base, primitives', 'floating base']) {
      for (const { description, certificate, path } of madeOf(sort, 2, 50, 'polynomial')) {
        const verifier = new Verifier(description);
        expect(verifier.verify(certificate, { path }).verified).toBe(true);
        certificate.coefficients!.forEach((all, s) => {
          all?.forEach((x, i) => {
            const draft = draftOf(certificate);
            draft.coefficients![s]![i] = nudged(x, i % 2 === 0);
            const { reason } = verifier.verify(draft, { path });
            expect(reason?.message).toBe('the certificate is about another path');
            expect(reason?.code).toBe('path');
            nudges++;
          });
        });
      }
    }
    expect(nudges).toBeGreaterThan(100);
  });
});

describe('segments join', () => {
  const far = shape({ kind: 'sphere', radius: 0.1 }, poseFromRpy(0, 0, 0, 0, 5, 0));
  const cell = cellOf('prismatic', [ball], [far]);
  const { tree } = buildCell(cell);

  /** Two segments of which the second one begins this far from where the first one ends. */
  function jumping(by: number): Certificate {
    const first = new PolynomialSegment(tree, Float64Array.of(0.3, 0.2, 0.1, 0, 0, 0));
    const from = first.to[0] + by;
    const second = new PolynomialSegment(tree, Float64Array.of(from, 0.1, 0, 0.1, 0, 0));
    const waypoints = [first.from, first.to, second.to];
    const segments = [first, second];
    return certified(cell, { waypoints, segments, wrap: 'literal', notes: [] })!;
  }

  it('within their errors, which are part of the proof', () => {
    expect(verify(jumping(0), cell).verified).toBe(true);
    expect(verify(jumping(2 * U), cell).verified).toBe(true);
    for (const by of [1e-13, -1e-13, 1e-9, 0.1, -1]) {
      const { reason } = verify(jumping(by), cell);
      expect(reason).toMatchObject({ code: 'path', segment: 1 });
      expect(reason?.message).toMatch(/segment 1 does not begin at waypoint 1: "joint"/);
    }
  });

  it('and what coefficients cost in digits must remain between bodies', () => {
    // A ball that turns about its own axis, below another one: so fast that angles have few digits.
    const c = [0, 1e9, -3e9, 2e9, 0, 0];
    const gapFor = (gap: number) => {
      const above = shape({ kind: 'sphere', radius: 0.1 }, poseFromRpy(0, 0, 0, 0, 0, 0.2 + gap));
      const turns = cellOf('revolute', [ball], [above], [0, 0, 1]);
      const path = pathOf(turns, c);
      const made = { program: '', method: '' };
      const builder = new CertificateBuilder(turns, buildCell(turns), path, made);
      builder.slab({
        pair: { a: 0, b: 1 },
        segment: 0,
        t: 0.5,
        before: 0,
        after: 0,
        a: ALL,
        b: ALL,
        n: [0, 0, 1],
      });
      return verify(builder.certificate(), turns).reason?.code;
    };
    const error = new Float64Array(1);
    new PolynomialSegment(tree, Float64Array.from(c)).errorUpperInto(error, 0);
    expect(error[0]).toBeGreaterThan(1e-6);
    // A slab without duration holds if the gap is wide enough; all the rest is not covered then.
    expect(gapFor(0.1 * error[0])).toBe('slab');
    expect(gapFor(100 * error[0])).toBe('coverage');
  });

  it('at their waypoints', () => {
    const draft = draftOf(jumping(0));
    draft.waypoints[2][0] += 1e-12;
    expect(verify(draft, cell).reason?.message).toMatch(/segment 1 does not end at waypoint 2/);
  });

  it('and one waypoint has nowhere to go', () => {
    const path = pathOf(cell, [0, 0.1, -0.1, 0, 0, 0]);
    const certificate = certified(cell, path)!;
    expect(verify(certificate, cell).verified).toBe(true);
    const { reason } = verify({ ...certificate, waypoints: [path.waypoints[0]] }, cell);
    expect(reason).toMatchObject({ code: 'path', message: 'a path of one waypoint stands still' });
  });

  it('whatever timings, blends and tracks make of random waypoints (seed 1)', () => {
    const random = new Random(1);
    const seen = new Set<string>();
    for (let round = 0; round < 120; round++) {
      const sort = Object.keys(SORTS)[random.below(10)];
      const description = randomCell(random, SORTS[sort]);
      const cell = buildCell(description);
      const { tree } = cell;
      const waypoints = [anywhere(tree, random)];
      const scale = 10 ** random.between(-3, 1);
      const times = [random.between(0, 5)];
      for (let k = 0; k < 4; k++) {
        waypoints.push(nearby(tree, waypoints[k], random.between(0.01, 2), random));
        times.push(times[k] + scale * random.between(0.5, 3));
      }
      const rates = (size: number) =>
        waypoints.map((q) => q.map(() => random.between(-size, size) / scale));
      const kinds: (() => Path)[] = [
        () => timedPath(tree, { waypoints, times, velocities: rates(1) }),
        () => {
          const [velocities, accelerations] = [rates(1), rates(1 / scale)];
          return timedPath(tree, { waypoints, times, velocities, accelerations });
        },
        () => blendedPath(tree, { waypoints, times, blend: 0.3 * scale }),
        () => {
          const one = timedPath(tree, { waypoints, times, velocities: rates(1) });
          const half = tree.dofs.length >> 1;
          const dofs = tree.dofs.map((_, d) => d);
          const tracks = [
            { dofs: dofs.slice(0, half), path: one },
            { dofs: dofs.slice(half), path: timedPath(tree, { waypoints, times }) },
          ];
          const offsets = [0, scale * random.between(0.1, 1)];
          return combineTracks(tree, tracks, { standing: waypoints[0], offsets });
        },
      ];
      const floats = tree.dofs.some(({ unit }) => unit === 'quaternion');
      const kind = floats || tree.dofs.length < 2 ? random.below(2) : random.below(4);
      const path = kinds[kind]();
      // Without any slab the first fault is that something is uncovered: the path itself is sound.
      const made = { program: '', method: '' };
      const certificate = new CertificateBuilder(description, cell, path, made).certificate();
      expect(certificate.coefficients?.length).toBe(path.segments.length);
      const { reason } = verify(certificate, description, { path });
      expect(reason?.code, `${sort}, kind ${kind}: ${reason?.message}`).toBe('coverage');
      seen.add(`${kind} ${path.segments.some((one) => one instanceof StraightSegment)}`);
    }
    expect(seen.size).toBeGreaterThan(3);
  });
});

describe('rotations of floating joints', () => {
  it('turn evenly while the origin runs along a curve', () => {
    const wall = shape({ kind: 'box', half: [0.1, 2, 2] }, poseFromRpy(0, 0, 0, 1.2, 0, 0));
    const rod = shape({ kind: 'box', half: [0.5, 0.02, 0.02] });
    const cell = cellOf('prismatic', [rod], [wall], [0, 0, 1], 'floating');
    const { tree } = buildCell(cell);
    // x goes to 0.9 and back while the rod turns away from the wall and back again.
    const c = new Float64Array(COEFFICIENTS * tree.dofs.length);
    const turned = [0, 0, Math.sin(Math.PI / 4), Math.cos(Math.PI / 4)];
    const half = (x: number[], a: readonly number[], b: readonly number[]) => {
      const own = c.slice();
      own.set(x, 0);
      a.forEach((_, k) => {
        own.set([a[k], b[k]], COEFFICIENTS * (3 + k));
      });
      return Array.from(own);
    };
    const still = [0, 0, 0, 1];
    const away = pathOf(
      cell,
      half([0, 0, 1.8, -0.9], still, turned),
      half([0.9, 0, -2.7, 1.8], turned, still),
    );
    const certificate = certified(cell, away)!;
    expect(verify(certificate, cell, { path: away }).reason).toBeUndefined();
    // Not turned it would be in the wall.
    const straight = pathOf(cell, half([0, 0, 1.8, -0.9], still, still));
    expect(certified(cell, straight)).toBeNull();
    const draft = draftOf(certificate);
    for (let k = 0; k < 4; k++) {
      draft.coefficients![0]![COEFFICIENTS * (3 + k) + 1] = still[k];
      draft.coefficients![1]![COEFFICIENTS * (3 + k)] = still[k];
      draft.waypoints[1][3 + k] = still[k];
    }
    expect(verify(draft, cell).reason?.code).toBe('slab');
    // Half a turn is another motion.
    const either = draftOf(certificate);
    [0, 0, 1, 0].forEach((x, k) => {
      either.coefficients![1]![COEFFICIENTS * (3 + k) + 1] = x;
      either.coefficients![1]![COEFFICIENTS * (3 + k)] = still[k];
      either.coefficients![0]![COEFFICIENTS * (3 + k) + 1] = still[k];
      either.waypoints[1][3 + k] = still[k];
      either.waypoints[2][3 + k] = x;
    });
    expect(verify(either, cell).reason?.code).toBe('slab');
  });
});
