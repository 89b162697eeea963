/** For tests of reports: reports of small cells, and a look at the markup of a page. */
import { askAbout, type Cell } from '../../../src/cell/index.ts';
import {
  checkPath,
  createChecker,
  DEFAULT_DELTA,
  type Method,
  type PathRequest,
} from '../../../src/check/index.ts';
import { buildPath, type StraightOptions } from '../../../src/motion/index.ts';
import {
  type ReportData,
  type ReportInput,
  reportData,
  reportEvidence,
} from '../../../src/report/index.ts';

export interface Reported {
  readonly data: ReportData;
  readonly input: ReportInput;
}

/** What `surepath check --report` does, of waypoints. */
export function reportOf(
  given: Cell,
  waypoints: readonly (readonly number[])[],
  {
    method = 'ladder',
    request = {},
    path: options = {},
    more = {},
  }: {
    readonly method?: Method;
    readonly request?: PathRequest;
    readonly path?: StraightOptions;
    readonly more?: Partial<ReportInput>;
  } = {},
): Reported {
  const path = buildPath(
    given.tree,
    waypoints.map((row) => Float64Array.from(row)),
    options,
  );
  const { cell } = askAbout(given, path);
  const result = checkPath(createChecker(cell, { method }), path, request);
  const delta = request.delta ?? DEFAULT_DELTA;
  const { verdict, open } = result;
  const evidence = reportEvidence(cell, path, {
    ...{ verdict, delta },
    ...(method === 'fixed' ? {} : { open }),
  });
  const input: ReportInput = {
    ...{ cell, path, evidence },
    names: { cell: 'cells/here/cell.yaml', path: 'path.json' },
    answer: result,
    assumptions: ['2 pairs allowed: by the test'],
    settings: { method, delta },
    program: 'surepath test',
    ...more,
  };
  return { data: reportData(input), input };
}

export interface Tag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Names of the elements around it, the outermost first. */
  readonly inside: readonly string[];
}

export interface Markup {
  readonly tags: readonly Tag[];
  /** Contents of elements whose text is not markup, by element. */
  readonly raw: readonly { readonly tag: Tag; readonly text: string }[];
  /** All other text, references resolved. */
  readonly text: string;
}

const VOID = new Set(['meta', 'input', 'br', 'img', 'link', 'hr', 'wbr']);
const RAW = new Set(['script', 'style', 'title']);
const NAMES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Reads a page that is as strict as ours; throws where it is not well-formed. */
export function readMarkup(html: string): Markup {
  const tags: Tag[] = [];
  const raw: { tag: Tag; text: string }[] = [];
  const open: string[] = [];
  let text = '';
  let at = html.startsWith('<!doctype html>') ? '<!doctype html>'.length : Number.NaN;
  const resolved = (part: string) =>
    part.replace(/&([^;]*);?/g, (all, name) => {
      if (!all.endsWith(';') || !(name in NAMES)) throw new Error(`"${all}" is no reference`);
      return NAMES[name];
    });
  while (at < html.length) {
    if (html[at] !== '<') {
      const next = html.indexOf('<', at);
      const end = next < 0 ? html.length : next;
      const part = html.slice(at, end);
      if (part.includes('>') && !open.includes('svg')) throw new Error(`a bare ">" in "${part}"`);
      text += resolved(part);
      at = end;
      continue;
    }
    const tag = /^<(\/?)([a-zA-Z][\w:-]*)((?:\s+[\w:-]+(?:="[^"<]*")?)*)\s*(\/?)>/.exec(
      html.slice(at, at + 20_000),
    );
    if (!tag) throw new Error(`no tag at "${html.slice(at, at + 80)}"`);
    at += tag[0].length;
    const [, closing, name, attributeText, self] = tag;
    if (closing) {
      const last = open.pop();
      if (last !== name) throw new Error(`</${name}> closes <${last}>`);
      text += ' ';
      continue;
    }
    const attributes = new Map<string, string>();
    for (const [, key, , value] of attributeText.matchAll(/([\w:-]+)(="([^"]*)")?/g)) {
      if (attributes.has(key)) throw new Error(`${key} is there twice in <${name}>`);
      attributes.set(key, resolved(value ?? ''));
    }
    const found = { name, attributes, inside: [...open] };
    tags.push(found);
    if (self || VOID.has(name)) continue;
    if (RAW.has(name)) {
      const end = html.indexOf(`</${name}>`, at);
      if (end < 0) throw new Error(`<${name}> does not end`);
      raw.push({ tag: found, text: html.slice(at, end) });
      at = end + name.length + 3;
      continue;
    }
    open.push(name);
  }
  if (open.length > 0) throw new Error(`<${open.at(-1)}> does not end`);
  return { tags, raw, text };
}
