/** Faults of the ladder and its covers: the rungs, what is shared, what is known before anything is looked at. */
import type { Mutant } from './mutant.ts';

export const LADDER_MUTANTS: readonly Mutant[] = [
  {
    row: 'ladder',
    fault: 'balls are not compared before hulls',
    file: 'check/ladder/steps.ts',
    text: 'cover.letPass(u, u >= easyCount);',
    becomes: 'cover.letPass(u, false);',
    test: 'check/sweepKernel',
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
    test: 'check/sweepKernel',
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
    test: 'check/sweepKernel',
  },
  {
    row: 'ladder',
    fault: 'patches at once: hulls are not asked first',
    file: 'check/ladder/steps.ts',
    text: 'return before + after < SHORT * (question.before + question.after);',
    becomes: 'return before + after < 1e9;',
    test: 'check/ladderEffects',
  },
  {
    row: 'ladder',
    fault: 'patches are never divided while hulls are apart',
    file: 'check/ladder/steps.ts',
    text: 'return before + after < SHORT * (question.before + question.after);',
    becomes: 'return before + after < 0;',
    test: 'check/ladderEffects',
  },
  {
    row: 'ladder',
    fault: 'patches that are apart are divided while time is still long',
    file: 'check/ladder/steps.ts',
    text: 'return before + after < SHORT * (question.before + question.after);',
    becomes: 'return 4 * (before + after) < question.before + question.after;',
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
    text: 'if (waiting.link[k] !== entered) {\n        entered = waiting.link[k];\n        this.enter(',
    becomes: 'if (waiting.link[k] >= 0) {\n        entered = waiting.link[k];\n        this.enter(',
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
    fault: 'how long bodies stay apart is asked at once',
    file: 'check/ladder/steps.ts',
    text: 'if (puts && units.jointsBetween(unit) >= FEWEST_JOINTS) {',
    becomes: 'if (puts && units.jointsBetween(unit) >= 100 * FEWEST_JOINTS) {',
    test: 'check/ladderEffects',
  },
  {
    row: 'ladder',
    fault: 'however many bodies are near, nothing is left to the halves of an interval',
    file: 'check/ladder/steps.ts',
    text: 'const halves = this.putOff.count > FEW;',
    becomes: 'const halves = this.putOff.count > 1e6 * FEW;',
    test: 'check/ladderEffects',
  },
  {
    row: 'A9',
    fault: 'static checks prove before they look for a contact, wherever it was found before',
    file: 'cell/staticCheck.ts',
    text: 'const likely = touched[index] === 1;',
    becomes: 'const likely = touched[index] === 2;',
    test: 'cell/staticOrder',
  },
  {
    row: 'ladder',
    fault: 'units that hulls prove are asked about one by one',
    file: 'check/ladder/steps.ts',
    text: 'cover.letPass(u, u >= easyCount);',
    becomes: 'cover.letPass(-1, u >= easyCount);',
    test: 'check/sweepKernel',
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
  {
    row: 'ladder',
    fault: 'kernels are never asked about whole pieces',
    file: 'check/cover/cover.ts',
    text: 'if (kernel !== null && hand.unit !== unit) {',
    becomes: 'if (kernel !== null && hand.unit < -1) {',
    test: 'check/sweepKernel',
  },
  {
    row: 'ladder',
    fault: 'the kernel does not carry frame motions outward from those above',
    file: 'check/cover/sweepMotions.ts',
    text: '...[motionAt(motions, e), motionAt(motions, above), above],',
    becomes: '...[motionAt(motions, e), 0, above],',
    test: 'check/sweepKernel',
  },
  {
    row: 'ladder',
    fault: 'the kernel takes boxes that stand still for balls',
    file: 'check/cover/sweepTables.ts',
    text: 'return stillBoxes.of[piece] < 0 ? 0 : addressOf(boxes) + 8 * BOX * piece;',
    becomes: 'return stillBoxes.of[piece] < 9e9 ? 0 : addressOf(boxes) + 8 * BOX * piece;',
    test: 'check/sweepKernel',
  },
  {
    row: 'ladder',
    fault: 'bounds around a configuration are kept for a unit that a kernel was asked about since',
    file: 'check/cover/cover.ts',
    text: `if (said <= BY_BALLS) {
        hand.begin();`,
    becomes: 'if (said <= BY_BALLS) {',
    test: 'check/sweepKernel',
  },
  {
    row: 'ladder',
    fault: 'joint maps are walked square by square',
    file: 'cell/jointMap/jointMap.ts',
    text: 'if (state === PROVEN) this.provenIn[plot] += rows * size;',
    becomes: 'if (state === FAILED) this.provenIn[plot] += rows * size;',
    test: 'check/ladderKnown',
  },
];
