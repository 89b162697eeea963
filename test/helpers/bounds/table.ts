/**
 * Every bound of src, as scripts/bounds.mjs lists them, with the test in which it is nearly attained, or why the best known
 * case is less. Behind those stand bounds whose names do not say so. test/bounds.test.ts compares this with the code;
 * `node scripts/bounds.mjs --plant` halves or doubles each and runs its test.
 */
export interface BoundRecord {
  /** File below src, then the name, with that of the class before it. */
  readonly at: string;
  /** The test, below test/ and without `.test.ts`, and a text in it by which the case is found. */
  readonly test?: string;
  readonly title?: string;
  /** What becomes of which text of the file, where it does not do to scale what is returned. */
  readonly plant?: readonly [text: string, becomes: string];
  /** The truth as a part of the bound in the best case that is known, and why it is not above 0.9. */
  readonly best?: number;
  readonly less?: string;
  /** Why it is no bound of its own. */
  readonly not?: string;
  /** Whether its name does not say that it is a bound. */
  readonly unnamed?: boolean;
}

type Plant = BoundRecord['plant'];

function near(at: string, test: string, title: string, plant?: Plant): BoundRecord {
  return { at, test, title, ...(plant && { plant }) };
}

function not(at: string, why: string): BoundRecord {
  return { at, not: why };
}

function less(at: string, best: number, why: string): BoundRecord {
  return { at, best, less: why };
}

const KINEMATICS = 'bounds/kinematics';
const MOTION = 'bounds/motion';

export const BOUNDS: readonly BoundRecord[] = [
  near('kinematics/box.ts jointFactorUpper', KINEMATICS, 'jointFactorUpper: one that follows in'),
  near('kinematics/planeReach.ts awayUpper', KINEMATICS, 'planeReach awayUpper:'),
  near('kinematics/pointLaw.ts tentUpper', KINEMATICS, 'tentUpper: midway'),
  near('kinematics/pointLaw.ts awayUpper', KINEMATICS, 'awayUpper: from a spline'),
  near('kinematics/reach.ts ownReachUpper', KINEMATICS, 'ownReachUpper: the vertices'),
  near('kinematics/reach.ts motionUpper', KINEMATICS, 'motionUpper: a vertex'),
  near('kinematics/reach.ts lawShareUpper', KINEMATICS, 'lawShareUpper: around'),
  near('kinematics/reach.ts localMotionUpper', KINEMATICS, 'localReachInto and localMotionUpper'),
  near('kinematics/sweep.ts axisReachUpper', KINEMATICS, 'axisReachUpper: a small'),
  near('kinematics/sweep.ts ballGapLower', KINEMATICS, 'ballGapLower: two'),
  near('kinematics/sweep.ts sweptGapLower', KINEMATICS, 'sweptGapLower: a ball'),
];
