// @ts-check
// Lists the bounds of src: functions, methods and fields whose names carry Upper or Lower.
//   node scripts/bounds.mjs
//   node scripts/bounds.mjs --plant [--only TEXT] [--jobs 2] [--seconds 60]
// --plant halves each upper bound and doubles each lower one in a copy of the tree, one at a time, and runs the test that
// test/helpers/bounds names for it: the test must fail. Ends with 1 if one does not.

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parseAst } from 'vite';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SRC = join(ROOT, 'src');

/**
 * @typedef {object} Bound
 * @property {string} file below src
 * @property {string} name `name`, or `Class.name`
 * @property {'function' | 'field'} kind
 * @property {'upper' | 'lower'} side
 * @property {number} start its place in the text of the file
 * @property {number} end
 * @property {readonly (readonly [number, number])[]} returned places of the expressions that it returns
 */

/** A name that carries the word: `reachUpper`, `rateUpperInto`, `lowerAt`, but not `lowered` or `toUpperCase`. */
const CARRIES = /(Upper|Lower)(?![a-z]|Case)/;
const IS = /^(upper|lower)(?![a-z])/;

/** @param {string} name */
const isBound = (name) => CARRIES.test(name) || IS.test(name);

/** @param {string} name */
const sideOf = (name) => (/upper/i.test(name) ? 'upper' : 'lower');

/**
 * Expressions that a function returns, those of functions inside left out.
 * @param {any} body
 * @returns {[number, number][]}
 */
function returnedBy(body) {
  if (body.type !== 'BlockStatement') return [[body.start, body.end]];
  /** @type {[number, number][]} */
  const found = [];
  /** @param {any} node */
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return;
    if (Array.isArray(node)) {
      for (const each of node) visit(each);
      return;
    }
    if (/Function|^MethodDefinition$/.test(node.type ?? '')) return;
    if (node.type === 'ReturnStatement' && node.argument) {
      found.push([node.argument.start, node.argument.end]);
    }
    for (const key of Object.keys(node)) visit(node[key]);
  };
  visit(body.body);
  return found;
}

/**
 * The bounds of one file.
 * @param {string} file below src
 * @param {string} text
 * @returns {Bound[]}
 */
export function boundsOfText(file, text) {
  /** @type {Bound[]} */
  const found = [];
  /**
   * @param {string} owner
   * @param {string} name
   * @param {any} node
   * @param {any} body
   */
  const add = (owner, name, node, body) => {
    found.push({
      file,
      name: owner === '' ? name : `${owner}.${name}`,
      kind: body ? 'function' : 'field',
      side: sideOf(name),
      start: node.start,
      end: node.end,
      returned: body ? returnedBy(body) : [],
    });
  };
  /**
   * @param {any} node
   * @param {string} owner
   */
  const visit = (node, owner) => {
    if (node === null || typeof node !== 'object') return;
    if (Array.isArray(node)) {
      for (const each of node) visit(each, owner);
      return;
    }
    const name = node.key?.name ?? node.id?.name ?? '';
    switch (node.type) {
      case 'FunctionDeclaration':
        if (node.body && isBound(name)) add('', name, node, node.body);
        visit(node.body, name);
        return;
      case 'ClassDeclaration':
      case 'TSInterfaceDeclaration':
        visit(node.body, name);
        return;
      case 'MethodDefinition':
        if (node.value.body && isBound(name)) add(owner, name, node, node.value.body);
        visit(node.value.body, `${owner}.${name}`);
        return;
      case 'PropertyDefinition':
      case 'TSPropertySignature':
        if (CARRIES.test(name)) add(owner, name, node, null);
        break;
      case 'Property':
      case 'VariableDeclarator': {
        const value = node.value ?? node.init;
        const isFunction = /^(Arrow)?FunctionExpression$/i.test(value?.type ?? '');
        if (isFunction && value.body && isBound(name)) add(owner, name, node, value.body);
        visit(value, node.type === 'VariableDeclarator' && owner === '' ? name : owner);
        return;
      }
      default:
    }
    for (const key of Object.keys(node)) visit(node[key], owner);
  };
  visit(parseAst(text, { lang: 'ts' }).body, '');
  return found;
}

/** All bounds of src, by file and place. */
export function listBounds() {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.d.ts'),
  );
  return files.sort().flatMap((file) => {
    const text = readFileSync(join(SRC, file), 'utf8');
    return /upper|lower/i.test(text) ? boundsOfText(relative('.', file), text) : [];
  });
}

/** What stands for half of a bound from above, and for twice one from below. */
const FACTORS = { upper: 0.5, lower: 2 };

/**
 * The fault that is planted in a bound: what it returns is scaled, or what its record says is replaced.
 * @param {Bound} bound
 * @param {readonly [text: string, becomes: string, file?: string] | undefined} plant
 */
export function faultOf({ file, side, start, end, returned }, plant) {
  const text = readFileSync(join(SRC, file), 'utf8');
  if (plant) {
    // In the bound itself, or else where its file says it once.
    const own = text.slice(start, end);
    const [what, becomes, elsewhere] = plant;
    if (elsewhere) return { file: elsewhere, text: what, becomes };
    if (own.split(what).length !== 2) return { file, text: what, becomes };
    return { file, text: own, becomes: own.split(what).join(becomes) };
  }
  let becomes = '';
  let at = start;
  for (const [from, to] of returned) {
    becomes += `${text.slice(at, from)}${FACTORS[side]} * (${text.slice(from, to)})`;
    at = to;
  }
  return { file, text: text.slice(start, end), becomes: becomes + text.slice(at, end) };
}

async function plantAll() {
  const { values } = parseArgs({
    options: {
      plant: { type: 'boolean' },
      only: { type: 'string', default: '' },
      jobs: { type: 'string', default: '2' },
      seconds: { type: 'string', default: '60' },
    },
  });
  const { compileTests } = await import('./compileTests.mjs');
  const { Desk } = await import('./mutants/desk.mjs');
  const load = compileTests(['test/helpers/bounds/table.ts']);
  const { BOUNDS } = await load('test/helpers/bounds/table.js');
  const listed = new Map(listBounds().map((bound) => [`${bound.file} ${bound.name}`, bound]));
  /** @type {any[]} */
  const open = BOUNDS.filter(
    (/** @type {any} */ { at, test, unnamed }) =>
      test && `${at}${unnamed ? ' unnamed' : ''}`.includes(values.only),
  );
  // Faults of one test one after another: what vite compiled for it is at hand.
  open.sort((a, b) => (a.test < b.test ? -1 : a.test > b.test ? 1 : 0));
  const desks = Array.from({ length: Number(values.jobs) }, () => {
    return new Desk(ROOT, Number(values.seconds));
  });
  process.on('exit', () => {
    for (const desk of desks) desk.close();
  });
  let [next, caught] = [0, 0];
  await Promise.all(
    desks.map(async (desk) => {
      while (next < open.length) {
        const { at, test, plant } = open[next++];
        const bound = listed.get(at) ?? { file: at.split(' ')[0] };
        const fault = faultOf(/** @type {Bound} */ (bound), plant);
        const { outcome, why } = await desk.ask({ test, fault });
        // A test that does not end any more has noticed, too; one that is broken by it has not been asked.
        const isCaught = outcome === 'failed';
        if (isCaught) caught++;
        console.log(`${isCaught ? 'caught' : `NOT CAUGHT (${outcome})`} ${at} [${test}] ${why}`);
      }
    }),
  );
  console.log(`${caught} of ${open.length} caught`);
  process.exit(caught === open.length ? 0 : 1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--plant')) await plantAll();
  else for (const { file, name, side } of listBounds()) console.log(`${side} ${file} ${name}`);
}
