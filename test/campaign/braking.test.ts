/**
 * Random stops on random motions of random cells of all kinds: at the factor that is proven none of them comes nearer than the
 * clearance. A failure names the cell's seed and the motion's number.
 */
import { expect, it } from 'vitest';
import { askAbout } from '../../src/cell/index.ts';
import { brakingFactor } from '../../src/check/index.ts';
import { Random } from '../../src/math/index.ts';
import type { Path } from '../../src/motion/index.ts';
import { anyStop, instantOf, StopSimulator } from '../helpers/check/stops.ts';
import { anyCell } from '../helpers/oracles/anyCells.ts';
import { anyMotion, pathOfMotion } from '../helpers/oracles/anyMotions.ts';

const CELLS = 80;
const MOTIONS = 2;
const STOPS = 16;
/** Metres: what measuring a distance may be off by, a thousand kilometres from the origin. */
const MEASURED = 1e-7;

/** A second for each segment, where nobody says how long they take. */
function timedAlike(path: Path): Path {
  if (path.times) return path;
  return { ...path, times: path.waypoints.map((_, i) => i) };
}

it('no stop comes nearer than the clearance, seeds 1 to 80', () => {
  const wrong: string[] = [];
  let [proven, limited, stops] = [0, 0, 0];
  for (let seed = 1; seed <= CELLS; seed++) {
    const any = anyCell(seed);
    const random = new Random(seed);
    for (let index = 0; index < MOTIONS; index++) {
      const path = timedAlike(pathOfMotion(anyMotion(any, index)));
      if (path.waypoints.length < 2) continue;
      const { cell } = askAbout(any.cell, path);
      const deceleration = Float64Array.from(cell.tree.dofs, () => random.between(0.5, 20));
      const reaction = random.below(2) === 0 ? 0 : random.between(0, 0.3);
      const found = brakingFactor(cell, path, {
        ...{ deceleration, reaction_s: reaction, limit: 3, budget: 20_000 },
      });
      if (found.factor === 0) continue;
      proven++;
      if (found.limiting) limited++;
      const simulator = new StopSimulator(cell, path);
      for (let k = 0; k < STOPS; k++) {
        const how = { deceleration, reaction };
        const stop = anyStop(random, instantOf(found, path, random), found.factor, how);
        const least = Math.min(simulator.least(stop, 2), simulator.least(stop, 2, random));
        stops++;
        if (!(least > -MEASURED)) wrong.push(`${seed}:${index} by ${least} at ${found.factor}`);
      }
    }
  }
  console.info(`${proven} motions with a factor, ${limited} of them limited; ${stops} stops`);
  expect(wrong).toEqual([]);
  expect(limited).toBeGreaterThan(30);
});
