/** Faults of the papers' experiments: other numbers of samples, comparisons of a thing with itself. */
import type { Mutant } from './mutant.ts';

export const EXPERIMENTS_MUTANTS: readonly Mutant[] = [
  {
    row: 'A19',
    fault: 'table V with a third of the runs',
    file: 'experiments/papers/counts.ts',
    text: 'threshold: { one: count(100, 100, 1),',
    becomes: 'threshold: { one: count(100, 30, 1),',
    test: 'experiments/counts',
  },
  {
    row: 'A19',
    fault: 'table VI with fewer segments than the paper',
    file: 'experiments/papers/counts.ts',
    text: 'free: count(1000, 1000, 8),',
    becomes: 'free: count(1000, 200, 8),',
    test: 'experiments/counts',
  },
  {
    row: 'A24',
    fault: 'both orders are the order by length',
    file: 'experiments/papers/asPrinted.ts',
    text: "this.order === 'uncovered' ? -uncovered : from - to",
    becomes: 'from - to',
    test: 'experiments/claims',
  },
  {
    row: 'A24',
    fault: 'memory counts all that was ever open',
    file: 'experiments/papers/asPrinted.ts',
    text: 'this.treeNodes -= etaFrom.compared + etaTo.compared;',
    becomes: 'this.treeNodes += 0 * etaFrom.compared;',
    test: 'experiments/claims',
  },
  {
    row: 'A24',
    fault: 'the cage is one body either way',
    file: 'experiments/papers/divided.ts',
    text: 'const parts = connectedParts(trianglesOf(description));',
    becomes: 'const parts = [trianglesOf(description)];',
    test: 'experiments/claims',
  },
];
