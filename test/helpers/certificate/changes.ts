/**
 * Changes of certificates: every one makes a certificate say something that is not so, or leaves
 * something unsaid.
 */
import { askAbout, StaticChecker } from '../../../src/cell/index.ts';
import type {
  Certificate,
  Exclusion,
  PairEntry,
  VerifyOptions,
} from '../../../src/certificate/index.ts';
import { commonAncestor } from '../../../src/kinematics/index.ts';
import type { Random } from '../../../src/math/index.ts';
import { buildPath } from '../../../src/motion/index.ts';
import {
  SLAB_A,
  SLAB_AFTER,
  SLAB_B,
  SLAB_BEFORE,
  SLAB_N,
  SLAB_SIZE,
  SLAB_T,
  WHOLE,
} from '../../../src/verifier/format.ts';
import { assumptionsOf } from '../../../src/verifier/statement.ts';
import { assumedBy } from './assumed.ts';
import { anywhere } from './cells.ts';
import type { Made } from './made.ts';
import { applied, pointsOf, posesAt, seenFrom } from './plain.ts';

type Writable<T> = { -readonly [K in keyof T]: T[K] };
export type Draft = Writable<Omit<Certificate, 'slabs' | 'coefficients' | 'arcs'>> & {
  slabs: Float64Array[][];
  coefficients?: (Float64Array | null)[];
  arcs?: (Float64Array | null)[];
};

export function draftOf(certificate: Certificate): Draft {
  const { coefficients, arcs, ...rest } = certificate;
  return {
    ...rest,
    ...(coefficients ? { coefficients: coefficients.map((c) => c?.slice() ?? null) } : {}),
    ...(arcs ? { arcs: arcs.map((own) => own?.slice() ?? null) } : {}),
    settings: { ...certificate.settings },
    waypoints: certificate.waypoints.map((q) => q.slice()),
    lower: certificate.lower.slice(),
    upper: certificate.upper.slice(),
    tolerances: certificate.tolerances.slice(),
    pairs: certificate.pairs.map((pair) => ({ ...pair })),
    orders: certificate.orders.map((order) => ({ ...order, triangles: order.triangles.slice() })),
    slabs: certificate.slabs.map((lists) => lists.map((list) => list.slice())),
  };
}

/** A slab at random: its segment, its list, where it begins in it. */
interface Place {
  readonly segment: number;
  readonly pair: number;
  readonly o: number;
}

function somewhere(c: Certificate, random: Random): Place {
  const all = c.slabs.flatMap((lists, segment) =>
    lists.flatMap((list, pair) =>
      Array.from({ length: list.length / SLAB_SIZE }, (_, i) => ({
        segment,
        pair,
        o: SLAB_SIZE * i,
      })),
    ),
  );
  return all[random.below(all.length)];
}

const listAt = (c: Draft, { segment, pair }: Place) => c.slabs[segment][pair];
const testedOf = (c: Certificate) => c.pairs.filter((pair) => pair.excluded === null);

/** The gap that a slab claims, at a moment: its smallest value less what is needed. */
function claimAt({ cell, path }: Made, c: Certificate, { segment, pair, o }: Place, t: number) {
  const { a, b, clearance, tracking } = testedOf(c)[pair];
  const list = c.slabs[segment][pair];
  const [p, q] = [cell.bodies[a], cell.bodies[b]];
  const poses = posesAt(cell.tree, path.segments[segment], t);
  const top = poses[commonAncestor(cell.tree, p.frame, q.frame)];
  const n = list.subarray(o + SLAB_N, o + SLAB_N + 3);
  const [inA, inB] = [[p, a, SLAB_A] as const, [q, b, SLAB_B] as const].map(([body, index, at]) => {
    const [piece, first, end] = list.subarray(o + at, o + at + 3);
    const order = c.orders.find((x) => x.body === index && x.piece === piece)?.triangles;
    const pose = seenFrom(top, poses[body.frame]);
    return pointsOf(body, piece, first, end, order).map((point) =>
      applied(pose, point).reduce((sum, x, k) => sum + x * n[k], 0),
    );
  });
  const needed = clearance + tracking + p.padding + q.padding;
  return Math.min(...inB) - Math.max(...inA) - needed * Math.hypot(...n);
}

/** Changes a draft; false if the change does not apply, or would not make it wrong. */
export type Change = (c: Draft, random: Random, made: Made) => boolean | VerifyOptions;

/** The maker's slabs tile all of A x B x time, so none can do without a part of any. */
export const CHANGES: Record<string, Change> = {
  'a slab removed': (c, random) => {
    const place = somewhere(c, random);
    const list = Array.from(listAt(c, place));
    list.splice(place.o, SLAB_SIZE);
    c.slabs[place.segment][place.pair] = Float64Array.from(list);
    return true;
  },
  'a slab shortened': (c, random) => {
    const place = somewhere(c, random);
    const list = listAt(c, place);
    const at = place.o + (random.unit() < 0.5 ? SLAB_BEFORE : SLAB_AFTER);
    list[at] -= random.between(1e-12, 0.3) * list[at] + 1e-14;
    return list[at] >= 0;
  },
  'a slab moved in time': (c, random) => {
    const place = somewhere(c, random);
    const list = listAt(c, place);
    const t = list[place.o + SLAB_T] + random.between(-0.2, 0.2);
    list[place.o + SLAB_T] = t;
    // Towards an end of the segment it may still reach it.
    return t > 0.01 && t < 0.99;
  },
  'a slab for longer than is true': (c, random, made) => {
    const lasting = (place: Place) =>
      listAt(c, place)[place.o + SLAB_BEFORE] + listAt(c, place)[place.o + SLAB_AFTER];
    for (let k = 0; k < 5; k++) {
      // A short one: there must be a reason why it is.
      const some = Array.from({ length: 8 }, () => somewhere(c, random));
      const place = some.reduce((p, q) => (lasting(q) < lasting(p) ? q : p));
      const list = listAt(c, place);
      const was = list.slice(place.o, place.o + SLAB_N);
      list.set([1, 1], place.o + SLAB_BEFORE);
      const moments = [0, 0.25, 0.5, 0.75, 1];
      if (moments.some((t) => claimAt(made, c, place, t) < -1e-9)) return true;
      list.set(was, place.o);
    }
    return false;
  },
  'a direction turned around': (c, random) => {
    const place = somewhere(c, random);
    const n = listAt(c, place).subarray(place.o + SLAB_N, place.o + SLAB_N + 3);
    n.forEach((x, k) => {
      n[k] = -x;
    });
    return true;
  },
  'a direction turned too far': (c, random, made) => {
    const place = somewhere(c, random);
    const list = listAt(c, place);
    for (let k = 0; k < 3; k++) list[place.o + SLAB_N + k] += random.between(-1.2, 1.2);
    return claimAt(made, c, place, list[place.o + SLAB_T]) < -1e-9;
  },
  'a direction of no use': (c, random) => {
    const place = somewhere(c, random);
    const list = listAt(c, place);
    const factor = [0, 0.01, 100, Number.NaN, Infinity, 1e-300][random.below(6)];
    for (let k = 0; k < 3; k++) list[place.o + SLAB_N + k] *= factor;
    return true;
  },
  'a number that is none': (c, random) => {
    const place = somewhere(c, random);
    const bad = [Number.NaN, Infinity, -1, -Infinity, 1.5, 7][random.below(6)];
    const at = [SLAB_T, SLAB_BEFORE, SLAB_AFTER, SLAB_A, SLAB_B, SLAB_A + 1][random.below(6)];
    const list = listAt(c, place);
    // Longer than the segment may be true; so may the whole body or piece.
    if (at < SLAB_A && at > SLAB_T && bad > 0) return false;
    if (at === SLAB_T && bad === -1) list[place.o + SLAB_AFTER] = 0.5;
    if (at >= SLAB_A && bad === WHOLE) return false;
    list[place.o + at] = bad;
    return true;
  },
  'another piece': (c, random, { cell }) => {
    const place = somewhere(c, random);
    const { a, b } = testedOf(c)[place.pair];
    const [body, at] = random.unit() < 0.5 ? [a, SLAB_A] : [b, SLAB_B];
    const count = cell.bodies[body].pieces.length;
    const list = listAt(c, place);
    if (count < 2) return false;
    list.set([(list[place.o + at] + 1) % count, WHOLE, WHOLE], place.o + at);
    return true;
  },
  'fewer triangles': (c, random) => {
    const place = somewhere(c, random);
    const list = listAt(c, place);
    const at = place.o + (random.unit() < 0.5 ? SLAB_A : SLAB_B);
    if (list[at + 1] === WHOLE) return false;
    if (random.unit() < 0.5) list[at + 1]++;
    else list[at + 2]--;
    return true;
  },
  'an order that is no permutation': (c, random) => {
    if (c.orders.length === 0) return false;
    const order = c.orders[random.below(c.orders.length)] as Writable<Certificate['orders'][0]>;
    const { triangles } = order;
    const [i, j] = [random.below(triangles.length), random.below(triangles.length)];
    const kind = random.below(3);
    if (kind === 0) order.triangles = triangles.slice(1);
    else if (kind === 1) triangles[i] = triangles.length;
    else if (i === j) return false;
    else triangles[i] = triangles[j];
    return true;
  },
  'an order that is another one': (c, random, made) => {
    if (c.orders.length === 0) return false;
    const { triangles } = c.orders[random.below(c.orders.length)];
    for (let i = triangles.length - 1; i > 0; i--) {
      const j = random.below(i + 1);
      [triangles[i], triangles[j]] = [triangles[j], triangles[i]];
    }
    // Wrong if a slab is untrue at its own moment.
    return c.slabs.some((lists, segment) =>
      lists.some((list, pair) =>
        Array.from({ length: Math.min(20, list.length / SLAB_SIZE) }, (_, i) => SLAB_SIZE * i).some(
          (o) => claimAt(made, c, { segment, pair, o }, list[o + SLAB_T]) < -1e-9,
        ),
      ),
    );
  },
  'an order left out, or given twice': (c, random) => {
    if (c.orders.length === 0) return false;
    const i = random.below(c.orders.length);
    c.orders =
      random.unit() < 0.5 ? c.orders.filter((_, k) => k !== i) : [...c.orders, c.orders[i]];
    return true;
  },
  'a waypoint changed': (c, random, { path }) => {
    const q = c.waypoints[random.below(c.waypoints.length)];
    const d = random.below(q.length);
    const by = random.unit() < 0.5 ? 1e-3 : 2 ** -50 * Math.max(1, Math.abs(q[d]));
    q[d] += random.unit() < 0.5 ? by : -by;
    return { path };
  },
  'another path': (c, random, { cell, path }) => {
    const other = path.waypoints.map((q) => q.slice());
    if (random.unit() < 0.5) other.push(other[0]);
    else {
      const q = other[random.below(other.length)];
      const d = random.below(q.length);
      q[d] = q[d] === 0 ? 1e-300 : -q[d];
    }
    void c;
    return { path: buildPath(cell.tree, other) };
  },
  'a path that ends in a collision': (c, random, { cell }) => {
    for (let k = 0; k < 20; k++) {
      const q = anywhere(cell.tree, random);
      if (!new StaticChecker(askAbout(cell, [q]).cell).check(q).colliding) continue;
      c.waypoints[c.waypoints.length - 1].set(q);
      c.lower = c.lower.map((x, d) => Math.min(x, q[d] - 1));
      c.upper = c.upper.map((x, d) => Math.max(x, q[d] + 1));
      return true;
    }
    return false;
  },
  'segments that do not fit the path': (c, random) => {
    const kind = random.below(3);
    if (kind === 0) c.slabs = c.slabs.slice(1);
    else if (kind === 1) c.waypoints = [...c.waypoints, c.waypoints[0]];
    else c.slabs[0] = c.slabs[0].slice(1);
    return true;
  },
  'a pair left out': (c, random) => {
    const i = random.below(c.pairs.length);
    const k = testedOf(c).indexOf(c.pairs[i]);
    c.pairs = c.pairs.filter((_, j) => j !== i);
    if (k >= 0) c.slabs = c.slabs.map((lists) => lists.filter((_, j) => j !== k));
    return true;
  },
  'a pair excluded': (c, random, { description, cell }) => {
    const tested = testedOf(c);
    const k = random.below(tested.length);
    const reasons: Exclusion[] = ['same-link', 'rigid', 'static', 'disabled', 'allowed'];
    const excluded = reasons[random.below(5)];
    const change = { excluded, clearance: 0, tracking: 0 } satisfies Partial<PairEntry>;
    c.pairs = c.pairs.map((pair) => (pair === tested[k] ? { ...pair, ...change } : pair));
    c.slabs = c.slabs.map((lists) => lists.filter((_, j) => j !== k));
    c.assumptions = assumptionsOf(description, cell.bodies, assumedBy(c.pairs));
    return true;
  },
  'a pair with another clearance': (c, random) => {
    const tested = testedOf(c);
    const pair = tested[random.below(tested.length)] as Writable<PairEntry>;
    const key = random.unit() < 0.5 ? 'clearance' : 'tracking';
    const by = random.unit() < 0.5 ? 1e-9 : -1e-9;
    // Where joints stray, any room that is asked for is a demand: only less than none is false.
    const strays = key === 'tracking' && c.tolerances.some((t) => t > 0);
    pair[key] = strays ? -1e-9 : pair[key] + by;
    return true;
  },
  'another default clearance': (c, random) => {
    const clearance = (c.settings.clearance as number) + random.between(1e-6, 1);
    c.settings = { ...c.settings, clearance };
    return true;
  },
  'other tolerances': (c, random) => {
    const d = random.below(c.tolerances.length);
    c.tolerances[d] += 1e-6;
    return true;
  },
  'a box that the path leaves': (c, random) => {
    const q = c.waypoints[random.below(c.waypoints.length)];
    const d = random.below(q.length);
    const by = 1e-15 * Math.max(1, Math.abs(q[d]));
    if (random.unit() < 0.5) c.lower[d] = q[d] - c.tolerances[d] + 4 * by;
    else c.upper[d] = q[d] + c.tolerances[d] - 4 * by;
    return true;
  },
  'a box without all ranges': (c, random) => {
    if (random.unit() < 0.5) c.lower = c.lower.slice(1);
    else c.upper = Float64Array.from([...c.upper, 1]);
    return true;
  },
  'another name': (c, random) => {
    const key = random.unit() < 0.5 ? 'dofs' : 'bodies';
    const names = [...c[key]];
    const [i, j] = [random.below(names.length), random.below(names.length)];
    if (i === j) names[i] += '_';
    else [names[i], names[j]] = [names[j], names[i]];
    c[key] = names;
    return true;
  },
  'other assumptions': (c, random) => {
    if (c.assumptions.length > 0 && random.unit() < 0.5) c.assumptions = c.assumptions.slice(1);
    else c.assumptions = [...c.assumptions, 'nobody looks'];
    return true;
  },
  'another digest': (c, random) => {
    const i = random.below(64);
    const digit = (Number.parseInt(c.model[i], 16) + 1 + random.below(15)) % 16;
    c.model = c.model.slice(0, i) + digit.toString(16) + c.model.slice(i + 1);
    return true;
  },
};
