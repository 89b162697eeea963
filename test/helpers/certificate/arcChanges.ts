/** Changes of what a certificate says about circular segments. */
import { askAbout, StaticChecker } from '../../../src/cell/index.ts';
import type { Random } from '../../../src/math/index.ts';
import { ARC_NUMBERS, CircularSegment } from '../../../src/motion/index.ts';
import type { Change, Draft } from './changes.ts';
import { CURVED_CHANGES, nudged } from './polynomialChanges.ts';

interface Arcs {
  readonly segment: number;
  readonly arcs: Float64Array;
}

/** A circular segment at random; there always is one. */
function someArcs(c: Draft, random: Random): Arcs {
  const all = c.arcs!.flatMap((arcs, segment) => (arcs ? [{ segment, arcs }] : []));
  return all[random.below(all.length)];
}

/** Where an arc of it begins in its numbers. */
const someArc = ({ arcs }: Arcs, random: Random) =>
  ARC_NUMBERS * random.below(arcs.length / ARC_NUMBERS);

const OWN: Record<string, Change> = {
  'a number of an arc nudged': (c, random, { path }) => {
    const { arcs } = someArcs(c, random);
    const i = random.below(arcs.length);
    arcs[i] = nudged(arcs[i], random.unit() < 0.5);
    return { path };
  },
  'an arc made straight': (c, random, { path }) => {
    const { segment } = someArcs(c, random);
    c.arcs![segment] = null;
    c.coefficients![segment] = null;
    return { path };
  },
  'arcs left out': (c, random, { path }) => {
    c.arcs![someArcs(c, random).segment] = null;
    return { path };
  },
  'all arcs left out': (c) => {
    // What is left of them stands still, and does not lead to the next waypoint.
    delete c.arcs;
    return true;
  },
  'an arc in place of a straight segment': (c, random, { path }) => {
    const straight = c.arcs!.indexOf(null);
    if (straight < 0) return false;
    const { segment, arcs } = someArcs(c, random);
    c.arcs![straight] = arcs.slice();
    c.coefficients![straight] = c.coefficients![segment]!.slice();
    return { path };
  },
  'the other way round the circle': (c, random, { cell }) => {
    // The rest of the circle, backwards: it has the same ends, and no slabs are about it.
    const some = someArcs(c, random);
    const { segment, arcs } = some;
    const changed = arcs.slice();
    for (let o = 0; o < changed.length; o += ARC_NUMBERS) {
      changed[o + 2] = -changed[o + 2];
      changed[o + 4] = 2 * Math.PI - changed[o + 4];
    }
    const [from, to] = [c.waypoints[segment], c.waypoints[segment + 1]];
    const coefficients = c.coefficients![segment]!;
    const other = new CircularSegment(cell.tree, { coefficients, arcs: changed, from, to });
    const [lower, upper] = [from.slice(), from.slice()];
    other.rangeInto(lower, upper);
    c.lower = c.lower.map((x, d) => Math.min(x, lower[d] - c.tolerances[d]));
    c.upper = c.upper.map((x, d) => Math.max(x, upper[d] + c.tolerances[d]));
    c.arcs![segment] = changed;
    const q = new Float64Array(from.length);
    for (let k = 1; k < 32; k++) {
      other.configurationInto(k / 32, q, 0);
      if (new StaticChecker(askAbout(cell, [q]).cell).check(q).colliding) return true;
    }
    return false;
  },
  'an arc that ends elsewhere': (c, random) => {
    const { arcs } = someArcs(c, random);
    const by = 10 ** random.between(-10, -3) * (random.unit() < 0.5 ? 1 : -1);
    for (let o = 0; o < arcs.length; o += ARC_NUMBERS) arcs[o + 4] += by;
    return true;
  },
  'an arc that begins at another angle': (c, random) => {
    const { arcs } = someArcs(c, random);
    const by = 10 ** random.between(-10, -3);
    for (let o = 0; o < arcs.length; o += ARC_NUMBERS) arcs[o + 3] += by;
    return true;
  },
  'an arc of another joint': (c, random, { cell }) => {
    const some = someArcs(c, random);
    const o = someArc(some, random);
    const d = some.arcs[o];
    some.arcs[o] = random.unit() < 0.5 ? d - 1 : d + 1;
    const known = new Set(c.arcs!.flatMap((own) => [...(own ?? [])]));
    return known.size > 0 && cell.tree.dofs.length > 0;
  },
  'an arc without its radius': (c, random) => {
    const some = someArcs(c, random);
    const o = someArc(some, random);
    some.arcs.fill(0, o + 1, o + 3);
    return true;
  },
  'an arc given twice, or with too few numbers': (c, random) => {
    const { segment, arcs } = someArcs(c, random);
    const kind = random.below(4);
    if (kind === 0) c.arcs![segment] = Float64Array.from([...arcs, ...arcs]);
    else if (kind === 1) c.arcs![segment] = arcs.slice(1);
    else if (kind === 2) c.arcs!.push(null);
    else c.arcs![segment] = new Float64Array(0);
    return true;
  },
  'numbers of arcs that are none, or too large': (c, random) => {
    const { arcs } = someArcs(c, random);
    const bad = [Number.NaN, Infinity, -Infinity, 1e308, -1e200, 1e13][random.below(6)];
    arcs[random.below(arcs.length)] = bad;
    return true;
  },
};

/** Of those of polynomials the ones that make sense where segments are circular. */
const SHARED = [
  'a coefficient nudged',
  'a curve made straight',
  'all curves made straight',
  'a curve that begins elsewhere',
  'a waypoint where no curve is',
  'other numbers of coefficients',
  'coefficients that are no numbers, or too large',
  'a box that a curve leaves between its ends',
];

export const ARC_CHANGES: Record<string, Change> = {
  ...OWN,
  ...Object.fromEntries(SHARED.map((name) => [name, CURVED_CHANGES[name]])),
};
