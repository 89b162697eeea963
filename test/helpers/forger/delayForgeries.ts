/** Ways to forge a certificate of delays, from honest parts and such as have slabs that are made up. */

import type { DelayCertificate } from '../../../src/certificate/index.ts';
import type { Random } from '../../../src/math/index.ts';
import type { DelayPart } from '../../../src/motion/index.ts';
import type { CertifiedPart } from '../../../src/verifier/delayFormat.ts';
import { pick } from '../oracles/thinShapes.ts';

export interface DelayScene {
  readonly random: Random;
  /** The whole ranges; honest parts; and ranges that have none, with slabs made up for what collides. */
  readonly whole: readonly DelayPart[];
  readonly honest: readonly CertifiedPart[];
  readonly open: readonly CertifiedPart[];
}

type Forgery = (c: DelayCertificate, scene: DelayScene) => DelayCertificate | null;

const ODD = [Number.NaN, Infinity, -Infinity, -0, 1e308, -1e308, 5e-324, 0];

/** Part k with something changed. */
function change(c: DelayCertificate, k: number, by: Partial<CertifiedPart>): DelayCertificate {
  return { ...c, parts: c.parts.with(k, { ...c.parts[k], ...by }) };
}

export const DELAY_FORGERIES: Readonly<Record<string, Forgery>> = {
  'what collides left out': (c, { honest }) => ({ ...c, parts: honest }),
  'slabs made up': (c) => c,
  'parts without slabs': (c) => ({
    ...c,
    parts: c.parts.map((part) => {
      const { certificate } = part;
      const slabs = certificate.slabs.map((lists) => lists.map(() => new Float64Array(0)));
      return { ...part, certificate: { ...certificate, slabs } };
    }),
  }),
  'no parts': (c) => ({ ...c, parts: [] }),
  'honest parts stretched': (c, { honest, whole, random }) => {
    if (honest.length === 0) return null;
    const parts = honest.map((part) => {
      const all = whole.find(({ tracks }) => tracks.join() === part.tracks.join());
      return all && random.unit() < 0.7 ? { ...part, from: all.from, to: all.to } : part;
    });
    return { ...c, parts };
  },
  'honest certificates for other offsets': (c, { honest, open, random }) => {
    if (honest.length === 0) return null;
    const parts = open.map((part) => ({ ...part, certificate: pick(random, honest).certificate }));
    return { ...c, parts: [...honest, ...parts] };
  },
  'odd ranges': (c, { random }) => {
    const k = random.below(c.parts.length);
    const odd = (x: number) => (random.unit() < 0.5 ? pick(random, ODD) : x);
    const { from, to } = c.parts[k];
    if (from.length === 0) return null;
    return change(c, k, { from: from.map(odd), to: to.map(odd) });
  },
  'ranges turned around': (c, { random }) => {
    const k = random.below(c.parts.length);
    const { from, to } = c.parts[k];
    return from.length === 0 ? null : change(c, k, { from: to, to: from });
  },
  'other tracks': (c, { random }) => {
    const k = random.below(c.parts.length);
    const { tracks } = c.parts[k];
    const kinds = [
      tracks.toReversed(),
      [...tracks, ...tracks],
      tracks.slice(1),
      [],
      tracks.map(() => 0),
      [1e9],
    ];
    return change(c, k, { tracks: pick(random, kinds) });
  },
  'ranges of too few, or too many': (c, { random }) => {
    const k = random.below(c.parts.length);
    const { from, to } = c.parts[k];
    return change(
      c,
      k,
      random.unit() < 0.5 ? { from: [], to: [] } : { from: [...from, 0], to: [...to, 0] },
    );
  },
  'shorter delays': (c, { honest, random }) => {
    const part = pick(random, [0, 0, 0.1, 0.5]);
    return { ...c, delays: c.delays.map((x) => part * x), parts: honest };
  },
  'odd delays': (c, { random }) => ({
    ...c,
    delays: c.delays.map((x) => (random.unit() < 0.5 ? pick(random, ODD) : x)),
  }),
  'standing elsewhere': (c, { random }) => {
    const d = random.below(c.standing.length);
    return { ...c, standing: c.standing.map((x, i) => (i === d ? x + 0.3 : x)) };
  },
  'tracks that stand still': (c) => ({
    ...c,
    tracks: c.tracks.map((track) => ({
      ...track,
      waypoints: track.waypoints.map(() => track.waypoints[0]),
      coefficients: track.coefficients.map(() => null),
    })),
  }),
  'a track fewer': (c) => ({ ...c, tracks: c.tracks.slice(1), delays: c.delays.slice(1) }),
  'pairs shown elsewhere': (c) => ({
    ...c,
    parts: c.parts.map((part) => {
      const { certificate } = part;
      const pairs = certificate.pairs.map((pair) =>
        pair.excluded === null
          ? { ...pair, excluded: 'elsewhere' as const, clearance: 0, tracking: 0 }
          : pair,
      );
      const slabs = certificate.slabs.map(() => []);
      return { ...part, certificate: { ...certificate, pairs, slabs } };
    }),
  }),
  'joints that stray less': (c) => ({
    ...c,
    parts: c.parts.map((part) => ({
      ...part,
      certificate: { ...part.certificate, tolerances: part.certificate.tolerances.map(() => 0) },
    })),
  }),
};

export const DELAY_FORGERY_NAMES = Object.keys(DELAY_FORGERIES);
