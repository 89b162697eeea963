/**
 * A seeded random generator: the same seed gives the same numbers in Node and in every
 * browser, because only 32-bit integer operations are used. Randomness is always passed in,
 * never global. sfc32 by Chris Doty-Humphrey (PractRand), seeded by a splitmix-style mixer.
 */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private counter = 1;

  constructor(seed: number) {
    let s = seed | 0;
    const mix = () => {
      s = (s + 0x9e3779b9) | 0;
      let z = s ^ (s >>> 16);
      z = Math.imul(z, 0x21f0aaad);
      z ^= z >>> 15;
      z = Math.imul(z, 0x735a2d97);
      return (z ^ (z >>> 15)) | 0;
    };
    this.a = mix();
    this.b = mix();
    this.c = mix();
    for (let i = 0; i < 12; i++) this.uint32();
  }

  /** One that goes on where another stands, as `state` told. */
  static from(state: readonly number[]): Random {
    const random = new Random(0);
    [random.a, random.b, random.c, random.counter] = state;
    return random;
  }

  /** Where it stands, as plain data. */
  get state(): readonly number[] {
    return [this.a, this.b, this.c, this.counter];
  }

  /** Uniform in 0 .. 2^32 - 1. */
  uint32(): number {
    const t = (((this.a + this.b) | 0) + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (this.c << 21) | (this.c >>> 11);
    this.c = (this.c + t) | 0;
    return t >>> 0;
  }

  /** Uniform in [0, 1), 53 bits. */
  unit(): number {
    const high = this.uint32() >>> 5;
    const low = this.uint32() >>> 6;
    return (high * 67108864 + low) / 9007199254740992;
  }

  /** Uniform in [low, high). */
  between(low: number, high: number): number {
    return low + (high - low) * this.unit();
  }

  /** Uniform integer in 0 .. n - 1. */
  below(n: number): number {
    return Math.floor(this.unit() * n);
  }
}
