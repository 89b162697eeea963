/**
 * Portfolios: planners and seeds that race for one path. Random searches have long tails: what takes one seed a minute takes
 * another a second, and nobody knows beforehand which. A portfolio is plain data; who wins follows from it and its seed
 * alone (race.ts).
 */
import { InputError, Random } from '../../math/index.ts';
import { DEFAULT_PLANNER, PLANNER_NAMES, type PlannerName } from '../createPlanner.ts';
import {
  PLANNER_OPTIONS,
  type PlannerOptions,
  provesPaths,
  requireOptions,
} from '../plannerOptions.ts';

/** Which planners race, each with how many seeds. */
export interface Portfolio {
  readonly planners: readonly PortfolioEntry[];
  /**
   * Work of the first member before the others begin (race.ts says how it is counted): most problems are solved by then, and
   * cost no more than with one planner. Default 1,000; 0: all begin at once.
   */
  readonly headStart?: number | undefined;
}

/** A planner, and how many seeds of it race. */
export interface PortfolioEntry {
  readonly planner: PlannerName;
  /** Default 1. */
  readonly seeds?: number | undefined;
}

/** One that races: a planner with a seed of its own, as if it were alone. */
export interface Member {
  readonly planner: PlannerName;
  readonly settings: PlannerOptions;
  readonly seed: number;
  /** Work that the first member has done when this one begins. */
  readonly begins: number;
}

/** What races unless told otherwise: of those that were measured the best for one core and for two (docs/plan.md). */
export const USUAL_PORTFOLIO: Portfolio = {
  planners: [{ planner: DEFAULT_PLANNER }, { planner: 'bls' }],
};

/** Work of the first member before the others begin, unless told otherwise. */
export const HEAD_START = 1000;
/** Members hold trees, and a space each. */
const MOST_MEMBERS = 256;
/** Seeds are below this. */
const SEEDS = 2 ** 31;

/**
 * The members in their order: a first of each planner, then a second of each. The first of all has the seed that is given;
 * the others have seeds made from it. A setting goes to every planner that has it. Throws an InputError for a portfolio or
 * settings that make no sense.
 */
export function membersOf(
  portfolio: Portfolio,
  seed: number,
  settings: PlannerOptions = {},
): readonly Member[] {
  const { planners, headStart = HEAD_START } = portfolio;
  if (!(Number.isInteger(headStart) && headStart >= 0 && headStart < SEEDS)) {
    throw bad(`a head start is a whole number of at least 0; found ${headStart}`);
  }
  const counts = planners.map((entry) => seedsOf(entry));
  const total = counts.reduce((sum, n) => sum + n, 0);
  if (total === 0) throw bad('a portfolio needs a planner');
  if (total > MOST_MEMBERS) {
    throw bad(`a portfolio has ${MOST_MEMBERS} members at most; found ${total}`);
  }
  if (new Set(planners.map(({ planner }) => planner)).size < planners.length) {
    throw bad('a planner stands twice in the portfolio: say how many seeds it has instead');
  }
  refuseIdle(planners, settings);
  const members: Member[] = [];
  for (let round = 0; members.length < total; round++) {
    for (const [i, { planner }] of planners.entries()) {
      if (round >= counts[i]) continue;
      const number = members.length;
      members.push({
        planner,
        settings: settingsOf(planner, settings),
        seed: seedOf(seed, number),
        begins: number === 0 ? 0 : headStart,
      });
    }
  }
  return members;
}

/** Whether all members of a portfolio prove the paths that they find. */
export function portfolioProves(portfolio: Portfolio, settings: PlannerOptions = {}): boolean {
  return portfolio.planners.every(({ planner }) =>
    provesPaths(planner, settingsOf(planner, settings)),
  );
}

function seedsOf({ planner, seeds = 1 }: PortfolioEntry): number {
  if (!PLANNER_NAMES.includes(planner)) throw bad(`there is no planner "${planner}"`);
  if (Number.isInteger(seeds) && seeds >= 1) return seeds;
  throw bad(`the seeds of a planner are a whole number of at least 1; found ${seeds}`);
}

/** The first keeps the seed; of two portfolios with different seeds no others are alike. */
function seedOf(seed: number, number: number): number {
  if (number === 0) return seed;
  const random = new Random(seed);
  let derived = 0;
  for (let i = 0; i < number; i++) derived = random.below(SEEDS);
  return derived;
}

/** What of the settings a planner has. */
function settingsOf(planner: PlannerName, settings: PlannerOptions): PlannerOptions {
  const own = Object.entries(settings).filter(
    ([key, value]) =>
      value !== undefined &&
      PLANNER_OPTIONS[key as keyof PlannerOptions]?.planners.includes(planner),
  );
  const options = Object.fromEntries(own) as PlannerOptions;
  requireOptions(planner, options);
  return options;
}

/** A setting that nobody has changes nothing, which nobody wants who sets it. */
function refuseIdle(planners: Portfolio['planners'], settings: PlannerOptions): void {
  for (const [key, value] of Object.entries(settings)) {
    if (value === undefined) continue;
    const rule = PLANNER_OPTIONS[key as keyof PlannerOptions];
    if (!rule) throw bad(`there is no setting "${key}" of planners`);
    if (planners.some(({ planner }) => rule.planners.includes(planner))) continue;
    throw bad(`"${key}" is for ${rule.planners.join(', ')}, of which none is in the portfolio`);
  }
}

function bad(message: string): InputError {
  return new InputError({ code: 'plan/portfolio', message });
}
