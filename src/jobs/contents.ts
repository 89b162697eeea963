/**
 * Digests of plain data: keys of what is kept between two questions. Two values have one digest only if they have the same
 * contents, to the bit of every number, so a value that was altered in place is another one. JSON does not tell apart
 * Infinity, NaN and null, 0 and -0, or what is undefined and what is missing. Costs some nanoseconds a byte.
 */
import { sha256 } from '../certificate/index.ts';

/**
 * SHA-256 of numbers, texts, lists, typed arrays, maps, sets and records, in hexadecimal. The order of a record's properties
 * does not matter. Throws a TypeError for what has no contents that could be compared, such as a function.
 */
export function contentsDigest(value: unknown): string {
  const out = new Writer();
  out.value(value);
  return sha256(out.bytes());
}

/** Every value begins with a word that says what it is; what has a length says it before its contents. */
class Writer {
  private buffer = new Uint8Array(1 << 10);
  private view = new DataView(this.buffer.buffer);
  private count = 0;

  bytes(): Uint8Array {
    return this.buffer.subarray(0, this.count);
  }

  value(value: unknown): void {
    switch (typeof value) {
      case 'undefined':
      case 'boolean':
        this.word(String(value));
        return;
      case 'number':
        this.word('number');
        this.number(value);
        return;
      case 'string':
        this.text(value);
        return;
      case 'object':
        this.object(value);
        return;
      default:
        throw new TypeError(`a ${typeof value} has no contents that could be compared`);
    }
  }

  private object(value: object | null): void {
    if (value === null) this.word('null');
    else if (Array.isArray(value)) this.list('list', value);
    else if (ArrayBuffer.isView(value)) this.array(value);
    else if (value instanceof Map) this.list('map', [...value].flat(1));
    else if (value instanceof Set) this.list('set', [...value]);
    else this.record(value);
  }

  private record(value: object): void {
    const prototype = Object.getPrototypeOf(value);
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
      throw new TypeError(
        `a ${prototype.constructor?.name} has no contents that could be compared`,
      );
    }
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    this.word('record');
    this.number(entries.length);
    for (const [key, each] of entries) {
      this.text(key);
      this.value(each);
    }
  }

  private list(kind: 'list' | 'map' | 'set', values: readonly unknown[]): void {
    this.word(kind);
    this.number(values.length);
    for (const each of values) this.value(each);
  }

  private array(value: ArrayBufferView): void {
    // A Buffer is a Uint8Array, and becomes one on its way to another thread.
    this.word(Object.prototype.toString.call(value));
    this.number(value.byteLength);
    this.raw(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  }

  /** By code units: UTF-8 has no bytes for half a pair of surrogates. */
  private text(text: string): void {
    this.word('text');
    this.number(text.length);
    this.room(2 * text.length);
    for (let i = 0; i < text.length; i++) {
      this.view.setUint16(this.count, text.charCodeAt(i), true);
      this.count += 2;
    }
  }

  /** A short word of ASCII, and an end that no word has. */
  private word(word: string): void {
    this.room(word.length + 1);
    for (let i = 0; i < word.length; i++) this.buffer[this.count++] = word.charCodeAt(i);
    this.buffer[this.count++] = 0;
  }

  private number(x: number): void {
    this.room(8);
    this.view.setFloat64(this.count, x, true);
    this.count += 8;
  }

  private raw(bytes: Uint8Array): void {
    this.room(bytes.length);
    this.buffer.set(bytes, this.count);
    this.count += bytes.length;
  }

  private room(more: number): void {
    if (this.count + more <= this.buffer.length) return;
    const larger = new Uint8Array(2 * (this.count + more));
    larger.set(this.bytes());
    this.buffer = larger;
    this.view = new DataView(larger.buffer);
  }
}
