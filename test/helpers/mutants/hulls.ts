/** Faults of hulls in WebAssembly: tables as the kernels have them, and who asks. */
import type { Mutant } from './mutant.ts';

export const HULL_MUTANTS: readonly Mutant[] = [
  {
    row: 'kernel',
    fault: 'GJK never asks the kernel',
    file: 'proximity/convex/gjkKernel.ts',
    text: 'if (fast === null || address === 0) return ANEW;',
    becomes: 'if (fast === null || address >= 0) return ANEW;',
    test: 'proximity/convex/kernel',
  },
  {
    row: 'kernel',
    fault: 'vertices of a lodged table stand in reverse order, so that ties fall to others',
    file: 'proximity/convex/lodgedTable.ts',
    text: 'const ORDER = [0, 2, 1, 3];',
    becomes: 'const ORDER = [3, 1, 2, 0];',
    test: 'proximity/convex/kernel',
  },
  {
    row: 'kernel',
    fault: 'squares with the same list have blocks of their own',
    file: 'proximity/convex/lodgedTable.ts',
    text: 'if (j < 0 || starts[j + 1] - starts[j] !== length) return false;',
    becomes: 'if (j < 0 || length > 0) return false;',
    test: 'proximity/convex/kernel',
  },
  {
    row: 'kernel',
    fault: 'lists of more than four vertices lose those behind',
    file: 'proximity/convex/lodgedTable.ts',
    text: 'index[square] = blocks * 2 ** MORE_BITS + count - 1;',
    becomes: 'index[square] = blocks * 2 ** MORE_BITS;',
    test: 'proximity/convex/kernel',
  },
  {
    row: 'kernel',
    fault: 'a copy of a table takes the address of the first along',
    file: 'geometry/supportTable.ts',
    text: "'lodging', { value: new TableLodging(), enumerable: false }",
    becomes: "'lodging', { value: new TableLodging(), enumerable: true }",
    test: 'proximity/convex/kernel',
  },
  {
    row: 'A9',
    fault: 'a static check asks about pairs one by one',
    file: 'cell/pairBalls.ts',
    text: 'this.fast = cell.crowd === null ? this.findSift() : null;',
    becomes: 'this.fast = cell.crowd === undefined ? this.findSift() : null;',
    test: 'cell/pairSift',
  },
  {
    row: 'A9',
    fault: 'pairs are sifted without what they ask for',
    file: 'cell/pairSift.ts',
    text: 'asked ? 1 : 0, beyond',
    becomes: 'asked ? 0 : 0, beyond',
    test: 'cell/pairSift',
  },
  {
    row: 'A9',
    fault: 'frames that follow by laws stay where they were',
    file: 'cell/pairSift.ts',
    text: 'for (let k = 0; k < lawful.length; k++) kinematics.localOf(lawful[k]);',
    becomes: '',
    test: 'cell/pairSift',
  },
];
