/**
 * Arrays that TypeScript and kernels both read and write. They lie in the kernels' memory where there are kernels and there
 * is room, and are ordinary arrays elsewhere: who writes TypeScript need not know. An array is given back when nobody
 * has it any more; what was cut from it (`subarray`) does not keep it.
 */
import { kernel } from './kernel.ts';

/**
 * Bytes of the kernels' memory that such arrays take at most, all together. They are given back between tasks only: a
 * program that makes checkers without end in one task gets ordinary arrays beyond this.
 */
const MOST_BYTES = 2 ** 27;

let taken = 0;
const gone = new FinalizationRegistry<number>((bytes) => {
  taken -= bytes;
});

/** So many numbers, all 0: in the kernels' memory if that is possible. */
export function kernelFloats(length: number): Float64Array {
  const memory = kernel()?.memory;
  const bytes = 8 * length;
  if (memory === undefined || taken + bytes > MOST_BYTES) return new Float64Array(length);
  const address = memory.take(bytes);
  if (address === 0) return new Float64Array(length);
  const array = new Float64Array(memory.numbers.buffer, address, length);
  memory.lend(array, address, bytes);
  gone.register(array, bytes);
  taken += bytes;
  return array;
}

/** Where an array of `kernelFloats` is, in bytes; 0 if it is an ordinary one. */
export function addressOf(array: Float64Array): number {
  return array.buffer instanceof ArrayBuffer ? 0 : array.byteOffset;
}
