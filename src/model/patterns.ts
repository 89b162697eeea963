/** Names with wildcards: `*` stands for any characters, `left/*` for all bodies of a robot. */

/** Whether a name matches a pattern with wildcards. */
export function matches(pattern: string, name: string): boolean {
  const parts = pattern.split('*');
  return parts.length === 1 ? pattern === name : fitsParts(parts, name);
}

function fitsParts(parts: readonly string[], name: string): boolean {
  if (!name.startsWith(parts[0])) return false;
  let at = parts[0].length;
  for (let i = 1; i < parts.length - 1; i++) {
    const found = name.indexOf(parts[i], at);
    if (found < 0) return false;
    at = found + parts[i].length;
  }
  const last = parts[parts.length - 1];
  return name.length - last.length >= at && name.endsWith(last);
}

/** Whether a pair of names fits a pair of patterns, in either order. */
export function matchesPair([p, q]: readonly [string, string], a: string, b: string): boolean {
  return (matches(p, a) && matches(q, b)) || (matches(p, b) && matches(q, a));
}

/** Which of some bodies a pattern fits: the one of that name, or all that fit its wildcards, looked at once each. */
export interface Fitting {
  /** The number of the body that is called so, -1 if none is; null for a pattern with wildcards. */
  readonly only: number | null;
  fits(body: number): boolean;
}

const NO = 1;
const YES = 2;

/** The bodies of a cell, as patterns see them: by name. */
export class NamedBodies {
  private readonly bodies: readonly { readonly name: string }[];
  private readonly numbers: ReadonlyMap<string, number>;
  private readonly known = new Map<string, Fitting>();

  constructor(bodies: readonly { readonly name: string }[], numbers?: ReadonlyMap<string, number>) {
    this.bodies = bodies;
    this.numbers = numbers ?? new Map(bodies.map(({ name }, i) => [name, i]));
  }

  /** A name without wildcards. */
  named(name: string): Fitting {
    const only = this.numbers.get(name) ?? -1;
    return { only, fits: (body) => body === only };
  }

  fitting(pattern: string): Fitting {
    let found = this.known.get(pattern);
    if (!found) {
      found = pattern.includes('*') ? this.wild(pattern) : this.named(pattern);
      this.known.set(pattern, found);
    }
    return found;
  }

  private wild(pattern: string): Fitting {
    const parts = pattern.split('*');
    const { bodies } = this;
    let seen: Uint8Array | null = null;
    const fits = (body: number) => {
      seen ??= new Uint8Array(bodies.length);
      if (seen[body] === 0) seen[body] = fitsParts(parts, bodies[body].name) ? YES : NO;
      return seen[body] === YES;
    };
    return { only: null, fits };
  }
}
