/** Forgeries with glances: of all bodies, at whatever times might let the contact be overlooked. */
import type { Draft } from '../certificate/changes.ts';
import { pick } from '../oracles/thinShapes.ts';
import type { Scene } from './fileScene.ts';

/** Glances on a segment: t, and how long before and after it. */
type Glances = readonly (readonly [t: number, before: number, after: number])[];

type GlanceForgery = (scene: Scene, draft: Draft) => Draft | null;

function glancing(draft: Draft, own: Glances): Draft {
  return { ...draft, glances: draft.slabs.map(() => Float64Array.from(own.flat())) };
}

/** As many one after the other. */
function even(count: number): Glances {
  const half = 0.5 / count;
  return Array.from({ length: count }, (_, i) => [(2 * i + 1) * half, half, half] as const);
}

const ODD = [Number.NaN, Infinity, -Infinity, -0, 5e-324, 1e308, -1, 2, 1 + 2 ** -52, 2 ** 53];

export const GLANCE_FORGERIES: Readonly<Record<string, GlanceForgery>> = {
  'at a glance': (_, draft) => glancing(draft, even(1)),
  'at many glances': ({ random }, draft) => glancing(draft, even(1 + random.below(80))),
  'at a glance from afar': ({ from, until, random }, draft) => {
    const t = random.unit() < 0.5 ? random.between(0, from) : random.between(until, 1);
    return glancing(draft, [[t, t, 1 - t]]);
  },
  'at glances of no length': (_, draft) => {
    const moments = even(40).map(([t]) => [t, 0, 0] as const);
    return glancing(draft, [[0, 0, 0], ...moments, [1, 0, 0]]);
  },
  'at glances around the contact': ({ from, until }, draft) =>
    glancing(draft, [
      [0.5 * from, 0.5 * from, 0.5 * from],
      [0.5 * (until + 1), 0.5 * (1 - until), 0.5 * (1 - until)],
    ]),
  'at odd glances': ({ random }, draft) => {
    const odd = even(1 + random.below(4)).map((glance) => {
      const [t, before, after] = glance.map((x) => (random.unit() < 0.4 ? pick(random, ODD) : x));
      return [t, before, after] as const;
    });
    return glancing(draft, odd);
  },
};
