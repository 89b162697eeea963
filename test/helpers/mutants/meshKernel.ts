/** Faults of the search between meshes in WebAssembly: the kernel itself, trees as it has them, and who asks. */
import type { Mutant } from './mutant.ts';

const test = 'proximity/mesh/kernel';

export const MESH_KERNEL_MUTANTS: readonly Mutant[] = [
  {
    row: 'kernel',
    fault: 'the kernel is never asked',
    file: 'proximity/mesh/kernelSearch.ts',
    text: "query === 0 || a.kind !== 'box'",
    becomes: "query >= 0 || a.kind !== 'box'",
    test,
  },
  {
    row: 'kernel',
    fault: 'every question takes any bound beyond the threshold',
    file: 'proximity/mesh/kernelSearch.ts',
    text: '(request.anyBound ? ANY_BOUND : 0)',
    becomes: 'ANY_BOUND',
    test,
  },
  {
    row: 'kernel',
    fault: 'triangles whose signs the filter leaves open are apart',
    file: 'proximity/mesh/kernelSearch.ts',
    text: 'numbers, o + 18) ? 1 : 0;',
    becomes: 'numbers, o + 18) ? 0 : 0;',
    test,
  },
  {
    row: 'kernel',
    fault: 'a tree is copied for every question',
    file: 'proximity/mesh/kernelSearch.ts',
    text: 'ws.rootA = lodgedTrees.of(a, use);',
    becomes: 'ws.rootA = lodgedTrees.of({ ...a }, use);',
    test,
  },
  {
    row: 'kernel',
    fault: 'copies of trees do not say which volume is larger',
    file: 'proximity/mesh/lodgedTree.ts',
    text: 'numbers[at + SIZE_FIELD] = sizes[slot];',
    becomes: 'numbers[at + SIZE_FIELD] = 0;',
    test,
  },
  {
    row: 'kernel',
    fault: 'in WebAssembly signs near zero are taken as computed',
    file: 'assembly/triangleMeet.ts',
    text: 'const ORIENT_ERROR: f64 = 10 *',
    becomes: 'const ORIENT_ERROR: f64 = 0 *',
    test,
  },
  {
    row: 'kernel',
    fault: 'in WebAssembly every pair of triangles is left to exact arithmetic',
    file: 'assembly/triangleMeet.ts',
    text: 'if (pSides >= UNCERTAIN)',
    becomes: 'if (pSides >= 0)',
    test,
  },
  {
    row: 'kernel',
    fault: 'in WebAssembly the farthest child is opened first',
    file: 'assembly/meshSearch.ts',
    text: 'load<f64>(at - 16) < childBound',
    becomes: 'load<f64>(at - 16) > childBound',
    test,
  },
  {
    row: 'kernel',
    fault: 'a bound that suffices for one of two children ends the search for both',
    file: 'assembly/meshSearch.ts',
    text: 'if (i64x2.bitmask(done) == 3) {',
    becomes: 'if (i64x2.bitmask(done) != 0) {',
    test,
  },
  {
    row: 'kernel',
    fault: 'in WebAssembly nearly parallel edges are crossed without compensation',
    file: 'assembly/triangleDistance.ts',
    text: 'if (nn < OBLIQUE * uu * vv) {',
    becomes: 'if (nn < 0 * uu * vv) {',
    test,
  },
];
