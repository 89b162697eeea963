/**
 * Grafts: what is done to honest evidence of a path that collides, all of it but that of the pairs that do, so that it might be
 * taken for evidence of them as well. Times, orders, other pairs, other segments, other paths: all that verifying takes up at once
 * for many pairs, and keeps from one segment or certificate for the next.
 */
import type { Certificate } from '../../../src/certificate/index.ts';
import type { Random } from '../../../src/math/index.ts';
import {
  GLANCE_SIZE,
  SLAB_A,
  SLAB_AFTER,
  SLAB_B,
  SLAB_BEFORE,
  SLAB_SIZE,
  SLAB_T,
  WHOLE,
} from '../../../src/verifier/format.ts';
import type { Draft } from '../certificate/changes.ts';
import { pick } from '../oracles/thinShapes.ts';

/** What is grafted on, and with what. */
export interface Stock {
  readonly random: Random;
  /** Segment of the contact; lists of the pairs that collide there, by number. */
  readonly segment: number;
  readonly colliding: readonly number[];
  /** A path that is free and begins like it, with as many segments; how much of the segment it has. */
  readonly free: Certificate | null;
  readonly part: number;
}

/** False where there is nothing to graft. */
export type Graft = (stock: Stock, draft: Draft) => boolean;

/** Glances, one list for each segment; none are as good as empty lists. */
function glancesOf(draft: Draft): Float64Array[] {
  const own = draft.glances ?? draft.slabs.map(() => new Float64Array(0));
  const copies = own.map((list) => list.slice());
  draft.glances = copies;
  return copies;
}

const joined = (...lists: readonly ArrayLike<number>[]) =>
  Float64Array.from(lists.flatMap((list) => Array.from(list)));

/** Rows of so many numbers. */
function rowsOf(list: Float64Array, size: number): Float64Array[] {
  return Array.from({ length: list.length / size }, (_, i) => list.slice(size * i, size * (i + 1)));
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const all = [...items];
  for (let i = all.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [all[i], all[j]] = [all[j], all[i]];
  }
  return all;
}

/** The next double above or below. */
function beside(x: number, up: boolean): number {
  const bits = new BigInt64Array(new Float64Array([x]).buffer);
  bits[0] += up === x >= 0 ? 1n : -1n;
  return new Float64Array(bits.buffer)[0];
}

/** Changes the list of each pair that collides. */
function onColliding(
  { segment, colliding }: Stock,
  draft: Draft,
  change: (list: Float64Array, k: number) => Float64Array,
): void {
  const lists = draft.slabs[segment];
  for (const k of colliding) lists[k] = change(lists[k], k);
}

/** Where lists of the pairs that collide come from. */
export const FILLINGS: Readonly<Record<string, Graft>> = {
  'left open': () => true,
  'as on a path that is free': (stock, draft) => {
    if (!stock.free) return false;
    onColliding(stock, draft, (_, k) => stock.free!.slabs[stock.segment][k].slice());
    return true;
  },
  'as on the part that is free, and on from there': (stock, draft) => {
    const { free, part, segment, random } = stock;
    if (!free) return false;
    const [on, back] = [1 / part, random.unit() < 0.5 ? 1 : 1 / part];
    onColliding(stock, draft, (_, k) => {
      const list = free.slabs[segment][k].slice();
      for (let o = 0; o < list.length; o += SLAB_SIZE) {
        list[o + SLAB_BEFORE] *= part * back;
        list[o + SLAB_AFTER] *= part * on;
        list[o + SLAB_T] *= part;
      }
      return list;
    });
    return true;
  },
  'those of other pairs': (stock, draft) => {
    const lists = draft.slabs.flat().filter((list) => list.length > 0);
    if (lists.length === 0) return false;
    onColliding(stock, draft, () => pick(stock.random, lists).slice());
    return true;
  },
  'those of other segments': (stock, draft) => {
    if (draft.slabs.length < 2) return false;
    const other = (stock.segment + 1) % draft.slabs.length;
    onColliding(stock, draft, (_, k) => draft.slabs[other][k].slice());
    return true;
  },
  'all of both bodies, at all times': (stock, draft) => {
    const { random } = stock;
    onColliding(stock, draft, () => {
      const t = random.unit() < 0.5 ? random.below(2) : random.unit();
      const n = [0, 0, 0];
      n[random.below(3)] = random.unit() < 0.5 ? 1 : -1;
      const long = pick(random, [1, 0, 1e-9]);
      return Float64Array.from([t, long, long, WHOLE, 0, 0, WHOLE, 0, 0, ...n]);
    });
    return true;
  },
};

/** What is done to all of the evidence, some of these one after the other. */
export const GRAFTS: Readonly<Record<string, Graft>> = {
  'glances of a path that is free': ({ free }, draft) => {
    if (!free?.glances) return false;
    const own = glancesOf(draft);
    draft.glances = own.map((list, s) => joined(list, free.glances![s]));
    return true;
  },
  'glances of other segments': ({ random }, draft) => {
    const own = glancesOf(draft);
    if (own.length < 2) return false;
    draft.glances = own.map((list) =>
      random.unit() < 0.5 ? joined(list, ...own) : joined(...own, list),
    );
    return true;
  },
  'a glance at all times': ({ random }, draft) => {
    draft.glances = glancesOf(draft).map((list) => {
      const t = random.unit();
      const all = [t, t, 1 - t];
      return random.unit() < 0.5 ? joined(list, all) : joined(all, list);
    });
    return true;
  },
  'glances of no length': ({ random }, draft) => {
    draft.glances = glancesOf(draft).map((list) => {
      const moments = Array.from({ length: 20 }, () => [random.below(65) / 64, 0, 0]);
      return joined(list, moments.flat(), [0, 0, 0], [1, 0, 0]);
    });
    return true;
  },
  'glances that last longer': ({ random }, draft) => {
    const longer = random.between(1, 8);
    draft.glances = glancesOf(draft).map((list) =>
      joined(
        list,
        list.map((x, i) => (i % GLANCE_SIZE === 0 ? x : longer * x)),
      ),
    );
    return true;
  },
  'glances in any order': ({ random }, draft) => {
    draft.glances = glancesOf(draft).map((list) =>
      joined(...shuffled(rowsOf(list, GLANCE_SIZE), random)),
    );
    return true;
  },
  'glances at other moments': ({ random }, draft) => {
    // From and until as they are, seen from elsewhere: from where much more is apart, perhaps.
    draft.glances = glancesOf(draft).map((list) => {
      const rows = rowsOf(list, GLANCE_SIZE).map(([t, before, after]) => {
        const [low, high] = [Math.max(0, t - before), Math.min(1, t + after)];
        const at = random.unit() < 0.5 ? low : high;
        return [at, at - low, high - at];
      });
      return joined(list, ...rows);
    });
    return true;
  },
  'everything twice': (_, draft) => {
    draft.glances = glancesOf(draft).map((list) => joined(list, list));
    draft.slabs = draft.slabs.map((lists) => lists.map((list) => joined(list, list)));
    return true;
  },
  'slabs in any order': ({ random }, draft) => {
    draft.slabs = draft.slabs.map((lists) =>
      lists.map((list) => joined(...shuffled(rowsOf(list, SLAB_SIZE), random))),
    );
    return true;
  },
  'slabs of all of both bodies': (stock, draft) => {
    onColliding(stock, draft, (list) => {
      const all = list.slice();
      for (let o = 0; o < all.length; o += SLAB_SIZE) all[o + SLAB_A] = all[o + SLAB_B] = WHOLE;
      return all;
    });
    return true;
  },
  'slabs that last longer': (stock, draft) => {
    const longer = stock.random.between(1, 8);
    onColliding(stock, draft, (list) =>
      list.map((x, i) => {
        const column = i % SLAB_SIZE;
        return column === SLAB_BEFORE || column === SLAB_AFTER ? longer * x : x;
      }),
    );
    return true;
  },
  'times a bit off': ({ random }, draft) => {
    const moved = (list: Float64Array, size: number) =>
      list.map((x, i) =>
        i % size < 3 && random.unit() < 0.2 ? beside(x, random.unit() < 0.5) : x,
      );
    draft.glances = glancesOf(draft).map((list) => moved(list, GLANCE_SIZE));
    draft.slabs = draft.slabs.map((lists) => lists.map((list) => moved(list, SLAB_SIZE)));
    return true;
  },
  'an odd number': (stock, draft) => {
    const { random } = stock;
    const odd = [
      Number.NaN,
      Infinity,
      -Infinity,
      -0,
      5e-324,
      1e308,
      -1e-300,
      1 + 2 ** -52,
      2 ** 53,
    ];
    onColliding(stock, draft, (list) => {
      if (list.length > 0) list[random.below(list.length)] = pick(random, odd);
      return list;
    });
    return true;
  },
};
