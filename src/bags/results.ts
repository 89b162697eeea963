/**
 * An answer about a motion as a bag: the motion (joint states, and the trajectory as it is), the robot's description,
 * frames and bodies, the verdict, where bodies touch, how close the closest pair is along the path, and all that was
 * said as log messages. What is shown is what was seen at places along the path; what is proven is the verdict.
 */

import { StaticChecker } from '../cell/index.ts';
import type { CheckAnswer, Motion, OpenCell, Question } from '../jobs/index.ts';
import { timeAt } from '../jobs/index.ts';
import { Kinematics } from '../kinematics/index.ts';
import { decodeUtf8 } from '../math/index.ts';
import { JOINT_STATE, JOINT_TRAJECTORY, STRING } from './definitions.ts';
import type { BagLibraries } from './libraries.ts';
import { bodiesUpdate, closestUpdate, framesAt, frameTable, witnessUpdate } from './pictures.ts';
import { BagWriter } from './writer.ts';

/** What `resultsBag()` takes. */
export interface ResultsRequest {
  readonly motion: Motion;
  readonly question: Question;
  readonly answer: CheckAnswer;
  /** What was said, a line each; the first is the verdict. */
  readonly lines: readonly string[];
  /** Name and version. */
  readonly program: string;
}

/** Places along a path that are drawn, at most. */
const MOST_PLACES = 1000;
/** Seconds between places, where a path has times and bends. */
const STEP_S = 0.05;

/** The topics that answers are written on. */
export const TOPICS = {
  states: '/joint_states',
  trajectory: '/surepath/trajectory',
  robot: '/robot_description',
  frames: '/tf',
  bodies: '/surepath/bodies',
  witness: '/surepath/witness',
  closest: '/surepath/closest',
  clearance: '/surepath/clearance',
  verdict: '/surepath/verdict',
  log: '/surepath/log',
} as const;

const NUMBER = { type: 'number' } as const;
const TEXT = { type: 'string' } as const;
const CLEARANCE_SCHEMA = {
  title: 'surepath.Clearance',
  type: 'object',
  properties: {
    seconds: NUMBER,
    distance_m: NUMBER,
    lower_m: NUMBER,
    a: TEXT,
    b: TEXT,
  },
  required: ['seconds', 'distance_m', 'lower_m', 'a', 'b'],
};
const VERDICT_SCHEMA = {
  title: 'surepath.Verdict',
  type: 'object',
  properties: {
    verdict: TEXT,
    sentence: TEXT,
    assumptions: { type: 'array', items: TEXT },
    segments: NUMBER,
    tested_pairs: NUMBER,
    program: TEXT,
  },
  required: ['verdict', 'sentence', 'assumptions', 'segments', 'tested_pairs', 'program'],
};

/** Makes the bag. */
export async function resultsBag(
  open: OpenCell,
  request: ResultsRequest,
  libraries: BagLibraries,
): Promise<Uint8Array> {
  const { question, answer } = request;
  const writer = new BagWriter(libraries);
  const schemas = libraries.schemas();
  const foxglove = (name: string) => ({ type: `foxglove.${name}`, schema: schemas[name] });
  const kinds = {
    [TOPICS.states]: JOINT_STATE,
    [TOPICS.frames]: foxglove('FrameTransforms'),
    [TOPICS.bodies]: foxglove('SceneUpdate'),
    [TOPICS.closest]: foxglove('SceneUpdate'),
    [TOPICS.clearance]: { type: 'surepath.Clearance', schema: CLEARANCE_SCHEMA },
    [TOPICS.verdict]: { type: 'surepath.Verdict', schema: VERDICT_SCHEMA },
    [TOPICS.log]: foxglove('Log'),
  };
  for (const [topic, kind] of Object.entries(kinds)) writer.topic(topic, kind);
  const begin = timesOf(question)[0];
  writeMotion(writer, question, request.motion);
  const urdf = urdfOf(open);
  if (urdf !== null) {
    writer.topic(TOPICS.robot, STRING);
    writer.add(TOPICS.robot, nano(begin), { data: urdf });
  }
  const table = frameTable(question.cell);
  writer.add(TOPICS.bodies, nano(begin), bodiesUpdate(question.cell, table, stamp(begin)));
  writePlaces(writer, question, table);
  if (answer.witness) {
    writer.topic(TOPICS.witness, foxglove('SceneUpdate'));
    const { segment, t } = answer.witness;
    const at = secondsAt(question, segment, t);
    const update = witnessUpdate(question.cell, answer.witness, {
      world: table[0],
      time: stamp(at),
    });
    writer.add(TOPICS.witness, nano(at), update);
  }
  writeWords(writer, request, begin);
  return writer.finish(request.program);
}

// -------------------------------------------------------------------------------------------- motion

/** Seconds of its waypoints: its times, or a second for each segment. */
function timesOf({ path }: Question): readonly number[] {
  return path.times ?? path.waypoints.map((_, i) => i);
}

function secondsAt(question: Question, segment: number, t: number): number {
  return timeAt({ ...question.path, times: timesOf(question) }, segment, t) ?? 0;
}

/** Joint states at all waypoints, between which straight segments are straight; and the trajectory to the bit. */
function writeMotion(writer: BagWriter, question: Question, motion: Motion): void {
  const { path, cell } = question;
  const names = namesOf(question);
  const times = timesOf(question);
  const state = (seconds: number, q: Float64Array) => {
    const { sec, nsec } = stamp(seconds);
    const header = { stamp: { sec, nanosec: nsec }, frame_id: '' };
    const message = { header, name: names, position: [...q], velocity: [], effort: [] };
    writer.add(TOPICS.states, nano(seconds), message);
  };
  const q = new Float64Array(cell.tree.dofs.length);
  path.waypoints.forEach((waypoint, i) => {
    state(times[i], waypoint);
    const segment = path.segments[i];
    if (!segment || segment.kind === 'straight' || i + 1 >= times.length) return;
    const steps = Math.min(100, Math.ceil((times[i + 1] - times[i]) / STEP_S));
    for (let k = 1; k < steps; k++) {
      segment.configurationInto(k / steps, q, 0);
      state(times[i] + (k / steps) * (times[i + 1] - times[i]), q);
    }
  });
  if (!motion.times || motion.tracks || motion.vias || motion.blend !== undefined) return;
  writer.topic(TOPICS.trajectory, JOINT_TRAJECTORY);
  const rates = (rows: Motion['velocities'], i: number) => [...(rows?.[i] ?? [])];
  writer.add(TOPICS.trajectory, nano(times[0]), {
    header: { stamp: { sec: 0, nanosec: 0 }, frame_id: '' },
    joint_names: names,
    points: motion.waypoints.map((waypoint, i) => {
      const { sec, nsec } = stamp(motion.times![i]);
      return {
        positions: [...waypoint],
        velocities: rates(motion.velocities, i),
        accelerations: rates(motion.accelerations, i),
        effort: [],
        time_from_start: { sec, nanosec: nsec },
      };
    }),
  });
}

/** As the robot itself has them, where there is one. */
function namesOf({ cell: { tree, description } }: Question): string[] {
  const { robots } = description;
  const prefix = robots.length === 1 && robots[0].name !== '' ? `${robots[0].name}/` : '';
  return tree.dofs.map(({ name }) => (name.startsWith(prefix) ? name.slice(prefix.length) : name));
}

/** The text of the one URDF that the cell was read from. */
function urdfOf({ description }: OpenCell): string | null {
  const texts = [...description.files]
    .filter(([name]) => /\.(urdf|xml)$/i.test(name))
    .map(([name, bytes]) => decodeUtf8(bytes, { code: 'document/encoding', file: name }))
    .filter((text) => text.includes('<robot'));
  return texts.length === 1 ? texts[0] : null;
}

// --------------------------------------------------------------------------------- along the path

interface Place {
  readonly segment: number;
  readonly t: number;
}

/** Evenly along the segments, their ends included. */
function placesOf({ path: { segments } }: Question): Place[] {
  const each = Math.max(1, Math.min(20, Math.floor(MOST_PLACES / segments.length)));
  const skip = Math.max(1, Math.ceil(segments.length / MOST_PLACES));
  const places: Place[] = [];
  for (let segment = 0; segment < segments.length; segment += skip) {
    for (let k = 0; k < each; k++) places.push({ segment, t: k / each });
  }
  places.push({ segment: segments.length - 1, t: 1 });
  return places;
}

/** Frames, and which two bodies are closest, where that is known. */
function writePlaces(writer: BagWriter, question: Question, table: readonly string[]): void {
  const { cell, path } = question;
  const kinematics = new Kinematics(cell.tree);
  const checker = new StaticChecker(cell);
  const q = new Float64Array(cell.tree.dofs.length);
  for (const { segment, t } of placesOf(question)) {
    path.segments[segment].configurationInto(t, q, 0);
    const seconds = secondsAt(question, segment, t);
    const [at, time] = [nano(seconds), stamp(seconds)];
    kinematics.setConfiguration(q);
    writer.add(TOPICS.frames, at, framesAt(kinematics, table, time));
    const { closest } = checker.check(q);
    if (!closest) continue;
    const [a, b] = [closest.pair.a, closest.pair.b].map((i) => cell.bodies[i].name);
    const { distance, lower } = closest;
    const said = { seconds, distance_m: distance, lower_m: Math.max(0, lower), a, b };
    writer.add(TOPICS.clearance, at, said);
    writer.add(TOPICS.closest, at, closestUpdate(closest, said, { world: table[0], time }));
  }
}

// --------------------------------------------------------------------------------------------- words

/** Levels of foxglove.Log. */
const INFO = 2;
const WARNING = 3;
const ERROR = 4;

function writeWords(writer: BagWriter, request: ResultsRequest, begin: number): void {
  const { answer, lines, program } = request;
  const { verdict, assumptions, segments, testedPairs: tested_pairs } = answer;
  const said = { verdict, sentence: lines[0], assumptions, segments, tested_pairs, program };
  writer.add(TOPICS.verdict, nano(begin), said);
  const isBad = verdict === 'colliding' || verdict === 'too-close';
  const level = verdict === 'free' ? INFO : isBad ? ERROR : WARNING;
  lines.forEach((message, i) => {
    const place = { name: 'surepath', file: '', line: 0 };
    const entry = { timestamp: stamp(begin), level: i === 0 ? level : INFO, message, ...place };
    writer.add(TOPICS.log, nano(begin), entry);
  });
}

/** Times of bags are not negative. */
function nano(seconds: number): bigint {
  const { sec, nsec } = stamp(seconds);
  return BigInt(sec) * 1_000_000_000n + BigInt(nsec);
}

function stamp(seconds: number): { sec: number; nsec: number } {
  const whole = Math.floor(Math.max(0, seconds));
  const nsec = Math.round((Math.max(0, seconds) - whole) * 1e9);
  return nsec === 1e9 ? { sec: whole + 1, nsec: 0 } : { sec: whole, nsec };
}
