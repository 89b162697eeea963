/**
 * moveit_msgs/AllowedCollisionMatrix: which bodies may touch. Releases of MoveIt differ on whether
 * a default or an entry for a pair wins; a pair is allowed here only if one of them allows it and
 * none denies it.
 */
import { CROWD_FROM } from '../cell/index.ts';
import type { Fault } from '../math/index.ts';
import { requireCounts, twice } from './moveitMessages.ts';
import { quote, type Value } from './value.ts';

export interface AllowedMatrix {
  /** Whether the two may touch. */
  allows(a: string, b: string): boolean;
  /** Names that may touch this one; null: any may. */
  mayTouch(name: string): ReadonlySet<string> | null;
  /** Names that it knows. */
  readonly names: ReadonlySet<string>;
}

/** Undefined for a matrix without entries, which declares nothing. */
export function readAllowedMatrix(value: Value | undefined): AllowedMatrix | undefined {
  const matrix = value?.mapping('the allowed collision matrix', [
    'entry_names',
    'entry_values',
    'default_entry_names',
    'default_entry_values',
  ]);
  if (!value || !matrix) return undefined;
  const index = readNames(matrix.items('entry_names'));
  const rows = matrix.items('entry_values');
  requireCounts(matrix.get('entry_values') ?? value, 'rows', rows.length, index.size);
  const entries = rows.map((row) => readRow(row, index.size));
  for (const [i, row] of entries.entries()) {
    for (let j = 0; j < i; j++) {
      if (row[j] === entries[j][i]) continue;
      throw rows[i].error(
        'scene/asymmetric',
        `row ${i + 1} and column ${i + 1} of the allowed collision matrix differ`,
        'the entries for a pair must be equal',
      );
    }
  }
  const defaults = new Map<string, boolean>();
  const defaultNames = readNames(matrix.items('default_entry_names'));
  const values = matrix.items('default_entry_values');
  const place = matrix.get('default_entry_values') ?? value;
  requireCounts(place, 'default values', values.length, defaultNames.size);
  for (const [name, i] of defaultNames) defaults.set(name, readFlag(values[i]));
  if (index.size === 0 && defaults.size === 0) return undefined;

  const anybody = new Set([...defaults].flatMap(([name, may]) => (may ? name : [])));
  const listed = new Set([...index.keys(), ...anybody]);
  return {
    names: new Set([...index.keys(), ...defaults.keys()]),
    mayTouch: (name) => (anybody.has(name) ? null : index.has(name) ? listed : anybody),
    allows(a, b) {
      const i = index.get(a);
      const j = index.get(b);
      const said = [
        i !== undefined && j !== undefined ? entries[i][j] : undefined,
        defaults.get(a),
        defaults.get(b),
      ];
      return said.includes(true) && !said.includes(false);
    },
  };
}

function readNames(items: readonly Value[]): Map<string, number> {
  const names = new Map<string, number>();
  for (const [i, item] of items.entries()) {
    const name = item.text('a name');
    if (names.has(name)) throw twice(item, name);
    names.set(name, i);
  }
  return names;
}

/** moveit_msgs/AllowedCollisionEntry, or its list. */
function readRow(value: Value, count: number): boolean[] {
  const list =
    value.data instanceof Map ? value.mapping('a row', ['enabled']).need('enabled') : value;
  const flags = list.list('a row').map(readFlag);
  requireCounts(list, 'entries', flags.length, count);
  return flags;
}

function readFlag(value: Value): boolean {
  if (value.data === 0 || value.data === 1) return value.data === 1;
  return value.boolean('an entry');
}

/** Names of the bodies of a scene. */
export interface SceneNames {
  readonly all: readonly string[];
  /** Links and carried objects with geometry. */
  readonly solid: readonly string[];
  /** Objects that stand still. */
  readonly still: readonly string[];
}

/**
 * Pairs of bodies with geometry that the matrix allows, but for those in `declared`: the SRDF says the
 * same of them, with a reason. Where many stand still, pairs of these are left out: they are never tested. Names of
 * nobody at all are noted.
 */
export function allowedPairs(
  matrix: AllowedMatrix,
  { all, solid, still }: SceneNames,
  declared: (a: string, b: string) => boolean,
  place: Value,
  notes: Fault[],
): { between: [string, string]; reason: string }[] {
  const known = new Set(all);
  const absent = [...matrix.names].filter((name) => !known.has(name));
  if (absent.length > 0) {
    const names = absent.slice(0, 5).map(quote).join(', ');
    const message = `the allowed collision matrix names ${absent.length} bodies that are not there`;
    notes.push(place.error('scene/absent-names', `${message}: ${names}`).fault);
  }
  const pairs: { between: [string, string]; reason: string }[] = [];
  const bodies = [...solid, ...still];
  const numbers = new Map(bodies.map((name, i) => [name, i]));
  const firsts = still.length < CROWD_FROM ? bodies : solid;
  for (const [i, a] of firsts.entries()) {
    const others = matrix.mayTouch(a);
    const found = others === null ? bodies.keys() : numbersOf(others, numbers);
    for (const j of found) {
      const b = bodies[j];
      if (j <= i || !matrix.allows(a, b) || declared(a, b)) continue;
      pairs.push({ between: [a, b], reason: 'allowed collision matrix' });
    }
  }
  return pairs;
}

/** In order. */
function numbersOf(names: Iterable<string>, numbers: ReadonlyMap<string, number>): number[] {
  const found: number[] = [];
  for (const name of names) {
    const number = numbers.get(name);
    if (number !== undefined) found.push(number);
  }
  return found.sort((a, b) => a - b);
}
