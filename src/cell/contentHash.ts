/**
 * Numbers that tell contents apart: 128 bits, mixed from words of 32. Equal contents have equal ones; different contents
 * nearly always different ones, but nobody relies on that: what is found by one is looked at before it is used. No secret,
 * and no defence against somebody who wants two contents to look alike.
 */
const MIX = 0x85ebca6b;

export class ContentHash {
  private readonly lanes = Int32Array.of(0x243f6a88, 0x13198a2e, 0x299f31d0, 0x452821e6);
  private length = 0;

  /** Takes in an array whose length in bytes is a multiple of four. */
  add(numbers: Float64Array | Uint32Array | Int32Array): this {
    const words = new Int32Array(numbers.buffer, numbers.byteOffset, numbers.byteLength / 4);
    let [a, b, c, d] = this.lanes;
    let i = 0;
    for (; i + 3 < words.length; i += 4) {
      a = Math.imul(a ^ words[i], MIX);
      b = Math.imul(b ^ words[i + 1], MIX);
      c = Math.imul(c ^ words[i + 2], MIX);
      d = Math.imul(d ^ words[i + 3], MIX);
      a ^= (d >>> 15) + i;
      b ^= a >>> 13;
      c ^= b >>> 16;
      d ^= c >>> 14;
    }
    for (; i < words.length; i++) {
      a = Math.imul(a ^ words[i], MIX);
      [a, b, c, d] = [b ^ (a >>> 15), c, d, a];
    }
    this.length += words.length;
    this.lanes.set([a, b, c, d]);
    return this;
  }

  /** Takes in a text. */
  addText(text: string): this {
    return this.add(Uint32Array.from(text, (letter) => letter.codePointAt(0)!));
  }

  /** Four words. What is added later does not change them. */
  words(): Uint32Array {
    let [a, b, c, d] = this.lanes;
    // Every bit of what came last reaches every word.
    for (let round = 0; round < 8; round++) {
      a = Math.imul(a ^ (d >>> 15) ^ this.length, MIX);
      b = Math.imul(b ^ (a >>> 13), MIX);
      c = Math.imul(c ^ (b >>> 16), MIX);
      d = Math.imul(d ^ (c >>> 14), MIX);
    }
    return Uint32Array.of(a, b, c, d);
  }

  /** 32 hexadecimal digits. */
  hex(): string {
    return [...this.words()].map((word) => word.toString(16).padStart(8, '0')).join('');
  }
}
