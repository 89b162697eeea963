/** Certificates of delays: made, written, read and verified; and whatever is changed is rejected. */
import { describe, expect, it } from 'vitest';
import { buildCell, type Cell, type CellDescription } from '../../src/cell/index.ts';
import {
  type DelayCertificate,
  makeDelayCertificate,
  parseDelayCertificate,
  verify,
  verifyDelays,
  writeDelayCertificate,
} from '../../src/certificate/index.ts';
import { checkDelays } from '../../src/check/index.ts';
import { Random } from '../../src/math/index.ts';
import { blendedPath, type Track, timedPath } from '../../src/motion/index.ts';
import { offsetsCovered } from '../../src/verifier/delays.ts';
import { armUrdf, cellFrom } from '../helpers/oracles/cellText.ts';

const CELL = `surepath: 1
robots:
  - {name: left, urdf: arm.urdf, base: {xyz: [-0.9, 0, 0]}}
  - {name: right, urdf: arm.urdf, base: {xyz: [0.9, 0, 0.02], rpy: [0, 0, 3.1]}}
obstacles: [{name: post, shape: {cylinder: {radius: 0.05, length: 1}}, pose: {xyz: [0, 1.4, 0]}}]
allow: [[left/link0, left/link1], [left/link1, left/link2], [right/link0, right/link1], [right/link1, right/link2]]
`;

const cell: Cell = cellFrom(CELL, { 'arm.urdf': armUrdf('arm', [0.4, 0.4, 0.4]) });
const description: CellDescription = cell.description;
const count = cell.tree.dofs.length;
const standing = new Float64Array(count);

function track(name: string, random: Random, blend: boolean): Track {
  const dofs = cell.tree.dofs.flatMap(({ joint }, d) => (joint.startsWith(`${name}/`) ? [d] : []));
  const point = () => {
    const q = new Float64Array(count);
    for (const d of dofs) q[d] = random.between(-0.7, 0.7);
    return q;
  };
  const waypoints = [point(), point(), point()];
  const times = [0, 1.5, 3];
  if (blend) return { dofs, name, path: blendedPath(cell.tree, { waypoints, times, blend: 0.4 }) };
  const velocities = waypoints.map(() => new Float64Array(count));
  for (const d of dofs) velocities[1][d] = random.between(-0.3, 0.3);
  return { dofs, name, path: timedPath(cell.tree, { waypoints, times, velocities }) };
}

interface Made {
  readonly tracks: readonly Track[];
  readonly delays: readonly number[];
  readonly certificate: DelayCertificate;
}

/** The first few that are free. */
function makeSome(wanted: number): Made[] {
  const random = new Random(5);
  const made: Made[] = [];
  for (let round = 0; round < 150 && made.length < wanted; round++) {
    const tracks = [
      track('left', random, round % 3 === 0),
      track('right', random, round % 2 === 0),
    ];
    const delays = [random.between(0, 0.3), random.below(2) * 0.25];
    const { verdict, proven } = checkDelays(cell, tracks, { delays, standing });
    if (verdict !== 'free') continue;
    const evidence = { tracks, standing, delays, proven };
    made.push({ tracks, delays, certificate: makeDelayCertificate(description, cell, evidence) });
  }
  return made;
}

const MADE = makeSome(4);

const draft = (c: DelayCertificate): DelayCertificate =>
  parseDelayCertificate(new TextEncoder().encode(writeDelayCertificate(c)));

describe('certificates of delays', () => {
  it('are verified, also after they were written and read', () => {
    expect(MADE.length).toBe(4);
    for (const { certificate, tracks, delays } of MADE) {
      const read = draft(certificate);
      expect(read).toEqual(certificate);
      const result = verifyDelays(read, description, { tracks, standing, delays });
      expect(result.reason).toBeUndefined();
      expect(result.verified).toBe(true);
      expect(result.checked.slabs).toBeGreaterThan(10);
      expect(result.assumptions.length).toBe(4);
    }
    const parts = MADE.map(({ certificate }) => certificate.parts.length);
    console.log(`certificates of delays: ${parts.join(', ')} parts`);
    expect(Math.max(...parts)).toBeGreaterThan(4);
  });

  it('are verified in a cell with a crowd, and of the same pairs', () => {
    const crowded = buildCell(description, { crowdFrom: 0 });
    for (const { tracks, delays, certificate: plain } of MADE.slice(0, 2)) {
      const { verdict, proven } = checkDelays(crowded, tracks, { delays, standing });
      expect(verdict).toBe('free');
      const evidence = { tracks, standing, delays, proven };
      const certificate = makeDelayCertificate(description, crowded, evidence);
      const read = draft(certificate);
      expect(read).toEqual(certificate);
      const result = verifyDelays(read, description, { tracks, standing, delays });
      expect(result.reason).toBeUndefined();
      expect(result.checked.sweeps).toBeGreaterThan(0);
      if (plain.parts.length === certificate.parts.length) {
        expect(result.checked.pairs).toBe(verifyDelays(plain, description).checked.pairs);
      }
      certificate.parts.forEach((part, k) => {
        expect(verify(part.certificate, description).verified).toBe(false);
        const { sweeps = [] } = part.certificate;
        // Sweeps of those that the part is about, and of nobody else.
        const without = { ...part.certificate, sweeps: sweeps.map(() => []) };
        const changed = {
          ...certificate,
          parts: certificate.parts.with(k, { ...part, certificate: without }),
        };
        const needed = sweeps.some((lists) => lists.length > 0);
        expect(verifyDelays(changed, description).reason?.code).toBe(
          needed ? 'coverage' : undefined,
        );
      });
    }
  });

  it('their parts alone prove nothing about the cell', () => {
    const [{ certificate }] = MADE;
    for (const part of certificate.parts) {
      expect(verify(part.certificate, description).verified).toBe(false);
    }
  });

  const changes: Record<string, (c: DelayCertificate, random: Random) => DelayCertificate> = {
    'a part is left out': (c, random) => ({
      ...c,
      parts: c.parts.toSpliced(random.below(c.parts.length), 1),
    }),
    'a part claims a wider range': (c, random) =>
      changedPart(c, random, ({ to, ...part }) => ({ ...part, to: to.map((x) => x + 1e-3) })),
    'a part claims a shifted range': (c, random) =>
      changedPart(c, random, ({ from, to, ...part }) => ({
        ...part,
        from: from.map((x) => x + 0.01),
        to: to.map((x) => x + 0.01),
      })),
    'delays are longer': (c) => ({ ...c, delays: c.delays.map((x) => x + 0.01) }),
    'a track starts elsewhere': (c, random) =>
      changedTrack(c, random, (t) => ({
        ...t,
        waypoints: t.waypoints.map((q, i) =>
          i > 0 ? q : q.map((x, d) => (t.dofs.includes(d) ? x + 0.01 : x)),
        ),
      })),
    'a track is faster': (c, random) =>
      changedTrack(c, random, (t) => ({ ...t, times: t.times.map((x) => 0.9 * x) })),
    'a coefficient differs': (c, random) =>
      changedTrack(c, random, (t) => ({
        ...t,
        coefficients: t.coefficients.map((own) =>
          own === null ? null : own.map((x) => x * (1 + 1e-6)),
        ),
      })),
    'two tracks are one': (c) => ({ ...c, tracks: [c.tracks[0], c.tracks[0]] }),
    'a track has joints of no cell': (c) => ({
      ...c,
      tracks: c.tracks.map((t) => ({ ...t, dofs: [...t.dofs, 99] })),
    }),
    'a negative delay': (c) => ({ ...c, delays: c.delays.map((x) => -x - 1) }),
    'parts of other tracks': (c, random) =>
      changedPart(c, random, (part) => ({ ...part, tracks: part.tracks.map((k) => 1 - k) })),
    'the slabs of another part': (c) => {
      const [a, b] = c.parts.filter(({ tracks }) => tracks.length === 2);
      if (!b) return { ...c, parts: [] };
      return {
        ...c,
        parts: c.parts.map((p) => (p === a ? { ...p, certificate: b.certificate } : p)),
      };
    },
    'no slabs': (c, random) =>
      changedPart(c, random, (part) => ({
        ...part,
        certificate: {
          ...part.certificate,
          slabs: part.certificate.slabs.map((l) => l.map(() => new Float64Array(0))),
        },
      })),
    'joints that stray less': (c, random) =>
      changedPart(c, random, (part) => ({
        ...part,
        certificate: {
          ...part.certificate,
          tolerances: part.certificate.tolerances.map((x) => x * 0.5),
        },
      })),
  };

  it.each(Object.keys(changes))('are rejected when %s', (name) => {
    const random = new Random(11);
    for (const { certificate } of MADE) {
      const changed = changes[name](certificate, random);
      const { verified, reason } = verifyDelays(changed, description);
      expect(verified).toBe(false);
      expect(reason?.message.length).toBeGreaterThan(0);
    }
  });

  it('are rejected, and nothing is thrown, when ranges are beyond all numbers', () => {
    const most = Number.MAX_VALUE;
    const ends = [most, -most, Infinity, -Infinity, Number.NaN, 1e300, 1e17];
    for (const { certificate, tracks, delays } of MADE.slice(0, 2)) {
      const k = certificate.parts.findIndex(({ from }) => from.length > 0);
      for (const from of ends) {
        for (const to of ends) {
          const part = { ...certificate.parts[k], from: [from], to: [to] };
          const changed = { ...certificate, parts: certificate.parts.with(k, part) };
          const { verified, reason } = verifyDelays(changed, description, {
            tracks,
            standing,
            delays,
          });
          expect(verified, `${from} ... ${to}`).toBe(false);
          expect(reason?.message.length).toBeGreaterThan(0);
        }
      }
    }
  });

  it('are rejected when they are about other tracks or delays than asked', () => {
    const [{ certificate, tracks, delays }, other] = MADE;
    const ask = (wanted: Partial<Parameters<typeof verifyDelays>[2]>) =>
      verifyDelays(certificate, description, { tracks, standing, delays, ...wanted }).reason?.code;
    expect(ask({})).toBeUndefined();
    expect(ask({ tracks: other.tracks })).toBe('path');
    expect(ask({ delays: delays.map((x) => x + 0.1) })).toBe('delays');
    expect(ask({ standing: standing.map(() => 1) })).toBe('path');
  });

  it('files that are none get a place', () => {
    const text = writeDelayCertificate(MADE[0].certificate);
    for (const [from, to] of [
      ['"delays"', '"delay"'],
      ['"surepath-delay-certificate": 1', '"surepath-delay-certificate": 2'],
      ['"tracks": [', '"tracks": {'],
    ]) {
      const broken = new TextEncoder().encode(text.replace(from, to));
      expect(() => parseDelayCertificate(broken, 'x.json')).toThrow();
    }
    const random = new Random(3);
    for (let k = 0; k < 200; k++) {
      const at = random.below(text.length);
      const cut = text.slice(0, at) + '@}]0,'[random.below(5)] + text.slice(at + 1);
      try {
        verifyDelays(parseDelayCertificate(new TextEncoder().encode(cut)), description);
      } catch (error) {
        expect(String((error as Error).name)).toBe('InputError');
      }
    }
  }, 60_000);
});

function changedPart(
  c: DelayCertificate,
  random: Random,
  change: (part: DelayCertificate['parts'][number]) => DelayCertificate['parts'][number],
): DelayCertificate {
  // One that has an offset: the others have nothing to widen.
  const some = c.parts.flatMap(({ tracks }, k) => (tracks.length === 2 ? [k] : []));
  const k = some[random.below(some.length)];
  return { ...c, parts: c.parts.with(k, change(c.parts[k])) };
}

function changedTrack(
  c: DelayCertificate,
  random: Random,
  change: (track: DelayCertificate['tracks'][number]) => DelayCertificate['tracks'][number],
): DelayCertificate {
  // One with polynomial segments, so that every change is one.
  const some = c.tracks.flatMap((t, k) => (t.coefficients.some((x) => x !== null) ? [k] : []));
  const k = some[random.below(some.length)];
  return { ...c, tracks: c.tracks.with(k, change(c.tracks[k])) };
}

describe('offsets', () => {
  const box = (from: number[], to: number[]) => ({
    tracks: [0, 1, 2].slice(0, from.length + 1),
    from,
    to,
  });
  const covered = (whole: ReturnType<typeof box>, parts: ReturnType<typeof box>[], delay = 9) =>
    offsetsCovered(whole, parts, [delay, delay, delay]);

  it('are covered by parts that fill them, and by no others', () => {
    const whole = box([0, 0], [1, 1]);
    expect(covered(box([], []), [box([], [])])).toBe(true);
    expect(covered(box([], []), [])).toBe(false);
    expect(covered(whole, [whole])).toBe(true);
    expect(covered(whole, [box([0, 0], [0.5, 1]), box([0.5, 0], [1, 1])])).toBe(true);
    expect(covered(whole, [box([0, 0], [0.5, 1]), box([0.5001, 0], [1, 1])])).toBe(false);
    expect(covered(whole, [box([0, 0], [1, 0.5]), box([0, 0.5], [0.9, 1])])).toBe(false);
    const pinwheel = [
      box([0, 0], [0.6, 0.4]),
      box([0.6, 0], [1, 0.6]),
      box([0.4, 0.6], [1, 1]),
      box([0, 0.4], [0.4, 1]),
    ];
    expect(covered(whole, pinwheel)).toBe(false);
    expect(covered(whole, [...pinwheel, box([0.4, 0.4], [0.6, 0.6])])).toBe(true);
    expect(covered(box([0.25], [0.25]), [box([0], [0.5])])).toBe(true);
    expect(covered(box([0.25], [0.25]), [box([0.3], [0.5])])).toBe(false);
  });

  it('that no starts lead to need no proof', () => {
    // One robot may be 1 s early against the first, and another 1 s late, but not both.
    const whole = box([-1, -1], [1, 1]);
    const some = [box([-1, -1], [0, 0]), box([0, 0], [1, 1])];
    const corners = [box([-0.5, 0], [0, 0.5]), box([0, -0.5], [0.5, 0])];
    expect(covered(whole, [...some, ...corners], 1)).toBe(false);
    const rest = [
      box([-1, 0], [-0.5, 0.5]),
      box([-0.5, 0.5], [0, 1]),
      box([0, -1], [0.5, -0.5]),
      box([0.5, -0.5], [1, 0]),
    ];
    expect(covered(whole, [...some, ...corners, ...rest], 1)).toBe(false);
    const tips = [box([-0.5001, 0], [0, 1]), box([-1, 0], [-0.4999, 0.5001])];
    const others = [box([0, -0.5001], [1, 0]), box([0, -1], [0.5001, -0.4999])];
    expect(covered(whole, [...some, ...tips, ...others], 1)).toBe(true);
  });
});
