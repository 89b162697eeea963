/**
 * Expands the macros of a xacro file, in the order of the file, as ROS's xacro does it. What comes out is a tree of elements of
 * which each knows the file and line that it was written in, so that whatever reads it names the right place.
 *
 * Costs about as much as what comes out, and both are bounded.
 */
import { nameHint } from '../../math/index.ts';
import { MAX_XML_DEPTH, readXml, type XmlElement } from '../xml.ts';
import { Documents, faultAt, type XacroArgument, type XacroInput } from './documents.ts';
import { parseParameters } from './parameters.ts';
import { isName } from './parse.ts';
import { type Block, type Macro, type Parameter, Scope } from './scope.ts';
import { Texts } from './texts.ts';
import { type PyValue, str } from './values.ts';

/** What comes out of a xacro file. */
export interface ExpandedXacro {
  readonly root: XmlElement;
  /** The arguments that it declares, those of included files too. */
  readonly args: readonly XacroArgument[];
  /** Names of the arguments that were given and had a meaning. */
  readonly used: ReadonlySet<string>;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly notes: Documents['notes'];
}

const MOST_ELEMENTS = 300_000;

/** Elements that xacro knew without its prefix long ago; left as they are they would silently mean nothing. */
const UNPREFIXED = new Set(['include', 'macro', 'property', 'insert_block', 'if', 'unless', 'arg']);
/** Elements of other formats, in which such names mean something else. */
const FOREIGN = new Set(['gazebo', 'ros2_control', 'transmission', 'plugin', 'sensor']);

/** Where expanded elements go. */
interface Target {
  readonly element: XmlElement;
  readonly attributes: Map<string, string>;
  readonly children: XmlElement[];
  readonly depth: number;
}

/** Whether a tree has something to expand. */
export function isXacro(root: XmlElement): boolean {
  if (root.attributes.has('xmlns:xacro')) return true;
  const open = [root];
  for (let element = open.pop(); element; element = open.pop()) {
    if (element.name.startsWith('xacro:')) return true;
    open.push(...element.children);
  }
  return false;
}

/** Throws an InputError with the file and line of what is wrong; its code begins with `xacro/`. */
export function expandXacro(
  bytes: Uint8Array,
  input: XacroInput & { readonly format: string },
): ExpandedXacro {
  const root = readXml(bytes, { file: input.file, format: 'xacro' });
  const expansion = new Expansion(input);
  try {
    return expansion.whole(root);
  } catch (error) {
    // Every nesting is bounded, but nobody knows how much stack is left.
    if (!(error instanceof RangeError)) throw error;
    throw faultAt(root, { code: 'too-deep', message: 'macros or elements are nested too deeply' });
  }
}

class Expansion {
  private readonly documents: Documents;
  private readonly format: string;
  private readonly texts: Texts;
  private elements = 0;

  constructor(input: XacroInput & { readonly format: string }) {
    this.documents = new Documents(input);
    this.texts = new Texts(this.documents);
    this.format = input.format;
  }

  whole(root: XmlElement): ExpandedXacro {
    const { documents } = this;
    this.declareAhead(root);
    const scope = new Scope((lazy, within) => this.texts.property(lazy, within));
    const target = this.target(root, undefined, 0);
    this.content(root, target, scope);
    // Arguments and properties of the file may be used by the element that holds them.
    this.attributes(root, target, scope);
    finish(target);
    const { used, files, notes } = documents;
    return { root: target.element, args: [...documents.declared.values()], used, files, notes };
  }

  /** Arguments without a default are known from the start, so that a fault can list them. */
  private declareAhead(root: XmlElement): void {
    const open = [root];
    for (let element = open.pop(); element; element = open.pop()) {
      const name = element.name === 'xacro:arg' ? element.attribute('name') : undefined;
      if (name !== undefined) {
        const fallback = element.attribute('default');
        this.documents.declare(
          { name, fallback, file: element.file, line: element.line },
          undefined,
        );
      }
      open.push(...element.children.toReversed());
    }
  }

  private target(
    from: XmlElement,
    parent: Target | undefined,
    depth: number,
    name?: string,
  ): Target {
    if (++this.elements > MOST_ELEMENTS) {
      const message = `more than ${MOST_ELEMENTS} elements come out of the file`;
      throw this.texts.fault(from, { code: 'too-large', message });
    }
    if (depth >= MAX_XML_DEPTH) {
      const message = `elements are nested more than ${MAX_XML_DEPTH} deep`;
      throw this.texts.fault(from, { code: 'too-deep', message });
    }
    const element = from.copy(parent?.element, this.format, name);
    return { element, attributes: new Map(), children: [], depth };
  }

  private attributes(from: XmlElement, to: Target, scope: Scope): void {
    for (const [name, text] of from.attributes) {
      if (name.startsWith('xacro:') || name === 'xmlns:xacro' || to.attributes.has(name)) continue;
      to.attributes.set(name, str(this.texts.text(from, name, text, scope)));
    }
  }

  /** What is in an element: its text and its children. */
  private content(from: XmlElement, to: Target, scope: Scope): void {
    if (from.text !== '') {
      to.element.addText(str(this.texts.text(from, undefined, from.text, scope)), from.textAt);
    }
    for (const child of from.children) this.element(child, to, scope);
  }

  private element(from: XmlElement, to: Target, scope: Scope): void {
    this.texts.spend(from);
    if (!from.name.startsWith('xacro:')) {
      this.refuseUnprefixed(from, to);
      this.plain(from, to, scope);
      return;
    }
    const name = from.name.slice('xacro:'.length);
    switch (name) {
      case 'property':
        this.define(from, scope);
        return;
      case 'macro':
        this.defineMacro(from, scope);
        return;
      case 'arg':
        this.argument(from, scope);
        return;
      case 'include':
        this.include(from, to, scope);
        return;
      case 'if':
      case 'unless':
        this.branch(from, to, scope, name === 'if');
        return;
      case 'insert_block':
        this.insert(from, to, scope);
        return;
      case 'element': {
        const own = this.texts.required(from, 'xacro:name', scope);
        this.plain(from, to, scope, own);
        return;
      }
      case 'attribute': {
        const own = this.texts.required(from, 'name', scope);
        to.attributes.set(own, this.texts.required(from, 'value', scope, true));
        return;
      }
      case 'call':
        this.expand(from, this.texts.required(from, 'macro', scope), to, scope);
        return;
      default:
        this.expand(from, name, to, scope);
        return;
    }
  }

  private plain(from: XmlElement, to: Target, scope: Scope, name?: string): void {
    const own = this.target(from, to, to.depth + 1, name);
    this.attributes(from, own, scope);
    this.content(from, own, scope);
    finish(own);
    to.children.push(own.element);
  }

  private define(from: XmlElement, scope: Scope): void {
    const name = this.texts.required(from, 'name', scope);
    if (!isName(name)) {
      const message = `a property cannot be called ${JSON.stringify(name)}`;
      const hint = 'a name is made of letters, digits and underscores, and is no word of Python';
      throw this.texts.fault(from, { code: 'name', message, hint }, 'name');
    }
    const remove = from.attribute('remove');
    if (remove !== undefined && this.texts.holds(from, 'remove', remove, scope)) {
      scope.remove(name);
      return;
    }
    const fallback = from.attribute('default');
    if (fallback !== undefined && scope.has(name)) return;
    const text = from.attribute('value') ?? fallback;
    const target = this.scopeOf(from, scope);
    if (text === undefined) {
      target.setBlock(name, { element: from, isContent: true });
      return;
    }
    const lazy = from.attribute('lazy_eval');
    const isLazy = lazy === undefined || this.texts.holds(from, 'lazy_eval', lazy, scope);
    if (target === scope && isLazy) target.setLazy(name, { text, element: from });
    else {
      const attribute = from.attributes.has('value') ? 'value' : 'default';
      target.set(name, this.texts.text(from, attribute, text, scope));
    }
  }

  private scopeOf(from: XmlElement, scope: Scope): Scope {
    const word = from.attribute('scope');
    // xacro takes every other word for the scope itself; makers write "local" for it.
    if (word === undefined || word === 'local') return scope;
    if (word === 'global') return scope.root;
    // At the top there is no other scope.
    if (word === 'parent') return scope.parent ?? scope;
    const message = `the scope ${JSON.stringify(word)} is not known`;
    throw this.texts.fault(
      from,
      { code: 'scope', message, hint: 'local, parent or global' },
      'scope',
    );
  }

  private defineMacro(from: XmlElement, scope: Scope): void {
    const name = this.texts.required(from, 'name', scope).replace(/^xacro:/, '');
    const parameters = parseParameters(from.attribute('params') ?? '');
    scope.setMacro({ name, element: from, parameters });
  }

  private argument(from: XmlElement, scope: Scope): void {
    const name = this.texts.required(from, 'name', scope);
    const text = from.attribute('default');
    const fallback =
      text === undefined ? undefined : () => str(this.texts.text(from, 'default', text, scope));
    this.documents.declare({ name, fallback: text, file: from.file, line: from.line }, fallback);
  }

  private branch(from: XmlElement, to: Target, scope: Scope, isIf: boolean): void {
    const text = from.attribute('value');
    if (text === undefined) throw this.texts.missing(from, 'value');
    if (this.texts.holds(from, 'value', text, scope) === isIf) this.content(from, to, scope);
  }

  private insert(from: XmlElement, to: Target, scope: Scope): void {
    const name = this.texts.required(from, 'name', scope);
    const block = scope.block(name);
    if (!block) {
      const message = `there is no block ${JSON.stringify(name)}`;
      const hint =
        'a macro has one by *name or **name in its params, or a <xacro:property> with content';
      throw this.texts.fault(from, { code: 'unknown-block', message, hint }, 'name');
    }
    this.texts.deeper(`insert_block ${name}`, from, () => {
      if (block.isContent) this.content(block.element, to, scope);
      else this.element(block.element, to, scope);
    });
  }

  private include(from: XmlElement, to: Target, scope: Scope): void {
    const name = this.texts.required(from, 'filename', scope);
    const { documents } = this;
    // As xacro has it from the file that is expanded; a macro of another file may mean its own folder.
    const within = [...new Set([documents.file, from.file ?? documents.file])];
    const optional = from.attribute('optional');
    if (optional !== undefined && this.texts.holds(from, 'optional', optional, scope)) {
      if (!documents.has(name, within)) return;
    }
    const space =
      from.attribute('ns') === undefined ? undefined : this.texts.required(from, 'ns', scope);
    const inner = space === undefined ? scope : scope.inner();
    if (space !== undefined) scope.setSpace(space, inner);
    this.texts.within(from, 'filename', () =>
      documents.include(name, within, (root) => {
        this.declareAhead(root);
        this.content(root, to, inner);
      }),
    );
  }

  /** A call of a macro. */
  private expand(from: XmlElement, name: string, to: Target, scope: Scope): void {
    const found = scope.macro(name);
    if (!found) {
      const message = `there is no macro ${JSON.stringify(name)}`;
      const hint = nameHint(name, [...scope.macroNames(), ...KEYWORDS]);
      throw this.texts.fault(from, { code: 'unknown-macro', message, hint });
    }
    const { macro } = found;
    const inner = found.scope.inner();
    this.arguments(from, macro, scope, inner);
    this.texts.deeper(name, from, () => this.content(macro.element, to, inner));
  }

  private arguments(from: XmlElement, macro: Macro, scope: Scope, inner: Scope): void {
    const plain = new Map(macro.parameters.filter(({ block }) => !block).map((p) => [p.name, p]));
    const isCall = from.name === 'xacro:call';
    for (const [name, text] of from.attributes) {
      if (name.startsWith('xmlns') || (isCall && name === 'macro')) continue;
      if (!plain.delete(name)) {
        const known = macro.parameters.filter(({ block }) => !block).map((p) => p.name);
        const message = `the macro ${JSON.stringify(macro.name)} has no parameter ${JSON.stringify(name)}`;
        const hint = nameHint(name, known) ?? `it has ${known.join(', ') || 'none'}`;
        throw this.texts.fault(from, { code: 'unknown-parameter', message, hint }, name);
      }
      inner.set(name, this.texts.text(from, name, text, scope));
    }
    this.blocks(from, macro, scope, inner);
    const lacking: string[] = [];
    for (const parameter of plain.values()) {
      const value = this.fallback(from, macro, parameter, scope);
      if (value === undefined) lacking.push(parameter.name);
      else inner.set(parameter.name, value);
    }
    if (lacking.length === 0) return;
    const message = `the macro ${JSON.stringify(macro.name)} needs ${lacking.join(', ')}`;
    const hint = `it is defined on ${macro.element.lineSeenFrom(from)}`;
    throw this.texts.fault(from, { code: 'missing-parameter', message, hint });
  }

  /** Elements in a call are expanded where they stand, and again where they are inserted. */
  private blocks(from: XmlElement, macro: Macro, scope: Scope, inner: Scope): void {
    const holder = this.target(from, undefined, 0);
    this.content(from, holder, scope);
    const given = holder.children;
    let next = 0;
    for (const { name, block } of macro.parameters) {
      if (!block) continue;
      if (next >= given.length) {
        const message = `the macro ${JSON.stringify(macro.name)} needs an element for the block ${JSON.stringify(name)}`;
        throw this.texts.fault(from, { code: 'missing-block', message });
      }
      const own: Block = { element: given[next++], isContent: block === 'content' };
      inner.setBlock(name, own);
    }
    if (next === given.length) return;
    const message = `the macro ${JSON.stringify(macro.name)} has no block for <${given[next].name}>`;
    throw this.texts.fault(given[next], { code: 'unused-block', message });
  }

  private fallback(
    from: XmlElement,
    { element }: Macro,
    { name, fallback, forwards }: Parameter,
    scope: Scope,
  ): PyValue | undefined {
    if (forwards) {
      const value = this.texts.within(from, undefined, () => scope.member(name));
      if (value !== undefined) return value;
    }
    if (fallback === undefined) return undefined;
    return this.texts.text(element, 'params', fallback, scope);
  }

  private refuseUnprefixed(from: XmlElement, to: Target): void {
    if (!UNPREFIXED.has(from.name) || isForeign(to.element)) return;
    const looksMeant =
      from.name === 'include' ? from.attributes.has('filename') : from.attributes.size > 0;
    if (!looksMeant) return;
    throw this.texts.fault(from, {
      code: 'unprefixed',
      message: `<${from.name}> without "xacro:" means nothing: xacro leaves it as it is`,
      hint: `write <xacro:${from.name}>, as ROS asks for since Noetic`,
    });
  }
}

const KEYWORDS = ['property', 'macro', 'arg', 'include', 'if', 'unless', 'insert_block', 'call'];

function isForeign(element: XmlElement | undefined): boolean {
  for (let each = element; each; each = each.parent) if (FOREIGN.has(each.local)) return true;
  return false;
}

function finish({ element, attributes, children }: Target): void {
  if (attributes.size > 0) element.attributes = attributes;
  if (children.length > 0) element.children = children;
}
