/**
 * JSON as requests bring it. Strict where JSON leaves things open: a name that comes twice in an object, text that is
 * no Unicode (half of a surrogate pair) and brackets too deep are refused, because two readers could take them for
 * different requests. The text is looked over once, the engine's own parser reads it, and the members of what it read
 * are counted: fewer than the text has colons, and one came twice.
 */
import { GateError, RPC } from './errors.ts';

/** Brackets within each other; what methods are asked needs less than ten. */
const MOST_DEEP = 64;

const QUOTE = 34;
const BACKSLASH = 92;
const COLON = 58;

/** What a text is like, strings aside. */
interface Look {
  readonly members: number;
  readonly isDeep: boolean;
  /** It may have half of a surrogate pair somewhere. */
  readonly isSuspect: boolean;
}

/** The value of a JSON text. Throws a GateError. */
export function readJson(text: string): unknown {
  const { members, isDeep, isSuspect } = lookOver(text);
  if (isDeep) throw notJson(`brackets within each other go deeper than ${MOST_DEEP}`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw notJson((error as Error).message);
  }
  if (membersIn(value) !== members) throw notJson('a name comes twice in one object');
  if (isSuspect && hasHalves(value)) throw notJson('text that is no Unicode: half of a pair');
  return value;
}

function notJson(message: string): GateError {
  return new GateError(RPC.parse, 'this is not JSON', { code: 'request/json', message });
}

function lookOver(text: string): Look {
  let members = 0;
  let depth = 0;
  let isDeep = false;
  let isSuspect = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      // To the end of the string; one without an end is the parser's to find.
      for (i++; i < text.length; i++) {
        const inside = text.charCodeAt(i);
        if (inside === QUOTE) break;
        if (inside === BACKSLASH) {
          i++;
          // \ud8.. to \udf.. of either case.
          if ((text.charCodeAt(i + 1) | 32) === 100) isSuspect = true;
        } else if (inside >= 0xd800 && inside <= 0xdfff) isSuspect = true;
      }
    } else if (code === COLON) members++;
    else if (code === 91 || code === 123) {
      depth++;
      if (depth > MOST_DEEP) isDeep = true;
    } else if (code === 93 || code === 125) depth--;
  }
  return { members, isDeep, isSuspect };
}

function membersIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object') count += membersIn(item);
    return count;
  }
  const items = Object.values(value);
  for (const item of items) if (typeof item === 'object') count += membersIn(item);
  return count + items.length;
}

function hasHalves(value: unknown): boolean {
  if (typeof value === 'string') return /\p{Surrogate}/u.test(value);
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(hasHalves);
  return Object.entries(value).some(([key, item]) => hasHalves(key) || hasHalves(item));
}
