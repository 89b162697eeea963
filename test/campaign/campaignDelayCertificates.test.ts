/**
 * Certificates of delays for random tracks of random cells: what was found free is certified, written,
 * read and verified; and rejected when somebody has changed it.
 */
import { describe, expect, it } from 'vitest';
import {
  type DelayCertificate,
  makeDelayCertificate,
  parseDelayCertificate,
  verifyDelays,
  writeDelayCertificate,
} from '../../src/certificate/index.ts';
import { checkDelays } from '../../src/check/index.ts';
import { Random } from '../../src/math/index.ts';
import {
  type DelayCell,
  type DelayQuestion,
  delayCell,
  delayQuestion,
} from '../helpers/oracles/delayCells.ts';

const TIMEOUT_MS = 300_000;
/** Parts of a certificate that is still quickly verified, again and again. */
const FEW = 12;

interface Made {
  readonly what: string;
  readonly of: DelayCell;
  readonly question: DelayQuestion;
  readonly certificate: DelayCertificate;
}

const made: Made[] = [];
for (let seed = 500; seed < 520; seed++) {
  const of = delayCell(seed);
  for (let index = 0; index < 3; index++) {
    const question = delayQuestion(of, index);
    const { tracks, standing, delays } = question;
    const result = checkDelays(of.cell, tracks, { delays, standing, budget: 20_000 });
    const { verdict, proven } = result;
    if (verdict !== 'free' || proven.length > FEW) continue;
    const evidence = { tracks, standing, delays, proven };
    const certificate = makeDelayCertificate(of.cell.description, of.cell, evidence);
    made.push({ what: `${seed}:${index}`, of, question, certificate });
  }
}

type Change = (c: DelayCertificate, random: Random) => DelayCertificate | null;

const partAt = (c: DelayCertificate, random: Random) => random.below(c.parts.length);

const CHANGES: Record<string, Change> = {
  'a part left out': (c, random) => ({ ...c, parts: c.parts.toSpliced(partAt(c, random), 1) }),
  'a part without slabs': (c, random) => {
    const k = partAt(c, random);
    const { certificate, ...part } = c.parts[k];
    if (certificate.slabs.flat().every(({ length }) => length === 0)) return null;
    const slabs = certificate.slabs.map((lists) => lists.map(() => new Float64Array(0)));
    return { ...c, parts: c.parts.with(k, { ...part, certificate: { ...certificate, slabs } }) };
  },
  'a part of a wider range': (c, random) => {
    const k = partAt(c, random);
    const part = c.parts[k];
    if (part.to.length === 0) return null;
    return { ...c, parts: c.parts.with(k, { ...part, to: part.to.map((x) => x + 1e-3) }) };
  },
  'longer delays': (c) => {
    const delays = c.delays.map((x) => x + 0.05);
    return c.parts.some(({ to }) => to.length > 0) ? { ...c, delays } : null;
  },
  'a track that begins elsewhere': (c, random) => {
    const k = random.below(c.tracks.length);
    const track = c.tracks[k];
    const [d] = track.dofs;
    const waypoints = track.waypoints.map((q) => q.map((x, i) => (i === d ? x + 1e-3 : x)));
    return { ...c, tracks: c.tracks.with(k, { ...track, waypoints }) };
  },
  'a slab removed': (c, random) => {
    const k = partAt(c, random);
    const { certificate, ...part } = c.parts[k];
    const places = certificate.slabs.flatMap((lists, s) =>
      lists.flatMap((list, p) => (list.length > 0 ? [[s, p] as const] : [])),
    );
    if (places.length === 0) return null;
    const [s, p] = places[random.below(places.length)];
    const slabs = certificate.slabs.map((lists) => lists.map((list) => list.slice()));
    slabs[s][p] = new Float64Array(0);
    return { ...c, parts: c.parts.with(k, { ...part, certificate: { ...certificate, slabs } }) };
  },
};

describe('tracks that a campaign found free for all starts', () => {
  it(
    'are certified and verified',
    () => {
      let parts = 0;
      let slabs = 0;
      for (const { what, of, question, certificate } of made) {
        const file = new TextEncoder().encode(writeDelayCertificate(certificate));
        const read = parseDelayCertificate(file);
        const { tracks, standing, delays } = question;
        const wanted = { tracks, standing, delays };
        const result = verifyDelays(read, of.cell.description, wanted);
        expect(result.reason, what).toBeUndefined();
        expect(result.verified).toBe(true);
        parts += certificate.parts.length;
        slabs += result.checked.slabs;
      }
      console.log(`${made.length} certificates of delays, ${parts} parts, ${slabs} slabs`);
      expect(made.length).toBeGreaterThan(25);
    },
    TIMEOUT_MS,
  );

  it.each(Object.keys(CHANGES).map((name, i) => [name, i] as const))(
    'are rejected with %s (seed %i)',
    (name, seed) => {
      const random = new Random(600 + seed);
      let count = 0;
      for (const { what, of, certificate } of made) {
        const changed = CHANGES[name](certificate, random);
        if (changed === null) continue;
        expect(verifyDelays(changed, of.cell.description).verified, what).toBe(false);
        count++;
      }
      expect(count).toBeGreaterThan(8);
    },
    TIMEOUT_MS,
  );
});
