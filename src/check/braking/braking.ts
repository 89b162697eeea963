/**
 * The largest speed factor at which braking stays inside of the clearance of a path. Somebody asks for a stop at any instant;
 * within a reaction time every joint begins to brake, each when and as hard as it likes but no less than its deceleration, until
 * it stands: the robot leaves its path. Until then joints follow the path, or keep their velocity.
 *
 * A joint whose rate at factor 1 is at most v, from then to the end of the reaction, strays at factor s from where it was by at most
 * s v reaction + (s v)^2 / (2 a). By Lemma 2 no point of a body moves against another body by more than the sum of reach times that. So
 * the two keep their clearance if what the profile proves of the piece, less what they must keep, is more: a quadratic in
 * s for every pair on every piece. Reach is measured where the piece is, for joints that stray from there. Proof: docs/proofs/braking.md.
 */
import type { Cell } from '../../cell/index.ts';
import { MOST_VALUE } from '../../kinematics/index.ts';
import { InputError } from '../../math/index.ts';
import type { Path } from '../../motion/index.ts';
import { clearanceProfile } from '../clearance/profile.ts';
import { Limits } from '../limits.ts';
import type { BrakingRequest, BrakingResult } from './brakingRequest.ts';
import { FactorSearch } from './factorSearch.ts';
import { PathRates } from './pathRates.ts';
import { horizonFor, Stops, withRoom } from './stops.ts';

/** How exactly clearance is measured: the part of it that may be missed. */
const RELATIVE = 0.02;

/** Of a path that the cell's box covers. */
export function brakingFactor(cell: Cell, path: Path, request: BrakingRequest): BrakingResult {
  const { deceleration, reaction_s = 0, limit = 1, velocity, onProgress, ...rest } = request;
  requireNumbers(request);
  const limits = new Limits(rest, Number.POSITIVE_INFINITY);
  const rates = new PathRates(cell.tree, path, velocity);
  requireDecelerations(cell, deceleration, rates.most);
  const stops = new Stops(deceleration, reaction_s);
  const strays = stops.strays(rates.most, limit);
  requireStrays(cell, strays);
  const room = withRoom(cell, path, strays);
  const { horizon = horizonFor(room, strays) } = request;
  const found = clearanceProfile(room, path, {
    ...rest,
    horizon,
    relative: RELATIVE,
    ...(onProgress ? { onProgress } : {}),
  });
  const search = new FactorSearch(room, path, { found, rates, stops, limits });
  const best = search.largest(limit);
  const { lower: clearance, overall, complete, stats } = found;
  return {
    factor: best.factor,
    limit,
    reaction_s,
    limiting: best.limiting,
    clearance,
    overall,
    horizon,
    complete: complete && !limits.interrupted(),
    stats,
  };
}

function requireNumbers({ reaction_s = 0, limit = 1 }: BrakingRequest): void {
  const refuse = (what: string, value: number, expected: string): never => {
    throw new InputError({
      code: 'braking/number',
      message: `${what} is ${value}, expected ${expected}`,
    });
  };
  if (!(reaction_s >= 0 && reaction_s < Infinity))
    refuse('the reaction time', reaction_s, 'seconds, 0 or more');
  if (!(limit > 0 && limit < Infinity)) refuse('the largest factor', limit, 'more than 0');
}

/** Every joint that moves must brake. */
function requireDecelerations(
  { tree }: Cell,
  deceleration: Float64Array,
  most: Float64Array,
): void {
  tree.dofs.forEach(({ name }, d) => {
    if (most[d] === 0 || deceleration[d] > 0) return;
    throw new InputError({
      code: 'braking/deceleration',
      message: Number.isNaN(deceleration[d])
        ? `"${name}" moves, but nobody says how hard it brakes`
        : `the deceleration of "${name}" is ${deceleration[d]}, expected more than 0`,
      hint: 'give one number for all joints, or one for each that moves',
    });
  });
}

/** Numbers that make sense: beyond this they are no joint values. */
function requireStrays({ tree }: Cell, strays: Float64Array): void {
  const d = strays.findIndex((stray) => !(stray <= MOST_VALUE));
  if (d < 0) return;
  throw new InputError({
    code: 'braking/stray',
    message: `while it brakes "${tree.dofs[d].name}" strays by more than ${MOST_VALUE}`,
    hint: 'its deceleration is too small, or the largest factor too large',
  });
}
