/** Bounds that verdicts rest on, but whose names do not say that they are bounds. */
import type { BoundRecord } from './record.ts';

type Plant = NonNullable<BoundRecord['plant']>;

function unnamed(at: string, test: string, title: string, plant: Plant): BoundRecord {
  return { at, test, title, plant, unnamed: true };
}

const KINEMATICS = 'bounds/kinematics';
const SCHEDULE = 'bounds/schedule';
const PROXIMITY = 'bounds/proximity';
const CHECK = 'bounds/check';

export const UNNAMED_BOUNDS: readonly BoundRecord[] = [
  unnamed('kinematics/reach.ts buildChain', KINEMATICS, 'ownReachUpper: the vertices', [
    'reach.push(rho);',
    'reach.push(0.5 * rho);',
  ]),
  unnamed('kinematics/reach.ts pairMotion', KINEMATICS, 'motionUpper: a vertex', [
    'byDof.get(d)! * up',
    '0.5 * byDof.get(d)! * up',
  ]),
  unnamed('kinematics/reach.ts localReachInto', KINEMATICS, 'localReachInto and', [
    'out[oo + t] = rho;',
    'out[oo + t] = 0.5 * rho;',
  ]),
  unnamed('kinematics/sweep.ts sweepUp', KINEMATICS, 'sweptBallInto: both ends of a slide', [
    'squares += half * half;',
    'squares += 0.25 * half * half;',
  ]),
  unnamed('kinematics/sweep.ts sweepTurn', KINEMATICS, 'sweptBallInto: both ends of an arc', [
    'ball[3] += distance * trig[0];',
    'ball[3] += 0.5 * distance * trig[0];',
  ]),
  unnamed('kinematics/law.ts lawBoundsInto', KINEMATICS, 'one that follows by a law', [
    'out[o + k] *= 1 + 64 * U + 4 * U * knots.length;',
    'out[o + k] *= 0.5;',
  ]),
  unnamed('schedule/link.ts acceleration', 'schedule/linkBounds', 'carries the origin', [
    'out[ADVANCE_SIZE + SQUARE] = 0.5 * reached(chain, values);',
    'out[ADVANCE_SIZE + SQUARE] = 0.25 * reached(chain, values);',
  ]),
  unnamed('schedule/link.ts speed', SCHEDULE, 'jointsWithin: limits', [
    'out[LINEAR] = reached(chain, values);\n    out[SQUARE]',
    'out[LINEAR] = 0.5 * reached(chain, values);\n    out[SQUARE]',
  ]),
  unnamed('schedule/link.ts originBoxInto', SCHEDULE, 'of a known motion, and of a link', [
    'let far = reached(this.originChain, this.values) * way',
    'let far = 0.5 * reached(this.originChain, this.values) * way',
  ]),
  unnamed('schedule/known.ts acceleration', SCHEDULE, 'advances from rest', [
    'out[ADVANCE_SIZE + SQUARE] = 0.5 * acceleration * (1 + 8 * u);',
    'out[ADVANCE_SIZE + SQUARE] = 0.25 * acceleration * (1 + 8 * u);',
  ]),
  unnamed('schedule/known.ts originBoxInto', SCHEDULE, 'of a known motion, and of a link', [
    'const far = this.boundsOf(from, to).speed * way',
    'const far = 0.5 * this.boundsOf(from, to).speed * way',
  ]),
  unnamed('schedule/flight.ts acceleration', SCHEDULE, 'falls, as the bound by acceleration', [
    'out[ADVANCE_SIZE + SQUARE] = 0.5 * fall',
    'out[ADVANCE_SIZE + SQUARE] = 0.25 * fall',
  ]),
  unnamed('schedule/flight.ts turned', SCHEDULE, 'turns: points at the radius', [
    'const turned = radius * rotation.rateUpper;',
    'const turned = 0.5 * radius * rotation.rateUpper;',
  ]),
  unnamed('schedule/turning.ts addTurning', SCHEDULE, 'turns: points at the radius', [
    'let linear = swing;',
    'let linear = 0.5 * swing;',
  ]),
  unnamed('schedule/look.ts addBalls', SCHEDULE, 'a look at two bodies', [
    'const gap = distance - radii - 16 * u * (distance + radii) - error;',
    'const gap = 2 * (distance - radii);',
  ]),
  unnamed('schedule/look.ts query', SCHEDULE, 'a look at two bodies', [
    'const gap = (status === COLLIDING ? 0 : w[GAP_LOWER]) - error;',
    'const gap = (status === COLLIDING ? 0 : 2 * w[GAP_LOWER]) - error;',
  ]),
  unnamed('proximity/convex/gjk.ts gap', PROXIMITY, 'shapeDistance: hulls', [
    'w[GAP_LOWER] = gap - slack;',
    'w[GAP_LOWER] = 2 * gap - slack;',
  ]),
  unnamed('proximity/convex/closedForms.ts settle', PROXIMITY, 'shapeDistance in its own way', [
    'w[GAP_LOWER] = distance - slack;',
    'w[GAP_LOWER] = 2 * distance - slack;',
  ]),
  unnamed('proximity/convex/search.ts gap', PROXIMITY, 'shapeDistance in its own way', [
    'w[GAP_LOWER] = gap - rounded - slack;',
    'w[GAP_LOWER] = 2 * gap - rounded - slack;',
  ]),
  unnamed('proximity/convex/closedForms.ts capsules', PROXIMITY, 'shapeDistance in its own way', [
    'w[GAP_LOWER] = gap - rounded - slack;',
    'w[GAP_LOWER] = 2 * gap - rounded - slack;',
  ]),
  unnamed('proximity/mesh/search.ts lower', PROXIMITY, 'distance: trees of triangles', [
    'Math.max(0, Math.sqrt(state[LOWEST]) - state[SLACK])',
    'Math.max(0, 2 * Math.sqrt(state[LOWEST]) - state[SLACK])',
  ]),
  unnamed('check/lemma/lemma1.ts leastBetween', CHECK, 'leastBetween: a distance', [
    'const both = 0.5 * (etaFrom + etaTo - lambda);',
    'const both = etaFrom + etaTo - lambda;',
  ]),
  unnamed('check/lemma/lemma1.ts isCovered', CHECK, 'isCovered: just as far', [
    'const surely = lambda + SUMS',
    'const surely = 0.5 * lambda + SUMS',
  ]),
  unnamed('check/lemma/curveLengths.ts curveLength', 'check/curveLengths', 'from %f by %f to %f', [
    'return (i + j) * (1 + 2 * U);',
    'return 0.5 * (i + j);',
  ]),
  unnamed(
    'check/refined/refinedReach.ts left',
    'check/refinedReach',
    'no vertex of a part traces',
    ['lengths.left[slot] = left * this.sumUp;', 'lengths.left[slot] = 0.5 * left * this.sumUp;'],
  ),
  unnamed(
    'check/refined/refinedReach.ts right',
    'check/refinedReach',
    'no vertex of a part traces',
    [
      'lengths.right[slot] = right * this.sumUp;',
      'lengths.right[slot] = 0.5 * right * this.sumUp;',
    ],
  ),
  unnamed('check/cover/motionBounds.ts speedOverBox', CHECK, 'bounds of derivatives, over', [
    'return (speed[entryA[unit]] + speed[entryB[unit]]) * this.boxUp;',
    'return 0.5 * (speed[entryA[unit]] + speed[entryB[unit]]) * this.boxUp;',
  ]),
  unnamed('check/cover/motionBounds.ts accelerationOverBox', CHECK, 'bounds of derivatives, over', [
    'return (acceleration[entryA[unit]] + acceleration[entryB[unit]]) * this.boxUp;',
    'return 0.5 * (acceleration[entryA[unit]] + acceleration[entryB[unit]]);',
  ]),
  unnamed('check/cover/motionBounds.ts jerkOverBox', CHECK, 'bounds of derivatives, over', [
    'return (jerk[entryA[unit]] + jerk[entryB[unit]]) * this.boxUp;',
    'return 0.5 * (jerk[entryA[unit]] + jerk[entryB[unit]]);',
  ]),
  unnamed('check/cover/motionBounds.ts boundAround', CHECK, 'bounds of derivatives, over', [
    'reach[e] = Math.min(here, boxReach[e]);',
    'reach[e] = 0.5 * Math.min(here, boxReach[e]);',
  ]),
  unnamed(
    'check/cover/motionBounds.ts addAlong acceleration',
    CHECK,
    'bounds of derivatives, over',
    [
      'out[0] += alongSums.accelerationAlong[end] * up;',
      'out[0] += 0.5 * alongSums.accelerationAlong[end] * up;',
    ],
  ),
  unnamed('check/cover/motionBounds.ts addAlong jerk', CHECK, 'bounds of derivatives, over', [
    'out[1] += alongSums.jerkAlong[end] * up;',
    'out[1] += 0.5 * alongSums.jerkAlong[end] * up;',
  ]),
  unnamed(
    'check/cover/derivativeBounds.ts sumDerivatives',
    'check/motionBounds',
    'bound the derivatives of all',
    ['const more = r * (2 * s + r * rho);', 'const more = r * (s + r * rho);'],
  ),
  unnamed('check/cover/sweptPieces.ts rest', CHECK, 'what sweeps hold of all points', [
    'rest[piece] = (side[RIM] + slack.velocity + curve) * up;',
    'rest[piece] = (side[RIM] + slack.velocity + curve) * up - 0.5 * side[LENGTH];',
  ]),
  unnamed('check/cover/sweptPieces.ts moves', CHECK, 'what sweeps hold of all points', [
    'moves[piece] = side[LENGTH] + rest[piece];',
    'moves[piece] = 0.5 * side[LENGTH] + rest[piece];',
  ]),
  unnamed('check/cover/sweptPieces.ts along', CHECK, 'what sweeps hold of all points', [
    'along[3 * piece + i] = side[MOVE + i];',
    'along[3 * piece + i] = 0.5 * side[MOVE + i];',
  ]),
  unnamed('check/cover/crowdSweeps.ts radius', CHECK, 'what sweeps hold of all points', [
    'beyond + swept.moves[number]) * UP;',
    'beyond + 0.5 * swept.moves[number]) * UP;',
  ]),
  unnamed('check/cover/crowdSweeps.ts boxInto', CHECK, 'what sweeps hold of all points', [
    'out[o + k] = (grown + Math.abs(d[k])) * UP;',
    'out[o + k] = 0.5 * (grown + Math.abs(d[k])) * UP;',
  ]),
  unnamed('check/braking/factorSearch.ts measureReach', CHECK, 'measureReach: a ball that slides', [
    '(Math.max(away[d], other[d]) + errors[d] + strays[d])',
    '(Math.max(away[d], other[d]) + errors[d] + 0.5 * strays[d])',
  ]),
  unnamed('check/braking/factorSearch.ts factorFor', CHECK, 'factorFor: as much as', [
    'a += (weight * v * v) / (2 * stops.deceleration[d]);',
    'a += (weight * v * v) / (4 * stops.deceleration[d]);',
  ]),
  unnamed('check/braking/stops.ts strays', CHECK, 'strays: what the reaction takes', [
    'return (v * reaction + (v * v) / (2 * deceleration[d])) * (1 + 16 * U);',
    'return 0.5 * (v * reaction + (v * v) / (2 * deceleration[d]));',
  ]),
  unnamed('monitor/cellWorld.ts way of a centre', 'monitor/movedClasses', '%s moves', [
    'const way = shifted + Math',
    'const way = 0.5 * shifted + Math',
  ]),
  unnamed('monitor/cellWorld.ts way of a turn', 'monitor/movedClasses', 'a rod that turns about', [
    'const way = shifted + Math.max(turn, U) * (ball[3]',
    'const way = shifted + 0.5 * Math.max(turn, U) * (ball[3]',
  ]),
  unnamed('monitor/memberGap.ts gapInto', 'monitor/movedClasses', '%s moves below a threshold', [
    'const boxed = Math.sqrt(squared) * (1 - 8 * u);',
    'const boxed = 2 * Math.sqrt(squared);',
  ]),
  unnamed('monitor/memberDistance.ts lower', 'monitor/movedClasses', '%s moves', [
    'const lower = pieces.lower * (1 - 2 * U) - padding - placed.error;',
    'const lower = 2 * pieces.lower - padding - placed.error;',
  ]),
  unnamed(
    'monitor/primitives/bounds.ts capsules',
    'monitor/primitives/bounds',
    'never exceed the distance',
    ['this.lower[0] = along - radii;', 'this.lower[0] = 2 * (along - radii);'],
  ),
  unnamed(
    'monitor/primitives/bounds.ts boxes',
    'monitor/primitives/bounds',
    'never exceed the distance',
    ['lower[0] = numbers[BEST] - lower[4];', 'lower[0] = 2 * (numbers[BEST] - lower[4]);'],
  ),
  unnamed(
    'verifier/glances.ts findWay',
    'certificate/glanceBounds',
    'see them apart until they meet',
    [
      'way[0] = h * (least * UP + 2 * UP * (first + h * second));',
      'way[0] = 0.5 * h * (least * UP + 2 * UP * (first + h * second));',
    ],
  ),
  unnamed(
    'verifier/glances.ts speed',
    'certificate/glanceBounds',
    'see them apart until they meet',
    [
      'moved[o + SPEED] = a.sums[3 * fromA] + b.sums[3 * fromB];',
      'moved[o + SPEED] = 0.5 * (a.sums[3 * fromA] + b.sums[3 * fromB]);',
    ],
  ),
  unnamed('verifier/reach.ts fromAxis', CHECK, 'a joint that strays, and', [
    'return across(tree, f, ball, 0) + ball[3] + STEP * size;',
    'return 0.5 * (across(tree, f, ball, 0) + ball[3]);',
  ]),
  unnamed('verifier/mover.ts sums', CHECK, 'a joint that strays, and', [
    'this.sumUpEven(motion);',
    'this.sumUpEven(motion); for (let i = 0; i < this.sums.length; i++) this.sums[i] *= 0.5;',
  ]),
  unnamed(
    'verifier/mover.ts sums of polynomials',
    'certificate/polynomialBounds',
    'over the box are the sums',
    [
      'this.sumUp(motion);',
      'this.sumUp(motion); for (let i = 0; i < this.sums.length; i++) this.sums[i] *= 0.5;',
    ],
  ),
  unnamed('verifier/sweep.ts findMoved', CHECK, 'a joint that strays, and', [
    'moved[end] = Math.max(moved[end], most * UP + h * (first + h * second));',
    'moved[end] = Math.max(moved[end], 0.5 * most);',
  ]),
  unnamed('monitor/pairSchedule.ts clock', 'monitor/movedClasses', 'under a promise of rates', [
    'if (isKept) this.clock = (this.clock + needed) * (1 + 4 * U);',
    'if (isKept) this.clock = (this.clock + 0.5 * needed) * (1 + 4 * U);',
  ]),
  unnamed('monitor/pieceDistance.ts travel', 'monitor/movedClasses', 'a mesh of two cubes turns', [
    'this.travelled = memory.shifts[place] + memory.turns[place] * reach;',
    'this.travelled = memory.shifts[place] + 0.5 * memory.turns[place] * reach;',
  ]),
  unnamed('proximity/mesh/keptMeshes.ts travelled', 'proximity/mesh/kept', 'two meshes', [
    'const travelled = kept.shift + kept.turn * kept.reaches[0];',
    'const travelled = kept.shift + 0.5 * kept.turn * kept.reaches[0];',
  ]),
  unnamed('proximity/mesh/keptShape.ts lower', 'proximity/mesh/kept', 'a shape and a mesh', [
    'result.lower = Math.max(0, kept.bounds[0] - kept.shift);',
    'result.lower = Math.max(0, kept.bounds[0] - 0.5 * kept.shift);',
  ]),
  unnamed('proximity/mesh/leaves.ts measureTriangles', PROXIMITY, 'hard pairs whose distances', [
    'const lower = triangle[LOWER];',
    'const lower = 2 * triangle[LOWER];',
  ]),
];
