/** Blocks never overlap, are empty, and free ones are joined again. */
import { describe, expect, it } from 'vitest';
import { type GrowingMemory, KernelMemory } from '../../src/kernel/index.ts';
import { Random } from '../../src/math/index.ts';

const PAGE = 65536;

/** A memory of so many pages that grows to `most`. */
function memoryOf(pages: number, most: number): GrowingMemory & { grown: number } {
  let buffer = new SharedArrayBuffer(pages * PAGE);
  return {
    grown: 0,
    get buffer() {
      return buffer;
    },
    grow(more) {
      const before = buffer.byteLength / PAGE;
      if (before + more > most) throw new RangeError('no more');
      const next = new SharedArrayBuffer((before + more) * PAGE);
      new Uint8Array(next).set(new Uint8Array(buffer));
      buffer = next;
      this.grown++;
      return before;
    },
  };
}

describe('memory of kernels', () => {
  it('gives blocks that are empty and do not overlap, and takes them back whole', () => {
    const random = new Random(7);
    const source = memoryOf(1, 64);
    const memory = new KernelMemory(source, 1000);
    const held: { address: number; length: number; mark: number }[] = [];
    for (let step = 0; step < 2000; step++) {
      if (held.length > 0 && random.unit() < 0.48) {
        const [{ address, length, mark }] = held.splice(Math.floor(random.unit() * held.length), 1);
        expect(memory.bytes.subarray(address, address + length).every((b) => b === mark)).toBe(
          true,
        );
        memory.give(address, length);
        continue;
      }
      const length = Math.floor(random.unit() ** 3 * 9000);
      const address = memory.take(length);
      expect(address).toBeGreaterThanOrEqual(1000);
      expect(address % 64).toBe(0);
      const block = memory.bytes.subarray(address, address + length);
      expect(block.every((b) => b === 0)).toBe(true);
      const mark = 1 + (step % 255);
      block.fill(mark);
      held.push({ address, length, mark });
    }
    expect(source.grown).toBeGreaterThan(0);
    for (const { address, length } of held) memory.give(address, length);
    // One block again: all of it can be had at once, without growing.
    const { grown } = source;
    expect(memory.free).toBe(source.buffer.byteLength - 1024);
    expect(memory.take(memory.free)).toBe(1024);
    expect(source.grown).toBe(grown);
  });

  it('lends arrays that stay when it grows', () => {
    const { WebAssembly } = globalThis as unknown as {
      WebAssembly: { Memory: new (settings: object) => GrowingMemory };
    };
    const source = new WebAssembly.Memory({ initial: 1, maximum: 9, shared: true });
    const memory = new KernelMemory(source, 0);
    const floats = memory.floats({}, 3);
    floats[1] = 5;
    expect(floats.byteOffset % 64).toBe(0);
    expect(memory.numbers[floats.byteOffset / 8 + 1]).toBe(5);
    expect(memory.take(2 * PAGE)).toBeGreaterThan(0);
    floats[2] = 6;
    expect(memory.numbers[floats.byteOffset / 8 + 2]).toBe(6);
    expect(memory.floats({}, 9 * PAGE).buffer).toBeInstanceOf(ArrayBuffer);
  });

  it('says that there is no more, and goes on with what there is', () => {
    const memory = new KernelMemory(memoryOf(1, 2), 0);
    expect(memory.take(3 * PAGE)).toBe(0);
    const first = memory.take(PAGE + 1);
    expect(first).toBe(64);
    expect(memory.take(PAGE)).toBe(0);
    memory.give(first, PAGE + 1);
    expect(memory.take(2 * PAGE - 64)).toBe(first);
  });
});
