// @ts-check
// Writes docs/api.md and docs/api/SUBPATH.md: what the package shows, one line a name.
//   node scripts/api.mjs
// Subpaths come from package.json, what each is for from the header of its index.ts, names from its exports,
// and what a name is from the first sentence of its comment. test/api.test.ts sees that the pages are up to date.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * @typedef {object} Name an exported name
 * @property {string} name
 * @property {'function' | 'class' | 'const' | 'type'} kind
 * @property {string} about the first sentence of its comment; empty without one
 *
 * @typedef {object} Entry an entry of the package: the root or a subpath
 * @property {string} subpath as it is imported: `surepath`, `surepath/math`
 * @property {string} page the name of its page, without `.md`; empty for the root
 * @property {string} about what it is for
 * @property {Name[]} names by name
 */

/** @type {Map<string, string>} */
const texts = new Map();

/** @param {string} file */
function textOf(file) {
  let text = texts.get(file);
  if (text === undefined) {
    text = readFileSync(file, 'utf8');
    texts.set(file, text);
  }
  return text;
}

/**
 * A comment as one line of text.
 * @param {string} comment
 */
function plain(comment) {
  return comment
    .replace(/^\/\*\*|\*\/$/g, '')
    .replace(/^\s*\*( |$)/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * The first sentence: up to a full stop before a capital letter, outside of brackets.
 * @param {string} text
 */
function sentence(text) {
  let depth = 0;
  for (let k = 0; k < text.length; k++) {
    if ('([{'.includes(text[k])) depth++;
    else if (')]}'.includes(text[k])) depth--;
    else if (depth === 0 && /^[.:] (?=[A-Z`[(-])/.test(text.slice(k, k + 3))) {
      return text.slice(0, k + 1).replace(/:$/, '.');
    }
  }
  return text;
}

/**
 * What a file says of itself: the comment it begins with.
 * @param {string} file
 */
function header(file) {
  const comment = /^\s*(\/\*\*[\s\S]*?\*\/)/.exec(textOf(file));
  return comment ? plain(comment[1]) : '';
}

/**
 * A name that a file declares itself, or undefined.
 * @param {string} file
 * @param {string} name
 * @returns {Name | undefined}
 */
function declared(file, name) {
  const text = textOf(file);
  const found = new RegExp(
    `^export (?:declare )?(?:abstract )?(?:async )?(function\\*?|class|const|let|interface|type|enum) ${name}\\b`,
    'm',
  ).exec(text);
  if (!found) return slot(text, name);
  const before = text.slice(0, found.index).trimEnd();
  const start = before.lastIndexOf('/**');
  const own =
    before.endsWith('*/') && start >= 0 && before.indexOf('*/', start) === before.length - 2;
  const kinds = { class: 'class', const: 'const', let: 'const', interface: 'type', type: 'type' };
  return {
    name,
    kind: /** @type {Name['kind']} */ (kinds[/** @type {'class'} */ (found[1])] ?? 'function'),
    about: (own && start > 0 && sentence(plain(before.slice(start)))) || implied(file, name),
  };
}

/**
 * A name that is a slot of a layout: "export const { field: NAME, ... } = layout(...)". The comment is that of its field, or
 * of the layout.
 * @param {string} text
 * @param {string} name
 * @returns {Name | undefined}
 */
function slot(text, name) {
  for (const [, comment, slots, fields] of text.matchAll(
    /(\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?^export const \{([^}]*)\} = layout\(([\s\S]*?)\);$/gm,
  )) {
    const own = new RegExp(`(?:(\\w+): )?\\b${name}\\b`).exec(slots);
    if (!own) continue;
    const field = own[1] ?? name;
    const said = new RegExp(`(\\/\\*\\*(?:(?!\\*\\/)[\\s\\S])*\\*\\/)\\s*\\[?'${field}'`).exec(
      fields,
    );
    const about = sentence(plain((said?.[1] ?? comment ?? '').trim()));
    return { name, kind: 'const', about: about || `The slot of \`${field}\`.` };
  }
  return undefined;
}

/**
 * What a name without a comment of its own is: what its file is about if they have the same name or the file exports no
 * other value; else the words that it stands for, or the function that takes or returns it.
 * @param {string} file
 * @param {string} name
 */
function implied(file, name) {
  const text = textOf(file);
  const values = [...text.matchAll(/^export (?:async )?(?:function|class|const) (\w+)/gm)];
  const only = values.length === 1 && values[0][1] === name;
  if (only || basename(file, '.ts').toLowerCase() === name.toLowerCase())
    return sentence(header(file));
  const words = new RegExp(`^export type ${name} =((?:\\s*\\|?\\s*'[\\w-]+')+);`, 'm').exec(text);
  if (words) return `${[...words[1].matchAll(/'[\w-]+'/g)].map(([v]) => `\`${v}\``).join(', ')}.`;
  const word = new RegExp(`\\b${name}\\b`);
  for (const [, by, takes, gives] of text.matchAll(
    /^export (?:async )?function (\w+)(?:<[^>]*>)?\(([\s\S]*?)\)(?:: ([^;]*?))? \{$/gm,
  )) {
    if (word.test(takes)) return `What \`${by}()\` takes.`;
    if (gives && word.test(gives)) return `What \`${by}()\` returns.`;
  }
  for (const [, by, body] of text.matchAll(/^export class (\w+)[^{]*\{([\s\S]*?)^\}/gm)) {
    const made = /\bconstructor\(([\s\S]*?)\) \{/.exec(body);
    if (made && word.test(made[1])) return `What a \`${by}\` is made with.`;
    for (const [, method, takes, gives] of body.matchAll(
      /^ {2}(?:async )?\*?(\w+)\(([\s\S]*?)\)(?:: ([^;]*?))? \{$/gm,
    )) {
      if (word.test(takes)) return `What \`${method}()\` of a \`${by}\` takes.`;
      if (gives && word.test(gives)) return `What \`${method}()\` of a \`${by}\` returns.`;
    }
  }
  return '';
}

/**
 * All names that a file exports, its own and those of others.
 * @param {string} file
 * @returns {Name[]}
 */
function exportsOf(file) {
  /** @type {Name[]} */
  const names = [];
  const text = textOf(file);
  for (const [, list, from] of text.matchAll(/^export (?:type )?\{([^}]*)\} from '([^']+)';/gm)) {
    const target = resolve(dirname(file), from);
    for (const item of list.split(',').map((part) => part.trim())) {
      if (item === '') continue;
      const [, name, as = name] = /** @type {RegExpExecArray} */ (
        /^(?:type )?(\w+)(?: as (\w+))?$/.exec(item)
      );
      names.push({ ...find(target, name), name: as });
    }
  }
  for (const [, from] of text.matchAll(/^export \* from '([^']+)';/gm)) {
    names.push(...exportsOf(resolve(dirname(file), from)));
  }
  for (const [, name] of text.matchAll(
    /^export (?:abstract |async )*(?:function\*?|class|const|let|interface|type|enum) (\w+)/gm,
  )) {
    names.push(find(file, name));
  }
  return [...new Map(names.map((one) => [one.name, one])).values()].sort(byName);
}

/**
 * @param {Name} a
 * @param {Name} b
 */
function byName(a, b) {
  const [x, y] = [a.name.toLowerCase(), b.name.toLowerCase()];
  return x < y || (x === y && a.name < b.name) ? -1 : 1;
}

/**
 * A name that a file exports, declared there or elsewhere.
 * @param {string} file
 * @param {string} name
 * @returns {Name}
 */
function find(file, name) {
  const found = declared(file, name) ?? exportsOf(file).find((one) => one.name === name);
  if (!found) throw new Error(`${file} does not export ${name}`);
  return found;
}

/**
 * The entries of the package, the root first, then in the order of package.json.
 * @returns {Entry[]}
 */
export function entries() {
  const { name, exports } = JSON.parse(textOf(join(ROOT, 'package.json')));
  return (
    Object.entries(exports)
      // The element of docs/viewer.md is no floor of src.
      .filter(([subpath, target]) => typeof target === 'object' && subpath !== './view')
      .map(([subpath, { types }]) => {
        const file = join(ROOT, types.replace('./dist/', 'src/').replace(/\.d\.ts$/, '.ts'));
        return {
          subpath: name + subpath.slice(1),
          page: subpath.slice(2).replaceAll('/', '-'),
          about: header(file),
          names: exportsOf(file),
        };
      })
  );
}

/** @param {Name} one */
const shown = ({ name, kind }) => (kind === 'function' ? `\`${name}()\`` : `\`${name}\``);

/** @param {Name[]} names */
function list(names) {
  /** @type {[string, (one: Name) => boolean][]} */
  const groups = [
    ['Functions', ({ kind }) => kind === 'function'],
    ['Classes', ({ kind }) => kind === 'class'],
    ['Constants', ({ kind }) => kind === 'const'],
    ['Types', ({ kind }) => kind === 'type'],
  ];
  return groups.flatMap(([title, belongs]) => {
    const lines = names.filter(belongs).map((one) => `- ${shown(one)}: ${one.about}`);
    return lines.length === 0 ? [] : ['', `**${title}**`, '', ...lines];
  });
}

/**
 * Names in lines of at most 120 characters.
 * @param {Name[]} names
 */
function running(names) {
  const lines = [''];
  for (const one of names) {
    const last = lines[lines.length - 1];
    const word = `\`${one.name}\``;
    if (last.length + word.length > 118) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}

const MADE =
  '<!-- Made by `node scripts/api.mjs` from the comments in the source: change those. -->';

/**
 * The pages, by their path in `docs`.
 * @returns {Map<string, string>}
 */
export function pages() {
  const [root, ...subpaths] = entries();
  const intro = [
    '# What the package shows',
    '',
    MADE,
    '',
    `\`import { ... } from '${root.subpath}'\` has the names that people start with. Everything else is under subpaths, one for`,
    'each floor of the [house](architecture.md), the lowest first below; a name at the root is the same thing as under its subpath.',
    'All of it runs in Node and in browsers. `surepath/schema/cell.schema.json` is the JSON Schema of the [cell file](cell-file.md).',
    '',
    `## ${root.subpath}`,
    '',
    root.about,
    ...list(root.names),
  ];
  const below = subpaths.flatMap(({ subpath, page, about, names }) => [
    '',
    `## [${subpath}](api/${page}.md)`,
    '',
    about,
    '',
    ...running(names),
  ]);
  /** @type {Map<string, string>} */
  const made = new Map([['api.md', [...intro, ...below, ''].join('\n')]]);
  for (const { subpath, page, about, names } of subpaths) {
    const lines = [`# ${subpath}`, '', MADE, '', about, ...list(names), ''];
    made.set(`api/${page}.md`, lines.join('\n'));
  }
  return made;
}

/** What has no comment to be listed by: entries and names. */
export function unexplained() {
  return entries().flatMap(({ subpath, about, names }) => [
    ...(about === '' ? [`${subpath}: its index.ts has no header`] : []),
    ...names.filter((one) => one.about === '').map(({ name }) => `${subpath}: ${name}`),
  ]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const docs = join(ROOT, 'docs');
  const made = pages();
  mkdirSync(join(docs, 'api'), { recursive: true });
  for (const old of readdirSync(join(docs, 'api'))) {
    if (!made.has(`api/${old}`)) rmSync(join(docs, 'api', old));
  }
  for (const [path, text] of made) writeFileSync(join(docs, path), text);
  for (const line of unexplained()) console.error(`no comment: ${line}`);
  console.log(`${made.size} pages in docs`);
}
