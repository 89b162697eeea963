/**
 * What changed from one cell to another, and which proofs still hold: certificates are verified against the cell that
 * is open, which is the second one, and a path is checked in it. The first cell is read and not compiled.
 */
import {
  type CellDescription,
  type DifferenceSettings,
  type ModelChange,
  modelDifference,
  type PairDifference,
  pairDifference,
  type RobotInstance,
} from '../cell/index.ts';
import { fileDigests, isAboutDelays, modelDigest, sha256 } from '../certificate/index.ts';
import type { Verdict } from '../check/index.ts';
import { scopedName } from '../kinematics/index.ts';
import { decodeUtf8, type Fault } from '../math/index.ts';
import { type CellSource, describeSource } from './cellSource.ts';
import { type CheckAnswer, check } from './check.ts';
import type { JobContext, LimitSettings } from './context.ts';
import type { MotionSettings, OpenCell } from './openCell.ts';
import { recheck } from './recheck.ts';
import { type VerifyAnswer, verify } from './verify.ts';

/** A proof that was made before. */
export interface GivenProof {
  readonly file: string;
  readonly bytes: Uint8Array;
}

export interface DifferenceRequest extends LimitSettings, Pick<MotionSettings, 'wrap'> {
  /** The cell as it was. */
  readonly before: CellSource;
  /** A path of the cell that is open, to be checked there; certificates must then be of it. */
  readonly motion?: MotionSettings['motion'] | undefined;
  readonly certificates?: readonly GivenProof[] | undefined;
}

/** A file of a cell; null where the cell has none of that name. */
export interface FileChange {
  /** As seen from the cell's own file, which is called `the cell file`. */
  readonly name: string;
  /** SHA-256. */
  readonly before: string | null;
  readonly after: string | null;
}

/** What no proof depends on, and people may want to know all the same. */
export interface AsideChange {
  readonly what: 'velocity limit' | 'acceleration limit' | 'state';
  readonly name: string;
  readonly before: readonly number[] | null;
  readonly after: readonly number[] | null;
}

/** What became of a proof. */
export interface ProofAnswer extends VerifyAnswer {
  readonly file: string;
  /** Of one that is about the first cell: what its steps show in the second one. */
  readonly carried?: CarriedProof;
}

/** What the steps of a proof show in a cell that it was not made for. */
export interface CarriedProof {
  /** Of the path that the proof is about. */
  readonly verdict: Verdict;
  /** Segments, and those of which all is still proven; the others were proven anew. */
  readonly segments: number;
  readonly kept: number;
  /** Whether there is a new certificate of it: one that is free by very little has none. */
  readonly certified: boolean;
}

export interface DifferenceAnswer {
  /** Whether the models are the same to the bit: then every proof of one is a proof of the other. */
  readonly same: boolean;
  /** SHA-256 of the models. */
  readonly digests: { readonly before: string; readonly after: string };
  readonly changes: readonly ModelChange[];
  readonly pairs: PairDifference;
  readonly files: readonly FileChange[];
  readonly aside: readonly AsideChange[];
  /** What is to be said about the second cell and was not of the first. */
  readonly notes: readonly Fault[];
  readonly proofs: readonly ProofAnswer[];
  /** Of the path in the cell as it is now; null if none was given. */
  readonly check: CheckAnswer | null;
}

/** What changed, from a cell as it was to the one that is open. */
export function difference(
  open: OpenCell,
  request: DifferenceRequest,
  context: JobContext = {},
): DifferenceAnswer {
  const { before: source, motion, wrap, budget, timeLimit_ms, certificates = [] } = request;
  context.onProgress?.({ phase: 'reading', done: 0, of: 0 });
  const before = describeSource(source, context);
  const after = open.description;
  const changes = modelDifference(before, after, { digestOf: meshDigest });
  const digests = { before: modelDigest(before), after: modelDigest(after) };
  return {
    same: digests.before === digests.after,
    digests,
    changes,
    pairs: pairDifference(before, after),
    files: fileChanges([before, source.file], [after, open.file]),
    aside: asideChanges(before, after),
    notes: newNotes(before.notes, after.notes),
    proofs: certificates.map((proof) => proofAnswer(open, proof, request, context)),
    check: motion ? check(open, { motion, wrap, budget, timeLimit_ms }, context) : null,
  };
}

/** Why a certificate is rejected that is about another cell, or about one that asks for less. */
const OTHER_CELL: ReadonlySet<string> = new Set(['model', 'clearance', 'pairs', 'tolerances']);

/** Is a proof one in this cell, and if it is about another one: what do its steps show here? */
function proofAnswer(
  open: OpenCell,
  { file, bytes }: GivenProof,
  { motion, wrap, budget, timeLimit_ms }: DifferenceRequest,
  context: JobContext,
): ProofAnswer {
  const asWrapped = motion ? { motion, wrap } : {};
  const verified = verify(open, { certificate: bytes, file, ...asWrapped }, context);
  if (verified.verified || !OTHER_CELL.has(verified.reason!.code) || isAboutDelays(bytes)) {
    return { file, ...verified };
  }
  const certificate = decodeUtf8(bytes, { code: 'certificate/encoding', file });
  const asked = { certificate, file, motion, wrap, budget, timeLimit_ms, program: 'surepath' };
  const { verdict, segments, old, certificate: made } = recheck(open, asked, context);
  const kept = old.used && verdict === 'free' ? old.segments.kept : 0;
  return { file, ...verified, carried: { verdict, segments, kept, certified: made.written } };
}

/** SHA-256 of what a mesh consists of, whatever file it came from. */
const meshDigest: DifferenceSettings['digestOf'] = ({ positions, indices }) => {
  const bytes = new Uint8Array(8 * positions.length + 4 * indices.length);
  const view = new DataView(bytes.buffer);
  positions.forEach((x, i) => {
    view.setFloat64(8 * i, x, true);
  });
  indices.forEach((index, i) => {
    view.setUint32(8 * positions.length + 4 * i, index, true);
  });
  return sha256(bytes);
};

function newNotes(before: readonly Fault[], after: readonly Fault[]): Fault[] {
  const known = new Set(before.map(({ code, message }) => `${code} ${message}`));
  return after.filter(({ code, message }) => !known.has(`${code} ${message}`));
}

type Read = readonly [cell: CellDescription, file: string];

/** The cell's own file is compared with the other's, whatever they are called. */
const OWN = '';

function fileChanges(before: Read, after: Read): FileChange[] {
  const [was, is] = [filesOf(before), filesOf(after)];
  const names = [...new Set([...was.keys(), ...is.keys()])].sort();
  return names.flatMap((name) => {
    const [then, now] = [was.get(name) ?? null, is.get(name) ?? null];
    return then === now
      ? []
      : [{ name: name === OWN ? 'the cell file' : name, before: then, after: now }];
  });
}

/** Digests by names as seen from the folder of the cell's own file, so that a copy of a folder has the same ones. */
function filesOf([cell, own]: Read): Map<string, string> {
  const folder = own.slice(0, own.lastIndexOf('/') + 1);
  const seen = (name: string) =>
    name === own ? OWN : name.startsWith(folder) ? name.slice(folder.length) : name;
  return new Map(fileDigests(cell).map(([name, digest]) => [seen(name), digest]));
}

/** Rates and states: no part of the model. */
function asideChanges(before: CellDescription, after: CellDescription): AsideChange[] {
  const [was, is] = [asides(before), asides(after)];
  const keys = [...new Set([...was.keys(), ...is.keys()])].sort();
  return keys.flatMap((key) => {
    const [then, now] = [was.get(key) ?? null, is.get(key) ?? null];
    if (JSON.stringify(then) === JSON.stringify(now)) return [];
    const [what, name] = JSON.parse(key) as [AsideChange['what'], string];
    return [{ what, name, before: then, after: now }];
  });
}

function asides({ robots, state }: CellDescription): Map<string, readonly number[]> {
  const found = new Map<string, readonly number[]>();
  const add = (what: AsideChange['what'], name: string, values: readonly number[]) =>
    found.set(JSON.stringify([what, name]), values);
  for (const robot of robots) addRates(robot, add);
  for (const [joint, values] of state) add('state', joint, values);
  return found;
}

function addRates(
  { name, robot, limits = new Map() }: RobotInstance,
  add: (what: AsideChange['what'], name: string, values: readonly number[]) => void,
): void {
  for (const { name: joint, velocityLimit } of robot.joints) {
    if (velocityLimit !== undefined)
      add('velocity limit', scopedName(name, joint), [velocityLimit]);
  }
  for (const [joint, { velocity, acceleration }] of limits) {
    if (velocity !== undefined) add('velocity limit', scopedName(name, joint), [velocity]);
    if (acceleration !== undefined)
      add('acceleration limit', scopedName(name, joint), [acceleration]);
  }
}
