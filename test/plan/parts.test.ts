/**
 * Parts of what is proven: smoothing does not prove again what planners and shortcuts proved with room for it. The paths are
 * those of proving all parts by themselves, with fewer proofs; and every segment of them is proven by a check that
 * knows nothing of parts.
 */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Checker, createChecker } from '../../src/check/index.ts';
import { Random } from '../../src/math/index.ts';
import { StraightSegment } from '../../src/motion/index.ts';
import { PlanningSpace, type PlanResult, RrtConnect, smoothPath } from '../../src/plan/index.ts';
import { Way } from '../../src/plan/smoothing/way.ts';
import { FROM, slideMaze, TO } from '../helpers/plan/slideMaze.ts';

/** A space that counts what is asked of its prover. */
function countingSpace(cell = slideMaze([-0.5, 0, 0.5], 0.5)) {
  const space = new PlanningSpace(cell);
  const asked = { checks: 0 };
  const { prover } = space;
  const check = prover.check.bind(prover);
  (prover as { check: Checker['check'] }).check = (request) => {
    asked.checks++;
    return check(request);
  };
  return { space, asked };
}

function planIn(space: PlanningSpace, seed: number): PlanResult {
  const limits = { maxIterations: 5000, timeLimit_ms: Infinity };
  const random = new Random(seed);
  return new RrtConnect(space).plan({ from: FROM, goals: [TO], random, ...limits });
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('parts of what is proven', () => {
  it('are not proven again; the path is the same, and proven without them (seeds 1 to 6)', () => {
    const { space, asked } = countingSpace();
    const apart = createChecker(space.cell);
    const proofs = { room: 0, none: 0 };
    let late = 0;
    const { payDebts } = Way.prototype;
    vi.spyOn(Way.prototype, 'payDebts').mockImplementation(function (this: Way) {
      const before = asked.checks;
      const paid = payDebts.call(this);
      late += asked.checks - before;
      return paid;
    });
    let [cuts, debts] = [0, 0];
    for (let seed = 1; seed <= 6; seed++) {
      const { waypoints, withParts } = planIn(space, seed);
      expect(withParts).toBe(true);
      const smooth = (room: boolean) => {
        asked.checks = 0;
        const result = smoothPath(space, waypoints!, { random: new Random(1), withParts: room });
        proofs[room ? 'room' : 'none'] += asked.checks;
        return result;
      };
      const room = smooth(true);
      expect(late).toBe(0);
      const none = smooth(false);
      debts += late;
      late = 0;
      expect(room.waypoints).toEqual(none.waypoints);
      cuts += room.taken;
      room.waypoints.slice(1).forEach((to, i) => {
        const segment = new StraightSegment(space.cell.tree, room.waypoints[i], to);
        expect(apart.check({ segment }).verdict).toBe('free');
      });
    }
    console.log(
      `proofs for ${cuts} changes: ${proofs.room}, with what the planner's segments owe ${proofs.none}`,
    );
    expect(cuts).toBeGreaterThan(12);
    expect(debts).toBeGreaterThan(0);
    expect(proofs.none - proofs.room).toBe(debts);
  });

  it('belong to proofs by the ladder alone', () => {
    const { space } = countingSpace();
    const request = { from: FROM, goals: [TO], random: new Random(1), maxIterations: 4000 };
    const other = new RrtConnect(space, { checker: { method: 'adaptive' } });
    expect(other.plan(request).withParts).toBeUndefined();
    expect(new RrtConnect(space, { mode: 'fixed' }).plan(request).withParts).toBeUndefined();
  });
});
