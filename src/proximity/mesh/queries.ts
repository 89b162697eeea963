/**
 * The named questions about two meshes. Each is the one search (search.ts) with its own numbers,
 * leaves the whole answer in `workspace.result` and returns it.
 *
 * `bInA` are twelve numbers: a point b of B lies at R b + T in A's frame.
 */
import type { Tree } from '../../bvh/index.ts';
import { InputError } from '../../math/index.ts';
import type { ProximityResult } from './request.ts';
import { search } from './search.ts';
import { INFINITE, type ProximityWorkspace } from './workspace.ts';

/** Options of every question. */
export interface QueryOptions {
  /** Where in `bInA` the pose begins. Default 0. */
  readonly offset?: number;
  /** Nearest pair of volumes of all first, instead of depth first. Default false. */
  readonly priority?: boolean;
  /**
   * Triangles to begin with, in tree order, as an earlier answer names them: triangle caching.
   * Both or none.
   */
  readonly startA?: number;
  readonly startB?: number;
  /** Distances beyond this are of no interest. Default infinite. */
  readonly cutoff?: number;
}

export interface CollideOptions extends QueryOptions {
  /** Contacts to collect before stopping. Default 1. */
  readonly maxContacts?: number;
}

const DEFAULTS: CollideOptions = {};

/**
 * Do any two triangles intersect? Verdict `colliding` comes with the triangles and a common
 * point. Otherwise no two triangles intersect, exactly so for B's vertices as they are after
 * rounding to doubles in A's frame; `lower` is positive only if volumes alone showed it.
 * [A III-A] COLL-CHECKER.
 */
export function collide(
  a: Tree,
  b: Tree,
  bInA: Float64Array,
  workspace: ProximityWorkspace,
  options: CollideOptions = DEFAULTS,
): ProximityResult {
  const maxContacts = options.maxContacts ?? 1;
  if (!(maxContacts >= 1 && maxContacts <= 1e7)) {
    throw badNumber('maxContacts', '1 or more', maxContacts);
  }
  const { request } = workspace;
  request.threshold = 0;
  request.relativeError = 0;
  request.wantBound = false;
  request.anyBound = true;
  request.meetFirst = false;
  request.maxContacts = maxContacts;
  return ask(a, b, bInA, workspace, options);
}

/**
 * The distance, with the nearest points and triangles. `upper` is the distance of these points,
 * `lower` a proven bound a few roundings below it. [A III-A] EXACT-DIST.
 */
export function distance(
  a: Tree,
  b: Tree,
  bInA: Float64Array,
  workspace: ProximityWorkspace,
  options: QueryOptions = DEFAULTS,
): ProximityResult {
  const { request } = workspace;
  request.threshold = Number.POSITIVE_INFINITY;
  request.relativeError = 0;
  request.wantBound = true;
  request.anyBound = true;
  request.meetFirst = false;
  request.maxContacts = 1;
  return ask(a, b, bInA, workspace, options);
}

/**
 * A proven bound of at least (1 - relativeError) times the distance, and two triangles that
 * are not farther apart than `upper` <= distance / (1 - relativeError). [A III-A] APPROX-DIST.
 */
export function approximateDistance(
  a: Tree,
  b: Tree,
  bInA: Float64Array,
  relativeError: number,
  workspace: ProximityWorkspace,
  options: QueryOptions = DEFAULTS,
): ProximityResult {
  if (!(relativeError >= 0 && relativeError < 1)) {
    throw badNumber('relativeError', 'at least 0 and below 1', relativeError);
  }
  const { request } = workspace;
  request.threshold = Number.POSITIVE_INFINITY;
  request.relativeError = relativeError;
  request.wantBound = true;
  request.anyBound = true;
  request.meetFirst = false;
  request.maxContacts = 1;
  return ask(a, b, bInA, workspace, options);
}

/**
 * Is the distance at least mu? Yes if `lower >= mu` (proven); no if `upper <= mu`, with the two
 * triangles that show it; the search stops as soon as either is known. Neither holds only when
 * the distance equals mu up to rounding. [E1]
 */
export function tolerance(
  a: Tree,
  b: Tree,
  bInA: Float64Array,
  mu: number,
  workspace: ProximityWorkspace,
  options: QueryOptions = DEFAULTS,
): ProximityResult {
  requestWithin(mu, false, workspace);
  return ask(a, b, bInA, workspace, options);
}

/**
 * Do any two triangles intersect, and if not, is the distance at least mu? One search for both: yes to the first is
 * found as fast as by `collide`, the second is proven by `lower >= mu`. Neither holds where triangles are found within mu,
 * `upper <= mu`; others may intersect then. For a mu that is small against the triangles; else ask for the tolerance.
 */
export function apartBy(
  a: Tree,
  b: Tree,
  bInA: Float64Array,
  mu: number,
  workspace: ProximityWorkspace,
  options: QueryOptions = DEFAULTS,
): ProximityResult {
  requestWithin(mu, true, workspace);
  return ask(a, b, bInA, workspace, options);
}

/** Asks whether anything is within mu; `meetFirst`: triangles that intersect are looked for before near ones are measured. */
function requestWithin(mu: number, meetFirst: boolean, { request }: ProximityWorkspace): void {
  if (!(mu >= 0 && mu < INFINITE)) throw badNumber('mu', 'a finite number, 0 or more', mu);
  request.threshold = mu;
  request.relativeError = 0;
  request.wantBound = true;
  request.anyBound = true;
  request.meetFirst = meetFirst;
  request.maxContacts = 1;
}

/**
 * A proven lower bound at about the cost of a collision test: `lower` is positive whenever the
 * distance is greater than delta (and than rounding), and 0 when it is not. [A III-B]
 * GREEDY-DIST, with its variant for delta > 0.
 */
export function greedyDistance(
  a: Tree,
  b: Tree,
  bInA: Float64Array,
  delta: number,
  workspace: ProximityWorkspace,
  options: QueryOptions = DEFAULTS,
): ProximityResult {
  if (!(delta >= 0 && delta < INFINITE))
    throw badNumber('delta', 'a finite number, 0 or more', delta);
  const { request } = workspace;
  request.threshold = delta;
  request.relativeError = 0;
  request.wantBound = true;
  request.anyBound = false;
  request.meetFirst = false;
  request.maxContacts = 1;
  return ask(a, b, bInA, workspace, options);
}

/**
 * Completes the workspace's own request, in which the question itself is set: threshold and error are not
 * parameters, because numbers that are passed on may be boxed, and asking should allocate nothing.
 */
function ask(
  a: Tree,
  b: Tree,
  bInA: Float64Array,
  workspace: ProximityWorkspace,
  options: QueryOptions,
): ProximityResult {
  const { request } = workspace;
  request.priority = options.priority ?? false;
  request.startA = options.startA ?? -1;
  request.startB = options.startB ?? -1;
  request.cutoff = options.cutoff ?? Number.POSITIVE_INFINITY;
  if (!(request.cutoff > 0)) throw badNumber('cutoff', 'greater than 0', request.cutoff);
  const cached = request.startA >= 0 || request.startB >= 0;
  if (cached && !(inside(request.startA, a) && inside(request.startB, b))) {
    throw badNumber('startA, startB', 'triangles of the two trees', request.startA);
  }
  search(a, b, bInA, options.offset ?? 0, request, workspace);
  return workspace.result;
}

function inside(triangle: number, tree: Tree): boolean {
  return Number.isInteger(triangle) && triangle >= 0 && triangle < tree.triangleCount;
}

function badNumber(name: string, expected: string, found: number): InputError {
  return new InputError({
    code: 'query/number',
    message: `${name} must be ${expected}; found ${found}`,
  });
}
