/** Certificates of delays for random tracks of random cells, and changes that make them wrong. */
import {
  type DelayCertificate,
  type MakeOptions,
  makeDelayCertificate,
} from '../../../src/certificate/index.ts';
import { checkDelays } from '../../../src/check/index.ts';
import type { Random } from '../../../src/math/index.ts';
import {
  type DelayCell,
  type DelayQuestion,
  delayCell,
  delayQuestion,
} from '../oracles/delayCells.ts';

/** Parts of a certificate that is still quickly verified, again and again. */
const FEW = 12;

export interface MadeDelays {
  readonly what: string;
  readonly of: DelayCell;
  readonly question: DelayQuestion;
  readonly certificate: DelayCertificate;
}

/** Those that are free and have few parts, of the cells of these seeds. */
export function madeDelays(from: number, to: number, options: MakeOptions = {}): MadeDelays[] {
  const made: MadeDelays[] = [];
  for (let seed = from; seed < to; seed++) {
    const of = delayCell(seed);
    for (let index = 0; index < 3; index++) {
      const question = delayQuestion(of, index);
      const { tracks, standing, delays } = question;
      const result = checkDelays(of.cell, tracks, { delays, standing, budget: 20_000 });
      const { verdict, proven } = result;
      if (verdict !== 'free' || proven.length > FEW) continue;
      const evidence = { tracks, standing, delays, proven };
      const certificate = makeDelayCertificate(of.cell.description, of.cell, evidence, options);
      made.push({ what: `${seed}:${index}`, of, question, certificate });
    }
  }
  return made;
}

export type DelayChange = (c: DelayCertificate, random: Random) => DelayCertificate | null;

const partAt = (c: DelayCertificate, random: Random) => random.below(c.parts.length);

export const DELAY_CHANGES: Record<string, DelayChange> = {
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
