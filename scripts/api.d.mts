/** Types of api.mjs, for the test. */

/** An exported name. */
export interface Name {
  readonly name: string;
  readonly kind: 'function' | 'class' | 'const' | 'type';
  /** The first sentence of its comment. */
  readonly about: string;
}

/** An entry of the package: the root or a subpath. */
export interface Entry {
  readonly subpath: string;
  readonly page: string;
  readonly about: string;
  readonly names: readonly Name[];
}

export function entries(): Entry[];
export function pages(): Map<string, string>;
export function unexplained(): string[];
