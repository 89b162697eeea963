/**
 * Every bound of src, as scripts/bounds.mjs lists them, with the test in which it is nearly attained, or why the best known
 * case is less. Behind those stand bounds whose names do not say so. test/bounds.test.ts compares this with the code;
 * `node scripts/bounds.mjs --plant` halves or doubles each and runs its test.
 */
import type { BoundRecord } from './record.ts';
import { UNNAMED_BOUNDS } from './unnamed.ts';

type Plant = BoundRecord['plant'];

function near(at: string, test: string, title: string, plant?: Plant): BoundRecord {
  return { at, test, title, ...(plant && { plant }) };
}

function not(at: string, why: string): BoundRecord {
  return { at, not: why };
}

function less(
  at: string,
  best: number,
  why: string,
  [test, title]: readonly [test?: string, title?: string] = [],
): BoundRecord {
  return { at, best, less: why, ...(test && { test, title: title! }) };
}

const KINEMATICS = 'bounds/kinematics';
const MOTION = 'bounds/motion';
const SCHEDULE = 'bounds/schedule';
const PROXIMITY = 'bounds/proximity';
const CELLS = 'bounds/cells';
const CHECK = 'bounds/check';
const WORDS = 'bounds/words';

/** Of all errors by rounding: the sum of the largest of each, of which most are smaller, and cancel. */
const ROUNDING = 'a sum of largest roundings, which do not all occur at once and in one direction';

const UNMEASURED = `${ROUNDING}; not measured: there is no exact arithmetic for it here`;

const KINEMATICS_BOUNDS: readonly BoundRecord[] = [
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
  less('kinematics/law.ts reductionUpper', 0, UNMEASURED),
  less('kinematics/law.ts lawErrorUpper', 0.1, ROUNDING),
  less(
    'kinematics/poseError.ts placementDefectUpper',
    0.75,
    'the norm of a matrix by its rows, and room for matrices that are farther from a rotation',
    [KINEMATICS, 'placementDefectUpper: matrices'],
  ),
  less('kinematics/poseError.ts poseErrorUpper', 0.1, ROUNDING),
  less('kinematics/relativeError.ts relativeErrorUpper', 0, UNMEASURED),
  near('kinematics/loops/prove.ts deviationUpper', KINEMATICS, 'deviationUpper: from a piece', [
    'return meets ? [first, second] : null;',
    'return meets ? [0.5 * first, 0.5 * second] : null;',
  ]),
];

const MOTION_BOUNDS: readonly BoundRecord[] = [
  near('motion/curved.ts CurvedSegment.variationUpperInto', MOTION, 'variation, rate, accel', [
    'out[o + d] = curves[d].variationUpper(ta, tb);',
    'out[o + d] = 0.5 * curves[d].variationUpper(ta, tb);',
  ]),
  near('motion/curved.ts CurvedSegment.rateUpperInto', MOTION, 'variation, rate, accel', [
    'this.mostInto(1, ta, tb, out, o);',
    'this.mostInto(1, ta, tb, out, o); for (let d = 0; d < this.curves.length; d++) out[o + d] *= 0.5;',
  ]),
  near('motion/curved.ts CurvedSegment.accelerationUpperInto', MOTION, 'variation, rate, accel', [
    'this.mostInto(2, ta, tb, out, o);',
    'this.mostInto(2, ta, tb, out, o); for (let d = 0; d < this.curves.length; d++) out[o + d] *= 0.5;',
  ]),
  near('motion/curved.ts CurvedSegment.jerkUpperInto', MOTION, 'variation, rate, accel', [
    'this.mostInto(3, ta, tb, out, o);',
    'this.mostInto(3, ta, tb, out, o); for (let d = 0; d < this.curves.length; d++) out[o + d] *= 0.5;',
  ]),
  near('motion/curved.ts CurvedSegment.lengthUpper', MOTION, 'the lengths of its derivatives'),
  near('motion/followerCurve.ts FollowerCurve.mostUpper', MOTION, 'FollowerCurve mostUpper'),
  near('motion/jointCurve.ts JointCurve.mostUpper', MOTION, 'its curve, lower and upper'),
  near('motion/jointCurve.ts JointCurve.variationUpper', MOTION, 'its curve, lower and upper'),
  near('motion/jointCurve.ts JointCurve.lower', MOTION, 'its curve, lower and upper', [
    'return least - this.slack[0];',
    'return least + 0.1;',
  ]),
  near('motion/jointCurve.ts JointCurve.upper', MOTION, 'its curve, lower and upper', [
    'return most + this.slack[0];',
    'return most - 0.1;',
  ]),
  near('motion/straight.ts StraightSegment.rateUpper', MOTION, 'a straight segment of', [
    'this.rateUpper[d] = Math.abs(r) * (1 + 2 * U);',
    'this.rateUpper[d] = 0.5 * Math.abs(r) * (1 + 2 * U);',
  ]),
  near('motion/straight.ts StraightSegment.variationUpperInto', MOTION, 'a straight segment of', [
    'out[o + d] = span * this.rateUpper[d];',
    'out[o + d] = 0.5 * span * this.rateUpper[d];',
  ]),
  near('motion/straight.ts StraightSegment.rateUpperInto', MOTION, 'a straight segment of', [
    'out[o + d] = this.rateUpper[d];',
    'out[o + d] = 0.5 * this.rateUpper[d];',
  ]),
  not('motion/straight.ts StraightSegment.accelerationUpperInto', 'it is 0, as the truth is'),
  not('motion/straight.ts StraightSegment.jerkUpperInto', 'it is 0, as the truth is'),
  near('motion/turn.ts Turn.angleUpper', MOTION, 'angleUpper: a turn', [
    'this.angleUpper = still ? 0 : angle + TURN_ERROR;',
    'this.angleUpper = still ? 0 : 0.5 * angle + TURN_ERROR;',
  ]),
  less('motion/curved.ts CurvedSegment.errorUpperInto', 0.02, ROUNDING),
  less('motion/straight.ts StraightSegment.errorUpperInto', 0.49, ROUNDING),
  less(
    'motion/joins.ts joinedErrorUpperInto',
    0.3,
    'three errors, of which one is the computed point and two are those of a join',
  ),
  less('motion/followerCurve.ts FollowerCurve.errorUpper', 0, UNMEASURED),
];

const SCHEDULE_BOUNDS: readonly BoundRecord[] = [
  near('schedule/flight.ts Flight.advanceUpperInto', SCHEDULE, 'falls, as the bound', [
    'const later = along + (fall > 0 ? fall * span : 0);',
    'const later = 0.5 * (along + (fall > 0 ? fall * span : 0));',
  ]),
  near('schedule/flight.ts Flight.turnUpper', SCHEDULE, 'turns: points at the radius'),
  near('schedule/joints.ts PathJoints.rateUpperInto', SCHEDULE, 'PathJoints: rates', [
    '(this.work[d] / seconds) * (1 + 8 * u)',
    '0.5 * (this.work[d] / seconds) * (1 + 8 * u)',
  ]),
  near('schedule/joints.ts PathJoints.accelerationUpperInto', SCHEDULE, 'PathJoints: rates', [
    '(this.work[d] / (seconds * seconds)) * (1 + 16 * u)',
    '0.5 * (this.work[d] / (seconds * seconds)) * (1 + 16 * u)',
  ]),
  less('schedule/joints.ts PathJoints.errorUpperInto', 0, UNMEASURED),
  less('schedule/joints.ts PathJoints.slipUpperInto', 0, UNMEASURED),
  near('schedule/joints.ts jointsWithin.rateUpperInto', SCHEDULE, 'jointsWithin: limits', [
    'rateUpperInto: (_from, _to, out) => out.set(limits.rate),',
    'rateUpperInto: (_from, _to, out) => out.set(limits.rate.map((x) => 0.5 * x)),',
  ]),
  near('schedule/joints.ts jointsWithin.accelerationUpperInto', SCHEDULE, 'jointsWithin: limits', [
    'accelerationUpperInto: (_from, _to, out) => out.set(limits.acceleration),',
    'accelerationUpperInto: (_from, _to, out) => out.set(limits.acceleration.map((x) => 0.5 * x)),',
  ]),
  near('schedule/joints.ts jointsWithin.errorUpperInto', SCHEDULE, 'jointsWithin: limits', [
    'errorUpperInto: (out) => out.set(limits.error),',
    'errorUpperInto: (out) => out.set(limits.error.map((x) => 0.5 * x)),',
  ]),
  not('schedule/joints.ts jointsWithin.slipUpperInto', 'it is 0, as the truth is'),
  near('schedule/known.ts KnownMotion.advanceUpperInto', SCHEDULE, 'advances at a speed', [
    'out[LINEAR] = speed * (1 + 8 * u);',
    'out[LINEAR] = 0.5 * speed * (1 + 8 * u);',
  ]),
  near('schedule/known.ts KnownMotion.turnUpper', SCHEDULE, 'advances at a speed'),
  near(
    'schedule/link.ts LinkMotion.advanceUpperInto',
    'schedule/linkBounds',
    'carries the origin',
    [
      'out[ADVANCE_SIZE + LINEAR] = reached(chain, values);',
      'out[ADVANCE_SIZE + LINEAR] = 0.5 * reached(chain, values);',
    ],
  ),
  near('schedule/link.ts LinkMotion.turnUpper', SCHEDULE, 'turns as its joint does'),
  not('schedule/motion.ts Rest.advanceUpperInto', 'it is 0, as the truth is'),
  not('schedule/motion.ts Rest.turnUpper', 'it is 0, as the truth is'),
  near('schedule/pieceExtent.ts PieceExtent.riseUpper', SCHEDULE, 'riseUpper: the farthest'),
  not('schedule/rotation.ts Rotation.rateUpper', 'the interface of those below'),
  near('schedule/rotation.ts EvenRotation.rateUpper', SCHEDULE, 'even: the rate', [
    'this.rateUpper = lengthOf(this.rate) * (1 + 4 * u);',
    'this.rateUpper = 0.5 * lengthOf(this.rate) * (1 + 4 * u);',
  ]),
  not('schedule/rotation.ts EvenRotation.changeUpperInto', 'it is 0, as the truth is'),
  less('schedule/rotation.ts EvenRotation.errorUpper', 0, UNMEASURED),
  not('schedule/rotation.ts EvenRotation.slipUpper', 'it is 0, as the truth is'),
  near('schedule/rotation.ts TopRotation.rateUpper', SCHEDULE, 'a top: the rate', [
    'this.rateUpper = Math.min(Math.sqrt(Math.max(0, squared)), most) * (1 + 8 * u);',
    'this.rateUpper = 0.5 * Math.min(Math.sqrt(Math.max(0, squared)), most);',
  ]),
  near('schedule/rotation.ts TopRotation.changeUpperInto', SCHEDULE, 'a top whose axis is across', [
    'out[0] = this.drift;',
    'out[0] = 0.5 * this.drift;',
  ]),
  less('schedule/rotation.ts TopRotation.errorUpper', 0, UNMEASURED),
  not('schedule/rotation.ts TopRotation.slipUpper', 'it is 0, as the truth is'),
  near('schedule/solve.ts spanLower', SCHEDULE, 'spanLower: until when', [
    'return Math.min(span, s * (1 - 16 * u));',
    'return Math.min(span, 2 * s * (1 - 16 * u));',
  ]),
  near(
    'schedule/steppedRotation.ts SteppedRotation.rateUpper',
    SCHEDULE,
    'three different moments',
    [
      'this.rateUpper = Math.sqrt(energy / least) * (1 + 16 * u);',
      'this.rateUpper = 0.5 * Math.sqrt(energy / least) * (1 + 16 * u);',
    ],
  ),
  less(
    'schedule/steppedRotation.ts SteppedRotation.changeUpperInto',
    0.5,
    'it is for the worst orientation and two steps whose middles are farthest; both at once do not occur',
  ),
  less('schedule/steppedRotation.ts SteppedRotation.errorUpper', 0, UNMEASURED),
  less('schedule/steppedRotation.ts SteppedRotation.slipUpper', 0, UNMEASURED),
];

const PROXIMITY_BOUNDS: readonly BoundRecord[] = [
  near('bvh/refit.ts radiusUpper', PROXIMITY, 'radiusUpper: the vertex'),
  near('bvh/tree.ts Tree.radiusUpper', PROXIMITY, 'radiusUpper: the vertex', [
    'radiusUpper: new Float64Array(buffer, RADIUS_AT, 1)[0],',
    'radiusUpper: 0.5 * new Float64Array(buffer, RADIUS_AT, 1)[0],',
  ]),
  near(
    'geometry/triangleDistanceLower.ts triangleDistanceLowerInto',
    PROXIMITY,
    'random triangles',
    ['out[o] = w[BEST];', 'out[o] = 2 * w[BEST];'],
  ),
  not('kernel/kernel.ts triangleLower', 'hands on what triangleDistanceLowerInto says'),
  not('proximity/mesh/kernelSearch.ts help.triangleLower', 'hands on the same'),
  near('proximity/convex/shapeBounds.ts shapeBoxLower', PROXIMITY, 'shapeBoxLower: $kind', [
    'w[GAP_LOWER] -=\n    x *',
    'w[GAP_LOWER] *= 2;\n  w[GAP_LOWER] -=\n    x *',
  ]),
  near('proximity/convex/shapeBounds.ts shapeBallLower', PROXIMITY, 'shapeBallLower: $kind', [
    'workspace.numbers[GAP_LOWER] -= ball[i + 3];',
    'workspace.numbers[GAP_LOWER] = 2 * (workspace.numbers[GAP_LOWER] - ball[i + 3]);',
  ]),
  near('proximity/depth/convexSolid.ts HalfSpaceSolid.lowerAt', PROXIMITY, 'lowerAt: how deep'),
  near('proximity/depth/convexSolid.ts RoundSolid.lowerAt', PROXIMITY, 'lowerAt: how deep'),
  near('proximity/depth/convexSolid.ts PolytopeSolid.lowerAt', PROXIMITY, 'lowerAt: how deep'),
  near('proximity/depth/meshSolid.ts MeshSolid.lowerAt', PROXIMITY, 'lowerAt: how deep'),
  near('proximity/features/tracked.ts FeatureResult.depthLower', PROXIMITY, 'depthLower and', [
    'ws.result.depthLower = depth;',
    'ws.result.depthLower = 2 * depth;',
    'proximity/features/pierce.ts',
  ]),
  near('proximity/features/tracked.ts FeatureResult.depthUpper', PROXIMITY, 'and depthUpper', [
    'result.depthUpper = -result.lower;',
    'result.depthUpper = -0.5 * result.lower;',
    'proximity/features/conclude.ts',
  ]),
  near('proximity/mesh/slotPairs.ts leafLower', PROXIMITY, 'leafLower: the leaves'),
];

const CELL_BOUNDS: readonly BoundRecord[] = [
  near('cell/cellCrowd.ts CellCrowd.clearanceUpper', CELLS, 'clearanceUpper and roomUpper'),
  near('cell/cellCrowd.ts CellCrowd.roomUpper', CELLS, 'clearanceUpper and roomUpper'),
  near('model/pairs.ts PairRules.clearanceUpper', CELLS, 'clearanceUpper and roomUpper'),
  near('cell/jointMap/plotProof.ts PlotProof.wayUpper', CELLS, 'wayUpper and alongUpper'),
  near('cell/jointMap/plotProof.ts PlotProof.alongUpper', CELLS, 'wayUpper and alongUpper'),
  near('cell/pairs.ts reachUpper', CELLS, 'reachUpper: a ball'),
  near('cell/pieceSurfaces.ts PieceSurfaces.patchesLower', CELLS, 'patchesLower: two', [
    'this.patchesLower = patches.lower;',
    'this.patchesLower = 2 * patches.lower;',
  ]),
  near('monitor/hierarchy/boxes.ts toDistanceLower', CELLS, 'toDistanceLower: the root', [
    'Math.sqrt(gaps[at]) * (1 - 8 * U) - 1e-160',
    '2 * Math.sqrt(gaps[at])',
  ]),
  less('monitor/pairPose.ts PairPose.errorUpper', 0, UNMEASURED),
  less('monitor/primitives/memberPoints.ts placingUpper', 0, UNMEASURED),
  near('monitor/promise.ts Promised.closingUpper', CELLS, 'closingUpper: two balls'),
  near('monitor/promise.ts spanLower', CELLS, 'spanLower: a distance'),
  near('plan/trees/room.ts Room.gapLower', CELLS, 'gapLower: bounded'),
];

const CHECK_BOUNDS: readonly BoundRecord[] = [
  near('certificate/quickSweep.ts QuickSweeper.wayUpper', CHECK, 'a joint that strays, and'),
  near('certificate/quickSweep.ts QuickSweeper.movedUpper', CHECK, 'a joint that strays, and'),
  near('check/braking/pathRates.ts PathRates.upperInto', CHECK, 'upperInto of PathRates', [
    'this.pieceInto(s, from, end, out);',
    'this.pieceInto(s, from, end, out); for (let d = 0; d < out.length; d++) out[d] *= 0.5;',
  ]),
  near('check/cover/closing.ts closingUpper', CHECK, 'closingUpper: how long room lasts'),
  near('check/cover/movingCell.ts MovingCell.rateUpper', CHECK, 'bounds of derivatives, over', [
    'segment.rateUpperInto(0, 1, this.rateUpper, 0);',
    'segment.rateUpperInto(0, 1, this.rateUpper, 0); for (let d = 0; d < this.rateUpper.length; d++) this.rateUpper[d] *= 0.5;',
  ]),
  near(
    'check/cover/movingCell.ts MovingCell.accelerationUpper',
    'check/motionBounds',
    'bound the derivatives of all',
    [
      'segment.accelerationUpperInto(from, to, accelerationUpper, 0);',
      'segment.accelerationUpperInto(from, to, accelerationUpper, 0); for (let d = 0; d < accelerationUpper.length; d++) accelerationUpper[d] *= 0.5;',
    ],
  ),
  near(
    'check/cover/movingCell.ts MovingCell.jerkUpper',
    'check/motionBounds',
    'bound the derivatives of all',
    [
      'segment.jerkUpperInto(from, to, jerkUpper, 0);',
      'segment.jerkUpperInto(from, to, jerkUpper, 0); for (let d = 0; d < jerkUpper.length; d++) jerkUpper[d] *= 0.5;',
    ],
  ),
  near('check/jointMotion.ts jointMotionUpper', CHECK, 'jointMotionUpper: turns'),
  near('check/lemma/bodyDistance.ts BodyDistance.hullLower', CHECK, 'hullLower: two balls'),
  near(
    'check/lemma/curveLengths.ts CurveLengths.wholeUpperInto',
    CHECK,
    'wholeUpperInto: the way',
    [
      'out[p] = motionUpper(pairs[p].motion, left, 0);',
      'out[p] = 0.5 * motionUpper(pairs[p].motion, left, 0);',
    ],
  ),
  near('verifier/slab.ts SlabProver.strayUpper', CHECK, 'a joint that strays, and'),
  near('verifier/slab.ts cubicUpper', CHECK, 'cubicUpper: the largest'),
  near('verifier/stray.ts Strays.upper', CHECK, 'a joint that strays, and'),
];

const OTHERS: readonly BoundRecord[] = [
  // In print a fault rounds the wrong way.
  near('words/numbers.ts mmLower', WORDS, 'mmLower: [', [
    'rounded(metres, -1',
    'rounded(metres, 1',
  ]),
  near('words/numbers.ts mmUpper', WORDS, 'mmUpper: [', [
    'rounded(metres, 1',
    'rounded(metres, -1',
  ]),
  near('words/numbers.ts metresLower', WORDS, 'metresLower: [', ['rounded(x, -1', 'rounded(x, 1']),
  near('words/numbers.ts metresUpper', WORDS, 'metresUpper: [', ['rounded(x, 1', 'rounded(x, -1']),
  near('words/numbers.ts columnLower', WORDS, 'columnLower: [', [
    'roundedT(x, -1',
    'roundedT(x, 1',
  ]),
  near('words/numbers.ts columnUpper', WORDS, 'columnUpper: [', [
    'roundedT(x, 1',
    'roundedT(x, -1',
  ]),
  near('words/numbers.ts percentUpper', WORDS, 'percentUpper: [', [
    'rounded(share, 1',
    'rounded(share, -1',
  ]),
  near('words/numbers.ts factorLower', WORDS, 'factorLower: [', [
    'rounded(factor, -1',
    'rounded(factor, 1',
  ]),
  near('words/numbers.ts rateUpper', WORDS, 'rateUpper: [', ['rounded(x, 1', 'rounded(x, -1']),
  not(
    'bridge/validity.ts ValidityDetails.distanceLower',
    'the name of what a checker proved, in an answer',
  ),
  not('formats/xacro/methods.ts STRING.upper', 'letters in capitals'),
  not('formats/xacro/methods.ts STRING.lower', 'letters in small'),
  not('jobs/race.ts SharedLine.lower', 'a verb: takes a line down'),
  not('plan/portfolio/race.ts OwnLine.lower', 'a verb: takes a line down'),
  not('plan/roadmap/roadmapFile.ts Reader.read.lower', 'reads limits of joints'),
  not('plan/roadmap/roadmapFile.ts Reader.read.upper', 'reads limits of joints'),
  not('plan/trees/bls.ts Search.prove.upperOf', 'the upper one of two nodes'),
  not('report/profile.ts Pieces.lowerAt', 'looks up what a checker proved'),
  not('verifier/parse.ts readCertificate.lower', 'reads limits of joints'),
  not('verifier/parse.ts readCertificate.upper', 'reads limits of joints'),
];

export const BOUNDS: readonly BoundRecord[] = [
  ...KINEMATICS_BOUNDS,
  ...MOTION_BOUNDS,
  ...SCHEDULE_BOUNDS,
  ...PROXIMITY_BOUNDS,
  ...CELL_BOUNDS,
  ...CHECK_BOUNDS,
  ...OTHERS,
  ...UNNAMED_BOUNDS,
];
