/** `surepath plan` by a portfolio, and `surepath smooth` in several attempts: the same answer with any number of workers. */
import { describe, expect, it } from 'vitest';
import { GO, wallCells } from '../helpers/cli/wallCells.ts';

const { run, start, plan, planBy, read, expectProven } = wallCells();

describe('a portfolio', () => {
  it('says who won, out of how many, with which seed, and with how much work', () => {
    const args = [...GO, '--portfolio', 'rrt-connect:2,bls', '--head-start', '0', '--seed', '3'];
    const answer = plan('cell.yaml', ...args, '--smooth', '--out', 'won.json');
    expect(answer).toMatchObject({ status: 0, verdict: 'free' });
    expect(answer.portfolio).toMatchObject({ members: 3, begun: 3, decided: true, seed: 3 });
    expect(answer.portfolio.work).toBeGreaterThan(0);
    expect(answer.portfolio.spent).toBeGreaterThan(0);
    expectProven(['cell.yaml'], 'won.json');
    // The winner alone finds the same.
    const { planner, seed, waypoints } = answer;
    const alone = ['--planner', planner, '--seed', String(seed), '--smooth'];
    expect(plan('cell.yaml', ...GO, ...alone)).toMatchObject({ waypoints });
    const { stdout } = run('plan', 'cell.yaml', ...args);
    const won = `  won by ${planner} with seed ${seed}, member ${answer.portfolio.winner + 1} of 3; 3 had begun, `;
    expect(stdout).toContain(won);
  });

  it('is the same with threads', () => {
    const args = [...GO, '--portfolio', 'a-sbl:2,rrt-connect:2', '--head-start', '0'];
    const here = plan('cell.yaml', ...args);
    const there = planBy(start, 'cell.yaml', ...args, '--workers', '2');
    for (const key of ['waypoints', 'planner', 'seed', 'length', 'verdict']) {
      expect(there[key]).toEqual(here[key]);
    }
    expect(there.portfolio.work).toBe(here.portfolio.work);
  });

  it('is usual where nothing is said about one planner', () => {
    expect(plan('cell.yaml', ...GO).portfolio).toMatchObject({ members: 2, winner: 0, begun: 1 });
    expect(plan('cell.yaml', ...GO, '--halvings', '2').portfolio).toBeUndefined();
    expect(plan('cell.yaml', ...GO, '--planner', 'bls').portfolio).toBeUndefined();
  });

  it('settings go to those that have them', () => {
    const args = ['--portfolio', 'rrt-connect,bls', '--patience', '4'];
    expect(plan('cell.yaml', ...GO, ...args)).toMatchObject({ verdict: 'free' });
  });

  it('that finds nothing says so', () => {
    const { status, stdout } = run('plan', 'cell.yaml', ...GO, '--iterations', '1');
    expect(status).toBe(1);
    expect(stdout).toContain('  2 members raced, and none found a path\n');
  });

  it.each([
    [['--portfolio', 'rrt-connect', '--planner', 'bls'], /leave out --planner/],
    [['--portfolio', 'rrt'], /--portfolio takes rrt-connect/],
    [['--portfolio', 'bls:0'], /--portfolio takes a number/],
    [['--portfolio', 'bls:1.5'], /--portfolio takes a whole number; found "1.5"/],
    [['--portfolio', 'bls:1:2'], /PLANNER:SEEDS,...; found "bls:1:2"/],
    [['--portfolio', 'bls,bls'], /stands twice in the portfolio/],
    [['--portfolio', 'prm', '--roadmap', 'r.json'], /--roadmap is for one planner/],
    [['--portfolio', 'bls', '--halvings', '2'], /--halvings is for --planner rrt-connect/],
    [['--planner', 'bls', '--head-start', '5'], /--head-start is for --portfolio/],
    [['--grow', '5'], /--grow is for --roadmap/],
    [['--portfolio', 'sbl,bls', '--certificate', 'c.json'], /proves nothing: --certificate/],
    [['--workers', '0'], /--workers takes a whole number from 1/],
  ])('%j is refused', (args, message) => {
    const { status, stderr } = run('plan', 'cell.yaml', ...GO, ...args);
    expect([status, stderr]).toEqual([2, expect.stringMatching(message)]);
  });
});

describe('--grow', () => {
  it('a roadmap grows before the search, to the same bytes with threads', () => {
    const args = (file: string) => [
      ...GO,
      ...['--planner', 'prm', '--roadmap', file, '--grow', '150', '--iterations', '500'],
    ];
    const answer = plan('cell.yaml', ...args('one.roadmap'));
    expect(answer.roadmap.milestones).toBeGreaterThanOrEqual(150);
    planBy(start, 'cell.yaml', ...args('two.roadmap'), '--workers', '2');
    expect(read('two.roadmap') === read('one.roadmap')).toBe(true);
  });
});

describe('--attempts', () => {
  it('the shortest of several attempts, the same with threads', () => {
    plan('cell.yaml', ...GO, '--planner', 'bls', '--out', 'rough.json');
    const smooth = (by: typeof run | typeof start, ...args: string[]) => {
      const { status, stdout } = by('smooth', 'cell.yaml', 'rough.json', '--json', ...args);
      expect(status).toBe(0);
      return JSON.parse(stdout);
    };
    const one = smooth(run);
    const several = smooth(run, '--attempts', '5', '--workers', '1');
    expect(several.length).toBeLessThanOrEqual(one.length);
    expect(several).toMatchObject({ attempts: 5, verdict: 'free' });
    const { waypoints, attempt } = several;
    expect(smooth(start, '--attempts', '5', '--workers', '2')).toMatchObject({
      waypoints,
      attempt,
    });
    const text = run(
      'smooth',
      'cell.yaml',
      'rough.json',
      '--attempts',
      '5',
      '--workers',
      '1',
    ).stdout;
    expect(text).toContain(`, attempt ${attempt + 1} of 5)`);
    const wrong = run('smooth', 'cell.yaml', 'rough.json', '--attempts', '0.5');
    expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringMatching(/--attempts takes/)]);
  });
});
