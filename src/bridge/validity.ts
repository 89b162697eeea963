/**
 * moveit_msgs/GetStateValidity and GetMultiStateValidity, answered by the jobs. Both answer `valid`, `contacts`,
 * `cost_sources`, `constraint_result`. `valid` is true only for what is proven free: too close, undecided and asked
 * wrongly are false.
 *
 * MoveIt looks at the states of GetMultiStateValidity one by one. Here the answer is about the motion between them: each
 * of `joint_states` on top of the one before, the first on top of `robot_state`, joined by straight motions.
 */
import { type Cell, type PairFinding, StaticChecker } from '../cell/index.ts';
import { listAt, type Message, messageAt, wrong } from '../formats/index.ts';
import { check, checkConfigurations, contact, type OpenCell } from '../jobs/index.ts';
import { type ConstraintResult, constraintResults } from './constraints.ts';
import { type Standing, statesOf } from './robotState.ts';

/** Which layouts are answered. */
export const ANSWERED = ['GetStateValidity', 'GetMultiStateValidity'] as const;

/** moveit_msgs/ContactInformation, without a stamp. */
interface ContactInformation {
  readonly header: { readonly frame_id: string };
  readonly position: Vector;
  readonly normal: Vector;
  readonly depth: number;
  readonly contact_body_1: string;
  readonly body_type_1: number;
  readonly contact_body_2: string;
  readonly body_type_2: number;
}

interface Vector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** The answer in MoveIt's layout. */
export interface ValidityResponse {
  readonly valid: boolean;
  readonly contacts: readonly ContactInformation[];
  readonly cost_sources: readonly never[];
  readonly constraint_result: readonly ConstraintResult[];
}

/** What there is no field for in MoveIt's layout. */
export interface ValidityDetails {
  readonly verdict: 'free' | 'too-close' | 'colliding' | 'undecided' | 'constraint';
  /** Two bodies: those that collide, or come closest. */
  readonly pair?: readonly [string, string];
  /** Metres between them as found, and proven at least. */
  readonly distance?: number;
  readonly distanceLower?: number;
  /** Of a motion: the first segment that is not proven free, and where on it from 0 to 1. */
  readonly segment?: number;
  readonly t?: number;
  /** Joint values there, in the order of `joints`. */
  readonly configuration?: readonly number[];
  readonly joints: readonly string[];
  /** Joints that the request did not name. */
  readonly standing: readonly string[];
  readonly testedPairs: number;
  readonly milliseconds: number;
}

export interface Validity {
  readonly response: ValidityResponse;
  readonly details: ValidityDetails;
}

export interface ValidityQuestion {
  readonly layout: (typeof ANSWERED)[number];
  /** The request as it came. */
  readonly request: unknown;
  readonly standing: Standing;
  /** Milliseconds after which a motion is undecided. */
  readonly budget_ms: number;
  /** The frame that contacts are given in. */
  readonly frame: string;
}

/** Answers a request. Throws an InputError for one that makes no sense in this cell. */
export function validityOf(open: OpenCell, question: ValidityQuestion): Validity {
  const { layout, standing } = question;
  const request = messageAt(question.request, 'the request');
  const list = layout === 'GetStateValidity' ? null : listAt(request.joint_states, 'joint_states');
  if (list?.length === 0) {
    throw wrong('joint_states', 'there is no state', 'give at least one; two make a motion');
  }
  const states = statesOf(open.cell, request.robot_state, list, standing);
  const way = states.map(({ q }) => q);
  const constraints = constraintResults(open.cell, request.constraints, way);
  const found = way.length === 1 ? ofState(open, question, way[0]) : ofMotion(open, question, way);
  const isKept = constraints.every(({ result }) => result);
  const free = found.details.verdict === 'free';
  return {
    response: {
      valid: free && isKept,
      contacts: found.contacts,
      cost_sources: [],
      constraint_result: constraints,
    },
    details: {
      ...found.details,
      ...(free && !isKept ? { verdict: 'constraint' as const } : {}),
      joints: open.cell.tree.dofs.map(({ name }) => name),
      standing: [...new Set(states.flatMap((state) => state.standing))],
    },
  };
}

interface Found {
  readonly contacts: readonly ContactInformation[];
  readonly details: Omit<ValidityDetails, 'joints' | 'standing'>;
}

function ofState(open: OpenCell, { frame }: ValidityQuestion, q: Float64Array): Found {
  const { results, testedPairs, milliseconds } = checkConfigurations(open, { configurations: [q] });
  const [{ colliding, tooClose, closest }] = results;
  const verdict = colliding ? 'colliding' : tooClose ? 'too-close' : 'free';
  const finding = colliding ? closest : (tooClose ?? closest);
  return {
    contacts: verdict === 'free' || !finding ? [] : contactsAt(open.cell, finding, q, frame),
    details: {
      verdict,
      ...(finding ? placeOf(open.cell, finding) : {}),
      configuration: [...q],
      ...{ testedPairs, milliseconds },
    },
  };
}

function ofMotion(
  open: OpenCell,
  { budget_ms, frame }: ValidityQuestion,
  waypoints: readonly Float64Array[],
): Found {
  const deadline = performance.now() + budget_ms;
  const motion = { name: 'joint_states', waypoints };
  const answer = check(open, { motion }, { deadline });
  const { verdict, testedPairs, milliseconds } = answer;
  if (verdict === 'free') return { contacts: [], details: { verdict, testedPairs, milliseconds } };
  if (verdict === 'no collision found') throw new Error('the ladder proves');
  const stopped = answer.open.map(({ segment }) => segment);
  const witness = answer.witness && firstWitness(open, { motion }, { deadline }, answer.witness);
  return {
    contacts: witness ? contactsAt(open.cell, witness.finding, witness.configuration, frame) : [],
    details: {
      verdict,
      ...(witness
        ? {
            ...placeOf(open.cell, witness.finding),
            segment: witness.segment,
            t: witness.t,
            configuration: [...witness.configuration],
          }
        : stopped.length > 0
          ? { segment: Math.min(...stopped) }
          : {}),
      ...{ testedPairs, milliseconds },
    },
  };
}

/** Where it begins, if that is found in what is left of the time; else any place where it is so. */
function firstWitness(
  open: OpenCell,
  request: Parameters<typeof contact>[1],
  context: Parameters<typeof contact>[2],
  other: NonNullable<ReturnType<typeof check>['witness']>,
) {
  return contact(open, request, context).witness ?? other;
}

function placeOf({ bodies }: Cell, { pair, distance, lower }: PairFinding) {
  return {
    pair: [bodies[pair.a].name, bodies[pair.b].name] as const,
    distance,
    distanceLower: lower,
  };
}

/** Contacts of one answer. */
const MOST_CONTACTS = 100;
/** Metres: whoever collides is nearer. */
const TOUCHING = 1e-12;

/** The one that was found, then all other pairs that collide there. */
function contactsAt(
  cell: Cell,
  first: PairFinding,
  q: Float64Array,
  frame: string,
): ContactInformation[] {
  const others = new StaticChecker(cell)
    .for(q)
    .within(TOUCHING, q)
    .filter(({ colliding, pair }) => colliding && !isSame(pair, first.pair));
  return [first, ...others].slice(0, MOST_CONTACTS).map((each) => contactOf(cell, each, frame));
}

function isSame(a: PairFinding['pair'], b: PairFinding['pair']): boolean {
  return a.a === b.a && a.b === b.b;
}

/** ROBOT_LINK, WORLD_OBJECT, ROBOT_ATTACHED. */
const BODY_TYPES = { link: 0, obstacle: 1, attached: 2 } as const;

/**
 * Halfway between the nearest points; the normal points from the first body to the second. Depth is negative where
 * bodies are apart and too close. One inside the other has no such points: then they stand at the origin.
 */
function contactOf({ bodies }: Cell, finding: PairFinding, frame: string): ContactInformation {
  const { pair, points, distance } = finding;
  const [a, b] = [bodies[pair.a], bodies[pair.b]];
  const [p, q] = points ?? [new Float64Array(3), new Float64Array(3)];
  const between = [q[0] - p[0], q[1] - p[1], q[2] - p[2]];
  const length = Math.hypot(...between) || 1;
  return {
    header: { frame_id: frame },
    position: vector([(p[0] + q[0]) / 2, (p[1] + q[1]) / 2, (p[2] + q[2]) / 2]),
    normal: vector(between.map((x) => x / length)),
    depth: distance > 0 ? -distance : 0,
    contact_body_1: a.name,
    body_type_1: BODY_TYPES[a.kind],
    contact_body_2: b.name,
    body_type_2: BODY_TYPES[b.kind],
  };
}

function vector([x, y, z]: readonly number[]): Vector {
  return { x, y, z };
}

/** The answer where there is none: not valid. */
export function notValid(): ValidityResponse {
  return { valid: false, contacts: [], cost_sources: [], constraint_result: [] };
}

/** A request that carries objects of its own. */
export function attachedOf(request: unknown): readonly unknown[] {
  const state: Message = messageAt(
    messageAt(request, 'the request').robot_state,
    'the request: robot_state',
  );
  return listAt(state.attached_collision_objects, 'robot_state.attached_collision_objects');
}
