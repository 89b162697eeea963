/**
 * Arrays that grow: a typed array of twice the size, as often as it takes, with what the old one holds. The
 * holder keeps the array itself, so that reading and writing stay plain:
 *
 *     if (count === this.keys.length) this.keys = grown(this.keys);
 *
 * A list of numbers of unknown length that is only appended to, and perhaps filled again, is a `Growing`.
 */

export type NumberArray =
  | Float64Array<ArrayBuffer>
  | Float32Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Uint8Array<ArrayBuffer>;

/** The array itself if it has room for `least` numbers, else a larger one that begins like it. */
export function grown<T extends NumberArray>(old: T, least = old.length + 1): T {
  if (least <= old.length) return old;
  let length = Math.max(1, old.length);
  while (length < least) length *= 2;
  const more = new (old.constructor as new (n: number) => T)(length);
  more.set(old);
  return more;
}

/** Numbers one after the other, until all of them are there. */
export class Growing<T extends NumberArray> {
  length = 0;
  private array: T;

  constructor(make: new (length: number) => T) {
    this.array = new make(256);
  }

  push(value: number): void {
    if (this.length === this.array.length) this.array = grown(this.array);
    this.array[this.length++] = value;
  }

  /** The i-th number, which must be there. */
  at(i: number): number {
    return this.array[i];
  }

  /** Forgets all of them, and keeps the room. */
  clear(): void {
    this.length = 0;
  }

  /** The contents, without room to spare. */
  finish(): T {
    return this.array.slice(0, this.length) as T;
  }
}
