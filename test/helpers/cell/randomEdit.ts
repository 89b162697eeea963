/**
 * One edit of a description, anywhere: a number, a word, a flag, an entry that comes, goes or changes places, something
 * optional that is left out. It knows nothing of what the fields mean, so that none is forgotten; what comes of it need not be a sound cell.
 */
import type { CellDescription } from '../../../src/cell/index.ts';
import type { Random } from '../../../src/math/index.ts';

/** Nothing else may be missing. */
const OPTIONAL = ['limits', 'mimic', 'law', 'semantics', 'solids', 'mustBeSolid', 'visualOnly'];
/** Words that say which other fields there are. */
const KINDS = /^(mesh|box|sphere|cylinder|capsule|cone|ellipsoid|half-space|hull)$/;

/** A copy with one edit, which may be one that nobody notices: the same number again, or a colour. */
export function randomEdit(cell: CellDescription, random: Random): CellDescription {
  // Most fields are those of robots, and of their links and joints.
  const way = random.below(3);
  if (way === 0) return edited(cell, '', random) as CellDescription;
  const [first, ...rest] = cell.robots;
  if (way === 1 || !first) {
    return { ...cell, robots: edited(cell.robots, '', random) as CellDescription['robots'] };
  }
  const robot = edited(first.robot, '', random) as typeof first.robot;
  return { ...cell, robots: [{ ...first, robot }, ...rest] };
}

function edited(value: unknown, key: string, random: Random): unknown {
  if (typeof value === 'number') return editedNumber(value, random);
  if (typeof value === 'string') return KINDS.test(value) ? value : editedWord(value, random);
  if (typeof value === 'boolean') return !value;
  if (value instanceof Map) return editedMap(value, key, random);
  if (ArrayBuffer.isView(value)) return editedNumbers(value as Float64Array, random);
  if (Array.isArray(value)) return editedList(value, key, random);
  if (typeof value !== 'object' || value === null) return value;
  return editedRecord(value as Record<string, unknown>, random);
}

function editedRecord(record: Record<string, unknown>, random: Random): unknown {
  const keys = Object.keys(record).filter((key) => record[key] !== undefined);
  const chosen = keys[random.below(keys.length)];
  const copy = { ...record };
  if (OPTIONAL.includes(chosen) && random.below(3) === 0) delete copy[chosen];
  else copy[chosen] = edited(record[chosen], chosen, random);
  return copy;
}

function editedNumber(x: number, random: Random): number {
  const ways = [x, -x, x + 1, x * (1 + Number.EPSILON), x + random.unit() - 0.5, 0];
  return ways[random.below(ways.length)];
}

function editedWord(word: string, random: Random): string {
  const ways = [word, `${word}x`, word.slice(1), `ü${word}`];
  return ways[random.below(ways.length)];
}

function editedNumbers(values: Float64Array, random: Random): Float64Array {
  if (values.length === 0) return values;
  const copy = values.slice(0, random.below(6) === 0 ? values.length - 1 : values.length);
  if (copy.length === values.length) {
    const at = random.below(copy.length);
    copy[at] = editedNumber(copy[at], random);
  }
  return copy;
}

function editedList(list: readonly unknown[], key: string, random: Random): unknown[] {
  const copy = [...list];
  if (copy.length === 0) return copy;
  const [i, j] = [random.below(copy.length), random.below(copy.length)];
  const way = key === 'between' || key === 'slopes' || key === 'axis' ? 3 : random.below(8);
  if (way === 0) copy.splice(i, 1);
  else if (way === 1) copy.splice(i, 0, copy[j]);
  else if (way === 2) [copy[i], copy[j]] = [copy[j], copy[i]];
  else copy[i] = edited(copy[i], '', random);
  return copy;
}

function editedMap(
  map: ReadonlyMap<string, unknown>,
  key: string,
  random: Random,
): Map<string, unknown> {
  const entries = [...map];
  const copy = new Map(entries);
  if (entries.length === 0) return copy;
  const [name, value] = entries[random.below(entries.length)];
  const way = random.below(4);
  if (way === 0) copy.delete(name);
  else if (way === 1) copy.set(`${name}x`, value);
  else if (way === 2) return new Map(entries.reverse());
  else copy.set(name, edited(value, key, random));
  return copy;
}

/** Copies of a description, each with another number, word or flag changed: all of them, one after the other. */
export function* everyEdit(cell: CellDescription): Generator<CellDescription> {
  for (const each of editsOf(cell)) yield each as CellDescription;
}

function* editsOf(value: unknown): Generator<unknown> {
  if (typeof value === 'number') yield value + 1;
  else if (typeof value === 'string') {
    if (!KINDS.test(value)) yield `${value}x`;
  } else if (typeof value === 'boolean') yield !value;
  else if (value instanceof Map) {
    for (const [name, own] of value) {
      for (const each of editsOf(own)) yield new Map([...value, [name, each]]);
    }
  } else if (ArrayBuffer.isView(value)) {
    for (let i = 0; i < (value as Float64Array).length; i++) {
      const copy = (value as Float64Array).slice();
      copy[i]++;
      yield copy;
    }
  } else if (Array.isArray(value)) {
    for (const [i, own] of value.entries()) {
      for (const each of editsOf(own)) yield value.with(i, each);
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, own] of Object.entries(value)) {
      for (const each of editsOf(own)) yield { ...value, [key]: each };
    }
  }
}
