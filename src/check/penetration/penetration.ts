/**
 * Bounded penetration [B 5]: motions on which bodies may overlap, but never deeper than a bound. What
 * depth means, and why the answer is a proof: docs/penetration.md.
 *
 * Depth is measured between solids. A pair in which a body has an open surface must stay apart, as
 * in any check. Clearances do not apply; padding does: it counts as depth, that of both bodies.
 */
import { type Cell, requireTests } from '../../cell/index.ts';
import { InputError } from '../../math/index.ts';
import type { Path, Segment } from '../../motion/index.ts';
import { Limits } from '../limits.ts';
import { DEFAULT_DELTA } from '../request.ts';
import type { PenetrationRequest, PenetrationResult } from './penetrationRequest.ts';
import { PenetrationSearch } from './penetrationSearch.ts';

const DEFAULT_PENETRATION_BUDGET = 200_000;

/** Is every pair of bodies, everywhere on the motion, at most so deep in each other? */
export function checkPenetration(
  cell: Cell,
  motion: Path | readonly Segment[],
  request: PenetrationRequest,
): PenetrationResult {
  requireTests(cell);
  const { depth, delta = DEFAULT_DELTA } = request;
  const { accuracy = Math.max(delta, depth / 8) } = request;
  requireNumber('depth', depth, depth >= 0, 'at least 0');
  requireNumber('delta', delta, delta > 0, 'greater than 0');
  requireNumber('accuracy', accuracy, accuracy > 0, 'greater than 0');
  const segments = 'segments' in motion ? motion.segments : motion;
  const all = request.all ?? false;
  const search = new PenetrationSearch(cell, segments, { depth, delta, accuracy, all });
  search.run(new Limits(request, DEFAULT_PENETRATION_BUDGET));
  return search.result();
}

function requireNumber(name: string, value: number, sound: boolean, expected: string): void {
  if (sound && value <= 1e9) return;
  throw new InputError({
    code: 'check/option',
    message: `${name} must be ${expected}; found ${value}`,
  });
}
