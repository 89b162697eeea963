/**
 * Numbers of bodies by name. Members of sets are no entries: their names are read, so that a million of them cost
 * nothing here. Walking through all names makes them one by one.
 */
import { InputError } from '../math/fault.ts';
import type { ObstacleSet } from './description.ts';
import { memberCalled, memberName, setMembers, setSize } from './sets.ts';

export class BodyNumbers implements ReadonlyMap<string, number> {
  /** The first body that is a member of a set; those of all sets are the last bodies. */
  readonly firstMember: number;
  private readonly named = new Map<string, number>();
  private readonly sets: readonly ObstacleSet[];

  /** Throws an InputError for two sets of one name. */
  constructor(firstMember: number, sets: readonly ObstacleSet[]) {
    this.firstMember = firstMember;
    this.sets = sets;
    sets.forEach(({ name }, i) => {
      if (sets.findIndex((other) => other.name === name) < i) throw twice(`${name}/*`);
    });
  }

  /** A body that is no member. Throws an InputError if another one is called so. */
  add(name: string, number: number): void {
    if (this.has(name)) throw twice(name);
    this.named.set(name, number);
  }

  get size(): number {
    return this.named.size + setMembers(this.sets);
  }

  get(name: string): number | undefined {
    const number = this.named.get(name);
    if (number !== undefined) return number;
    let first = this.firstMember;
    for (const set of this.sets) {
      const member = memberCalled(set, name);
      if (member >= 0) return first + member;
      first += setSize(set);
    }
    return undefined;
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  *entries(): MapIterator<[string, number]> {
    yield* this.named;
    let number = this.firstMember;
    for (const set of this.sets) {
      for (let i = 0; i < setSize(set); i++) yield [memberName(set, i), number++];
    }
    return undefined;
  }

  *keys(): MapIterator<string> {
    for (const [name] of this.entries()) yield name;
    return undefined;
  }

  *values(): MapIterator<number> {
    for (const [, number] of this.entries()) yield number;
    return undefined;
  }

  [Symbol.iterator](): MapIterator<[string, number]> {
    return this.entries();
  }

  forEach(visit: (number: number, name: string, map: ReadonlyMap<string, number>) => void): void {
    for (const [name, number] of this.entries()) visit(number, name, this);
  }
}

function twice(name: string): InputError {
  return new InputError({
    code: 'cell/duplicate-body',
    message: `two bodies are called "${name}"`,
    hint: 'links, attached objects and obstacles need different names',
  });
}
