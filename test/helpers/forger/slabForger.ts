/**
 * Forged slabs, one by one: of parts that surely collide at a moment, along every direction that might
 * do, at that moment and reaching it from outside of the collision. None may hold.
 */
import { WHOLE } from '../../../src/verifier/format.ts';
import { climb, directionsFor, nearestDirection } from './directions.ts';
import { type Edge, edgeOf } from './forgePaths.ts';
import { ALL, type Part, type Stage } from './forgeStage.ts';

export type Parts = readonly [Part, Part];

/** Parts that surely collide: the whole bodies, two of their pieces, a primitive or triangle of each. */
export function touchingParts(stage: Stage): Parts[] {
  const q = stage.forged.contact.configuration;
  const found: Parts[] = [[ALL, ALL]];
  const pieces = ([0, 1] as const).map((side) =>
    stage.body(side).pieces.map((_, piece): Part => ({ piece, from: WHOLE, to: WHOLE })),
  );
  const touching = pieces[0]
    .flatMap((p) => pieces[1].map((r): Parts => [p, r]))
    .find((parts) => stage.collide(parts, q));
  if (!touching) return found;
  let parts: Parts = touching;
  if (pieces[0].length * pieces[1].length > 1) found.push(parts);
  for (;;) {
    const smaller = smallerParts(stage, parts).find((each) => stage.collide(each, q));
    // One inside the other: surfaces do not meet.
    if (!smaller) return found;
    parts = smaller;
    if (smallerParts(stage, parts).length === 0) return [...found, parts];
  }
}

function smallerParts(stage: Stage, [p, q]: Parts): Parts[] {
  const own = stage.halves(0, p);
  if (own) return own.map((half) => [half, q]);
  return stage.halves(1, q)?.map((half) => [p, half]) ?? [];
}

/** Whether one part is inside the other, as far as surfaces go: then slabs may hold, and lie all the same. */
export function isContained(stage: Stage, touching: readonly Parts[]): boolean {
  const last = touching[touching.length - 1];
  const pieces = ([0, 1] as const).map((side) => stage.body(side).pieces.length);
  const parts: Parts = [
    last[0].piece < 0 && pieces[0] === 1 ? PIECE : last[0],
    last[1].piece < 0 && pieces[1] === 1 ? PIECE : last[1],
  ];
  return parts.every(({ piece }) => piece >= 0) && smallerParts(stage, parts).length > 0;
}

const PIECE: Part = { piece: 0, from: WHOLE, to: WHOLE };

export interface SlabClaim {
  readonly what: 'at contact' | 'reaching contact';
  readonly parts: Parts;
  readonly t: number;
  readonly before: number;
  readonly after: number;
  readonly n: Float64Array;
}

/** A slab of parts that collide at t, which holds there; or null, as it must be. */
export function atContact(stage: Stage, parts: Parts, t: number, more: number): SlabClaim | null {
  const [p, q] = [stage.patch(0, parts[0])!, stage.patch(1, parts[1])!];
  const claim = (n: Float64Array, before = 0, after = 0): SlabClaim => ({
    what: 'at contact',
    parts,
    t,
    before,
    after,
    n,
  });
  stage.place(t);
  let best: Float64Array | null = null;
  let most = Number.NEGATIVE_INFINITY;
  for (const n of directionsFor(stage, parts, more)) {
    if (stage.holds(t, 0, 0, p, q, n)) return claim(n);
    const room = stage.room();
    if (room > most) [best, most] = [n, room];
    // Lengths at the ends of what is allowed.
    const length = stage.random.unit() < 0.5 ? 0.5 : 2;
    const scaled = n.map((x) => x * length);
    if (stage.holds(t, 0, 0, p, q, scaled)) return claim(scaled);
  }
  if (best === null) return null;
  const { n, held } = climb(stage, parts, t, best, 2 * more);
  return held ? claim(n) : null;
}

/** How near accepted slabs come to a contact, as a part of the way there: what attacks are worth. */
export interface Reach {
  tried: number;
  nearest: number;
}

const ANCHORS = 2;

/**
 * A slab from outside of the collision that reaches a moment at which it is sure; or null. Anchors are at
 * distances of all sizes from where the collision begins, or ends.
 */
export function reachingContact(
  stage: Stage,
  parts: Parts,
  more: number,
  reach: Reach,
): SlabClaim | null {
  const { contact } = stage.forged;
  if (contact.strayed) return null;
  for (const toward of [0, 1] as const) {
    const edge = stage.withParts(parts, (pair) =>
      edgeOf(stage.bench.forge.of.independent, pair, stage.motion, contact.t, toward),
    );
    if (!edge) continue;
    for (let k = 0; k < ANCHORS; k++) {
      const claim = fromAnchor(stage, parts, edge, toward, more, reach);
      if (claim) return claim;
    }
  }
  return null;
}

function fromAnchor(
  stage: Stage,
  parts: Parts,
  { sure, unsure }: Edge,
  toward: 0 | 1,
  more: number,
  reach: Reach,
): SlabClaim | null {
  const { random } = stage;
  const away = Math.abs(toward - unsure) * 10 ** random.between(-6, 0);
  const t = Math.min(1, Math.max(0, toward === 0 ? unsure - away : unsure + away));
  const [p, q] = [stage.patch(0, parts[0])!, stage.patch(1, parts[1])!];
  stage.place(t);
  const nearest = nearestDirection(stage, parts);
  const others = random.unit() < 0.5 ? directionsFor(stage, parts, more) : [];
  // Toward 0 the contact lies after the anchor.
  const long = Math.abs(sure - t);
  const times = (part: number): [number, number] =>
    toward === 0 ? [0, part * long] : [part * long, 0];
  for (const n of nearest ? [nearest, ...others] : others) {
    const [before, after] = times(1);
    if (stage.holds(t, before, after, p, q, n)) {
      return { what: 'reaching contact', parts, t, before, after, n };
    }
    if (!stage.holds(t, 0, 0, p, q, n)) continue;
    if (n !== nearest) continue;
    reach.tried++;
    for (let part = 0.99; part > reach.nearest; part = 0.5 * (part + reach.nearest)) {
      const [early, late] = times(part);
      if (stage.holds(t, early, late, p, q, n)) {
        reach.nearest = part;
        break;
      }
      if (part - reach.nearest < 0.01) break;
    }
  }
  return null;
}
