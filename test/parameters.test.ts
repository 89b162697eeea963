/**
 * Functions of more than six parameters take a record: names say more than places. Hot code is the exception where it
 * was measured: a record made for every call, or numbers that V8 boxes, cost more than the call does.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FLOORS, projectRoot } from './helpers/importGraph.ts';

const MOST = 6;
const ROOT = projectRoot();

/** Text without what stands in comments and strings, as long as it was. */
function codeOf(text: string): string {
  return text.replace(
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g,
    (found) => found.replace(/[^\n]/g, ' '),
  );
}

/** The offset of the bracket that closes the one at `open`, and how many things stand between, by commas. */
function listAt(code: string, open: number): { readonly end: number; readonly count: number } {
  let depth = 0;
  let count = 0;
  let fresh = true;
  for (let i = open; i < code.length; i++) {
    const c = code[i];
    if ('([{'.includes(c) || (c === '<' && /\w/.test(code[i - 1]))) depth++;
    else if (
      ')]}'.includes(c) ||
      (c === '>' && code[i - 1] !== '=' && /[\w\]>})]/.test(code[i - 1]))
    )
      depth--;
    if (depth === 0) return { end: i, count };
    if (i > open && depth === 1 && c === ',') fresh = true;
    else if (i > open && fresh && /\S/.test(c)) {
      count++;
      fresh = false;
    }
  }
  return { end: code.length, count };
}

/** Functions, methods and constructors with a body, by name, and how many parameters each has. */
function functionsIn(text: string): { readonly name: string; readonly count: number }[] {
  const code = codeOf(text);
  const found: { name: string; count: number }[] = [];
  const heads =
    /(?:\bfunction\s+|^\s*(?:(?:private|protected|public|static|override|async|get|set|export|abstract)\s+)*|\bconst\s+)([A-Za-z_$][\w$]*)\s*(?:=\s*(?:async\s*)?)?(?:<[^(]*>)?\(/gm;
  for (const head of code.matchAll(heads)) {
    const [whole, name] = head;
    if (['if', 'for', 'while', 'switch', 'catch', 'return', 'super', 'function'].includes(name))
      continue;
    const { end, count } = listAt(code, head.index + whole.length - 1);
    const after = code.slice(end + 1, end + 400);
    if (/^\s*(?::[^;{=]*(?:\{[^{}]*\}[^;{=]*)?)?(?:=>|\{)/.test(after)) found.push({ name, count });
  }
  return found;
}

/** The files of a folder. */
function filesOf(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `${folder}/${file}`);
}

describe('what finds functions', () => {
  it('counts parameters of functions, methods and arrows, not of calls', () => {
    const text = `
      export function one<T extends Map<string, number>>(a: T, b: { x: number, y: number }): void {}
      class Two {
        constructor(a: number, b: (c: number, d: number) => void, c = [1, 2]) {}
        private method(
          a: number, // a, comment
          b: readonly [number, number],
        ): Promise<{ a: number }> { call(1, 2, 3, 4, 5, 6, 7); }
      }
      const three = (a: number, b: string) => a;
      if (call(1, 2, 3)) { }
    `;
    expect(functionsIn(text)).toEqual([
      { name: 'one', count: 2 },
      { name: 'constructor', count: 3 },
      { name: 'method', count: 2 },
      { name: 'three', count: 2 },
    ]);
  });
});

/**
 * Hot functions that keep their parameters, and what a record cost where it was measured (node 20, minimum of rounds).
 */
const MEASURED: Record<string, string> = {
  'geometry/orient.ts orient3d': 'hulls took 7 % longer with a record',
  'geometry/orient.ts orient3dExact': 'as orient3d',
  'geometry/orient.ts orient2d': 'as orient3d',
  'geometry/exact.ts addInto': 'the inner loop of orient3d',
  'geometry/triangleIntersectFlat.ts segmentsMeetInPlane': 'as orient3d',
  'proximity/volumes/boxBounds.ts boxBoundsInto':
    'collisions of meshes took 6 % longer with a record',
  'proximity/volumes/orientedBounds.ts orientedBoundsInto': 'as boxBoundsInto',
  'proximity/mesh/search.ts childBounds': 'as boxBoundsInto, which it calls',
  'proximity/mesh/slotPairs.ts slotBoundsInto': 'as boxBoundsInto',
  'proximity/mesh/slotPairs.ts leafLower': 'as boxBoundsInto',
  'proximity/convex/gjk.ts keepCorner':
    'queries allocate nothing: test/proximity/allocation.test.ts',
  'proximity/convex/shapeBounds.ts gapToCentre': 'queries allocate nothing',
};

/** Functions that people call by these parameters. */
const PUBLIC: Record<string, string> = {
  'math/poseFrom.ts poseFromQuaternion': 'x, y, z, w and a translation, as everywhere',
};

/** By their folders from the root. */
const FOLDERS = [...FLOORS.map((floor) => `src/${floor}`), 'studio', 'experiments'];

describe('functions of more than six parameters', () => {
  it.each(FOLDERS)('%s has none but those that were measured', (folder) => {
    const own = (name: string) => `src/${name}`.startsWith(`${folder}/`);
    const allowed = Object.keys({ ...MEASURED, ...PUBLIC }).filter(own);
    const found = filesOf(folder).flatMap((file) =>
      functionsIn(readFileSync(join(ROOT, file), 'utf8'))
        .filter(({ count }) => count > MOST)
        .map(({ name }) => `${file.replace(/^src\//, '')} ${name}`),
    );
    expect(found.sort()).toEqual(allowed.sort());
  });
});
