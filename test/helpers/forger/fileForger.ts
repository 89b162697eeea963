/**
 * Forged certificates: all is as it should be but for the pair that collides, whose slabs are honest
 * where it is free. The rest is made up, each time in another way.
 */

import type { VerifyOptions } from '../../../src/certificate/index.ts';
import type { Random } from '../../../src/math/index.ts';
import { COEFFICIENTS } from '../../../src/motion/index.ts';
import {
  EXCLUSIONS,
  SLAB_A,
  SLAB_AFTER,
  SLAB_B,
  SLAB_BEFORE,
  SLAB_N,
  SLAB_SIZE,
  SLAB_T,
} from '../../../src/verifier/format.ts';
import { assumptionsOf } from '../../../src/verifier/statement.ts';
import { assumedBy } from '../certificate/assumed.ts';
import { type Draft, draftOf } from '../certificate/changes.ts';
import { pick } from '../oracles/thinShapes.ts';
import { CROWD_FORGERIES } from './crowdForger.ts';
import { type Scene, TRIES } from './fileScene.ts';
import { ALL, type Part } from './forgeStage.ts';
import { GLANCE_FORGERIES } from './glanceForger.ts';
import { honestSlabs, row, slabCount } from './honest.ts';
import type { Parts } from './slabForger.ts';

/** A certificate and what it is verified with. */
export interface Forged {
  readonly draft: Draft;
  readonly options: VerifyOptions;
}

type Forgery = (scene: Scene, draft: Draft) => Draft | null;

/** The certificate with honest slabs alone. */
export function draftFor({ stage, rows, segment, beside }: Scene): Draft {
  const draft = draftOf(stage.certificate);
  draft.slabs = rows.map((own, s) => [
    Float64Array.from(s === segment ? [...own, ...beside] : own),
  ]);
  return draft;
}

/** Adds slabs to those of the segment with the contact. */
function add({ segment }: Scene, draft: Draft, ...more: readonly number[][]): Draft {
  draft.slabs[segment][0] = Float64Array.from([...draft.slabs[segment][0], ...more.flat()]);
  return draft;
}

/** A slab that would fill what is open. */
function filling({ t, from, until, parts, directions, random }: Scene, whole = false): number[] {
  const own: Parts = whole ? [ALL, ALL] : parts;
  return row(t, t - from + 1e-9, until - t + 1e-9, own, pick(random, directions));
}

const ODD = [
  Number.NaN,
  Infinity,
  -Infinity,
  -0,
  5e-324,
  -5e-324,
  1e308,
  -1e308,
  -1,
  2,
  1 + 2 ** -52,
  1e-300,
  0.5,
  1e9,
  2 ** 53,
  4294967296,
];
const oddNumber = (random: Random) => pick(random, ODD);

export const FORGERIES: Readonly<Record<string, Forgery>> = {
  ...CROWD_FORGERIES,
  ...GLANCE_FORGERIES,
  'what collides left open': (_, draft) => draft,
  'no slabs at all': (_, draft) => {
    draft.slabs = draft.slabs.map(() => [new Float64Array(0)]);
    return draft;
  },
  'a slab across the contact': (scene, draft) =>
    add(scene, draft, filling(scene, scene.random.unit() < 0.5)),
  'slabs stretched over the contact': (scene, draft) => {
    const list = draft.slabs[scene.segment][0];
    if (list.length === 0) return null;
    for (let o = 0; o < list.length; o += SLAB_SIZE) {
      list[o + SLAB_BEFORE] = list[o + SLAB_T] - scene.from;
      list[o + SLAB_AFTER] = scene.until - list[o + SLAB_T];
      if (list[o + SLAB_T] < scene.from) list[o + SLAB_BEFORE] = list[o + SLAB_T];
      if (list[o + SLAB_T] > scene.until) list[o + SLAB_AFTER] = 1;
    }
    return draft;
  },
  'slabs of no length': (scene, draft) => {
    const { from, until, random } = scene;
    const moments = [0, from, until, 1, scene.t, random.between(from, until)];
    return add(
      scene,
      draft,
      ...moments.map((t) => row(t, 0, 0, scene.parts, pick(random, scene.directions))),
    );
  },
  'slabs at the ends of the contact': (scene, draft) => {
    const { from, until, directions, random } = scene;
    const n = pick(random, directions);
    return add(
      scene,
      draft,
      row(from, from, until - from, [ALL, ALL], n),
      row(until, until - from, 1 - until, [ALL, ALL], n),
    );
  },
  'odd times': (scene, draft) => {
    const slab = filling(scene, scene.random.unit() < 0.5);
    for (const at of [SLAB_T, SLAB_BEFORE, SLAB_AFTER]) {
      if (scene.random.unit() < 0.6) slab[at] = oddNumber(scene.random);
    }
    return add(scene, draft, slab);
  },
  'odd times of honest slabs': (scene, draft) => {
    const list = draft.slabs[scene.segment][0];
    if (list.length === 0) return null;
    const o = SLAB_SIZE * scene.random.below(slabCount([...list]));
    list[o + pick(scene.random, [SLAB_T, SLAB_BEFORE, SLAB_AFTER])] = oddNumber(scene.random);
    return draft;
  },
  'odd directions': (scene, draft) => {
    const slab = filling(scene, scene.random.unit() < 0.5);
    const { random } = scene;
    const lengths = [0.5 - 2 ** -54, 0.5, 2, 2 + 2 ** -51, 1e-160, 1e160, 0];
    const scale = random.unit() < 0.5 ? pick(random, lengths) : 1;
    for (let k = SLAB_N; k < SLAB_SIZE; k++) {
      slab[k] = random.unit() < 0.5 ? slab[k] * scale : oddNumber(random);
    }
    return add(scene, draft, slab);
  },
  'odd parts': (scene, draft) => {
    const slab = filling(scene);
    for (const at of [SLAB_A, SLAB_B]) {
      for (let k = at; k < at + 3; k++) {
        if (scene.random.unit() < 0.4)
          slab[k] = pick(scene.random, [oddNumber(scene.random), 0, 1, -1]);
      }
    }
    return add(scene, draft, slab);
  },
  'parts of nothing, or twice': (scene, draft) => {
    const { random, stage, t, from, until, directions } = scene;
    const part = (side: 0 | 1): Part => {
      const piece = random.below(stage.body(side).pieces.length);
      const count = stage.count(side, piece);
      const [p, q] = [random.below(count + 1), random.below(count + 1)];
      return random.unit() < 0.2 ? ALL : { piece, from: p, to: q };
    };
    const slabs = Array.from({ length: 6 }, () =>
      row(t, t - from, until - t, [part(0), part(1)], pick(random, directions)),
    );
    return add(scene, draft, ...slabs, ...slabs);
  },
  'numbers of pieces beyond those there are': (scene, draft) => {
    const { random, stage, parts } = scene;
    const side = random.below(2) as 0 | 1;
    const piece = pick(random, [stage.body(side).pieces.length, 1e6, -2, 0.5, 1e21]);
    const part = { ...parts[side], piece };
    return add(
      scene,
      draft,
      filling({ ...scene, parts: side === 0 ? [part, parts[1]] : [parts[0], part] }),
    );
  },
  'an order that leaves out what touches': (scene, draft) => {
    const { stage, parts, random } = scene;
    const side = parts[0].from >= 0 ? 0 : 1;
    const part = parts[side];
    if (part.from < 0 || stage.count(side, part.piece) < 2) return null;
    const body = side === 0 ? stage.a : stage.b;
    const order = draft.orders.find((o) => o.body === body && o.piece === part.piece)!;
    // Another triangle in its place, and slabs as if all were well.
    const other =
      (part.from + 1 + random.below(order.triangles.length - 1)) % order.triangles.length;
    order.triangles[part.from] = order.triangles[other];
    const kind = random.below(4);
    const change = (triangles: Uint32Array) => {
      draft.orders = draft.orders.map((o) => (o === order ? { ...o, triangles } : o));
    };
    if (kind === 1) change(order.triangles.toSorted());
    if (kind === 2) change(Uint32Array.from([...order.triangles, 0]));
    if (kind === 3) change(order.triangles.slice(1));
    return add(scene, draft, filling(scene));
  },
  'orders twice, missing, of others': (scene, draft) => {
    const { random, stage } = scene;
    if (draft.orders.length === 0) return null;
    const order = pick(random, draft.orders);
    const kind = random.below(4);
    const body = stage.a === order.body ? stage.b : stage.a;
    if (kind === 0)
      draft.orders = [...draft.orders, { ...order, triangles: order.triangles.toReversed() }];
    else if (kind === 1) draft.orders = draft.orders.filter((o) => o !== order);
    else if (kind === 2) draft.orders = draft.orders.map((o) => (o === order ? { ...o, body } : o));
    else draft.orders = draft.orders.map((o) => (o === order ? { ...o, piece: o.piece + 1 } : o));
    return add(scene, draft, filling(scene, true));
  },
  'the pair not tested': (scene, draft) => {
    const { stage, random } = scene;
    const excluded = pick(random, EXCLUSIONS);
    const { cell } = stage.bench.forge.of;
    draft.pairs = draft.pairs.map((pair) =>
      pair.excluded === null ? { ...pair, excluded, clearance: 0, tracking: 0 } : pair,
    );
    if (random.unit() < 0.7) draft.slabs = draft.slabs.map(() => []);
    draft.assumptions = assumptionsOf(cell.description, cell.bodies, assumedBy(draft.pairs));
    return draft;
  },
  'the pair left out, twice, or turned around': (scene, draft) => {
    const own = draft.pairs.find((pair) => pair.excluded === null)!;
    const kind = scene.random.below(3);
    if (kind === 0) {
      draft.pairs = draft.pairs.filter((pair) => pair !== own);
      draft.slabs = draft.slabs.map(() => []);
    } else if (kind === 1) {
      draft.pairs = draft.pairs.flatMap((pair) => (pair === own ? [pair, pair] : [pair]));
      draft.slabs = draft.slabs.map((lists) => [lists[0], lists[0]]);
    } else {
      draft.pairs = draft.pairs.map((p) => (p === own ? { ...p, a: p.b, b: p.a } : p));
    }
    return draft;
  },
  'less asked for': (scene, draft) => {
    const { random } = scene;
    const less = pick(random, [0, -1, -Infinity, Number.NaN, -0]);
    const kind = random.below(4);
    if (kind === 0) draft.settings = { ...draft.settings, clearance: less };
    else if (kind === 1) draft.tolerances = draft.tolerances.map(() => less);
    else {
      const key = kind === 2 ? 'clearance' : 'tracking';
      const before = draft.pairs.find((pair) => pair.excluded === null)![key];
      if (Object.is(before, less)) return null;
      draft.pairs = draft.pairs.map((p) => (p.excluded === null ? { ...p, [key]: less } : p));
    }
    return add(scene, draft, filling(scene, true));
  },
  'another box': (scene, draft) => {
    const { random } = scene;
    const kind = random.below(6);
    if (kind === 0) draft.lower.fill(-Infinity);
    if (kind <= 1) draft.upper.fill(Infinity);
    if (kind === 2)
      draft.lower = draft.lower.map((x, d) => Math.min(x, draft.waypoints[0][d]) - 1e6);
    if (kind === 3) {
      // As narrow as the waypoints allow.
      const ends = (f: (...x: number[]) => number, sign: number) =>
        draft.lower.map(
          (_, d) => f(...draft.waypoints.map((q) => q[d])) + sign * draft.tolerances[d],
        );
      draft.lower = ends(Math.min, -1);
      draft.upper = ends(Math.max, 1);
    }
    if (kind === 4) draft.lower[random.below(draft.lower.length)] = Number.NaN;
    if (kind === 5) [draft.lower, draft.upper] = [draft.upper, draft.lower];
    return add(scene, draft, filling(scene, true), filling(scene));
  },
  'another path': (scene, draft) => {
    const { random, segment } = scene;
    const kind = random.below(5);
    const q = pick(random, draft.waypoints);
    const d = random.below(q.length);
    if (kind === 0) q[d] += 2 ** -40;
    else if (kind === 1) draft.waypoints = draft.waypoints.slice(0, 1);
    else if (kind === 2 && q[d] === 0) q[d] = -0;
    else if (kind === 3 && draft.coefficients?.[segment]) {
      draft.coefficients[segment]![random.below(COEFFICIENTS * q.length)] += 2 ** -30;
    } else if (draft.coefficients) {
      const { coefficients, ...rest } = draft;
      return { ...rest, slabs: draft.slabs };
    } else draft.waypoints = draft.waypoints.map(() => draft.waypoints[0].slice());
    return draft;
  },
  'a path that stands still': (scene, draft) => {
    const { stage, segment } = scene;
    const q = pick(scene.random, draft.waypoints);
    stage.standAt(q);
    const { rows } = honestSlabs(stage, 0, 1, TRIES);
    stage.turnTo(segment);
    const { coefficients: _, ...rest } = draft;
    const slabs = draft.slabs.map(() => [Float64Array.from(rows)]);
    return { ...rest, waypoints: draft.waypoints.map(() => q.slice()), slabs };
  },
  'lists that do not fit': (scene, draft) => {
    const { random, segment } = scene;
    const list = [...draft.slabs[segment][0], ...filling(scene, true)];
    const kind = random.below(5);
    const lists = draft.slabs[segment];
    if (kind === 0) lists[0] = Float64Array.from(list.slice(0, -1 - random.below(SLAB_SIZE - 1)));
    else if (kind === 1) lists[0] = Float64Array.from([...list, 0, 1, 1]);
    else if (kind === 2) draft.slabs[segment] = [];
    else if (kind === 3) draft.slabs[segment] = [lists[0], lists[0]];
    else draft.slabs = draft.slabs.slice(1);
    return draft;
  },
  'segments exchanged': (scene, draft) => {
    if (draft.slabs.length < 2) return null;
    const other = (scene.segment + 1) % draft.slabs.length;
    draft.slabs[scene.segment] = draft.slabs[other];
    return draft;
  },
  'another cell': (scene, draft) => {
    const { random } = scene;
    const kind = random.below(4);
    if (kind === 0) draft.model = '0'.repeat(64);
    else if (kind === 1) draft.bodies = draft.bodies.toReversed();
    else if (kind === 2) draft.dofs = [...draft.dofs, 'more'];
    else draft.assumptions = [...draft.assumptions, 'nothing moves'];
    return draft;
  },
};

export const FORGERY_NAMES = Object.keys(FORGERIES);

/** Forges one certificate in the way named; null if that does not apply. */
export function forgeFile(scene: Scene, name: string): Forged | null {
  const draft = FORGERIES[name](scene, draftFor(scene));
  return draft && { draft, options: scene.stage.options };
}
