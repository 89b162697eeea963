/** A member with all others that it is tested against, and what is known of their distances; in blocks. */
import { grown } from '../arrays/index.ts';
import { BALL_ROOM, type World } from './world.ts';

export class KeptRow {
  /** Pairs of a block. */
  static readonly SIZE = 32;
  readonly i: number;
  count = 0;
  others = new Int32Array(KeptRow.SIZE);
  /** By pair: a lower bound of the distance, and what both had travelled when it held. */
  bounds = new Float64Array(KeptRow.SIZE);
  /** By block: the least bound in it, and what the member and the others' class had travelled. */
  blocks = new Float64Array(1);

  constructor(i: number) {
    this.i = i;
  }

  /** Adds a pair of which nothing is known. */
  add(k: number): void {
    const e = this.count++;
    this.others = grown(this.others, this.count);
    this.bounds = grown(this.bounds, this.count);
    this.blocks = grown(this.blocks, Math.ceil(this.count / KeptRow.SIZE));
    this.others[e] = k;
    this.unknow(e);
  }

  /** Takes out the pairs of a member; what is known of the others stays. */
  remove(k: number): void {
    for (let e = this.count - 1; e >= 0; e--) {
      if (this.others[e] !== k) continue;
      const last = --this.count;
      this.others[e] = this.others[last];
      this.unknow(e);
      this.bounds[e] = this.bounds[last];
    }
  }

  clear(): void {
    this.count = 0;
  }

  private unknow(e: number): void {
    this.bounds[e] = Number.NEGATIVE_INFINITY;
    this.blocks[Math.floor(e / KeptRow.SIZE)] = Number.NEGATIVE_INFINITY;
  }
}

/** Members in an order in which neighbours stand near each other: along a curve through cubes and their eighths. */
export function spreadOrder({ balls }: World, members: Int32Array): Int32Array {
  if (members.length <= KeptRow.SIZE) return members;
  const low = [0, 1, 2].map(() => Number.POSITIVE_INFINITY);
  const high = low.map(() => Number.NEGATIVE_INFINITY);
  for (const i of members) {
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k], balls[BALL_ROOM * i + k]);
      high[k] = Math.max(high[k], balls[BALL_ROOM * i + k]);
    }
  }
  const codes = new Map<number, number>();
  for (const i of members) {
    const at = low.map((least, k) => {
      const part = (balls[BALL_ROOM * i + k] - least) / (high[k] - least || 1);
      return Math.min(1023, Math.floor(1024 * part));
    });
    let code = 0;
    for (let bit = 9; bit >= 0; bit--) {
      for (let k = 0; k < 3; k++) code = 2 * code + ((at[k] >> bit) & 1);
    }
    codes.set(i, code);
  }
  return members.slice().sort((i, k) => codes.get(i)! - codes.get(k)!);
}
