/** What a difference of a planning scene means for pairs: entries about bodies that are gone, and the allowed collision matrix. */
import { type CellDescription, matches, type PairPattern } from '../cell/index.ts';
import { scopedName } from '../kinematics/index.ts';
import type { Fault } from '../math/index.ts';
import { type AllowedMatrix, allowedPairs, readAllowedMatrix } from './moveitMatrix.ts';
import { OCTOMAP } from './moveitOctomap.ts';
import { quote, type Value } from './value.ts';

/** The reason of pairs that a matrix allows. */
const MATRIX = 'allowed collision matrix';

/** Names of all bodies; a set stands for its members. */
function bodyNames({ robots, obstacles, sets = [] }: CellDescription): string[] {
  return [
    ...robots.flatMap(({ name, robot, attached }) =>
      [...robot.links, ...attached].map((each) => scopedName(name, each.name)),
    ),
    ...obstacles.map(({ name }) => name),
    ...sets.map(({ name }) => `${name}/0`),
  ];
}

/**
 * Entries about what is gone go with it. One about an obstacle that a robot carries now is about that; a distance that
 * would no longer be kept, because its pattern does not fit the new name, is an error.
 */
export function withoutGone(
  before: CellDescription,
  after: CellDescription,
  place: Value,
): CellDescription {
  const names = bodyNames(after);
  const renamed = new Map(
    after.robots.flatMap((robot) =>
      robot.attached
        .filter(({ name }) => before.obstacles.some((each) => each.name === name))
        .map(({ name }): [string, string] => [name, scopedName(robot.name, name)]),
    ),
  );
  const kept = <E extends PairPattern>(entries: readonly E[], isDistance: boolean): E[] =>
    entries.flatMap((entry) => {
      const between = entry.between.map((each) => renamed.get(each) ?? each) as [string, string];
      for (const pattern of isDistance ? between : []) {
        for (const [old, now] of renamed) {
          if (!pattern.includes('*') || !matches(pattern, old) || matches(pattern, now)) continue;
          const message = `the clearance for ${quote(pattern)} is about ${quote(old)}, which is ${quote(now)} now`;
          throw place.error('scene/clearance', message, 'name both in the cell file');
        }
      }
      const isThere = between.every((pattern) => names.some((name) => matches(pattern, name)));
      return isThere ? [{ ...entry, between }] : [];
    });
  const { clearance } = after;
  return {
    ...after,
    allow: kept(after.allow, false),
    clearance: { ...clearance, pairs: kept(clearance.pairs, true) },
  };
}

/**
 * The matrix of a difference takes the place of the one before. It has the last word about the pairs of the SRDF, and
 * about pairs of the cell file both bodies of which it names.
 */
export function withMatrix(
  cell: CellDescription,
  index: number,
  {
    scene,
    place,
    notes,
  }: {
    readonly scene: { get(key: 'allowed_collision_matrix'): Value | undefined };
    readonly place: Value;
    readonly notes: Fault[];
  },
): CellDescription {
  const matrix = readAllowedMatrix(scene.get('allowed_collision_matrix'));
  if (!matrix) return cell;
  const robot = cell.robots[index];
  const { semantics } = robot;
  const links = robot.robot.links.map(({ name }) => name);
  const carried = robot.attached.map(({ name }) => name);
  const own = new Set([...links, ...carried]);
  const scoped = (name: string) => (own.has(name) ? scopedName(robot.name, name) : name);
  const disabled = (semantics?.disabledPairs ?? []).filter(({ link1, link2 }) =>
    matrix.allows(link1, link2),
  );
  const dropped = (semantics?.disabledPairs.length ?? 0) - disabled.length;
  if (dropped > 0) {
    const text = `${dropped} pairs that the SRDF disables are tested: the scene does not allow them`;
    notes.push(place.error('scene/srdf-overruled', text).fault);
  }
  const key = (a: string, b: string) => JSON.stringify(a < b ? [a, b] : [b, a]);
  const declared = new Set(disabled.map(({ link1, link2 }) => key(link1, link2)));
  const bare = robot.robot.links.filter(({ collisions }) => collisions.length === 0);
  const solid = links.filter((name) => !bare.some((link) => link.name === name));
  const pieces = piecesOf(cell);
  const still = [...pieces.keys()];
  const allowed = allowedPairs(
    matrix,
    { all: [...links, ...carried, ...still], solid: [...solid, ...carried], still },
    (a, b) => declared.has(key(a, b)),
    place,
    notes,
  );
  const robots = cell.robots.map((each, i) =>
    i === index && semantics
      ? { ...each, semantics: { ...semantics, disabledPairs: disabled } }
      : each,
  );
  const named = [...links, ...carried, ...still].filter((name) => matrix.names.has(name));
  return {
    ...cell,
    robots,
    allow: [
      ...cell.allow.flatMap((entry) =>
        entry.reason === MATRIX ? [] : undenied(entry, { cell, matrix, named, scoped }),
      ),
      ...allowed.flatMap(({ between, reason }) =>
        (pieces.get(between[0]) ?? [scoped(between[0])]).flatMap((a) =>
          (pieces.get(between[1]) ?? [scoped(between[1])]).map((b) => ({
            between: [a, b] as const,
            reason,
          })),
        ),
      ),
    ],
  };
}

/** Objects as a scene names them, with the obstacles that they are: `NAME/0`, ... are those of an object of many shapes. */
function piecesOf({ obstacles, sets = [] }: CellDescription): Map<string, string[]> {
  const pieces = new Map<string, string[]>();
  const names = new Set(obstacles.map(({ name }) => name));
  for (const { name } of obstacles) {
    const whole = name.replace(/\/\d+$/, '');
    const id = names.has(`${whole}/0`) && !names.has(whole) ? whole : name;
    pieces.set(id, [...(pieces.get(id) ?? []), name]);
  }
  if (sets.some(({ name }) => name === OCTOMAP)) pieces.set(OCTOMAP, [`${OCTOMAP}/*`]);
  return pieces;
}

/** What is left of an entry of the cell without the pairs that the matrix denies. */
function undenied<E extends PairPattern>(
  entry: E,
  {
    cell,
    matrix,
    named,
    scoped,
  }: {
    readonly cell: CellDescription;
    readonly matrix: AllowedMatrix;
    readonly named: readonly string[];
    readonly scoped: (name: string) => string;
  },
): E[] {
  const [p, q] = entry.between;
  const first = named.filter((name) => matches(p, scoped(name)));
  const second = named.filter((name) => matches(q, scoped(name)));
  const denies = first.some((a) => second.some((b) => a !== b && !matrix.allows(a, b)));
  if (!denies) return [entry];
  const plain = new Map(named.map((name) => [scoped(name), name]));
  const all = bodyNames(cell);
  const fits = (pattern: string) => all.filter((name) => matches(pattern, name));
  return fits(p).flatMap((a) =>
    fits(q).flatMap((b) => {
      const [x, y] = [plain.get(a), plain.get(b)];
      const isDenied = x !== undefined && y !== undefined && !matrix.allows(x, y);
      return a === b || isDenied ? [] : [{ ...entry, between: [a, b] as const }];
    }),
  );
}
