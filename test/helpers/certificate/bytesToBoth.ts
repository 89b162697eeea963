/**
 * Files that are changed byte by byte, put to both verifiers: a certificate with its model, one of the two or the path changed. Either
 * answer must be the same: verified by both or by neither.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openCell, openMotion, verify } from '../../../src/jobs/index.ts';
import { InputError, Random } from '../../../src/math/index.ts';
import { parseCertificate, parseModel } from '../../../src/verifier/index.ts';
import { verdictOf } from '../corpus/make.ts';
import { type ByteChange, byteChange } from './byteChanges.ts';
import { askPython } from './pythonVerifier.ts';

const EXAMPLES = fileURLToPath(new URL('../../../verifier/python/examples', import.meta.url));
export const EXAMPLE_NAMES: readonly string[] = readdirSync(EXAMPLES)
  .filter((name) => name.endsWith('.model.json'))
  .map((name) => name.slice(0, -'.model.json'.length));

/** Which of the three files is changed. */
export type Part = 'certificate' | 'model' | 'path';

export interface ByteQuestion {
  readonly name: string;
  readonly part: Part;
  readonly change: ByteChange;
}

export interface ByteAnswers {
  readonly verified: number;
  readonly rejected: number;
  /** Where docs/certificate.md, "A second verifier", lets the two differ. */
  readonly allowed: number;
  /** One line each. */
  readonly differing: readonly string[];
}

const textOf = (file: string) => readFileSync(join(EXAMPLES, file), 'utf8');

/** The path of a straight certificate, as a file; null for others. */
export function pathTextOf(name: string): string | null {
  const text = textOf(`${name}.json`);
  if (!/"interpolation":\s*"straight"/.test(text)) return null;
  const { dofs, waypoints } = parseCertificate(Buffer.from(text));
  return JSON.stringify({ joints: dofs, waypoints: waypoints.map((q) => [...q]) }, null, 1);
}

/** The text that is changed. */
export function changedText({ name, part }: Pick<ByteQuestion, 'name' | 'part'>): string | null {
  if (part === 'path') return pathTextOf(name);
  return textOf(part === 'model' ? `${name}.model.json` : `${name}.json`);
}

/** Questions drawn at random: most about certificates. */
export function* byteQuestions(count: number, seed: number): Generator<ByteQuestion> {
  const random = new Random(seed);
  for (let i = 0; i < count; ) {
    const name = EXAMPLE_NAMES[Math.floor(random.unit() * EXAMPLE_NAMES.length)];
    const kind = random.unit();
    const part: Part = kind < 0.7 ? 'certificate' : kind < 0.85 ? 'model' : 'path';
    const text = changedText({ name, part });
    if (text === null) continue;
    yield { name, part, change: byteChange(text, random) };
    i++;
  }
}

/** The answer of this verifier: `verified`, or the code of what is wrong. */
function answerHere({ name, part, change }: ByteQuestion): string {
  try {
    const bytes = (own: Part) =>
      own === part ? change.bytes : Buffer.from(changedText({ name, part: own })!);
    if (part !== 'path') return verdictOf(bytes('certificate'), parseModel(bytes('model')));
    const open = openCell({ file: 'm.json', files: new Map([['m.json', bytes('model')]]) });
    const { motion } = openMotion(open, { file: 'p.json', bytes: bytes('path') });
    const { verified, reason } = verify(open, { certificate: bytes('certificate'), motion });
    return verified ? 'verified' : reason!.code;
  } catch (error) {
    if (error instanceof InputError) return error.fault.code;
    throw error;
  }
}

/** A path may be YAML, and message files of ROS: the verifier in Python reads JSON alone. */
const isJson = (bytes: Uint8Array): boolean => {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return true;
  } catch {
    return false;
  }
};

/**
 * Proofs that the verifier in Python finds and this one does not: true slabs beyond its bounds, curves that stay in the box by less than
 * the slack of their ranges, and parts of delays that are those of the tracks but for rounding.
 */
function mayProveMore({ name, part }: ByteQuestion, here: string): boolean {
  if (part !== 'certificate') return false;
  if (['slab', 'glance', 'sweep', 'coverage'].includes(here)) return true;
  if (name === 'delays') return here === 'path' || here === 'tolerances';
  return here === 'box' && (name === 'polynomial' || name === 'circular');
}

/** Paths that the verifier in Python does not read: those that are not JSON, or no plain list of waypoints. */
function mayReadMore({ part, change }: ByteQuestion, verdict: string): boolean {
  return part === 'path' && (!isJson(change.bytes) || verdict === 'not supported');
}

/** Asks both about all of them. */
export function askBoth(questions: Iterable<ByteQuestion>): ByteAnswers {
  const folder = mkdtempSync(join(tmpdir(), 'surepath-bytes-'));
  const counts = { verified: 0, rejected: 0 };
  const differing: string[] = [];
  let allowed = 0;
  try {
    const asked = [...questions].map((question, i) => {
      const file = join(folder, `${i}.json`);
      writeFileSync(file, question.change.bytes);
      const own = (part: Part, given: string) =>
        question.part === part ? file : join(EXAMPLES, given);
      const { name } = question;
      return {
        ...{ question, here: answerHere(question) },
        certificate: own('certificate', `${name}.json`),
        cell: own('model', `${name}.model.json`),
        ...(question.part === 'path' && { path: file }),
      };
    });
    // Models one after the other: the program keeps the last one.
    asked.sort((a, b) => (a.cell < b.cell ? -1 : a.cell > b.cell ? 1 : 0));
    const answers = askPython(
      asked.map(({ certificate, cell, path }) => ({
        certificate,
        cell,
        ...(path !== undefined && { path }),
      })),
    );
    asked.forEach(({ question, here }, i) => {
      const { name, part, change } = question;
      const { verdict, why } = answers[i];
      counts[here === 'verified' ? 'verified' : 'rejected']++;
      const both = here === 'verified' && verdict === 'verified';
      const neither = here !== 'verified' && verdict !== 'verified';
      if (both || neither) return;
      if (verdict === 'verified' ? mayProveMore(question, here) : mayReadMore(question, verdict)) {
        allowed++;
        return;
      }
      differing.push(`${name}, ${part}, ${change.what}: here ${here}, in Python ${verdict} ${why}`);
    });
    return { ...counts, allowed, differing };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
