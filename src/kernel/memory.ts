/**
 * The memory of the kernels: blocks of it are given out and taken back. Neighbouring free blocks are joined, so that
 * cells that come and go leave no crumbs. It is of the shared kind, though no other thread ever sees it: only then
 * do arrays in it stay valid when it grows.
 */

/** Blocks begin at multiples of this, for the cache. */
const ALIGNMENT = 64;
const PAGE = 65536;

/** What of a WebAssembly.Memory is used. */
export interface GrowingMemory {
  readonly buffer: SharedArrayBuffer;
  grow(pages: number): number;
}

/** All of the memory, and blocks of it. What `numbers` and the others were before the memory grew reaches older blocks only. */
export class KernelMemory {
  numbers!: Float64Array;
  integers!: Int32Array;
  bytes!: Uint8Array;
  private readonly memory: GrowingMemory;
  /** Free blocks in the order of their addresses: where they begin, and where they end. */
  private readonly begins: number[];
  private readonly ends: number[];
  private readonly gone = new FinalizationRegistry<[number, number]>(([address, length]) => {
    this.give(address, length);
  });

  /** From the address `first` on everything is free. */
  constructor(memory: GrowingMemory, first: number) {
    this.memory = memory;
    // No block begins at 0, which says that there is none.
    this.begins = [Math.max(1, Math.ceil(first / ALIGNMENT)) * ALIGNMENT];
    this.ends = [memory.buffer.byteLength];
    this.view();
  }

  /** The address of a block of so many bytes, all 0; 0 if there is no more memory. */
  take(length: number): number {
    const size = sizeOf(length);
    let k = this.findFree(size);
    if (k < 0) {
      if (!this.grow(size)) return 0;
      k = this.findFree(size);
    }
    const address = this.begins[k];
    this.begins[k] += size;
    if (this.begins[k] === this.ends[k]) {
      this.begins.splice(k, 1);
      this.ends.splice(k, 1);
    }
    this.bytes.fill(0, address, address + size);
    return address;
  }

  /** Takes a block back. */
  give(address: number, length: number): void {
    const end = address + sizeOf(length);
    let k = 0;
    while (k < this.begins.length && this.begins[k] < address) k++;
    const joinsBefore = k > 0 && this.ends[k - 1] === address;
    const joinsAfter = k < this.begins.length && this.begins[k] === end;
    if (joinsBefore && joinsAfter) {
      this.ends[k - 1] = this.ends[k];
      this.begins.splice(k, 1);
      this.ends.splice(k, 1);
    } else if (joinsBefore) this.ends[k - 1] = end;
    else if (joinsAfter) this.begins[k] = address;
    else {
      this.begins.splice(k, 0, address);
      this.ends.splice(k, 0, end);
    }
  }

  /** An array in the memory, given back when `owner` is gone; an ordinary one if there is no more memory. */
  floats(owner: object, length: number): Float64Array {
    const address = this.take(8 * length);
    if (address === 0) return new Float64Array(length);
    this.lend(owner, address, 8 * length);
    return new Float64Array(this.memory.buffer, address, length);
  }

  /** Gives a block back when `owner` is gone. */
  lend(owner: object, address: number, length: number): void {
    this.gone.register(owner, [address, length]);
  }

  /** Bytes that are free without growing. */
  get free(): number {
    return this.begins.reduce((sum, begin, k) => sum + this.ends[k] - begin, 0);
  }

  private findFree(size: number): number {
    for (let k = 0; k < this.begins.length; k++) {
      if (this.ends[k] - this.begins[k] >= size) return k;
    }
    return -1;
  }

  /** Half as much again, or what is needed; whether it was possible. */
  private grow(size: number): boolean {
    const before = this.memory.buffer.byteLength;
    const last = this.ends.length - 1;
    const tail = last >= 0 && this.ends[last] === before ? before - this.begins[last] : 0;
    const needed = Math.ceil((size - tail) / PAGE);
    if (!this.grew(Math.max(needed, Math.ceil(before / PAGE / 2))) && !this.grew(needed)) {
      return false;
    }
    this.view();
    this.give(before, this.memory.buffer.byteLength - before);
    return true;
  }

  private grew(pages: number): boolean {
    try {
      this.memory.grow(pages);
      return true;
    } catch {
      return false;
    }
  }

  private view(): void {
    const { buffer } = this.memory;
    this.numbers = new Float64Array(buffer);
    this.integers = new Int32Array(buffer);
    this.bytes = new Uint8Array(buffer);
  }
}

function sizeOf(length: number): number {
  return Math.max(1, Math.ceil(length / ALIGNMENT)) * ALIGNMENT;
}
