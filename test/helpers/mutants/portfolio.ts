/** Faults of portfolios, of roadmaps that grow in batches and of attempts at smoothing: paths stay as proven as they were. */
import type { Mutant } from './mutant.ts';

const RACE = 'plan/portfolio/race.ts';
const PORTFOLIO = 'plan/portfolio/portfolio.ts';
const PRM = 'plan/roadmap/prm.ts';
const GROWING = 'plan/roadmap/growing.ts';

const ofRaces = { row: 'E4', test: 'plan/portfolio' } as const;
const ofGrowing = { row: 'E4', test: 'plan/growing' } as const;

export const PORTFOLIO_MUTANTS: readonly Mutant[] = [
  {
    ...ofRaces,
    fault: 'members go on behind the finish',
    file: RACE,
    text: "runner.state !== 'running' || runner.at > limit",
    becomes: "runner.state !== 'running'",
  },
  {
    ...ofRaces,
    fault: 'members run one after the other, not the one that is least far',
    file: RACE,
    text: 'if (!best || runner.at < best.at || (runner.at === best.at && runner.number < best.number)) {',
    becomes: 'if (!best) {',
  },
  {
    ...ofRaces,
    fault: 'of several that finish at once the last wins',
    file: RACE,
    text: '(ahead === 0 && lane.number < best!.number)',
    becomes: '(ahead === 0 && lane.number > best!.number)',
  },
  {
    ...ofRaces,
    fault: 'who begins later has no handicap',
    file: RACE,
    text: 'return this.member.begins + this.work;',
    becomes: 'return this.work;',
  },
  {
    ...ofRaces,
    fault: 'the race is called decided as soon as somebody has finished',
    file: RACE,
    text: 'return begins + (lane?.work ?? 0) > best;',
    becomes: 'return best < Infinity;',
  },
  {
    ...ofRaces,
    fault: 'all members have one seed',
    file: PORTFOLIO,
    text: 'if (number === 0) return seed;',
    becomes: 'if (number >= 0) return seed;',
  },
  {
    ...ofGrowing,
    fault: 'edges that nobody asked about count as not free',
    file: PRM,
    text: 'if (verdicts[i] === UNASKED) continue;',
    becomes: '',
  },
  {
    ...ofGrowing,
    fault: 'all milestones are one batch',
    file: GROWING,
    text: 'export const BATCH = 64;',
    becomes: 'export const BATCH = 1e9;',
  },
  {
    row: 'A12',
    fault: 'every attempt at smoothing draws the same random numbers',
    file: 'plan/attempts.ts',
    text: 'new Random(seed ^ Math.imul(number, APART))',
    becomes: 'new Random(seed ^ APART)',
    test: 'parallel/smoothing',
  },
];
