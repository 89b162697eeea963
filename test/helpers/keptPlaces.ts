/**
 * Places in the sources that can keep something between two questions: maps and sets of modules and of objects, module bindings
 * that change, instances that a module holds, and fields that say by their name that they keep. docs/kept-state.md lists them all.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOTS = ['src', 'studio', 'verify'];

/** `let` of a module; a `const` of a module that is a map, a set or an instance of a class of ours. */
const OF_MODULES = [
  /^(?:export )?let (\w+)/,
  /^(?:export )?const (\w+)(?:: [^=]+)? = new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\)/,
  /^(?:export )?const (\w+)(?:: [^=]+)? = new (?:Weak)(?:Map|Set)\b/,
  /^(?:export )?const (\w+)(?:: [^=]+)? = new ([A-Z]\w+)/,
];
/** Constructors of what holds nothing from one question to the next: numbers that are written before they are read. */
const SCRATCH =
  /^(Float64Array|Float32Array|Int32Array|Int8Array|Int16Array|Uint8Array|Uint16Array|Uint32Array|Array|ArrayBuffer|DataView|Set|Map|RegExp|TextEncoder|TextDecoder|InputError|Error|URL|Intl|Growing|PlainPose)$/;
/** A map or set of an object; a field that may change and is named after what it keeps. */
const OF_OBJECTS = [
  /^ {2}(?:(?:private|protected|public|static|readonly) )*(\w+)[!?]?(?:: [^=]+)? = new (?:Weak)?(?:Map|Set)\b/,
  /^ {2}(?:(?:private|protected|public|static|readonly) )+(\w+)[!?]?: (?:Weak)?(?:Map|Set)</,
  /^ {2}private (?:static )?(\w*(?:[lL]ast|[kK]ept|[kK]nown|[rR]emember|[mM]ade|[mM]emo|[cC]ache|[eE]arlier|[bB]efore|[lL]atest|[pP]revious|[cC]ompiled|[wW]arm|[dD]rawn)[A-Z]?\w*)[!?]?(?:: .*)?(?: = .*)?;/,
];
/** Fields of objects that are no state: lists that listeners stand in, and what a page draws. */
const isComment = (line: string) => /^\s*(\*|\/\/|\/\*)/.test(line);

/** Names of the places of a file's text, in order. */
export function placesIn(text: string): string[] {
  const found: string[] = [];
  for (const line of text.split('\n')) {
    if (isComment(line)) continue;
    for (const pattern of OF_MODULES) {
      const match = pattern.exec(line);
      if (match && !(match[2] && SCRATCH.test(match[2]))) found.push(match[1]);
    }
    for (const pattern of OF_OBJECTS) {
      const match = pattern.exec(line);
      if (match) found.push(match[1]);
    }
  }
  return [...new Set(found)];
}

/** By file, from the root of the repository: the names of its places. */
export function keptPlaces(root: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const folder of ROOTS) {
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts')) continue;
      const file = join(folder, name);
      const places = placesIn(readFileSync(join(root, file), 'utf8'));
      if (places.length > 0) found.set(file, places);
    }
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}
