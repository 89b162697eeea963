/**
 * Who imports whom: the files of src, studio and experiments, their floors, and the picture of them that
 * docs/architecture.md has (`node scripts/drawGraph.mjs` draws it anew).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Lowest floor first. A folder may use itself and what stands before it. */
export const FLOORS = [
  'arrays',
  'words',
  'math',
  'text',
  'kernel',
  'geometry',
  'bvh',
  'proximity',
  'broadphase',
  'kinematics',
  'model',
  'cell',
  'motion',
  'schedule',
  'monitor',
  'verifier',
  'check',
  'certificate',
  'plan',
  'formats',
  'report',
  'jobs',
  'bags',
  'qualify',
  'parallel',
  'node',
  'gate',
  'client',
  'bridge',
  'serve',
  'batch',
  'cli',
];

/** The rooms of the studio, which stands on all floors but the command line. */
export const STUDIO_ROOMS = [
  'studio/engine',
  'studio/view',
  'studio/model',
  'studio/dialogs',
  'studio/panels',
  'studio/timeline',
  'studio/flight',
  'studio/report',
  'studio',
];

/** Every file, by its path from the root of the project, with the files that it imports. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** The root of the project: where package.json is, also for a copy of this file that was compiled. */
export function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'src/index.ts'))) folder = dirname(folder);
  return folder;
}

/** Imports of types count like any other. */
export function readImports(root: string, folders: readonly string[]): ImportGraph {
  const graph = new Map<string, string[]>();
  for (const folder of folders) {
    const inside = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
    for (const name of inside.filter((each) => each.endsWith('.ts')).sort()) {
      const file = join(folder, name);
      const targets = specifiersOf(readFileSync(join(root, file), 'utf8'))
        .filter((specifier) => specifier.startsWith('.') && specifier.endsWith('.ts'))
        .map((specifier) => relative(root, resolve(root, dirname(file), specifier)));
      graph.set(file, [...new Set(targets)]);
    }
  }
  return graph;
}

/** What the import and export statements of a file name. */
export function specifiersOf(text: string): string[] {
  return [...text.matchAll(/(?:\bfrom\s+|\bimport\s*\(?\s*)'([^']+)'/g)].map((m) => m[1]);
}

/** 'math', 'cli', ...; 'studio/engine', ...; '' for src/index.ts. */
export function floorOf(file: string): string {
  const parts = file.split('/');
  if (parts[0] === 'src') return parts.length > 2 ? parts[1] : '';
  return parts.length > 2 ? `${parts[0]}/${parts[1]}` : parts[0];
}

/** Files that reach themselves through their imports, in groups. */
export function cyclesOf(graph: ImportGraph): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const path: string[] = [];
  const onPath = new Set<string>();
  const found: string[][] = [];
  const visit = (file: string): void => {
    order.set(file, order.size);
    lowest.set(file, order.get(file)!);
    path.push(file);
    onPath.add(file);
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) visit(next);
      if (onPath.has(next)) lowest.set(file, Math.min(lowest.get(file)!, lowest.get(next)!));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const group = path.splice(path.indexOf(file));
    for (const each of group) onPath.delete(each);
    if (group.length > 1 || graph.get(file)?.includes(file)) found.push(group.sort());
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return found;
}

/** All files that a file reaches, itself included. */
export function closureOf(graph: ImportGraph, files: readonly string[]): string[] {
  const seen = new Set(files);
  for (const file of seen) for (const next of graph.get(file) ?? []) seen.add(next);
  return [...seen].sort();
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * The floors from the top down, and which floors each one's files import. A mark left of the diagonal
 * would be an import that goes upward.
 */
export function drawMatrix(graph: ImportGraph, floors: readonly string[]): string {
  const top = [...floors].reverse();
  const seen = new Set<string>();
  for (const [file, targets] of graph) {
    for (const target of targets) seen.add(`${floorOf(file)} ${floorOf(target)}`);
  }
  const letters = top.map((_, i) => LETTERS[i]);
  const head = `${' '.repeat(20)}${letters.join(' ')}`;
  const rows = top.map((from, i) => {
    const marks = top.map((to, j) => (i === j ? '\\' : seen.has(`${from} ${to}`) ? 'x' : '.'));
    return `${letters[i]}  ${from.padEnd(17)}${marks.join(' ')}`;
  });
  return [head, ...rows].join('\n');
}

const BEGIN = '<!-- imports: drawn by scripts/drawGraph.mjs -->';
const END = '<!-- /imports -->';

/** The page with the picture of the imports as they are. */
export function withPicture(root: string, page: string): string {
  const graph = readImports(root, ['src', 'studio']);
  const picture = drawMatrix(graph, [...FLOORS, ...STUDIO_ROOMS]);
  const [before, rest] = [page.slice(0, page.indexOf(BEGIN)), page.slice(page.indexOf(END))];
  if (!page.includes(BEGIN) || !page.includes(END))
    throw new Error(`no place for the picture: ${BEGIN}`);
  return `${before}${BEGIN}\n\n\`\`\`\n${picture}\n\`\`\`\n\n${rest}`;
}
