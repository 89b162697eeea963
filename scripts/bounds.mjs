// @ts-check
// Lists the bounds of src: functions, methods and fields whose names carry Upper or Lower.
//   node scripts/bounds.mjs [--json]
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const b of listBounds()) console.log(b.file, b.name, b.kind, b.side, b.returned.length);
}
