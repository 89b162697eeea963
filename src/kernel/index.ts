export { addressOf, kernelFloats } from './arrays.ts';
export {
  helpKernel,
  type Kernel,
  type KernelFunctions,
  type KernelHelpers,
  kernel,
  withKernel,
} from './kernel.ts';
export { type Layout as LodgingLayout, Lodgings } from './lodging.ts';
export { type GrowingMemory, KernelMemory } from './memory.ts';
export { KERNEL_DIGEST, KERNEL_MODULE } from './module.ts';
