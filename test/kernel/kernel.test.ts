/** The module is the one that its digest says, runs here, and can be done without. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  KERNEL_DIGEST,
  KERNEL_MODULE,
  kernel,
  Lodgings,
  withKernel,
} from '../../src/kernel/index.ts';

const wanted = process.env.SUREPATH_SCALAR !== '1';

describe('kernels', () => {
  it('have the bytes of their digest', () => {
    const bytes = Buffer.from(KERNEL_MODULE, 'base64');
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(KERNEL_DIGEST);
  });

  it('run, unless they are not wanted', () => {
    expect(kernel() !== null).toBe(wanted);
    withKernel(false, () => expect(kernel()).toBe(null));
    expect(kernel() !== null).toBe(wanted);
  });

  it.runIf(wanted)('keep one copy of what belongs to an object', () => {
    const { memory } = kernel()!;
    let written = 0;
    const lodgings = new Lodgings<{ x: number }>({
      length: () => 8,
      write: ({ x }, address) => {
        memory.numbers[address / 8] = x;
        written++;
      },
    });
    const [a, b] = [{ x: 3 }, { x: 4 }];
    const at = lodgings.of(a, kernel()!);
    expect(lodgings.of(b, kernel()!)).not.toBe(at);
    expect(lodgings.of(a, kernel()!)).toBe(at);
    expect(written).toBe(2);
    expect(memory.numbers[at / 8]).toBe(3);
  });
});
