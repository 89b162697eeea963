/** Faults in what is told of changes, and in proving again: things that nobody names, proofs of something else, work for nothing. */
import type { Mutant } from './mutant.ts';

const DIFFERENCE = 'cell/difference';
const ALL = 'cli/checkAll';

export const CHANGES_MUTANTS: readonly Mutant[] = [
  {
    row: 'changes',
    fault: 'the limits of joints are not compared',
    file: 'cell/difference/robots.ts',
    text: "...valueChange('limits', of, limitsOf(was), limitsOf(is)),",
    becomes: '',
    test: DIFFERENCE,
  },
  {
    row: 'changes',
    fault: 'another order is no change',
    file: 'cell/difference/lists.ts',
    text: 'if (place < last) reordered = true;',
    becomes: '',
    test: DIFFERENCE,
  },
  {
    row: 'changes',
    fault: '0 and -0 are one number',
    file: 'cell/difference/lists.ts',
    text: 'if (!Object.is(a[i], b[i])) return false;',
    becomes: 'if (a[i] !== b[i]) return false;',
    test: DIFFERENCE,
  },
  {
    row: 'changes',
    fault: 'how far a law may deviate is not compared',
    file: 'cell/difference/robots.ts',
    text: 'Object.is(p.deviation, q.deviation)',
    becomes: 'true',
    test: DIFFERENCE,
  },
  {
    row: 'changes',
    fault: 'pairs of bodies that no longer move are forgotten',
    file: 'cell/difference/pairs.ts',
    text: 'for (const mover of [...movers, ...gone]) {',
    becomes: 'for (const mover of movers) {',
    test: DIFFERENCE,
  },
  {
    row: 'changes',
    fault: 'what is verified is proven again all the same',
    file: 'jobs/prove.ts',
    text: 'old && rejected === null',
    becomes: "old && rejected === 'never'",
    test: ALL,
  },
  {
    row: 'changes',
    fault: 'a certificate of any path will do',
    file: 'jobs/prove.ts',
    text: '.verify(certificate, path);',
    becomes: '.verify(certificate, path && undefined);',
    test: ALL,
  },
  {
    row: 'changes',
    fault: 'nothing of the old certificate is kept',
    file: 'jobs/prove.ts',
    text: 'const isTaken = old !== undefined && !isAboutDelays(old.bytes);',
    becomes: 'const isTaken = old !== undefined && isAboutDelays(old.bytes);',
    test: ALL,
  },
  {
    row: 'changes',
    fault: 'what is inside of something is said to be still proven apart',
    file: 'jobs/recheck.ts',
    text: 'const left = withInsides(question, kept);',
    becomes: 'const left = kept;',
    test: 'studio/recheck',
  },
];
