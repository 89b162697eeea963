/**
 * Properties and macros by name, one scope inside another. A property's text is evaluated when somebody first asks for it, in the
 * scope that it stands in.
 */
import type { XmlElement } from '../xml.ts';
import { floatOf, GLOBALS } from './builtins.ts';
import type { Names } from './evaluate.ts';
import { ExpressionError, type PyScope, type PyValue } from './values.ts';

/** A property that nobody asked for yet. */
export interface Lazy {
  readonly text: string;
  /** Where it is written. */
  readonly element: XmlElement;
}

export interface Macro {
  readonly name: string;
  readonly element: XmlElement;
  readonly parameters: readonly Parameter[];
}

export interface Parameter {
  /** Without asterisks. */
  readonly name: string;
  /** `*name`: an element; `**name`: what is in an element. */
  readonly block?: 'element' | 'content';
  /** Text of the value that it has if none is given. */
  readonly fallback?: string;
  /** `^`: the value that the caller's scope has under this name comes first. */
  readonly forwards?: boolean;
}

/** An element to be inserted, or its content. */
export interface Block {
  readonly element: XmlElement;
  readonly isContent: boolean;
}

type Slot = { readonly value: PyValue } | (Lazy & { isOpen: boolean });

/** Makes a value of a lazy property. */
export type Resolve = (lazy: Lazy, scope: Scope) => PyValue;

const MOST_OPEN = 100;

export class Scope implements PyScope, Names {
  readonly isScope = true;
  readonly parent: Scope | undefined;
  private readonly resolve: Resolve;
  private readonly slots = new Map<string, Slot>();
  private readonly blocks = new Map<string, Block>();
  private readonly macros = new Map<string, Macro>();
  /** Scopes of included files that have a name. */
  private readonly spaces = new Map<string, Scope>();
  private readonly count: { open: number };

  constructor(resolve: Resolve, parent?: Scope) {
    this.resolve = resolve;
    this.parent = parent;
    this.count = parent?.count ?? { open: 0 };
  }

  /** A scope within this one. */
  inner(): Scope {
    return new Scope(this.resolve, this);
  }

  get root(): Scope {
    let root: Scope = this;
    while (root.parent) root = root.parent;
    return root;
  }

  find(name: string): PyValue | undefined {
    const value = this.member(name);
    return value === undefined ? GLOBALS.get(name) : value;
  }

  all(): string[] {
    return [...this.members(), ...GLOBALS.keys()];
  }

  /** A property or a namespace of this scope or one around it. */
  member(name: string): PyValue | undefined {
    for (let scope: Scope | undefined = this; scope; scope = scope.parent) {
      const slot = scope.slots.get(name);
      if (slot) return 'value' in slot ? slot.value : scope.open(name, slot);
      const space = scope.spaces.get(name);
      if (space) return space;
    }
    return undefined;
  }

  *members(): Generator<string> {
    for (let scope: Scope | undefined = this; scope; scope = scope.parent) {
      yield* scope.slots.keys();
      yield* scope.spaces.keys();
    }
  }

  set(name: string, value: PyValue): void {
    this.slots.set(name, { value: literal(value) });
  }

  setLazy(name: string, { text, element }: Lazy): void {
    const value = literal(text);
    const isQuoted = value !== text && typeof value === 'string' && !value.includes('$');
    if (typeof value === 'string' && !isQuoted)
      this.slots.set(name, { text: value, element, isOpen: false });
    else this.slots.set(name, { value });
  }

  remove(name: string): void {
    this.slots.delete(name);
  }

  has(name: string): boolean {
    return this.slots.has(name) || this.parent?.has(name) === true;
  }

  setBlock(name: string, block: Block): void {
    this.blocks.set(name, block);
  }

  block(name: string): Block | undefined {
    return this.blocks.get(name) ?? this.parent?.block(name);
  }

  setMacro(macro: Macro): void {
    this.macros.set(macro.name, macro);
  }

  setSpace(name: string, scope: Scope): void {
    this.spaces.set(name, scope);
  }

  /** The macro of this name, which may have namespaces before it, and the scope that its body sees. */
  macro(name: string): { readonly macro: Macro; readonly scope: Scope } | undefined {
    const plain = this.plainMacro(name);
    if (plain) return { macro: plain, scope: this };
    const at = name.indexOf('.');
    if (at < 0) return undefined;
    const space = this.space(name.slice(0, at));
    return space?.macro(name.slice(at + 1));
  }

  *macroNames(): Generator<string> {
    yield* this.macros.keys();
    for (const [name, space] of this.spaces) {
      for (const inner of space.macros.keys()) yield `${name}.${inner}`;
    }
    if (this.parent) yield* this.parent.macroNames();
  }

  private plainMacro(name: string): Macro | undefined {
    return this.macros.get(name) ?? this.parent?.plainMacro(name);
  }

  private space(name: string): Scope | undefined {
    return this.spaces.get(name) ?? this.parent?.space(name);
  }

  private open(name: string, slot: Lazy & { isOpen: boolean }): PyValue {
    if (slot.isOpen) {
      throw new ExpressionError(`property ${JSON.stringify(name)} is defined by itself`, {
        code: 'recursion',
      });
    }
    if (++this.count.open > MOST_OPEN) {
      throw new ExpressionError('properties are defined by each other too deeply', {
        code: 'recursion',
      });
    }
    slot.isOpen = true;
    try {
      const value = literal(this.resolve(slot, this));
      this.slots.set(name, { value });
      return value;
    } finally {
      slot.isOpen = false;
      this.count.open--;
    }
  }
}

/** Of a text that is a number or a truth value, that; a text in single quotes stays one, without them. */
export function literal(value: PyValue): PyValue {
  if (typeof value !== 'string') return value;
  if (value.length >= 2 && value.startsWith("'") && value.endsWith("'")) return value.slice(1, -1);
  if (value.includes('_')) return value;
  const text = value.trim();
  if (/^[+-]?\d{1,300}$/.test(text)) return BigInt(text.replace(/^\+/, ''));
  const float = floatOf(text);
  if (float !== undefined) return float;
  if (value === 'true' || value === 'True') return true;
  return value === 'false' || value === 'False' ? false : value;
}
