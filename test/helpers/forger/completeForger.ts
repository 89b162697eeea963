/**
 * Forged certificates of whole cells: honest evidence for every other pair, by the maker that the product
 * has, and a forger's slabs for the one that collides.
 */
import { CertificateMaker, type Order } from '../../../src/certificate/index.ts';
import { InputError, type Random } from '../../../src/math/index.ts';
import { draftOf } from '../certificate/changes.ts';
import { pick } from '../oracles/thinShapes.ts';
import { type Forged, forgeFile } from './fileForger.ts';
import { sceneOf } from './fileScene.ts';
import type { ForgePath } from './forgePaths.ts';
import { type ForgeBench, Stage } from './forgeStage.ts';
import { touchingParts } from './slabForger.ts';

const BUDGET = 4000;
/** Forgeries that change nothing but the pair's own slabs. */
const OWN = [
  'what collides left open',
  'no slabs at all',
  'a slab across the contact',
  'slabs stretched over the contact',
  'slabs at the ends of the contact',
  'odd times',
  'odd directions',
  'odd parts',
  'parts of nothing, or twice',
] as const;

/** A certificate of a path that collides; null where other pairs are not free either. */
export function forgeComplete(
  bench: ForgeBench,
  forged: ForgePath,
  random: Random,
): { readonly name: string; readonly forged: Forged } | null {
  const { cell } = bench.forge.of;
  const opened = Stage.open(bench, forged, random);
  if (typeof opened === 'string') return null;
  const { a, b } = opened;
  try {
    const maker = new CertificateMaker(cell.description, cell);
    const concerns = (pair: { readonly a: number; readonly b: number }) =>
      pair.a !== a || pair.b !== b;
    const rest = maker.make(forged.path, { concerns, budget: BUDGET });
    // Ranges of triangles mean what they mean in the maker's order.
    const orders = [...rest.orders, ...opened.orders.filter((own) => !rest.orders.some(same(own)))];
    const stage = Stage.open(bench, forged, random, orders);
    if (typeof stage === 'string') return null;
    const touching = touchingParts(stage);
    const scene = sceneOf(stage, touching[touching.length - 1], false);
    const name = pick(random, OWN);
    const own = forgeFile(scene, name);
    if (!own) return null;
    const draft = draftOf(rest);
    const tested = own.draft.pairs.find(({ excluded }) => excluded === null)!;
    const listed = rest.pairs.filter(({ excluded }) => excluded === null);
    // Its list comes where the pair stands among all.
    const before = listed.filter((pair) => pair.a < a || (pair.a === a && pair.b < b)).length;
    draft.pairs = draft.pairs.map((pair) => (pair.a === a && pair.b === b ? tested : pair));
    draft.slabs = draft.slabs.map((lists, s) => lists.toSpliced(before, 0, own.draft.slabs[s][0]));
    draft.orders = orders;
    return { name, forged: { draft, options: { path: forged.path } } };
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}

const same = (p: Order) => (q: Order) => p.body === q.body && p.piece === q.piece;
