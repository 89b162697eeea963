/**
 * The forger of certificates of delays: for tracks of random cells that collide for some starts within
 * their delays, as the independent check knows, it makes honest parts for as many offsets as it can, and
 * makes up the rest. None may be accepted.
 */

import { CertificateBuilder } from '../../../src/certificate/builder.ts';
import {
  type Certificate,
  type DelayCertificate,
  makeCertificate,
  parseDelayCertificate,
  verifyDelays,
  writeDelayCertificate,
} from '../../../src/certificate/index.ts';
import { InputError, Random } from '../../../src/math/index.ts';
import { type DelayPart, DelayParts, wholeParts } from '../../../src/motion/index.ts';
import { type CertifiedPart, recordOf } from '../../../src/verifier/delayFormat.ts';
import {
  type DelayCell,
  type DelayQuestion,
  delayCell,
  delayQuestion,
} from '../oracles/delayCells.ts';
import { randomDirection } from '../oracles/robots.ts';
import { pick } from '../oracles/thinShapes.ts';
import { DELAY_FORGERIES, DELAY_FORGERY_NAMES, type DelayScene } from './delayForgeries.ts';
import { collidingStarts, meetingCell, meetingQuestion } from './delayTracks.ts';
import type { Acceptance } from './forger.ts';
import { ALL } from './forgeStage.ts';
import { row } from './honest.ts';

const DRAWS = 100;
/** Tests for an honest part, and ways of forging that are tried for each set of tracks. */
const BUDGET = 800;
const FORGED = 5;
/** Into how many parts a range of offsets is divided for honest proofs. */
const PIECES = 6;

export class DelayForger {
  /** Sets of tracks that collide for some starts. */
  colliding = 0;
  questions = 0;
  forged = 0;
  honest = 0;
  readonly forgeries = new Map<string, number>();
  readonly rejections = new Map<string, number>();
  readonly acceptances: Acceptance[] = [];
  private readonly compares: boolean;

  /** `compares: false`: verifiers are not told which tracks and delays are meant, and can be fooled. */
  constructor({ compares = true } = {}) {
    this.compares = compares;
  }

  /** Questions number 0 ... count - 1 about the cell of a seed. */
  run(seed: number, count: number): void {
    const of = seed % 4 === 3 ? delayCell(seed) : meetingCell(seed);
    for (let index = 0; index < count; index++) this.one(of, index);
  }

  summary(): string {
    const counts = [...this.forgeries].map(([name, n]) => `${n} ${name}`).join(', ');
    return `${this.colliding} of ${this.questions} sets of tracks collide: ${this.forged} certificates of delays forged, with ${this.honest} honest parts; ${this.acceptances.length} accepted\nforgeries: ${counts}`;
  }

  private one(of: DelayCell, index: number): void {
    const random = new Random(Math.imul(of.seed, 0x6a09e667) ^ index);
    this.questions++;
    const question = index % 6 === 5 ? delayQuestion(of, 2 * index) : meetingQuestion(of, index);
    const starts = question && collidingStarts(of, question, DRAWS, random);
    if (!starts) return;
    // Mostly such as do not collide if nobody is late: then offsets are what matters.
    const punctual = { ...question, delays: question.delays.map(() => 0) };
    if (random.unit() < 0.8 && collidingStarts(of, punctual, DRAWS, random)) return;
    this.colliding++;
    const scene = sceneOf(of, question, random);
    this.honest += scene.honest.length;
    const { tracks, standing, delays } = question;
    const wanted = this.compares ? { tracks, standing, delays } : undefined;
    const complete: DelayCertificate = {
      tracks: tracks.map(recordOf),
      standing: standing.slice(),
      delays: Float64Array.from(delays),
      parts: [...scene.honest, ...scene.open],
    };
    for (let k = 0; k < FORGED; k++) {
      const name = k === 0 ? 'shorter delays' : pick(random, DELAY_FORGERY_NAMES);
      const forged = DELAY_FORGERIES[name](complete, scene);
      if (!forged) continue;
      this.forged++;
      this.forgeries.set(name, (this.forgeries.get(name) ?? 0) + 1);
      const certificate = k === 1 ? reread(forged) : forged;
      if (!certificate) continue;
      const { verified, reason } = verifyDelays(certificate, of.cell.description, wanted);
      const code = reason?.code ?? '';
      this.rejections.set(code, (this.rejections.get(code) ?? 0) + 1);
      if (!verified) continue;
      const what = `starts ${starts.join(', ')} of delays ${delays.join(', ')}`;
      this.acceptances.push({ seed: of.seed, index, level: 'certificate', how: name, what });
    }
  }
}

/** As a file and back, or null if readers refuse it, or writers have nothing to write. */
function reread(c: DelayCertificate): DelayCertificate | null {
  try {
    return parseDelayCertificate(new TextEncoder().encode(writeDelayCertificate(c)));
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}

function sceneOf(of: DelayCell, question: DelayQuestion, random: Random): DelayScene {
  const { tracks, standing, delays } = question;
  const parts = new DelayParts(of.cell, tracks, standing);
  const whole = wholeParts(parts, delays);
  const honest: CertifiedPart[] = [];
  const open: CertifiedPart[] = [];
  for (const part of whole.flatMap(divided)) {
    const asked = parts.question(part);
    const certificate = made(of, asked, asked.concerns, BUDGET);
    if (certificate) honest.push({ ...part, certificate });
    else open.push({ ...part, certificate: madeUp(of, asked, random) });
  }
  return { honest, open, whole, random };
}

type Asked = ReturnType<DelayParts['question']>;

/** Honest evidence, or null if there is none, or not soon. */
function made(
  of: DelayCell,
  { cell, path }: Asked,
  concerns: Asked['concerns'],
  budget: number,
): Certificate | null {
  try {
    return makeCertificate(of.cell.description, cell, path, { concerns, budget });
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}

/** Honest evidence for every pair that has some, and for the others a slab for all of the time. */
function madeUp(of: DelayCell, asked: Asked, random: Random): Certificate {
  const { cell, path, concerns } = asked;
  const settings = { program: 'forger', method: 'forgery', concerns };
  const base = new CertificateBuilder(of.cell.description, cell, path, settings).certificate();
  const tested = base.pairs.filter(({ excluded }) => excluded === null);
  const own = tested.map(({ a, b }) =>
    made(of, asked, (pair) => pair.a === a && pair.b === b, BUDGET / 4),
  );
  const orders = own.flatMap((certificate) => certificate?.orders ?? []);
  const slabs = base.slabs.map((_, s) =>
    own.map((certificate) => {
      const n = randomDirection(random);
      return certificate?.slabs[s][0] ?? Float64Array.from(row(0.5, 0.5, 0.5, [ALL, ALL], n));
    }),
  );
  const first = orders.filter(
    (p, i) => orders.findIndex((q) => q.body === p.body && q.piece === p.piece) === i,
  );
  return { ...base, orders: first, slabs };
}

/** A part in several along its first offset. */
function divided(part: DelayPart): DelayPart[] {
  const { from, to } = part;
  if (from.length === 0 || from[0] === to[0]) return [part];
  const cut = (k: number) => (k === PIECES ? to[0] : from[0] + ((to[0] - from[0]) * k) / PIECES);
  return Array.from({ length: PIECES }, (_, k) => ({
    ...part,
    from: from.with(0, cut(k)),
    to: to.with(0, cut(k + 1)),
  }));
}
