/** Verdicts about motions: judged by an independent check that shares no code with the checkers, and known answers. */
import { type Cell, declaredPairs, StaticChecker } from '../../src/cell/index.ts';
import {
  type Checker,
  type CheckRequest,
  type CheckResult,
  emptyStats,
} from '../../src/check/index.ts';
import { check, openMotion } from '../../src/jobs/index.ts';
import { EdgeChecker } from '../../src/plan/index.ts';
import type { Bench, Check } from '../../src/qualify/index.ts';
import { anyCell } from '../../test/helpers/oracles/anyCells.ts';
import { StandingCampaign } from '../../test/helpers/oracles/standingCampaign.ts';
import { Tally } from '../tally.ts';

/** Seeds of random cells; others than those of the project's own tests. */
const FIRST = 52_000;
const CELLS = 40;
const MOTIONS = 40;

/** Free motions have no contact, witnesses are there, what is free can be certified and is verified. */
export const randomMotions: Check = {
  name: `${CELLS * MOTIONS} random motions of ${CELLS} random cells, every verdict judged by an independent check (seeds from ${FIRST})`,
  run() {
    const campaign = new StandingCampaign({ delays: 0 });
    for (let k = 0; k < CELLS; k++) campaign.run(anyCell(FIRST + k), 0, MOTIONS);
    const { segments, contradictions } = campaign;
    const faults = contradictions.map(
      ({ seed, index, kind, what }) => `seed ${seed}, motion ${index} (${kind}): ${what}`,
    );
    return { cases: segments, faults, note: campaign.summary() };
  },
};

/** Wrong on purpose: free, if nothing collides at 40 configurations. */
function sampler(cell: Cell): Checker {
  const sound = new EdgeChecker(cell);
  let statics = new StaticChecker(cell);
  const q = new Float64Array(cell.tree.dofs.length);
  return {
    method: 'ladder',
    check(request: CheckRequest): CheckResult {
      for (let k = 0; k < 40; k++) {
        request.segment.configurationInto(k / 39, q, 0);
        statics = statics.for(q);
        if (statics.firstCollision(q) >= 0) return sound.check(request);
      }
      const nothing = { witness: null, witnesses: [], open: [], kept: null };
      return { verdict: 'free', ...nothing, stats: emptyStats() };
    },
  };
}

/** The judge of the check above is not blind: it finds what sampling misses. */
export const judgeSees: Check = {
  name: 'the judge finds the motions that a sampling checker wrongly calls free',
  run() {
    const campaign = new StandingCampaign({ checker: sampler, certify: 0, paths: 1000, delays: 0 });
    for (let k = 0; k < 12; k++) campaign.run(anyCell(FIRST + k), 0, MOTIONS);
    const found = campaign.contradictions.filter(({ what }) => what.includes('free, but'));
    const tally = new Tally();
    tally.judge(found.length >= 3, () => `it found ${found.length} in ${campaign.segments}`);
    return tally.finding(`${found.length} found in ${campaign.segments} segments`);
  },
};

/** The paths of a cell whose verdict is in their name. */
const KNOWN = ['free', 'colliding'] as const;

/** Runs `judge` with every path of every embedded cell that has paths. */
function onKnown(
  bench: Bench,
  judge: (known: (typeof KNOWN)[number], name: string, ask: ReturnType<typeof questionOf>) => void,
): void {
  for (const name of bench.cells) {
    for (const known of KNOWN) {
      const file = `paths/${known}.json`;
      let bytes: Uint8Array;
      try {
        bytes = bench.read(name, file);
      } catch {
        continue;
      }
      judge(known, name, questionOf(bench, name, file, bytes));
    }
  }
}

function questionOf(bench: Bench, name: string, file: string, bytes: Uint8Array) {
  const open = bench.open(name);
  return { open, motion: openMotion(open, { file, bytes }).motion };
}

export const knownPaths: Check = {
  name: 'paths of the embedded cells, whose verdicts are known',
  run(bench) {
    const tally = new Tally();
    onKnown(bench, (known, name, { open, motion }) => {
      const { verdict, witness } = check(open, { motion });
      tally.judge(verdict === known, () => `${name}: ${verdict}, not ${known}`);
      if (known === 'colliding') tally.judge(witness !== null, () => `${name}: no witness`);
    });
    return tally.finding();
  },
};

/** What is not finished is undecided, whatever limit ended it, and never free. */
export const limits: Check = {
  name: 'a check that is ended early never says free of what it did not prove',
  run(bench) {
    const tally = new Tally();
    let undecided = 0;
    onKnown(bench, (known, name, { open, motion }) => {
      for (const budget of [1, 4, 16, 64]) {
        const { verdict, open: left } = check(open, { motion, budget });
        const isRight = verdict === known || (verdict === 'undecided' && left.length > 0);
        tally.judge(
          isRight,
          () => `${name}, budget ${budget}: ${verdict} of a path that is ${known}`,
        );
        if (verdict === 'undecided') undecided++;
      }
    });
    tally.judge(undecided > bench.cells.length, () => `only ${undecided} were ended early`);
    return tally.finding(`${undecided} undecided`);
  },
};

/** The same question, the same answer: in a cell that answered others before, and in a new one. */
export const repeated: Check = {
  name: 'the same question has the same answer, in a new cell and in one that was used',
  run() {
    const tally = new Tally();
    for (let k = 0; k < 6; k++) {
      const answers = [0, 1].map((shift) => {
        const campaign = new StandingCampaign({ certify: 0, paths: 1000, delays: 0 });
        const any = anyCell(FIRST + 100 + k);
        if (shift > 0) campaign.run(any, 20, 5);
        const before = { ...campaign.verdicts };
        campaign.run(any, 0, 12);
        return JSON.stringify(
          Object.entries(campaign.verdicts)
            .map(([verdict, n]) => [verdict, n - (before[verdict] ?? 0)] as const)
            .filter(([, n]) => n > 0)
            .sort(),
        );
      });
      tally.judge(
        answers[0] === answers[1],
        () => `seed ${FIRST + 100 + k}: ${answers.join(' and ')}`,
      );
    }
    return tally.finding();
  },
};

/** What somebody declared is said with the verdict. */
export const assumed: Check = {
  name: 'pairs that are not tested because somebody said so are told with every verdict',
  run(bench) {
    const tally = new Tally();
    onKnown(bench, (known, name, { open, motion }) => {
      if (known !== 'free') return;
      const declared = declaredPairs(open.cell.pairs);
      const { assumptions } = check(open, { motion });
      const isTold = declared.length === 0 || assumptions.length > 0;
      tally.judge(isTold, () => `${name}: ${declared.length} pairs, nothing is said`);
    });
    return tally.finding();
  },
};
