/** `surepath info CELL`: robots, joints, bodies, pairs, reach. */
import type { Body, Cell, Pair, PairTable } from '../../cell/index.ts';
import { assumptionsOf, countPairs, listedPairs, pairOf } from '../../cell/index.ts';
import { buildChain } from '../../kinematics/index.ts';
import { metresUpper, REASONS } from '../../words/index.ts';
import { printJson } from '../command.ts';
import { wrapped } from './checkWitness.ts';
import { openPartsOf, openPartsText } from './infoMesh.ts';

export function infoCell(file: string, cell: Cell, everyPair: boolean, json: boolean): void {
  const facts = describe(file, cell);
  if (json) printJson(facts);
  else process.stdout.write(toText(facts, cell, everyPair));
}

function describe(file: string, cell: Cell) {
  const shown = shownPairs(cell);
  const { tree, bodies, pairs, description } = cell;
  return {
    file,
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
      unit: unit === 'angle' ? 'rad' : unit === 'length' ? 'm' : 'quaternion',
      lower: Number.isFinite(lower) ? lower : null,
      upper: Number.isFinite(upper) ? upper : null,
      continuous,
    })),
    bodies: bodies.map((body) => ({
      name: body.name,
      kind: body.kind,
      frame: tree.frameNames[body.frame],
      ...geometryOf(body),
      padding: body.padding,
      reach: reachOf(cell, body),
    })),
    pairs: shown.map((pair) => ({
      pair: [bodies[pair.a].name, bodies[pair.b].name],
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

/** Pairs that are listed of a cell with so many obstacles that nobody reads them all. */
const MOST_PAIRS = 2000;
/** Bodies of such a cell that are listed for a person. */
const MOST_BODIES = 200;

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

function geometryOf({ model: { pieces } }: Body) {
  const meshes = pieces.flatMap((p) => (p.kind === 'mesh' ? [p.mesh] : []));
  const components = meshes.flatMap((mesh) => mesh.components);
  const primitives = pieces.flatMap((p) => (p.kind === 'convex' ? [p.shape.kind] : []));
  return {
    triangles: pieces.reduce((n, p) => n + (p.kind === 'mesh' ? p.mesh.indices.length / 3 : 0), 0),
    primitives,
    solids: components.filter((c) => c.solid).length + primitives.length,
    cavities: components.filter((c) => c.cavityOf !== null).length,
    surfaces: components.filter((c) => !c.solid && c.cavityOf === null).length,
    turnedTriangles: components.reduce((n, c) => n + c.turned, 0),
    capTriangles: meshes.reduce((n, mesh) => n + mesh.capTriangles, 0),
    openParts: meshes.flatMap(openPartsOf),
  };
}

/** Farthest that a point of the body can be from each joint axis that moves it, in metres. */
function reachOf({ tree, box }: Cell, body: Body): Record<string, number> {
  if (tree.rigidRoot[body.frame] === 0 || !Number.isFinite(body.ball[3])) return {};
  const chain = buildChain(tree, body, 0, box);
  const reach: Record<string, number> = {};
  chain.dof.forEach((d, t) => {
    if (chain.turns[t] === 1) reach[tree.dofs[d].name] = chain.reach[t];
  });
  return reach;
}

function countReasons(pairs: PairTable): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [reason, n] of countPairs(pairs)) counts[reason ?? 'tested'] = n;
  return counts;
}

type Facts = ReturnType<typeof describe>;

const MEANING: Readonly<Record<string, string>> = {
  tested: 'tested',
  'same-link': `excluded: ${REASONS['same-link']}`,
  rigid: `excluded: ${REASONS.rigid}`,
  static: `excluded: ${REASONS.static}`,
  disabled: `excluded: ${REASONS.disabled} (assumed)`,
  allowed: `excluded: ${REASONS.allowed} (assumed)`,
  swept: `excluded: ${REASONS.swept}`,
};

function toText(facts: Facts, cell: Cell, everyPair: boolean): string {
  const lines = [facts.file];
  for (const robot of facts.robots) {
    lines.push(`robot ${robot.name}: ${robot.links} links, ${robot.joints} joints`);
    for (const tested of [false, true]) {
      const links = robot.visualOnly.filter((each) => each.tested === tested);
      if (links.length === 0) continue;
      const names = links.map(({ link }, i) => (i + 1 < links.length ? `${link},` : link));
      const what = tested ? 'tested by their visuals' : 'not tested';
      lines.push(...wrapped(`  only visuals, ${what}: `, names));
    }
    if (robot.states.length > 0) lines.push(`  states ${robot.states.join(', ')}`);
  }
  lines.push(`joints (${facts.degreesOfFreedom.length} degrees of freedom)`);
  for (const { name, unit, lower, upper } of facts.degreesOfFreedom) {
    const range = lower === null || upper === null ? 'no limits' : `${lower} to ${upper} ${unit}`;
    lines.push(`  ${name.padEnd(32)} ${range}`);
  }
  lines.push(`bodies (${facts.bodies.length})`);
  const bodies = cell.crowd ? facts.bodies.slice(0, MOST_BODIES) : facts.bodies;
  for (const body of bodies) {
    const geometry = [
      ...(body.triangles > 0 ? [`${body.triangles} triangles`] : []),
      ...body.primitives,
    ].join(', ');
    const kinds = [
      `${body.solids} solid`,
      ...(body.cavities > 0 ? [`${body.cavities} cavity`] : []),
      `${body.surfaces} surface`,
      ...(body.turnedTriangles > 0 ? [`${body.turnedTriangles} turned round`] : []),
      ...(body.capTriangles > 0 ? [`closed by ${body.capTriangles}`] : []),
    ].join(', ');
    const farthest = Math.max(0, ...Object.values(body.reach));
    const reach = farthest > 0 ? `, reaches ${metresUpper(farthest)}` : '';
    lines.push(`  ${body.name.padEnd(32)} ${geometry} (${kinds})${reach}`);
    const nearly = body.openParts.filter((part) => part.nearlyClosed);
    lines.push(...openPartsText(nearly, '    '));
  }
  if (bodies.length < facts.bodies.length) {
    lines.push(`  and ${facts.bodies.length - bodies.length} more; --json lists all`);
  }
  lines.push(`pairs (${cell.pairs.length})`);
  for (const [reason, meaning] of Object.entries(MEANING)) {
    const count = facts.counts[reason];
    if (count) lines.push(`  ${String(count).padStart(6)} ${meaning}`);
  }
  if (everyPair) {
    for (const { pair, reason = 'tested', detail } of facts.pairs) {
      lines.push(`    ${pair[0]} - ${pair[1]}: ${detail ? `${reason} (${detail})` : reason}`);
    }
    if (facts.morePairs !== undefined) {
      lines.push(`    and ${facts.morePairs} more; the numbers above count all of them`);
    }
  } else lines.push('  --pairs lists them');
  return `${lines.join('\n')}\n`;
}
