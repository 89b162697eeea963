/** What a cell consists of, as JSON: robots, joints, bodies, pairs with reasons. */
import {
  assumptionsOf,
  type Body,
  type Cell,
  countPairs,
  listedPairs,
  type Pair,
  type PairTable,
  pairOf,
} from '../../cell/index.ts';
import { pairNames } from './places.ts';

/** Pairs that are listed of a cell with so many obstacles that nobody reads them all. */
const MOST_PAIRS = 2000;

/** Robots, and what joints mean. */
export function robotsJson({ tree, description }: Cell) {
  return {
    robots: description.robots.map(({ name, robot, semantics }) => ({
      name: name || robot.name,
      model: robot.name,
      links: robot.links.length,
      joints: robot.joints.length,
      visualOnly: robot.links.flatMap(({ name: link, visualOnly }) =>
        visualOnly ? [{ link, tested: visualOnly === 'tested' }] : [],
      ),
      groups: semantics?.groups.map((g) => g.name) ?? [],
      states: semantics?.states.map((s) => `${s.group}/${s.name}`) ?? [],
    })),
    degreesOfFreedom: tree.dofs.map(({ name, unit, lower, upper, continuous }) => ({
      name,
      unit: UNITS[unit],
      lower: Number.isFinite(lower) ? lower : null,
      upper: Number.isFinite(upper) ? upper : null,
      continuous,
    })),
  };
}

const UNITS = { angle: 'rad', length: 'm', quaternion: 'quaternion' } as const;

/** What a body is made of. */
export function bodyJson({ name, kind, frame, padding, model: { pieces } }: Body, { tree }: Cell) {
  const meshes = pieces.flatMap((p) => (p.kind === 'mesh' ? [p.mesh] : []));
  const components = meshes.flatMap((mesh) => mesh.components);
  const primitives = pieces.flatMap((p) => (p.kind === 'convex' ? [p.shape.kind] : []));
  return {
    ...{ name, kind, frame: tree.frameNames[frame] },
    triangles: pieces.reduce((n, p) => n + (p.kind === 'mesh' ? p.mesh.indices.length / 3 : 0), 0),
    primitives,
    solids: components.filter((c) => c.solid).length + primitives.length,
    cavities: components.filter((c) => c.cavityOf !== null).length,
    surfaces: components.filter((c) => !c.solid && c.cavityOf === null).length,
    padding,
  };
}

/** Pairs with what is done about them, how many there are of each kind, and what is assumed. */
export function pairsJson(cell: Cell) {
  const { pairs } = cell;
  const shown = shownPairs(cell);
  return {
    pairs: shown.map((pair) => ({
      pair: pairNames(cell, pair),
      tested: pair.reason === null,
      ...(pair.reason === null ? {} : { reason: pair.reason, assumed: pair.assumed }),
      ...(pair.detail ? { detail: pair.detail } : {}),
      clearance: pair.clearance,
      ...(pair.tracking > 0 ? { tracking: pair.tracking } : {}),
    })),
    ...(shown.length < pairs.length ? { morePairs: pairs.length - shown.length } : {}),
    counts: countReasons(pairs),
    assumptions: assumptionsOf(cell),
  };
}

/** All pairs of a cell with few obstacles; of one with many those that are there without them, and then some. */
function shownPairs({ pairs, crowd }: Cell): Pair[] {
  if (crowd === null) return [...pairs];
  const shown: Pair[] = [...listedPairs(pairs)].slice(0, MOST_PAIRS);
  const known = new Set(shown.map(({ a, b }) => `${a} ${b}`));
  for (const mover of crowd.movers) {
    for (let b = crowd.first; b < crowd.end && shown.length < MOST_PAIRS; b++) {
      if (!known.has(`${mover} ${b}`)) shown.push(pairOf(pairs, mover, b));
    }
  }
  return shown.sort((x, y) => x.a - y.a || x.b - y.b);
}

function countReasons(pairs: PairTable): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [reason, n] of countPairs(pairs)) counts[reason ?? 'tested'] = n;
  return counts;
}
