/** Portfolios: who wins is what running every member alone to its end says, however the work is divided. */
import { describe, expect, it } from 'vitest';
import { InputError, Random } from '../../src/math/index.ts';
import {
  createPlanner,
  type FinishLine,
  type LaneResult,
  type Member,
  membersOf,
  PlanningSpace,
  type PlanResult,
  type Portfolio,
  portfolioProves,
  type RaceRequest,
  race,
  type PlanningSpace as Space,
  USUAL_PORTFOLIO,
  winnerOf,
  workOf,
} from '../../src/plan/index.ts';
import { isDecided } from '../../src/plan/portfolio/race.ts';
import { FROM, slideMaze, TO } from '../helpers/plan/slideMaze.ts';

const cell = slideMaze([0], 0.2);
const ENDS = { from: FROM, goals: [TO], timeLimit_ms: Number.POSITIVE_INFINITY };
const spaceFor = (): Space => new PlanningSpace(cell);

/** What a member does alone, in a space of its own, to its end. */
const alone = new Map<string, PlanResult>();
function runAlone({ planner, seed }: Member): PlanResult {
  const key = `${planner} ${seed}`;
  const known = alone.get(key);
  if (known) return known;
  const result = createPlanner(spaceFor(), planner).plan({ ...ENDS, random: new Random(seed) });
  alone.set(key, result);
  return result;
}

/** The oracle: all members run to their end, and the one that finished with least work wins. */
function bruteForce(members: readonly Member[]) {
  const finishes = members.map((member) => member.begins + workOf(runAlone(member).stats));
  const finish = Math.min(...finishes);
  const number = finishes.indexOf(finish);
  return { number, finish, waypoints: runAlone(members[number]).waypoints };
}

const PORTFOLIOS: Readonly<Record<string, Portfolio>> = {
  usual: USUAL_PORTFOLIO,
  'three seeds': { planners: [{ planner: 'rrt-connect', seeds: 3 }], headStart: 150 },
  'all at once': {
    planners: [{ planner: 'rrt-connect', seeds: 2 }, { planner: 'bls' }],
    headStart: 0,
  },
};
const SEEDS = [1, 2, 3];

describe.each(Object.keys(PORTFOLIOS))('a race, %s, seeds 1 to 3', (name) => {
  it.each(SEEDS)('is won by whom brute force says, seed %i', (seed) => {
    const members = membersOf(PORTFOLIOS[name], seed);
    const { lanes, stopped } = race({ ...ENDS, members, spaceFor });
    const winner = winnerOf(members, lanes)!;
    const expected = bruteForce(members);
    expect(stopped).toBe(false);
    expect(isDecided(members, lanes)).toBe(true);
    expect(winner.number).toBe(expected.number);
    expect(winner.result!.waypoints).toEqual(expected.waypoints);
    // Nobody goes on behind the finish: only an iteration that was begun before it; one in which trees meet looks at tens.
    for (const { number, work } of lanes) {
      const { begins } = members[number];
      if (begins > expected.finish) expect(work).toBe(0);
      else expect(work).toBeLessThan(Math.max(0, expected.finish - begins) + 100);
    }
  });

  it.each([2, 3])('is won by the same with %i who divide the work, in any order', (hands) => {
    for (const seed of SEEDS.slice(0, 2)) {
      const members = membersOf(PORTFOLIOS[name], seed);
      const line = new Line();
      const groups = Array.from({ length: hands }, (_, h) =>
        [...members.keys()].filter((k) => k % hands === h),
      );
      // Worst of all: one after the other, the last first.
      const lanes = groups
        .reverse()
        .flatMap((own) => race({ ...ENDS, members, lanes: own, line, spaceFor }).lanes);
      const winner = winnerOf(members, lanes)!;
      const expected = bruteForce(members);
      expect([winner.number, winner.result!.waypoints]).toEqual([
        expected.number,
        expected.waypoints,
      ]);
      expect(isDecided(members, lanes)).toBe(true);
    }
  });
});

class Line implements FinishLine {
  best = Number.POSITIVE_INFINITY;

  lower(finish: number): void {
    this.best = Math.min(this.best, finish);
  }
}

describe('what a race costs', () => {
  const seeds = Array.from({ length: 12 }, (_, i) => i + 1);
  const portfolio = PORTFOLIOS['three seeds'];
  const finishes = seeds.map((seed) => bruteForce(membersOf(portfolio, seed)).finish);
  const single = seeds.map((seed) => workOf(runAlone(membersOf(portfolio, seed)[0]).stats));

  it('three seeds come to an end with less work where one takes long, seeds 1 to 12', () => {
    expect(worst(finishes)).toBeLessThan(0.75 * worst(single));
    // What is solved within the head start costs nobody anything.
    for (const [i, alone] of single.entries()) {
      if (alone <= 150) expect(finishes[i]).toBe(alone);
    }
  });

  it('taking turns does no more than the members need, seeds 1 to 5', () => {
    for (const [i, seed] of seeds.slice(0, 5).entries()) {
      const members = membersOf(portfolio, seed);
      const { lanes } = race({ ...ENDS, members, spaceFor });
      const spent = lanes.reduce((sum, { work }) => sum + work, 0);
      const needed = members.reduce(
        (sum, { begins }) => sum + Math.max(0, finishes[i] - begins),
        0,
      );
      expect(spent).toBeLessThan(1.1 * needed + 120);
    }
  });

  it('a pause leaves it undecided, for others to decide', () => {
    const members = membersOf(portfolio, 1);
    const { lanes, stopped } = race({ ...ENDS, members, spaceFor, pause_ms: -1 });
    expect(winnerOf(members, lanes)).toBeNull();
    expect([stopped, isDecided(members, lanes)]).toEqual([false, false]);
    expect(lanes.map(({ work, stats }) => [work, stats])).toEqual(members.map(() => [0, null]));
  });
});

/** The 95th percentile of a dozen: the second largest. */
function worst(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length - 2];
}

describe('the end of a race', () => {
  const members = membersOf(PORTFOLIOS['all at once'], 1);
  const asked: RaceRequest = { ...ENDS, members, spaceFor };

  it('of several that finish at once the first wins', () => {
    // Straight there, which all of them try first.
    const { lanes } = race({ ...asked, goals: [FROM.map((x) => x + 0.1)] });
    expect(lanes.every(({ work, state }) => work === lanes[0].work && state === 'found')).toBe(
      true,
    );
    expect(winnerOf(members, lanes)!.number).toBe(0);
    const reversed = [...lanes].reverse();
    expect(winnerOf(members, reversed)!.number).toBe(0);
  });

  it('nobody finds a path within their iterations', () => {
    const { lanes, stopped } = race({ ...asked, maxIterations: 5 });
    expect(lanes.map(({ state }) => state)).toEqual(['ended', 'ended', 'ended']);
    expect([winnerOf(members, lanes), stopped]).toEqual([null, false]);
    expect(isDecided(members, lanes)).toBe(true);
  });

  it('is stopped when asked, or when its time is over', () => {
    let looks = 0;
    const signal = {
      get aborted() {
        return ++looks > 40;
      },
    };
    const cut = race({ ...asked, signal });
    expect(cut.stopped).toBe(true);
    expect(cut.lanes.every(({ state }) => state === 'running')).toBe(true);
    expect(isDecided(members, cut.lanes)).toBe(false);
    const late = race({ ...asked, timeLimit_ms: 0 });
    expect([late.stopped, late.lanes.some(({ work }) => work > 0)]).toEqual([true, false]);
  });

  it('a path that nobody can beat is the answer though others have not begun', () => {
    const lane = (number: number, work: number, state: LaneResult['state']): LaneResult => ({
      ...{ number, work, state, stats: null, result: null, random: null },
    });
    const two = membersOf({ planners: [{ planner: 'rrt-connect', seeds: 2 }], headStart: 50 }, 1);
    expect(isDecided(two, [lane(0, 40, 'found')])).toBe(true);
    expect(isDecided(two, [lane(0, 60, 'found')])).toBe(false);
    expect(isDecided(two, [lane(0, 60, 'found'), lane(1, 10, 'running')])).toBe(false);
    expect(isDecided(two, [lane(0, 60, 'found'), lane(1, 11, 'running')])).toBe(true);
  });

  it('tells how far all are together', () => {
    let last = 0;
    race({ ...asked, maxIterations: 300, onProgress: ({ iterations }) => (last = iterations) });
    expect(last).toBeGreaterThan(16);
  });

  it('random numbers go on elsewhere where they stand', () => {
    const random = new Random(7);
    for (let i = 0; i < 5; i++) random.unit();
    const other = Random.from(structuredClone(random.state));
    expect(Array.from({ length: 9 }, () => other.uint32())).toEqual(
      Array.from({ length: 9 }, () => random.uint32()),
    );
  });
});

describe('members', () => {
  it('a first of each planner, then a second; the first has the seed that is given', () => {
    const members = membersOf(
      { planners: [{ planner: 'rrt-connect', seeds: 3 }, { planner: 'bls' }], headStart: 9 },
      42,
    );
    expect(members.map(({ planner, begins }) => [planner, begins])).toEqual([
      ['rrt-connect', 0],
      ['bls', 9],
      ['rrt-connect', 9],
      ['rrt-connect', 9],
    ]);
    expect(members[0].seed).toBe(42);
    expect(new Set(members.map(({ seed }) => seed)).size).toBe(4);
    // Longer portfolios begin with the same seeds.
    const longer = membersOf({ planners: [{ planner: 'rrt-connect', seeds: 9 }] }, 42);
    expect(longer.slice(0, 4).map(({ seed }) => seed)).toEqual(members.map(({ seed }) => seed));
    expect(longer[1].seed).not.toBe(membersOf(USUAL_PORTFOLIO, 43)[1].seed);
  });

  it('settings go to the planners that have them', () => {
    const members = membersOf(USUAL_PORTFOLIO, 1, { halvings: 2, step: 0.3, patience: 4 });
    expect(members.map(({ settings }) => settings)).toEqual([
      { halvings: 2, step: 0.3 },
      { step: 0.3, patience: 4 },
    ]);
    expect(portfolioProves(USUAL_PORTFOLIO)).toBe(true);
    expect(portfolioProves(USUAL_PORTFOLIO, { mode: 'fixed' })).toBe(false);
    expect(portfolioProves({ planners: [{ planner: 'bls' }, { planner: 'sbl' }] })).toBe(false);
  });

  it.each<[string, Portfolio, object, RegExp]>([
    ['nobody', { planners: [] }, {}, /needs a planner/],
    ['no seed', { planners: [{ planner: 'bls', seeds: 0 }] }, {}, /at least 1; found 0/],
    ['half a seed', { planners: [{ planner: 'bls', seeds: 1.5 }] }, {}, /found 1.5/],
    ['too many', { planners: [{ planner: 'bls', seeds: 257 }] }, {}, /256 members at most/],
    ['a head start of nothing', { ...USUAL_PORTFOLIO, headStart: -1 }, {}, /head start/],
    ['NaN', { ...USUAL_PORTFOLIO, headStart: Number.NaN }, {}, /head start/],
    ['a stranger', { planners: [{ planner: 'fmt' as 'bls' }] }, {}, /no planner "fmt"/],
    ['twice', { planners: [{ planner: 'bls' }, { planner: 'bls' }] }, {}, /stands twice/],
    ['a setting of nobody', USUAL_PORTFOLIO, { neighbours: 4 }, /none is in the portfolio/],
    ['no setting', USUAL_PORTFOLIO, { colour: 4 }, /no setting "colour"/],
    ['a bad setting', USUAL_PORTFOLIO, { step: -1 }, /greater than 0/],
  ])('refuses %s', (_, portfolio, settings, message) => {
    expect(() => membersOf(portfolio, 1, settings)).toThrow(InputError);
    expect(() => membersOf(portfolio, 1, settings)).toThrow(message);
  });
});
