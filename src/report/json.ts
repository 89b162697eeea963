/**
 * The data of a report as a file of its own, for `<surepath-view>` and for other programs, and reading it back: whoever
 * shows it gets what can be shown, or a fault that says what is wrong with it.
 */
import { type Fault, InputError } from '../math/index.ts';
import type { ReportData } from './data.ts';

/** What such a file says it is; a reader takes no other version. */
export const REPORT_KIND = 'surepath-report';
/** The version of the file. It grows when a reader of before would misread the new file; older ones are read. */
export const REPORT_VERSION = 2;
/** What files without sets of obstacles say: readers of before show all of them. */
const WITHOUT_SETS = 1;

/** The data as text: one JSON object. */
export function reportJson(data: ReportData): string {
  const version = data.scene.sets ? REPORT_VERSION : WITHOUT_SETS;
  return `${JSON.stringify({ kind: REPORT_KIND, version, ...data })}\n`;
}

/** The data of a file, from its text. Throws InputError. */
export function readReportJson(text: string, file?: string): ReportData {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refusal('it is not JSON, or not all of it', file);
  }
  return readReport(value, file);
}

const VERDICTS = ['free', 'colliding', 'too-close', 'undecided', 'no collision found'];

/**
 * Sees that a value has all that a viewer looks at, of the right kind and in range; what only the page of a report shows
 * is taken as it is. Throws InputError.
 */
export function readReport(value: unknown, file?: string): ReportData {
  const look = new Look(file);
  const root = look.record(value, 'the file');
  if (root.kind !== undefined && root.kind !== REPORT_KIND)
    look.refuse('it says it is another kind of file');
  if (![undefined, WITHOUT_SETS, REPORT_VERSION].includes(root.version as number | undefined)) {
    look.refuse('it is of another version of Surepath');
  }
  look.text(root.title, 'title');
  if (!VERDICTS.includes(look.text(root.verdict, 'verdict'))) look.refuse('its verdict is unknown');
  const knots = look.list(look.record(root.axis, 'axis').knots, 'axis.knots');
  knots.forEach((knot, i) => {
    const at = look.number(knot, 'axis.knots');
    if (i > 0 && at < (knots[i - 1] as number)) look.refuse('axis.knots go back');
  });
  if (knots.length < 2 || !((knots.at(-1) as number) > (knots[0] as number))) {
    look.refuse('its axis has no length');
  }
  const movers = readScene(look, look.record(root.scene, 'scene'));
  const bodies = (root.scene as { bodies: unknown[] }).bodies.length;
  const motion = readPoses(look, root.motion, 'motion', movers);
  look.text(motion.places, 'motion.places');
  const witnesses = look.list(root.witnesses, 'witnesses');
  for (const each of witnesses) readWitness(look, look.record(each, 'a witness'), bodies);
  readPoses(look, root.witnessPoses, 'witnessPoses', movers);
  for (const [name, key] of WORDS) look.record(root[name], name, key);
  look.list(root.assumptions, 'assumptions');
  look.list(root.open, 'open');
  return value as ReportData;
}

/** What the sentence beside the verdict is made from. */
const WORDS = [
  ['cell', 'name'],
  ['path', 'name'],
  ['settings', 'delta'],
] as const;

/** How many movers it has. */
function readScene(look: Look, scene: Record<string, unknown>): number {
  const movers = look.list(scene.movers, 'scene.movers').length;
  const meshes = look.list(scene.meshes, 'scene.meshes');
  for (const mesh of meshes) readMesh(look, mesh);
  for (const each of look.list(scene.bodies, 'scene.bodies')) {
    const body = look.record(each, 'a body');
    look.text(body.name, 'the name of a body');
    look.index(body.mover, movers, 'the mover of a body');
    for (const mesh of look.list(body.meshes, 'the meshes of a body')) {
      look.index(mesh, meshes.length, 'a mesh of a body');
    }
  }
  if (scene.sets !== undefined) {
    for (const set of look.list(scene.sets, 'scene.sets')) readSet(look, set);
  }
  if (scene.visuals === undefined) return movers;
  const visuals = look.record(scene.visuals, 'scene.visuals');
  const drawn = look.list(visuals.meshes, 'scene.visuals.meshes');
  for (const mesh of drawn) readMesh(look, mesh);
  for (const each of look.list(visuals.parts, 'scene.visuals.parts')) {
    const part = look.record(each, 'a visual');
    look.index(part.mover, movers, 'the mover of a visual');
    look.index(part.mesh, drawn.length, 'the mesh of a visual');
  }
  return movers;
}

function readSet(look: Look, value: unknown): void {
  const set = look.record(value, 'a set');
  look.text(set.name, 'the name of a set');
  if (set.shape !== 'box' && set.shape !== 'sphere') look.refuse('the shape of a set is unknown');
  look.number(set.count, 'the number of members of a set');
  for (const [key, length] of SET_NUMBERS) {
    const numbers = look.list(set[key], `${key} of a set`);
    for (const each of numbers) look.number(each, `${key} of a set`);
    if (numbers.length !== length) look.refuse(`${key} of a set has not ${length} numbers`);
  }
  look.text(set.positions, 'positions of a set');
  look.text(set.halves, 'halves of a set');
  if (set.members !== undefined) look.text(set.members, 'members of a set');
}

const SET_NUMBERS = [
  ['pose', 12],
  ['low', 3],
  ['step', 3],
  ['halfStep', 3],
] as const;

function readMesh(look: Look, value: unknown): void {
  const mesh = look.record(value, 'a mesh');
  for (const key of ['low', 'step'] as const) {
    const numbers = look.list(mesh[key], `${key} of a mesh`);
    for (const each of numbers) look.number(each, `${key} of a mesh`);
    if (numbers.length !== 3) look.refuse(`${key} of a mesh has not three numbers`);
  }
  look.text(mesh.positions, 'positions of a mesh');
  look.text(mesh.indices, 'indices of a mesh');
}

function readPoses(look: Look, value: unknown, what: string, movers: number) {
  const poses = look.record(value, what);
  if (look.number(poses.movers, `${what}.movers`) !== Math.max(0, movers - 1)) {
    look.refuse(`${what} is of another number of movers`);
  }
  look.text(poses.positions, `${what}.positions`);
  look.text(poses.rotations, `${what}.rotations`);
  return poses;
}

function readWitness(look: Look, witness: Record<string, unknown>, bodies: number): void {
  for (const key of ['segment', 't', 'at', 'distance', 'clearance', 'tracking'] as const) {
    look.number(witness[key], `${key} of a witness`);
  }
  for (const name of look.list(witness.pair, 'the pair of a witness')) look.text(name, 'a name');
  for (const body of look.list(witness.bodies, 'the bodies of a witness')) {
    look.index(body, bodies, 'a body of a witness');
  }
  if (witness.points === null) return;
  for (const point of look.list(witness.points, 'the points of a witness')) {
    for (const each of look.list(point, 'a point')) look.number(each, 'a point');
  }
}

/** Looks at values one by one; what is not as it should be is refused. */
class Look {
  private readonly file: string | undefined;

  constructor(file: string | undefined) {
    this.file = file;
  }

  refuse(why: string): never {
    throw refusal(why, this.file);
  }

  record(value: unknown, what: string, key?: string): Record<string, unknown> {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return this.refuse(`${what} is missing`);
    }
    if (key !== undefined && !Object.hasOwn(value, key)) this.refuse(`${what} has no ${key}`);
    return value as Record<string, unknown>;
  }

  list(value: unknown, what: string): unknown[] {
    return Array.isArray(value) ? value : this.refuse(`${what} is not a list`);
  }

  text(value: unknown, what: string): string {
    return typeof value === 'string' ? value : this.refuse(`${what} is not text`);
  }

  number(value: unknown, what: string): number {
    const isNumber = typeof value === 'number' && Number.isFinite(value);
    return isNumber ? value : this.refuse(`${what} is not a number`);
  }

  index(value: unknown, count: number, what: string): void {
    const isOne = Number.isInteger(value) && (value as number) >= 0 && (value as number) < count;
    if (!isOne) this.refuse(`${what} is none of them`);
  }
}

function refusal(why: string, file: string | undefined): InputError {
  const fault: Fault = {
    code: 'report/data',
    message: `this is not the data of a report: ${why}`,
    ...(file === undefined ? {} : { file }),
    hint: '"surepath check CELL PATH --report-json FILE" writes it',
  };
  return new InputError(fault);
}
