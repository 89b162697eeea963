/**
 * A closed loop, as a file declares it, becomes couplings of its two followers to its driver: with factors for a
 * parallelogram, else with laws that are proven to be within their deviation of the mechanism.
 */
import { about, metresAbout } from '../../words/index.ts';
import type { Coupling, JointDescription, RobotDescription } from '../description.ts';
import { closeFrom, gapAt, length, type PlanarLoop, type Values } from './closure.ts';
import { flatWithin, linearFollowers } from './linear.ts';
import { planarLoop } from './planar.ts';
import { type DriverRange, tabulate } from './tabulate.ts';
import { TURN, waysToClose } from './track.ts';
import { type LoopDescription, loopFault } from './ways.ts';

/** Of values that a reader may copy. */
const DIGITS = 7;

/** How far the pin may be from its hole where the loop is assembled, as a part of the loop's size: rounded values. */
const ASSEMBLED = 0.01;
/** How far the followers may be from there, in radians or parts of the loop's size. */
const FAR = 0.2;
/** What counts as closed as it stands, in metres: values are not touched then. */
const STANDS = 1e-9;

/**
 * Couplings of both followers, by name. `held` are joints that stand still, by name, with their values. Throws an
 * InputError if the loop is none, cannot be closed, or gets to a dead centre in the driver's range.
 */
export function lawsOfLoop(
  robot: RobotDescription,
  loop: LoopDescription,
  held: ReadonlyMap<string, readonly number[]>,
): Map<string, Coupling> {
  const { planar, start } = planarLoop(robot, loop, held);
  const driver = robot.joints.find(({ name }) => name === loop.driver)!;
  const range = rangeOf(driver, start[0], loop);
  const closed = assembled(planar, start, loop);
  const linear = linearFollowers(planar, closed);
  const [, first, second] = planar.names;
  if (linear) {
    const flat = flatWithin(planar, closed, linear, range);
    if (flat) throw endFault(loop, flat, 'the parallelogram lies flat');
    const couplings = linear.map((factors): Coupling => ({ joint: loop.driver, ...factors }));
    return new Map([
      [first, couplings[0]],
      [second, couplings[1]],
    ]);
  }
  const made = tabulate(planar, closed, range);
  if (made.end) throw endFault(loop, made.end, 'the loop comes to a dead centre');
  const couplings = made.laws.map(
    (law): Coupling => ({ joint: loop.driver, multiplier: 1, offset: 0, law }),
  );
  return new Map([
    [first, couplings[0]],
    [second, couplings[1]],
  ]);
}

/** Where the driver goes: within its limits, or round and round. */
function rangeOf(driver: JointDescription, start: number, loop: LoopDescription): DriverRange {
  if (driver.kind === 'continuous') return { lower: 0, upper: TURN, periodic: true };
  const { name, limits } = driver;
  if (!limits || !(limits.lower < limits.upper)) {
    throw loopFault(
      loop,
      'range',
      `the driver "${name}" has no range`,
      'give it limits in the URDF',
    );
  }
  const { lower, upper } = limits;
  if (start >= lower && start <= upper) return { lower, upper, periodic: false };
  throw loopFault(
    loop,
    'range',
    `it is assembled with the driver "${name}" at ${start}, outside its limits [${lower}, ${upper}]`,
    `say at which values it is assembled: at: {${name}: ..., ...}`,
  );
}

/** The closed configuration that it is assembled in. */
function assembled(planar: PlanarLoop, start: Values, loop: LoopDescription): Values {
  const apart = length(gapAt(planar, start).gap);
  if (apart <= STANDS) return start;
  const closed = apart <= ASSEMBLED * planar.size ? closeFrom(planar, start) : null;
  // One that is not where it was said to be is another way to close it, most likely.
  const far = (q: Values) =>
    [1, 2].some((k) => Math.abs(q[k] - start[k]) > FAR * (planar.turns[k] ? 1 : planar.size));
  if (closed && !far(closed)) return closed;
  const { names } = planar;
  const at = names.map((name, k) => `${name}: ${start[k]}`).join(', ');
  const ways = waysToClose(planar, start).slice(0, 2);
  const shown = ways.map((q) =>
    names.map((name, k) => `${name}: ${about(q[k], DIGITS)}`).join(', '),
  );
  throw loopFault(
    loop,
    'assembled',
    `with ${at} the ends of the pin are ${metresAbout(apart)} apart`,
    shown.length === 0
      ? `it cannot be closed with ${names[0]} at ${start[0]}: say at which values it is assembled, with \`at\``
      : `say at which values it is assembled: ${shown.map((s) => `at: {${s}}`).join(' or ')}`,
  );
}

function endFault(
  loop: LoopDescription,
  { at, why }: { readonly at: number; readonly why: string },
  dead: string,
) {
  const where = `"${loop.driver}" at ${about(at, DIGITS)}`;
  if (why === 'cannot be closed') {
    const message = `it cannot be closed beyond ${where}`;
    return loopFault(loop, 'open', message, `keep the limits of "${loop.driver}" short of that`);
  }
  if (why === 'does not return') {
    const message = `after a turn of "${loop.driver}" its followers are not where they were`;
    return loopFault(loop, 'turn', message, `give "${loop.driver}" limits`);
  }
  const hint = `there it may go on in either of two ways: keep the limits of "${loop.driver}" short of that, or couple the joints by hand`;
  return loopFault(loop, 'dead-centre', `${dead} with ${where}`, hint);
}
