/**
 * An MJCF model and the files that it includes, as one tree. An <include> stands for the elements inside the root of
 * the file that it names; a file may be included once. References start from the folder of the model's own
 * file, as MuJoCo has it.
 */
import { nameHint } from '../../math/index.ts';
import { type Resolver, resolve } from '../resolver.ts';
import { readXml, type XmlElement } from '../xml.ts';

/** Sections that say something of bodies and their geometry. */
export const READ_SECTIONS = [
  'compiler',
  'default',
  'asset',
  'worldbody',
  'contact',
  'equality',
  'keyframe',
  'option',
] as const;
/** Sections of which nothing is needed here. */
const OTHER_SECTIONS = [
  'size',
  'statistic',
  'visual',
  'custom',
  'extension',
  'tendon',
  'actuator',
  'sensor',
];

export type Section = (typeof READ_SECTIONS)[number];

export class ModelFiles {
  /** Every file that was read, by path. */
  readonly files = new Map<string, Uint8Array>();
  readonly root: XmlElement;
  private readonly file: string;
  private readonly resolver: Resolver;
  private readonly expanded = new Map<XmlElement, readonly XmlElement[]>();
  /** Files that some <include> named. */
  private readonly included = new Map<string, XmlElement>();

  constructor(bytes: Uint8Array, file: string, resolver: Resolver) {
    this.file = file;
    this.resolver = resolver;
    this.files.set(file, bytes);
    this.root = readRoot(bytes, file);
    for (const section of this.childrenOf(this.root)) checkSection(section);
  }

  /** All sections of a name, those of included files in their places. */
  sections(name: Section): XmlElement[] {
    return this.childrenOf(this.root).filter((each) => each.name === name);
  }

  /** The children of an element, with those of the files that are included among them. */
  childrenOf(element: XmlElement): readonly XmlElement[] {
    let children = this.expanded.get(element);
    if (!children) {
      children = element.children.flatMap((child) =>
        child.name === 'include' ? this.childrenOf(this.include(child)) : [child],
      );
      this.expanded.set(element, children);
    }
    return children;
  }

  private include(element: XmlElement): XmlElement {
    const reference = element.requireAttribute('file');
    const { path, bytes, tried } = resolve(this.resolver, reference, this.file);
    if (!bytes) {
      throw element.error(
        'missing-file',
        `the file "${reference}" was not found`,
        `looked for ${tried.join(', ')}`,
        'file',
      );
    }
    const first = this.included.get(path);
    if (first || path === this.file) {
      throw element.error(
        'included-twice',
        `"${reference}" is included a second time`,
        first ? `the first time is on line ${first.line}` : 'it is the model itself',
        'file',
      );
    }
    this.included.set(path, element);
    this.files.set(path, bytes);
    return readRoot(bytes, path);
  }
}

function readRoot(bytes: Uint8Array, file: string): XmlElement {
  const root = readXml(bytes, { file, format: 'mjcf' });
  if (root.name === 'mujoco' || root.name === 'mujocoinclude') return root;
  throw root.error('not-mjcf', `an MJCF model begins with <mujoco>, found <${root.name}>`);
}

function checkSection(section: XmlElement): void {
  const { name } = section;
  const known = [...READ_SECTIONS, ...OTHER_SECTIONS];
  if (known.includes(name)) return;
  if (name === 'deformable') {
    // Skins only concern looks; what bends cannot be said with rigid bodies.
    const [flex] = section.children.filter((each) => each.name !== 'skin');
    if (!flex) return;
    throw flex.error('unsupported', `<${flex.name}> cannot be read: bodies are rigid here`);
  }
  throw section.error('unknown-element', `<${name}> is no section`, nameHint(name, known));
}

/** What may come before the first element, by how it begins and ends. */
const PROLOGUE = [
  ['<?', '?>'],
  ['<!--', '-->'],
  ['<!DOCTYPE', '>'],
] as const;
const SPACE = /[\s\uFEFF]/;

/** Whether a text is an MJCF model: its first element says so. Looks at each character before that once. */
export function looksLikeMjcf(text: string): boolean {
  let at = 0;
  for (;;) {
    while (at < text.length && SPACE.test(text[at])) at++;
    const part = PROLOGUE.find(([begin]) => text.startsWith(begin, at));
    if (!part) return /^<mujoco[\s>/]/.test(text.slice(at, at + 8));
    const end = text.indexOf(part[1], at + part[0].length);
    if (end < 0) return false;
    at = end + part[1].length;
  }
}
