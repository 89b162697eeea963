/**
 * One version of a cell, opened anew by the ordinary library from its description, and what it answers. The gate takes no
 * part in it.
 */
import { requireTests } from '../../../../src/cell/index.ts';
import { modelDigest } from '../../../../src/certificate/index.ts';
import {
  addFacts,
  addFound,
  cellFacts,
  certify,
  check,
  checkConfigurations,
  configurationJson,
  describeSource,
  finish,
  type JsonObject,
  type OpenCell,
  openDescription,
  pairNotes,
  pairsJson,
  plan,
  poseOf,
  statedPose,
  vectors,
  verify,
} from '../../../../src/jobs/index.ts';
import { Kinematics } from '../../../../src/kinematics/index.ts';
import {
  composePoses,
  InputError,
  invertPoseInto,
  POSE_SIZE,
  poseFromRpy,
} from '../../../../src/math/index.ts';
import { CELL_FILE } from './cellFiles.ts';
import { type CellState, type Frames, type PoseText, scoped } from './cellModel.ts';
import { paramsOf, type Question } from './question.ts';

/** What the gate must answer: fields of the result, or the code of a fault. */
export type Expected =
  | { readonly fields: Readonly<Record<string, unknown>>; readonly fault?: undefined }
  | { readonly fault: string };

const PROGRAM = 'surepath campaign';
const encoder = new TextEncoder();

export class FreshCell implements Frames {
  readonly open: OpenCell;
  /** Of the model, as certificates name it. */
  readonly digest: string;
  private readonly known = new Map<string, Expected>();

  /** `pairs` are clearances of pairs: a file may not have those of pairs that are not tested, a cell that was edited may. */
  constructor(files: ReadonlyMap<string, Uint8Array>, pairs: CellState['pairs']) {
    const read = describeSource({ file: CELL_FILE, files });
    const clearance = { ...read.clearance, pairs };
    const description = { ...read, clearance };
    this.open = openDescription({ file: CELL_FILE, description, joints: new Map() });
    this.digest = modelDigest(this.open.description);
  }

  /** The answer to a question; one that comes again is not computed again. */
  answer(question: Question): Expected {
    const key = JSON.stringify(question);
    let found = this.known.get(key);
    if (!found) {
      try {
        const fields = JSON.parse(JSON.stringify(this.fieldsOf(question)));
        found = { fields };
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        found = { fault: error.fault.code };
      }
      this.known.set(key, found);
    }
    return found;
  }

  /** Why a certificate is no proof in this cell; null for one that is. */
  rejects(certificate: string): string | null {
    const bytes = encoder.encode(certificate);
    try {
      const { verified, reason } = verify(this.open, { certificate: bytes });
      return verified ? null : (reason?.code ?? 'rejected');
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      return error.fault.code;
    }
  }

  inLink(link: string, q: readonly number[], pose: PoseText): PoseText {
    const inverse = new Float64Array(POSE_SIZE);
    invertPoseInto(this.linkInWorld(link, q), 0, inverse, 0);
    return statedPose(composePoses(inverse, poseOfText(pose))).text;
  }

  inWorld(link: string, q: readonly number[], pose: PoseText): PoseText {
    return statedPose(composePoses(this.linkInWorld(link, q), poseOfText(pose))).text;
  }

  private linkInWorld(link: string, q: readonly number[]): Float64Array {
    const { tree } = this.open.cell;
    const kinematics = new Kinematics(tree);
    kinematics.setConfiguration(Float64Array.from(q));
    const at = kinematics.poseOf(tree.frameOf.get(scoped(link))!);
    return kinematics.poses.slice(at, at + POSE_SIZE);
  }

  private fieldsOf(question: Question): JsonObject {
    switch (question.method) {
      case 'info':
        return this.info();
      case 'state':
        return this.state(question.q);
      case 'vector':
        return this.vector(question.q);
      case 'live':
        return { q: question.q, state: this.state(question.q), vector: this.vector(question.q) };
      case 'motion':
        return this.motion(question);
      case 'certificate':
        return this.certificate(question.waypoints);
      case 'verify':
        return this.verify(question);
      case 'plan':
        return this.plan(question);
    }
  }

  private info(): JsonObject {
    const { cell } = this.open;
    const { description } = cell;
    return {
      file: this.open.file,
      ...pairsJson(cell),
      attached: description.robots.flatMap(({ attached }) =>
        attached.map(({ name, link, touches }) => ({
          ...{ name: scoped(name), link: scoped(link), touching: touches.map(scoped) },
        })),
      ),
      clearance: description.clearance.default,
      model: this.digest,
    };
  }

  private state(q: readonly number[]): JsonObject {
    const { cell } = this.open;
    requireTests(cell);
    const configurations = [Float64Array.from(q)];
    const [found] = checkConfigurations(this.open, { configurations }).results;
    return {
      verdict: found.colliding ? 'colliding' : found.tooClose ? 'too-close' : 'free',
      ...configurationJson(found, { cell }),
      assumptions: cellFacts(cell).assumptions,
    };
  }

  private vector(q: readonly number[]): JsonObject {
    const { cell } = this.open;
    const answer = vectors(this.open, { configuration: Float64Array.from(q) });
    return {
      // Of several pairs that are equally near, or collide, any may be told.
      vectors: answer.vectors.map(({ classes, status, lower, distance }) => ({
        ...{ classes, status },
        lower: Number.isFinite(lower) ? lower : null,
        distance: Number.isFinite(distance) ? distance : null,
      })),
      nearest: answer.nearest < 0 ? null : answer.nearest,
      leftOut: answer.leftOut,
      assumptions: cellFacts(cell).assumptions,
    };
  }

  private motion(asked: Extract<Question, { method: 'motion' }>): JsonObject {
    const { all = false, firstContact = false, clearances = false, clearance, tracking } = asked;
    const open = this.open.with({ clearance, tracking });
    const motion = motionOf(asked.waypoints);
    const question = open.question({ motion });
    const answer = check(open, { motion, all, firstContact, clearances });
    const order = [...open.cell.tree.dofs.keys()];
    const settings = { question, order, all, wrap: 'literal', notes: pairNotes(question) } as const;
    const json: JsonObject = {};
    addFound(json, answer, settings);
    const lower = answer.clearances?.lower ?? Infinity;
    if (clearances) json.certifiedClearance = Number.isFinite(lower) ? lower : null;
    addFacts(json, answer, settings);
    const { stats: _, notes: _notes, ...fields } = json;
    return fields;
  }

  private certificate(waypoints: readonly (readonly number[])[]): JsonObject {
    const motion = motionOf(waypoints);
    const { verdict } = check(this.open, { motion });
    if (verdict !== 'free') return { verdict, written: false };
    const made = certify(this.open, { motion, program: PROGRAM });
    return made.written
      ? { verdict, written: true, slabs: made.slabs, glances: made.glances }
      : { verdict, written: false, reason: made.reason };
  }

  private verify({ certificate, waypoints }: Extract<Question, { method: 'verify' }>): JsonObject {
    const answer = verify(this.open, {
      certificate: encoder.encode(certificate),
      motion: waypoints && motionOf(waypoints),
    });
    const { verified, reason, assumptions } = answer;
    return { verified, ...(reason ? { reason: { code: reason.code } } : {}), assumptions };
  }

  private plan(question: Extract<Question, { method: 'plan' }>): JsonObject {
    const { from, to, seed } = question;
    const { iterations } = paramsOf(question) as { iterations: number };
    const goals = [Float64Array.from(to)];
    const request = { from: Float64Array.from(from), goals, moving: [0, 1], seed, iterations };
    const { motion, verdict, length } = plan(this.open, request);
    const claimed = verdict === 'free';
    const done = motion && finish(this.open, { motion, format: 'path', claimed });
    return {
      verdict: done?.check?.verdict ?? verdict,
      waypoints: motion?.waypoints.map((q) => [...q]) ?? null,
      length: motion ? length : null,
      assumptions: cellFacts(this.open.cell).assumptions,
    };
  }
}

function motionOf(waypoints: readonly (readonly number[])[]) {
  return { name: 'the motion', waypoints: waypoints.map((q) => Float64Array.from(q)) };
}

function poseOfText({ xyz, rpy, quaternion }: PoseText): Float64Array {
  const [x, y, z] = xyz;
  return rpy
    ? poseFromRpy(rpy[0], rpy[1], rpy[2], x, y, z)
    : poseOf({ xyz, ...(quaternion ? { quaternion } : {}) });
}
