/**
 * Verifying a certificate of delays: are tracks free for every start of each robot within its delay?
 * Which pairs depend on which offsets, the path of a part and how far its joints stray are derived anew
 * from tracks and delays (motion/delayParts.ts); every part's certificate is verified for exactly that;
 * and the parts must cover all offsets. docs/certificate.md, "Delays".
 */
import { InputError } from '../math/fault.ts';
import type { CellDescription } from '../model/description.ts';
import {
  type BodyPair,
  DelayedTracks,
  type DelayPart,
  isPossible,
  wholePart,
} from '../motion/delayParts.ts';
import type { Track } from '../motion/tracks.ts';
import { type DelayCertificate, recordOf, type TrackRecord, trackOf } from './delayFormat.ts';
import type { WantedPath } from './path.ts';
import { equal, Rejected } from './rejected.ts';
import { type Verification, Verifier } from './verify.ts';

/** What a certificate must be about, bit by bit. */
export interface WantedDelays {
  readonly tracks: readonly Track[];
  readonly standing: Float64Array;
  readonly delays: ArrayLike<number>;
}

/** Verifies a certificate of delays for a cell. Throws an InputError only for a cell that is not sound. */
export function verifyDelays(
  certificate: DelayCertificate,
  description: CellDescription,
  wanted?: WantedDelays,
): Verification {
  return verifyDelaysWith(new Verifier(description), certificate, wanted);
}

/** The same with a verifier that is at hand. */
export function verifyDelaysWith(
  verifier: Verifier,
  certificate: DelayCertificate,
  wanted?: WantedDelays,
): Verification {
  const checked = { slabs: 0, glances: 0, pairs: 0, segments: 0, sweeps: 0 };
  // Of a cell in which nothing is tested there are no parts, and that is assumed all the same.
  let assumptions: readonly string[] = certificate.parts.length === 0 ? verifier.assumptions : [];
  try {
    if (wanted) requireWanted(certificate, wanted);
    const parts = partsOf(certificate, verifier);
    certificate.parts.forEach((part, k) => {
      requirePart(part, k, certificate);
      const path = wantedPath(parts, part, k);
      const strays = parts.straysOf(part);
      const concerns = (pair: { readonly a: number; readonly b: number }) =>
        parts.concerns(part, pair);
      const result = verifier.verify(part.certificate, { path, strays, concerns });
      checked.slabs += result.checked.slabs;
      checked.pairs += result.checked.pairs;
      checked.segments += result.checked.segments;
      checked.glances += result.checked.glances;
      checked.sweeps += result.checked.sweeps;
      if (k === 0) assumptions = result.assumptions;
      if (!result.verified) {
        const { code, message, ...where } = result.reason!;
        throw new Rejected(code, `part ${k}: ${message}`, where);
      }
    });
    for (const group of parts.groups()) {
      // Offsets are counted from whichever track the certificate takes first.
      const given = certificate.parts.find(({ tracks }) => sameTracks(tracks, group));
      const whole = wholePart(given?.tracks ?? group, [...certificate.delays]);
      const own = certificate.parts.filter(({ tracks }) => equal(tracks, whole.tracks));
      if (offsetsCovered(whole, own, [...certificate.delays])) continue;
      const names = whole.tracks.map((k) => certificate.tracks[k].name || `track ${k}`);
      const message =
        names.length === 0
          ? 'nothing is shown of what no track moves'
          : `the parts of ${names.join(' and ')} leave offsets open`;
      throw new Rejected('coverage', message);
    }
    return { verified: true, checked, assumptions };
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    return { verified: false, reason: error.reason, checked, assumptions };
  }
}

function requireWanted(c: DelayCertificate, { tracks, standing, delays }: WantedDelays): void {
  const own = tracks.map(recordOf);
  if (own.length !== c.tracks.length || !own.every((record, k) => sameTrack(record, c.tracks[k]))) {
    throw new Rejected('path', 'the certificate is about other tracks');
  }
  if (!equal(c.standing, standing)) {
    throw new Rejected('path', 'joints that no track moves stand elsewhere');
  }
  if (!equal(c.delays, delays))
    throw new Rejected('delays', 'the certificate is about other delays');
}

function sameTrack(a: TrackRecord, b: TrackRecord): boolean {
  if (!equal(a.dofs, b.dofs) || !equal(a.times, b.times)) return false;
  const same = (p: Float64Array | null, q: Float64Array | null) =>
    p === null || q === null ? p === q : equal(p, q);
  const all = (p: readonly (Float64Array | null)[], q: readonly (Float64Array | null)[]) =>
    p.length === q.length && p.every((x, i) => same(x, q[i]));
  return (
    all(a.waypoints, b.waypoints) &&
    all(a.coefficients, b.coefficients) &&
    all(a.arcs ?? [], b.arcs ?? [])
  );
}

/** The tracks of a certificate in this cell. */
function partsOf(c: DelayCertificate, verifier: Verifier): DelayedTracks {
  const { tree, bodies } = verifier.model;
  const count = tree.dofs.length;
  if (c.standing.length !== count) {
    throw new Rejected('path', `a configuration has ${c.standing.length} values, not ${count}`);
  }
  if (c.delays.length !== c.tracks.length || !c.delays.every((x) => x >= 0 && x < Infinity)) {
    throw new Rejected('delays', 'there is not one delay of at least 0 for each track');
  }
  for (const { dofs, waypoints, times } of c.tracks) {
    if (!dofs.every((d) => d < count) || !waypoints.every((q) => q.length === count)) {
      throw new Rejected('path', 'a track is not about the degrees of freedom of the cell');
    }
    if (times.length !== waypoints.length) {
      throw new Rejected('path', 'a track has not one time for each waypoint');
    }
  }
  try {
    const tracks = c.tracks.map((record) => trackOf(tree, record));
    const parts = new DelayedTracks(
      { tree, bodies, pairs: testedPairs(verifier) },
      tracks,
      c.standing,
    );
    // Whether they go together at all.
    if (tracks.length > 0) parts.combined(tracks);
    return parts;
  } catch (error) {
    if (error instanceof InputError) throw new Rejected('path', error.message);
    throw error;
  }
}

/** For every two frames that have bodies which are tested against each other, one such pair. */
function testedPairs({ model, rules }: Verifier): BodyPair[] {
  const { bodies } = model;
  const known = new Set<string>();
  const found: BodyPair[] = [];
  // One of the two moves.
  for (const mover of rules.movers) {
    for (let other = 0; other < bodies.length; other++) {
      if (other === mover) continue;
      const [a, b] = mover < other ? [mover, other] : [other, mover];
      const frames = `${bodies[a].frame} ${bodies[b].frame}`;
      if (known.has(frames) || rules.of(a, b).reason !== null) continue;
      known.add(frames);
      found.push({ a, b });
    }
  }
  return found;
}

function requirePart(part: DelayPart, k: number, { tracks }: DelayCertificate): void {
  const { tracks: own, from, to } = part;
  const offsets = Math.max(0, own.length - 1);
  const known = own.every((t, i) => t < tracks.length && own.indexOf(t) === i);
  const ranges = from.length === offsets && to.length === offsets;
  if (known && ranges && from.every((x, i) => x <= to[i])) return;
  throw new Rejected('coverage', `part ${k} has not a range for each offset of its tracks`);
}

/** Whether two lists have the same tracks, in whatever order. */
function sameTracks(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((k) => b.includes(k));
}

/** The path that a part is about; its tracks may not be able to run with these offsets at all. */
function wantedPath(parts: DelayedTracks, part: DelayPart, k: number): WantedPath {
  try {
    return parts.pathOf(part);
  } catch (error) {
    if (error instanceof InputError) throw new Rejected('path', `part ${k}: ${error.message}`);
    throw error;
  }
}

/**
 * Whether boxes of offsets fill a whole one, but for offsets that no starts within the delays lead to.
 * All comparisons are of doubles as they stand.
 */
export function offsetsCovered(
  whole: DelayPart,
  parts: readonly Pick<DelayPart, 'from' | 'to'>[],
  delays: readonly number[],
): boolean {
  const { from, to } = whole;
  if (!isPossible(whole, delays)) return true;
  const near = parts.filter((part) =>
    from.every((x, i) => part.from[i] <= to[i] && part.to[i] >= x),
  );
  if (near.some((part) => from.every((x, i) => part.from[i] <= x && part.to[i] >= to[i]))) {
    return true;
  }
  for (const part of near) {
    for (let i = 0; i < from.length; i++) {
      for (const cut of [part.from[i], part.to[i]]) {
        if (!(cut > from[i] && cut < to[i])) continue;
        const left = { ...whole, to: to.with(i, cut) };
        const right = { ...whole, from: from.with(i, cut) };
        // Faces alone do not fill anything: what only touches is left out.
        const inside = (box: Pick<DelayPart, 'from' | 'to'>) =>
          near.filter((each) =>
            box.from.every((x, j) => each.from[j] < box.to[j] && each.to[j] > x),
          );
        return (
          offsetsCovered(left, inside(left), delays) && offsetsCovered(right, inside(right), delays)
        );
      }
    }
  }
  return false;
}
