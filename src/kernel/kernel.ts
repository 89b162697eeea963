/**
 * Hot code in WebAssembly with SIMD (assembly/), beside the TypeScript that does the same. Whoever has a fast variant asks
 * `kernel()` each time: null means TypeScript, which gives the same numbers to the bit. It is null where the engine has
 * no WebAssembly SIMD, where SUREPATH_SCALAR is 1, and while tests ask for it.
 *
 * Data that kernels read has lodgings in their memory: a copy, kept as long as the object that it belongs to. Arrays that
 * both sides write are in it from the beginning (`KernelMemory.floats`).
 *
 * The verifier uses none of this.
 */
import { fromBase64 } from '../text/index.ts';
import { type GrowingMemory, KernelMemory } from './memory.ts';
import { KERNEL_MODULE } from './module.ts';

/** The functions of assembly/index.ts. Addresses are bytes in the kernels' memory. */
export interface KernelFunctions {
  inner(a: number, b: number, count: number): number;
  /** Static checks: src/cell/pairSift.ts. */
  pairsPlace(pairs: number): number;
  pairsSift(pairs: number, count: number, asked: number, beyond: number): number;
  /** Covers: src/check/cover/sweepKernel.ts. */
  sweepAsk(sweep: number, unit: number, workspace: number, balls: number): number;
  sweepPass(sweep: number, place: number, count: number, workspace: number): number;
  sweepMove(sweep: number): number;
  sweepSift(sweep: number): number;
  sweepRates(rates: number): void;
  /** Two lodged support tables, a pose and a workspace: src/proximity/convex/gjkKernel.ts. */
  gjk(a: number, b: number, pose: number, workspace: number): number;
  /** assembly/meshSearch.ts: 1 if the search was stopped by what it found. */
  searchMeshes(
    query: number,
    a: number,
    b: number,
    flags: number,
    startA: number,
    startB: number,
  ): number;
}

/**
 * What kernels leave to TypeScript: exact arithmetic, which they do not have. `at` is the address of two triangles, nine
 * numbers each. Whoever runs a kernel that asks has set these before (`helpKernel`).
 */
export interface KernelHelpers {
  /** 1 if they share a point; else the gap that a plane shows, and the squared length of its normal, behind them. */
  trianglesMeet(at: number): number;
  /** A lower bound of their distance. */
  triangleLower(at: number): number;
}

/** The compiled module of this thread, and its memory. */
export interface Kernel {
  readonly run: KernelFunctions;
  readonly memory: KernelMemory;
}

interface Exports extends KernelFunctions {
  firstFree(): number;
}

interface WebAssemblyEngine {
  readonly Memory: new (settings: object) => GrowingMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
}

let helpers: KernelHelpers = { trianglesMeet: abort, triangleLower: abort };
const made: Kernel | null = wantsScalar() ? null : makeKernel();
let inUse = made;

/** The kernels, or null where TypeScript has to do. */
export function kernel(): Kernel | null {
  return inUse;
}

/** Sets what kernels leave to TypeScript. */
export function helpKernel(given: KernelHelpers): void {
  helpers = given;
}

/** Runs something without kernels, or with them: for tests that compare both. Whether there are any. */
export function withKernel(wanted: boolean, run: () => void): boolean {
  const before = inUse;
  inUse = wanted ? made : null;
  try {
    run();
  } finally {
    inUse = before;
  }
  return made !== null;
}

function wantsScalar(): boolean {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.SUREPATH_SCALAR === '1';
}

/** Compiles the module; null where this engine cannot, or computes something else. */
function makeKernel(): Kernel | null {
  const { WebAssembly } = globalThis as unknown as { WebAssembly?: WebAssemblyEngine };
  const bytes = fromBase64(KERNEL_MODULE);
  if (WebAssembly === undefined || bytes === undefined) return null;
  try {
    const source = new WebAssembly.Memory({ initial: 16, maximum: 65536, shared: true });
    const imports = { env: { abort, memory: source, trianglesMeet, triangleLower } };
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), imports);
    const functions = exports as Exports;
    const memory = new KernelMemory(source, functions.firstFree());
    const { numbers } = memory;
    const at = memory.take(64);
    for (let i = 0; i < 4; i++) numbers[at / 8 + i] = i + 1;
    if (functions.inner(at, at, 4) !== 30) return null;
    memory.give(at, 64);
    return { run: functions, memory };
  } catch {
    return null;
  }
}

function abort(): never {
  throw new Error('a kernel gave up');
}

function trianglesMeet(at: number): number {
  return helpers.trianglesMeet(at);
}

function triangleLower(at: number): number {
  return helpers.triangleLower(at);
}
