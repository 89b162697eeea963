/**
 * What the kernels of covers read (assembly/sweep): a head, and records of balls, pieces that move, units to be sifted and
 * units to be asked about, beside those of frames (kinematics/kernelPoses.ts) and their motions (sweepMotions.ts). Addresses are in bytes; fields are in the order of the
 * classes there.
 */
import { layout } from '../../arrays/index.ts';
import { addressOf, kernelFloats } from '../../kernel/index.ts';
import { followsLaw, type Kinematics, movingFrames, poseRecords } from '../../kinematics/index.ts';
import type { BallCentres } from './ballCentres.ts';
import type { CarriedPiece } from './carriedPiece.ts';
import type { FrameMotions } from './frameMotions.ts';
import type { MotionBounds } from './motionBounds.ts';
import { motionAt, motionTables, wordsOf } from './sweepMotions.ts';
import type { SweptPieces } from './sweptPieces.ts';
import type { Units } from './units.ts';

/** What is looked at. */
export interface LookedAt {
  readonly units: Units;
  readonly kinematics: Kinematics;
  readonly centres: BallCentres;
  readonly motions: FrameMotions;
  readonly bounds: MotionBounds;
  readonly swept: SweptPieces;
}

/** Integers of the head. */
export const HEAD = layout(
  ...(['joints', 'jointCount', 'angles', 'sines', 'frames', 'frameCount'] as const),
  ...(['motions', 'moved', 'movedCount', 'stamps', 'stamp', 'balls', 'ballCount'] as const),
  ...(['movers', 'moverCount', 'easy', 'easyCount', 'others', 'otherCount', 'units'] as const),
  ...(['list', 'numbers', 'sides', 'centres', 'changing', 'last'] as const),
  ...(['covered', 'hulls', 'said'] as const),
);

/** Numbers that TypeScript writes before a look or a question, and one pose of scratch. */
export const NUMBERS = layout(
  ...(['half', 'slackVelocity', 'slackAcceleration', 'boxUp'] as const),
  ...(['before', 'after', ['warm', 3], ['scratch', 12]] as const),
);

/** Numbers of records; of units to be asked about also where the tables of their hulls are, in integers. */
const BALL = 4;
const EASY = 6;
const OTHER = 3;
const BOX = 16;
const MOVER_WORDS = 7;
export const UNIT = { size: 11, tableA: 19, tableB: 20, passed: 21 };

/** The tables, and what of them TypeScript writes at every look. */
export interface SweepTables {
  /** Frames that a look computes, and those of them that follow by laws. */
  readonly frames: Int32Array;
  readonly lawful: Int32Array;
  /** Numbers of the frame motions that a look computes. */
  readonly moved: Int32Array;
  readonly address: number;
  readonly head: Int32Array;
  readonly list: Int32Array;
  readonly numbers: Float64Array;
  readonly rates: Float64Array;
  readonly accelerations: Float64Array;
  readonly own: Float64Array;
  /** Units to be asked about, as integers. */
  readonly units: Int32Array;
  /** All that must stay where it is. */
  readonly held: readonly Float64Array[];
}

/** Writes the tables; null where something is not in the kernels' memory. */
export function sweepTables(looked: LookedAt): SweepTables | null {
  const { units, kinematics, motions, bounds, swept: pieces } = looked;
  const { easyCount, frontCount, listedCount, worldMovers, worldMotions } = units;
  const carriers = Array.from(units.movers, (i) => units.pieces[i].body.frame);
  const frames = movingFrames(kinematics.tree, carriers);
  const lawful = frames.filter((f) => followsLaw(kinematics.tree, f));
  const numbersAbove = new Set<number>();
  for (const number of worldMotions) {
    for (let e = number; e >= 0; e = motions.aboveOf(e)) numbersAbove.add(e);
  }
  const moved = Int32Array.from(numbersAbove).sort();
  motions.moveTo(kernelFloats);
  const tables = motionTables(kinematics, motions, lawful);
  const poses = poseRecords(kinematics, frames);
  if (poses === null) return null;
  const own = {
    head: kernelFloats(Math.ceil(HEAD.size / 2)),
    moved: kernelFloats(Math.ceil(moved.length / 2)),
    balls: kernelFloats(BALL * units.movers.length),
    wholes: kernelFloats(4 * units.pieces.length),
    placed: kernelFloats(12 * units.pieces.length),
    movers: kernelFloats(Math.ceil((MOVER_WORDS * worldMovers.length) / 2)),
    boxes: kernelFloats(BOX * units.pieces.length),
    easy: kernelFloats(EASY * easyCount),
    others: kernelFloats(OTHER * (frontCount - easyCount)),
    units: kernelFloats(UNIT.size * listedCount),
    list: kernelFloats(Math.ceil(frontCount / 2)),
    numbers: kernelFloats(NUMBERS.size),
    sides: kernelFloats(12),
  };
  const { speed, acceleration, jerkAlong } = bounds.overBox;
  const shared = [
    kinematics.q,
    kinematics.poses,
    kinematics.locals,
    speed,
    acceleration,
    jerkAlong,
  ];
  shared.push(motions.numbers, motions.stampMemory, pieces.moves, pieces.along, pieces.rest);
  const all = [...Object.values(own), ...Object.values(tables), ...poses.holds, ...shared];
  if (all.some((array) => addressOf(array) === 0)) return null;
  wordsOf(own.moved).set(moved);
  writePieces(looked, own);
  writeSifted(looked, own);
  writeUnits(looked, own);
  const at = addressOf;
  wordsOf(own.head).set([
    ...[...poses.head, at(tables.motions), at(own.moved), moved.length],
    ...[at(motions.stampMemory), 0, at(own.balls), units.movers.length],
    ...[at(own.movers), worldMovers.length, at(own.easy), easyCount],
    ...[at(own.others), frontCount - easyCount, at(own.units), at(own.list), at(own.numbers)],
    ...[at(own.sides), 0, 0, 0, 0, 0, 0],
  ]);
  return {
    frames,
    lawful,
    moved,
    address: at(own.head),
    head: wordsOf(own.head),
    list: wordsOf(own.list).subarray(0, frontCount),
    numbers: own.numbers,
    rates: tables.rates,
    accelerations: tables.accelerations,
    own: tables.own,
    units: wordsOf(own.units),
    held: all,
  };
}

type Written = Readonly<
  Record<
    'balls' | 'wholes' | 'placed' | 'movers' | 'boxes' | 'easy' | 'others' | 'units',
    Float64Array
  >
>;

/** Balls of pieces, where they are placed, and the boxes that stand still. */
function writePieces({ units, kinematics, motions, bounds, swept }: LookedAt, out: Written): void {
  const { pieces, movers, worldMovers, worldMotions, worldEntries, stillBoxes } = units;
  pieces.forEach(({ piece, patches }, i) => {
    out.wholes.set(patches.whole.ball.subarray(0, 4), 4 * i);
    if (piece.kind === 'convex') out.placed.set(piece.pose, 12 * i);
    if (stillBoxes.of[i] >= 0) out.boxes.set(stillBoxes.numbersOf(stillBoxes.of[i]), BOX * i);
  });
  const balls = wordsOf(out.balls);
  movers.forEach((i, k) => {
    const { body, piece } = pieces[i];
    out.balls.set(piece.ball.subarray(0, 3), BALL * k);
    balls.set([addressOf(kinematics.poses) + 96 * body.frame, 24 * i], 2 * (BALL * k + 3));
  });
  const { acceleration, jerkAlong } = bounds.overBox;
  const words = wordsOf(out.movers);
  worldMovers.forEach((i, k) => {
    const entry = 8 * worldEntries[k];
    words.set(
      [
        ...[motionAt(motions, worldMotions[k]), addressOf(out.wholes) + 32 * i],
        ...[addressOf(acceleration) + entry, addressOf(jerkAlong) + entry],
        ...[addressOf(swept.moves) + 8 * i, addressOf(swept.along) + 24 * i],
        addressOf(swept.rest) + 8 * i,
      ],
      MOVER_WORDS * k,
    );
  });
}

/** Units of the front: one piece stands still, or both move. */
function writeSifted({ units, centres, bounds, swept }: LookedAt, out: Written): void {
  const { easyCount, frontCount, pieceA, pieceB, radii, entryA, entryB } = units;
  const easy = wordsOf(out.easy);
  for (let u = 0; u < easyCount; u++) {
    const [a, b] = [pieceA[u], pieceB[u]];
    const o = EASY * u;
    out.easy.set(centres.at.subarray(3 * b, 3 * b + 3), o);
    out.easy[o + 3] = radii[u];
    easy.set([24 * a, addressOf(swept.moves) + 8 * a, boxAt(units, b, out.boxes), 0], 2 * (o + 4));
  }
  const others = wordsOf(out.others);
  const speed = addressOf(bounds.overBox.speed);
  for (let u = easyCount; u < frontCount; u++) {
    const o = OTHER * (u - easyCount);
    out.others[o] = radii[u];
    const ends = [speed + 8 * entryA[u], speed + 8 * entryB[u]];
    others.set([24 * pieceA[u], 24 * pieceB[u], ...ends], 2 * (o + 1));
  }
}

/** All listed units, but for the tables of their hulls. */
function writeUnits({ units, kinematics, bounds }: LookedAt, out: Written): void {
  const { pieces, pieceA, pieceB, motionA, motionB, entryA, entryB, base, radii } = units;
  const words = wordsOf(out.units);
  const poses = addressOf(kinematics.poses);
  const { acceleration, jerkAlong } = bounds.overBox;
  const placedAt = ({ piece }: CarriedPiece, i: number) =>
    piece.kind === 'convex' ? addressOf(out.placed) + 96 * i : 0;
  for (let u = 0; u < units.listedCount; u++) {
    const [a, b] = [pieceA[u], pieceB[u]];
    const [p, q] = [pieces[a], pieces[b]];
    const o = UNIT.size * u;
    out.units[o] = base[u];
    out.units[o + 1] = radii[u];
    words.set(
      [
        ...[poses + 96 * p.body.frame, poses + 96 * q.body.frame, placedAt(p, a), placedAt(q, b)],
        ...[motionA[u], motionB[u]],
        ...[addressOf(out.wholes) + 32 * a, addressOf(out.wholes) + 32 * b, 24 * a, 24 * b],
        boxAt(units, b, out.boxes),
        ...[addressOf(acceleration) + 8 * entryA[u], addressOf(acceleration) + 8 * entryB[u]],
        ...[addressOf(jerkAlong) + 8 * entryA[u], addressOf(jerkAlong) + 8 * entryB[u]],
      ],
      2 * (o + 2),
    );
  }
}

function boxAt({ stillBoxes }: Units, piece: number, boxes: Float64Array): number {
  return stillBoxes.of[piece] < 0 ? 0 : addressOf(boxes) + 8 * BOX * piece;
}
