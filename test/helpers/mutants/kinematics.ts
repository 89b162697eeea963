/** Faults of kinematics: reach, swept spheres, relative frames, poses that are kept. */
import type { Mutant } from './mutant.ts';

export const KINEMATICS_MUTANTS: readonly Mutant[] = [
  {
    row: 'A18',
    fault: 'local reach switched off: always that of the whole box',
    file: 'kinematics/reach.ts',
    text: 'if (here < rho) rho = here;',
    becomes: 'if (here < 0) rho = here;',
    test: 'kinematics/reach',
  },
  {
    row: 'A7',
    fault: 'relative frames off: lengths are measured in the world',
    file: 'kinematics/reach.ts',
    text: 'const ancestor = commonAncestor(tree, bodyI.frame, bodyJ.frame);',
    becomes:
      'let ancestor = commonAncestor(tree, bodyI.frame, bodyJ.frame); while (tree.parent[ancestor] >= 0) ancestor = tree.parent[ancestor];',
    test: 'kinematics/reach',
  },
  {
    row: 'A7',
    fault: 'the radius of the ball is forgotten',
    file: 'kinematics/sweep.ts',
    text: 'return across + ball[3] + STEP * (size + ball[3]);',
    becomes: 'return across + STEP * (size + ball[3]);',
    test: 'kinematics/reach',
  },
];
