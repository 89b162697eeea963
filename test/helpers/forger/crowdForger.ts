/**
 * Forgeries with a crowd: the obstacle that is met is one of its members, about which a certificate says nothing, and
 * sweeps of the body that meets it are whatever might let it be overlooked.
 */
import type { Random } from '../../../src/math/index.ts';
import type { Draft } from '../certificate/changes.ts';
import { pick } from '../oracles/thinShapes.ts';
import type { Scene } from './fileScene.ts';

/** Begin and end of sweeps on a segment, and where in it they are looked at. */
type Sweeps = readonly (readonly [t: number, before: number, after: number])[];

type CrowdForgery = (scene: Scene, draft: Draft) => Draft | null;

/** All obstacles as a crowd; the pair listed with its slabs, or not at all. Null if what is met is no obstacle. */
function crowded(scene: Scene, draft: Draft, isListed: boolean, own: Sweeps): Draft | null {
  const { a, b, bench, forged } = scene.stage;
  const { bodies } = bench.forge.of.cell;
  const first = bodies.findIndex(({ model }) => model.kind === 'obstacle');
  if (first < 0 || b < first || a >= first) return null;
  const others = draft.pairs.filter((pair) => pair.b < first);
  const met = draft.pairs.filter((pair) => pair.a === a && pair.b === b);
  const sweeps = [{ body: a, sweeps: Float64Array.from(own.flat()) }];
  return {
    ...draft,
    bodies: draft.bodies.slice(0, first),
    crowd: bodies.length - first,
    pairs: isListed ? [...others, ...met] : others,
    slabs: isListed ? draft.slabs : draft.slabs.map(() => []),
    sweeps: forged.path.segments.map(() => sweeps),
  };
}

const WHOLE: Sweeps = [[0.5, 0.5, 0.5]];

/** As many sweeps one after the other. */
function even(count: number): Sweeps {
  return Array.from({ length: count }, (_, i) => {
    const half = 0.5 / count;
    return [(2 * i + 1) * half, half, half] as const;
  });
}

/** From a moment at which the two are apart, as far as that segment goes. */
function fromAfar({ from, until, random }: Scene): Sweeps {
  const t = random.unit() < 0.5 ? random.between(0, from) : random.between(until, 1);
  return [[t, t, 1 - t]];
}

const ODD = [Number.NaN, Infinity, -Infinity, -0, 5e-324, 1e308, -1, 2, 1 + 2 ** -52, 2 ** 53];

export const CROWD_FORGERIES: Readonly<Record<string, CrowdForgery>> = {
  'in a crowd, without a sweep': (scene, draft) => crowded(scene, draft, false, []),
  'in a crowd, swept past at once': (scene, draft) =>
    crowded(scene, draft, scene.random.unit() < 0.5, WHOLE),
  'in a crowd, swept past bit by bit': (scene, draft) =>
    crowded(scene, draft, scene.random.unit() < 0.5, even(1 + scene.random.below(80))),
  'in a crowd, swept past from afar': (scene, draft) =>
    crowded(scene, draft, scene.random.unit() < 0.5, fromAfar(scene)),
  'in a crowd, sweeps of no length': (scene, draft) => {
    const moments = even(40).map(([t]) => [t, 0, 0] as const);
    return crowded(scene, draft, true, [[0, 0, 0], ...moments, [1, 0, 0]]);
  },
  'in a crowd, sweeps around the contact': (scene, draft) => {
    const { from, until } = scene;
    const late = [0.5 * (until + 1), 0.5 * (1 - until), 0.5 * (1 - until)] as const;
    return crowded(scene, draft, true, [[0.5 * from, 0.5 * from, 0.5 * from], late]);
  },
  'in a crowd, odd sweeps': ({ random, ...scene }, draft) => {
    const odd = (sweeps: Sweeps) =>
      sweeps.map((sweep) => {
        const [t, before, after] = sweep.map((x) => (random.unit() < 0.4 ? pick(random, ODD) : x));
        return [t, before, after] as const;
      });
    return crowded(
      { random, ...scene },
      draft,
      random.unit() < 0.5,
      odd(even(1 + random.below(4))),
    );
  },
  'in a crowd, sweeps of others': (scene, draft) => {
    const changed = crowded(scene, draft, false, even(16));
    if (!changed) return null;
    const body = otherThan(scene.stage.a, changed.bodies.length, scene.random);
    changed.sweeps = changed.sweeps!.map(([list]) => [{ ...list, body }]);
    return changed;
  },
  'in a crowd of another size': (scene, draft) => {
    const changed = crowded(scene, draft, false, even(16));
    if (!changed) return null;
    const by = pick(scene.random, [-1, 1, -changed.crowd!]);
    const kind = scene.random.below(2);
    changed.crowd = changed.crowd! + by;
    if (kind === 0) changed.bodies = draft.bodies.slice(0, draft.bodies.length - changed.crowd);
    return changed;
  },
  'in a crowd, excluded': (scene, draft) => {
    const changed = crowded(scene, draft, true, even(16));
    if (!changed) return null;
    const excluded = pick(scene.random, ['allowed', 'static', 'rigid', 'elsewhere'] as const);
    changed.pairs = changed.pairs.map((pair) =>
      pair.excluded === null ? { ...pair, excluded, clearance: 0, tracking: 0 } : pair,
    );
    changed.slabs = changed.slabs.map(() => []);
    return changed;
  },
};

function otherThan(body: number, count: number, random: Random): number {
  if (count < 2) return count;
  const other = random.below(count - 1);
  return other < body ? other : other + 1;
}
