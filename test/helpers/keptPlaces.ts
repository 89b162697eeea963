/**
 * Places in the sources that can keep something between two questions: bindings of modules that change or hold maps, sets and
 * instances; of objects the maps and sets, fields that are filled later, and fields that say by their name that they keep.
 * docs/kept-state.md lists all of them. The page of the studio is left out: it draws what the engine answered.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOTS = ['src', 'studio/engine', 'verify'];

const OF_MODULES = [
  /^(?:export )?let (\w+)/,
  /^(?:export )?const (\w+)(?:: [^=]+)? = new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\)/,
  /^(?:export )?const (\w+)(?:: [^=]+)? = new Weak(?:Map|Set)\b/,
  /^(?:export )?const (\w+)(?:: [^=]+)? = new ([A-Z]\w+)/,
];
/** What a module may hold: numbers that are written before they are read, and what never changes. */
const HARMLESS =
  /^(\w+Array|ArrayBuffer|DataView|Set|Map|RegExp|TextEncoder|TextDecoder|Growing|Weak\w+)$/;
const OF_OBJECTS = [
  /^ {2}(?:(?:private|protected|public|static|readonly) )*(\w+)[!?]?(?:: [^=]+)? = new (?:Weak)?(?:Map|Set)\b/,
  /^ {2}(?:(?:private|protected|public|static|readonly) )+(\w+)[!?]?: (?:Weak)?(?:Map|Set)</,
  /^ {2}private (\w+)[^=]*\| null = null;/,
  /^ {2}private (?:static )?(\w*(?:[lL]ast|[kK]ept|[kK]nown|[rR]emember|[mM]ade|[mM]emo|[cC]ache|[eE]arlier|[bB]efore|[lL]atest|[pP]revious|[cC]ompiled|[wW]arm)[A-Z]?\w*)[!?]?(?:: .*)?(?: = .*)?;/,
];

/** Names of the places of a file. */
export interface Places {
  readonly ofModule: readonly string[];
  readonly ofObjects: readonly string[];
}

export function placesIn(text: string): Places {
  const [ofModule, ofObjects] = [new Set<string>(), new Set<string>()];
  for (const line of text.split('\n')) {
    for (const pattern of OF_MODULES) {
      const [, name, kind] = pattern.exec(line) ?? [];
      if (name !== undefined && !(kind && HARMLESS.test(kind))) ofModule.add(name);
    }
    for (const pattern of OF_OBJECTS) {
      const [, name] = pattern.exec(line) ?? [];
      if (name !== undefined) ofObjects.add(name);
    }
  }
  return { ofModule: [...ofModule], ofObjects: [...ofObjects] };
}

/** By file, from the root of the repository: its places, if it has any. */
export function keptPlaces(root: string): Map<string, Places> {
  const found = new Map<string, Places>();
  for (const folder of ROOTS) {
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts')) continue;
      const file = join(folder, name).replaceAll('\\', '/');
      const places = placesIn(readFileSync(join(root, file), 'utf8'));
      if (places.ofModule.length + places.ofObjects.length > 0) found.set(file, places);
    }
  }
  return found;
}

/** What a page lists: `folder/file.ts: name name`, and `folder/*` for the objects of all files of a folder. */
export function listedPlaces(page: string): {
  readonly files: Map<string, Set<string>>;
  readonly folders: string[];
} {
  const files = new Map<string, Set<string>>();
  const folders: string[] = [];
  for (const [, span] of page.matchAll(/`([^`]+)`/g)) {
    const [, folder] = /^((?:src|studio|verify)\/[\w/]+\/)\*$/.exec(span) ?? [];
    if (folder !== undefined) folders.push(folder);
    const [, file, names] = /^((?:src|studio|verify)\/[\w/]+\.ts): ([\w ]+)$/.exec(span) ?? [];
    if (file === undefined) continue;
    const all = files.get(file) ?? new Set();
    for (const each of names.split(' ')) all.add(each);
    files.set(file, all);
  }
  return { files, folders };
}
