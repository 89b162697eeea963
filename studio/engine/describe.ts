/** A compiled cell as the page wants to know it. */
import type { Cell, Pair } from '../../src/cell/index.ts';
import {
  assumptionsOf,
  countPairs,
  declaredPairs,
  listedPairs,
  meshesOf,
  pairOf,
  setMembers,
} from '../../src/cell/index.ts';
import { modelDigest } from '../../src/certificate/index.ts';
import { configurationFrom, type NamedState, scopedName } from '../../src/kinematics/index.ts';
import { InputError } from '../../src/math/index.ts';
import { reasonText } from '../../src/words/index.ts';
import { groupsOf } from './groups.ts';
import type {
  BodyInfo,
  DofInfo,
  NamedConfiguration,
  OpenedCell,
  PairInfo,
  PairStatus,
} from './protocol.ts';

type Described = Pick<
  OpenedCell,
  | 'dofs'
  | 'home'
  | 'states'
  | 'bodies'
  | 'pairs'
  | 'otherPairs'
  | 'assumptions'
  | 'digest'
  | 'triangles'
  | 'tools'
  | 'groups'
>;

/** `joints`: values that whoever opened the cell gave. */
export function describeCell(cell: Cell, joints: Readonly<Record<string, number>> = {}): Described {
  const home = homeOf(cell, joints);
  const bodies = bodiesOf(cell);
  const groups = groupsOf(cell);
  return {
    dofs: dofsOf(cell, home),
    home,
    states: statesOf(cell, home),
    bodies,
    ...pairsOf(cell),
    assumptions: assumptionsOf(cell),
    digest: modelDigest(cell.description),
    triangles: bodies.reduce((n, { triangles }) => n + triangles, 0),
    tools: toolsOf(cell),
    ...(groups.length > 0 && { groups }),
  };
}

/** States that a robot is shown in where the cell says nothing. */
const USUAL = ['home', 'ready', 'default', 'start'];

function homeOf(cell: Cell, joints: Readonly<Record<string, number>>): number[] {
  const { tree, description } = cell;
  const usual = new Map<string, readonly number[]>();
  for (const { name, semantics } of description.robots) {
    const states = semantics?.states ?? [];
    const state = USUAL.flatMap((word) => states.filter((each) => each.name === word))[0];
    for (const [joint, values] of state?.values ?? []) usual.set(scopedName(name, joint), values);
  }
  const given = new Map(Object.entries(joints).map(([name, value]) => [name, [value]]));
  const q = valuesOf(cell, given, description.state, usual);
  return tree.dofs.map(({ name, lower, upper }, d) => {
    if (!Number.isNaN(q[d])) return q[d];
    if (name.endsWith('/qw')) return 1;
    if (lower <= 0 && upper >= 0) return 0;
    if (Number.isFinite(lower) && Number.isFinite(upper)) return (lower + upper) / 2;
    return Number.isFinite(lower) ? lower : upper;
  });
}

/** NaN where nothing is said. What makes no sense is left to those who must know. */
function valuesOf(cell: Cell, ...sources: ReadonlyMap<string, readonly number[]>[]): Float64Array {
  try {
    return configurationFrom(cell.tree, ...sources).q;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return new Float64Array(cell.tree.dofs.length).fill(Number.NaN);
  }
}

/** The robot that a scoped name belongs to. */
function ownerOf({ description }: Cell, name: string): string {
  for (const { name: robot } of description.robots) {
    if (robot !== '' && name.startsWith(`${robot}/`)) return robot;
  }
  return '';
}

function dofsOf(cell: Cell, home: readonly number[]): DofInfo[] {
  return cell.tree.dofs.map(({ name, joint, unit, lower, upper, continuous }, d) => ({
    name,
    unit,
    lower,
    upper,
    continuous,
    robot: ownerOf(cell, joint),
    value: home[d],
  }));
}

/** Of each robot, and of all together where several have a state of one name. */
function statesOf(cell: Cell, home: readonly number[]): NamedConfiguration[] {
  const { robots } = cell.description;
  const made = (name: string, values: ReadonlyMap<string, readonly number[]>) => {
    const q = valuesOf(cell, values);
    const dofs = [...q.keys()].filter((d) => !Number.isNaN(q[d]));
    return { name, values: home.map((x, d) => (Number.isNaN(q[d]) ? x : q[d])), dofs };
  };
  const scoped = (robot: string, state: NamedState) =>
    [...state.values].map(([joint, values]) => [scopedName(robot, joint), values] as const);
  const all = robots.flatMap(({ name: robot, semantics }) =>
    (semantics?.states ?? []).map((state) => ({ robot, state })),
  );
  const list: NamedConfiguration[] = [];
  if (robots.length > 1) {
    for (const name of new Set(all.map(({ state }) => state.name))) {
      const same = all.filter(({ state }) => state.name === name);
      if (new Set(same.map(({ robot }) => robot)).size < 2) continue;
      list.push(made(name, new Map(same.flatMap(({ robot, state }) => scoped(robot, state)))));
    }
  }
  for (const { robot, state } of all) {
    const twins = all.filter((each) => each.robot === robot && each.state.name === state.name);
    const plain = twins.length > 1 ? `${state.group}/${state.name}` : state.name;
    const name = robot === '' || robots.length === 1 ? plain : `${robot}: ${plain}`;
    list.push(made(name, new Map(scoped(robot, state))));
  }
  return list.filter(({ dofs }) => dofs.length > 0);
}

function bodiesOf(cell: Cell): BodyInfo[] {
  const obstacles = new Map(cell.description.obstacles.map(({ name }, i) => [name, i]));
  // Members of sets are the last bodies: the page knows them by their sets.
  const others = cell.bodies.length - setMembers(cell.description.sets);
  return cell.bodies.slice(0, others).map((body) => {
    const { name, kind, frame } = body;
    const meshes = meshesOf(body);
    return {
      name,
      kind,
      frame,
      owner: kind === 'obstacle' ? '' : ownerOf(cell, name),
      solid: meshes.every(({ components }) =>
        components.every((c) => c.solid || c.cavityOf !== null),
      ),
      obstacle: kind === 'obstacle' ? obstacles.get(name)! : null,
      triangles: meshes.reduce((n, { indices }) => n + indices.length / 3, 0),
    };
  });
}

/** Declared pairs with members of a crowd that the page is told of, one by one. */
const MOST_DECLARED = 500;

/** All pairs; of a cell with many obstacles some, and how many others there are. */
function pairsOf(cell: Cell): Pick<OpenedCell, 'pairs' | 'otherPairs'> {
  const { pairs, crowd } = cell;
  if (crowd === null) return { pairs: pairs.map((pair) => pairInfo(pair)) };
  const shown = [...listedPairs(pairs)];
  const declared = declaredPairs(pairs).filter(({ b }) => b >= crowd.first && !crowd.isListed(b));
  for (const { a, b } of declared.slice(0, MOST_DECLARED)) shown.push(pairOf(pairs, a, b));
  const infos = shown.map((pair) => pairInfo(pair));
  const counts = { tested: 0, assumed: 0, excluded: 0 };
  for (const [reason, n] of countPairs(pairs)) {
    const isAssumed = reason === 'disabled' || reason === 'allowed';
    counts[reason === null ? 'tested' : isAssumed ? 'assumed' : 'excluded'] += n;
  }
  for (const { status } of infos) counts[status]--;
  return { pairs: infos, otherPairs: { ...counts, members: crowd.end - crowd.first } };
}

export function pairInfo({ a, b, reason, detail, assumed, clearance, tracking }: Pair): PairInfo {
  const status: PairStatus = reason === null ? 'tested' : assumed ? 'assumed' : 'excluded';
  const why = reason === null ? '' : reasonText(reason, detail);
  return { a, b, status, why: reason, reason: why, clearance, tracking };
}

/** End effectors as the SRDF names them, then links that nothing hangs on; the farthest out first. */
function toolsOf({ tree, description }: Cell): string[] {
  const { frameNames, parent, rigidRoot, depth } = tree;
  const inner = new Set(parent);
  const ends = [...frameNames.keys()]
    .filter((f) => f > 0 && !inner.has(f) && rigidRoot[f] !== 0)
    .sort((f, g) => depth[g] - depth[f] || f - g)
    .map((f) => frameNames[f]);
  const named = description.robots.flatMap(({ name, semantics }) =>
    (semantics?.endEffectors ?? []).map(({ parentLink }) => scopedName(name, parentLink)),
  );
  const known = named.filter((link) => tree.frameOf.has(link));
  return [...new Set([...known, ...ends])];
}
