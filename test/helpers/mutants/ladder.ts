/** Faults of the ladder and its covers: the rungs, what is shared, what is known before anything is looked at. */
import type { Mutant } from './mutant.ts';

export const LADDER_MUTANTS: readonly Mutant[] = [
  {
    row: 'ladder',
    fault: 'balls are not compared before hulls',
    file: 'check/ladder/steps.ts',
    text: 'if (cover.ballsApart(unit, Math.max(before, after))) return;',
    becomes: 'if (cover.ballsApart(unit, Math.max(before, after)) && unit < 0) return;',
    test: 'check/ladderEffects',
  },
  {
    row: 'ladder',
    fault: 'balls of pieces against what stands still are not compared at first',
    file: 'check/cover/sift.ts',
    text: `const state = this.compare(u);
      if (state === APART) continue;
      if (state === MEETING) list[count++] = u;
      else list[--last] = u;
    }
    for (let u = easyCount;`,
    becomes: `list[count++] = u;
    }
    for (let u = easyCount;`,
    test: 'check/ladderEffects',
  },
  {
    row: 'ladder',
    fault: 'what meets is looked at last',
    file: 'check/cover/sift.ts',
    text: `if (state === MEETING) list[count++] = u;
      else list[--last] = u;
    }
    for (let u = easyCount;`,
    becomes: `if (state !== MEETING) list[count++] = u;
      else list[--last] = u;
    }
    for (let u = easyCount;`,
    test: 'check/ladderEffects',
  },
  {
    row: 'ladder',
    fault: 'patches at once: hulls are not asked first',
    file: 'check/ladder/steps.ts',
    text: 'return 4 * (before + after) < question.before + question.after;',
    becomes: 'return before + after < 1e9;',
    test: 'check/ladderEffects',
  },
  {
    row: 'ladder',
    fault: 'patches are never divided while hulls are apart',
    file: 'check/ladder/steps.ts',
    text: 'return 4 * (before + after) < question.before + question.after;',
    becomes: 'return before + after < 0;',
    test: 'check/ladderEffects',
  },
  {
    row: 'ladder',
    fault: 'the smaller patch is divided first',
    file: 'check/ladder/steps.ts',
    text: 'const first = dividesFirst(patchA, patchB);',
    becomes:
      'const first = patchB.children.length === 0 || (patchA.children.length > 0 && !dividesFirst(patchA, patchB));',
    test: 'check/ladderEffects',
  },
  {
    row: 'ladder',
    fault: 'a part of an interval that is covered is asked about again',
    file: 'check/ladder/steps.ts',
    text: 'const left = t - answer.before;',
    becomes: 'const left = t;',
    test: 'check/ladderEffects',
  },
  {
    row: 'ladder',
    fault: 'each item that was put off has its configuration computed anew',
    file: 'check/ladder/steps.ts',
    text: 'if (waiting.link[k] !== entered) {',
    becomes: 'if (waiting.link[k] >= 0) {',
    test: 'check/ladderEffects',
  },
  {
    row: 'ladder',
    fault: 'expensive tests are not put off',
    file: 'check/ladder/steps.ts',
    text: 'this.wait(check, item, answer);',
    becomes: 'this.digItem(check, { ...item, direction: item.direction.slice() });',
    test: 'check/ladderEffects',
  },
  {
    row: 'ladder',
    fault: 'first intervals are short',
    file: 'check/ladder/ladder.ts',
    text: 'const FIRST_MOTION = 1.5;',
    becomes: 'const FIRST_MOTION = 0.15;',
    test: 'check/ladderEffects',
  },
  {
    row: 'ladder',
    fault: 'first intervals go along the motion, not from its middle',
    file: 'check/ladder/ladder.ts',
    text: 'const index = timeline.firstAt(check.nextFirst);',
    becomes: 'const index = check.nextFirst;',
    test: 'check/ladderEffects',
  },
  {
    row: 'ladder',
    fault: 'no joint maps',
    file: 'check/ladder/ladder.ts',
    text: 'this.known = maps ? new KnownApart(cell, this.moving.units) : null;',
    becomes: 'this.known = null;',
    test: 'check/ladderEffects',
  },
  {
    row: 'ladder',
    fault: 'no bundles',
    file: 'check/cover/movingCell.ts',
    text: 'this.bundles = options.bundles ?? false;',
    becomes: 'this.bundles = false;',
    test: 'check/ladderKnown',
  },
  {
    row: 'ladder',
    fault: 'covers of first order alone',
    file: 'check/cover/closing.ts',
    text: 'const least = Math.min(first, second, third);',
    becomes: 'const least = first;',
    test: 'check/ladderEffects',
  },
  {
    row: 'ladder',
    fault: 'no third order',
    file: 'check/cover/closing.ts',
    text: 'const least = Math.min(first, second, third);',
    becomes: 'const least = Math.min(first, second);',
    test: 'check/ladderEffects',
  },
  {
    row: 'ladder',
    fault: 'bounds along a direction are those in any',
    file: 'check/cover/alongDirection.ts',
    text: 'this.sharpen();',
    becomes: 'return;',
    test: 'check/ladderEffects',
  },
  {
    row: 'ladder',
    fault: 'how patches move now is not measured: they close in as fast as they may',
    file: 'check/cover/alongDirection.ts',
    text: 'this.forward = forward + slack.velocity;',
    becomes: 'this.forward = forward + slack.velocity + this.hand.speed;',
    test: 'check/ladderEffects',
  },
  {
    row: 'ladder',
    fault: 'the peak of a third-order bound is overlooked',
    file: 'check/cover/closing.ts',
    text: 'if (w < 0 && v > 0) {',
    becomes: 'if (w < 0 && v > 1e300) {',
    test: 'check/closing',
  },
  {
    row: 'ladder',
    fault: 'normals of flat patches are not tried',
    file: 'check/cover/cover.ts',
    text: 'tryNormals(question: CoverQuestion): CoverAnswer {',
    becomes:
      'tryNormals(question: CoverQuestion): CoverAnswer {\n    if (question) return this.answer;',
    test: 'check/ladderEffects',
  },
];
