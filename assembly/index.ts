/**
 * Hot kernels for WebAssembly with SIMD (AssemblyScript; `npm run kernel` compiles them to src/kernel/module.ts). Each does
 * what a TypeScript function of src does, operation by operation, so that both give the same numbers to the bit.
 * Numbers are at addresses that src/kernel/memory.ts gave out; nothing is allocated here.
 */

/** The inner product of `count` pairs of numbers, even and odd places summed apart: what the loader tries first. */
export function inner(a: usize, b: usize, count: i32): f64 {
  let sum = f64x2.splat(0);
  for (let i = 0; i < count; i += 2) {
    const at = <usize>i << 3;
    sum = f64x2.add(sum, f64x2.mul(v128.load(a + at), v128.load(b + at)));
  }
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}

/** From this address on there is no data of the kernels' own. */
export function firstFree(): usize {
  return __heap_base;
}

export { gjk } from './hulls/gjk';
export { searchMeshes } from './meshSearch';
export { pairsPlace, pairsSift } from './pairs';
export { sweepAsk, sweepPass } from './sweep/ask';
export { sweepMove, sweepSift } from './sweep/look';
export { sweepRates } from './sweep/rates';
