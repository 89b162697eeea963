/** Values of requests as the jobs take them: configurations, states, poses, contents of files, motions. */
import { MAX_COORDINATE } from '../geometry/index.ts';
import {
  type MethodSettings,
  type Motion,
  type OpenCell,
  openMotion,
  poseOf,
  type StandingJoint,
  stateFromList,
  stateFromText,
} from '../jobs/index.ts';
import { configurationFrom, type JointValues } from '../kinematics/index.ts';
import { encodeUtf8, type Fault, InputError, identityPose, poseFromRpy } from '../math/index.ts';
import { fromBase64 } from '../text/index.ts';
import type { ConfigurationValue, Contents, Params, Pose, StateValue } from './protocol/index.ts';

/** A fault of a request, with its place. */
export function placed(place: string, fault: Fault): InputError {
  const found: Fault & { place: string } = { ...fault, place };
  return new InputError(found);
}

/** How far the length of a quaternion may be from 1, as in files. */
const MAX_DEFECT = 1e-3;

/** A pose as readers of cell files make it, to the sign of zero. Throws an InputError. */
export function poseFrom(pose: Pose | undefined): Float64Array {
  if (!pose) return identityPose();
  const { xyz = [0, 0, 0], rpy, quaternion } = pose;
  if (rpy && quaternion) {
    throw new InputError({
      code: 'document/two-rotations',
      message: 'a pose has rpy or quaternion, not both',
      hint: 'remove one of them',
    });
  }
  const [x, y, z] = xyz;
  if (xyz.some((each) => Math.abs(each) > MAX_COORDINATE)) {
    throw new InputError({
      code: 'document/too-large',
      message: `a coordinate is beyond ${MAX_COORDINATE} m and cannot be computed with`,
    });
  }
  if (rpy) return poseFromRpy(rpy[0], rpy[1], rpy[2], x, y, z);
  if (quaternion) {
    const length = Math.hypot(...quaternion);
    if (Math.abs(length - 1) > MAX_DEFECT) {
      throw new InputError({
        code: 'document/quaternion',
        message: `the quaternion has the length ${length}`,
        hint: 'order: x, y, z, w; length 1',
      });
    }
  }
  return poseOf({ xyz, ...(quaternion ? { quaternion } : {}) });
}

/** A configuration, and what is worth knowing of it. */
export interface AskedConfiguration {
  readonly q: Float64Array;
  /** Joints that were left out. */
  readonly standing: readonly StandingJoint[];
  readonly notes: readonly Fault[];
}

/** A full configuration: joints that are left out stand where the cell has them. Throws an InputError. */
export function configurationOf(
  open: OpenCell,
  value: ConfigurationValue,
  what: string,
): AskedConfiguration {
  const { cell, joints } = open;
  const place = { about: what, hint: 'see `info` for the joints' };
  const values = isList(value) ? stateFromList(place, value, cell) : ownValues(value);
  const { q, missing, notes, sources } = aboutPlace(what, () =>
    configurationFrom(cell.tree, values, joints, cell.description.state),
  );
  if (missing.length > 0) {
    throw new InputError({
      code: 'configuration/missing',
      message: `${what} has no value for ${missing.join(', ')}`,
      hint: 'give every joint a value, or hold it in the cell file',
    });
  }
  const standing = cell.tree.dofs.flatMap(({ name }, d) =>
    sources[d] > 0 ? [{ joint: name, value: q[d], source: SOURCES[sources[d]] }] : [],
  );
  return { q, standing, notes: [...notes, ...standingNotes(standing)] };
}

/** Where values come from: the request, what the cell was opened with, its files. */
const SOURCES = ['the request', 'given when the cell was opened', 'the cell or scene'];

function standingNotes(standing: readonly StandingJoint[]): Fault[] {
  if (standing.length === 0) return [];
  const list = standing.map(({ joint, value }) => `${joint}=${value}`).join(', ');
  return [
    { code: 'configuration/standing', message: `joints that are not named stand at ${list}` },
  ];
}

/** A state: values by joint, of some or all. */
export function stateOf(open: OpenCell, value: StateValue, what: string): JointValues {
  const place = { about: what, hint: 'see `info` for the joints and states' };
  if (typeof value === 'string') return stateFromText(place, value, open.cell);
  return isList(value) ? stateFromList(place, value, open.cell) : ownValues(value);
}

/** A map, because names may be any: `__proto__`, `constructor`. */
function ownValues(value: { readonly [name: string]: number }): JointValues {
  return new Map(Object.entries(value));
}

function isList(value: StateValue): value is readonly number[] {
  return Array.isArray(value);
}

/** What is wrong is said of the part of the request. */
export function aboutPlace<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof InputError) || error.fault.file !== undefined) throw error;
    throw new InputError({ ...error.fault, message: `${what}: ${error.fault.message}` });
  }
}

/** The bytes of a file that a request brings. */
export function bytesOf(contents: Contents, file: string): Uint8Array {
  if (typeof contents === 'string') return encodeUtf8(contents);
  return bytesOfBase64(contents.base64, file);
}

export function bytesOfBase64(base64: string, file: string): Uint8Array {
  const bytes = fromBase64(base64);
  if (bytes) return bytes;
  throw new InputError({
    code: 'request/base64',
    message: 'this is not base64',
    file,
    hint: 'letters, digits, + and /; no line breaks',
  });
}

/** A motion of a request: as data, with the order in which values are listed. */
export interface AskedMotion {
  readonly motion: Motion;
  readonly order: readonly number[];
  readonly notes: readonly Fault[];
}

type MotionParams = Pick<
  Params<'motion'>,
  'waypoints' | 'trajectory' | 'file' | 'wrap' | 'interpolation'
>;

const HINTS = { values: 'name them, or hold them in the cell file', times: 'give it times' };

/** The motion that a request is about. Throws an InputError. */
export function motionOf(open: OpenCell, params: MotionParams): AskedMotion {
  const { waypoints, trajectory, file, wrap = 'literal', interpolation } = params;
  if (file) {
    const { name = 'the motion', contents } = file;
    const bytes = bytesOf(contents, name);
    return openMotion(open, { file: name, bytes, wrap, interpolation, hints: HINTS });
  }
  const rows = waypoints ?? trajectory!.waypoints;
  const what = waypoints ? '/waypoints' : '/trajectory/waypoints';
  const { list, notes, unnamed } = waypointsOf(open, rows, what);
  const motion: Motion = {
    name: 'the motion',
    waypoints: list,
    ...(unnamed.length > 0 ? { unnamed } : {}),
    ...(trajectory ? ratesOf(open, trajectory) : {}),
    ...(interpolation ? { interpolation } : {}),
  };
  // What the path itself has to say is told by the question.
  const { path } = open.question({ motion, wrap });
  return { motion, order: [...open.cell.tree.dofs.keys()], notes: [...notes, ...path.notes] };
}

function waypointsOf(
  open: OpenCell,
  rows: readonly ConfigurationValue[],
  what: string,
): { list: Float64Array[]; notes: Fault[]; unnamed: readonly StandingJoint[] } {
  const { length } = open.cell.tree.dofs;
  const hasRotations = open.cell.tree.dofs.some(({ unit }) => unit === 'quaternion');
  const notes: Fault[] = [];
  const unnamed = new Map<string, StandingJoint>();
  const list = rows.map((row, i) => {
    // Nearly all are lists of the right length: their values are looked at with the path.
    if (isList(row) && row.length === length && !hasRotations) return Float64Array.from(row);
    const found = configurationOf(open, row, `${what}/${i}`);
    notes.push(...found.notes);
    for (const each of found.standing) unnamed.set(each.joint, each);
    return found.q;
  });
  return { list, notes, unnamed: [...unnamed.values()] };
}

function ratesOf(
  open: OpenCell,
  { times, waypoints, velocities, accelerations }: NonNullable<MotionParams['trajectory']>,
): Partial<Motion> {
  const { length } = open.cell.tree.dofs;
  const check = (list: readonly unknown[], what: string) => {
    if (list.length === waypoints.length) return;
    throw placed(`/trajectory/${what}`, {
      code: 'path/count',
      message: `${list.length} ${what} for ${waypoints.length} waypoints`,
    });
  };
  const rates = (list: typeof velocities, what: string) => {
    if (!list) return undefined;
    check(list, what);
    return list.map((row, i) => {
      if (row === null) return null;
      if (row.length === length) return Float64Array.from(row);
      throw placed(`/trajectory/${what}/${i}`, {
        code: 'path/count',
        message: `${row.length} values; expected ${length}, one for each of the cell's joints`,
      });
    });
  };
  check(times, 'times');
  const [v, a] = [rates(velocities, 'velocities'), rates(accelerations, 'accelerations')];
  return { times, ...(v ? { velocities: v } : {}), ...(a ? { accelerations: a } : {}) };
}

/** How a motion is to be checked; who asks for what the method cannot be told hears of it from the job. */
export function methodOf(params: Params<'motion'> | Params<'certificate'>): MethodSettings {
  const { method, resolution, distance, relativeError, covering, order, hulls, turns } = params;
  const bounds = params.bounds as 1 | 2 | undefined;
  return { method, resolution, distance, relativeError, bounds, covering, order, hulls, turns };
}
