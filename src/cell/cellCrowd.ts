/**
 * A crowd for one box of joint values: the members, which are the same for all boxes, and their pairs with what moves.
 * What a pair has of its mover is computed once for each mover: members stand still in the world, so no joint but the
 * mover's matters.
 */
import { boundingRadius } from '../geometry/index.ts';
import {
  ballGapLower,
  type PoseError,
  relativeErrorUpper,
  sweptBallInto,
} from '../kinematics/index.ts';
import { U } from '../math/index.ts';
import { type BodyModel, type PairCounts, type PieceVisitor, visitPieces } from '../model/index.ts';
import type { Crowd, MemberList } from './crowd.ts';
import type { Members } from './members.ts';
import { isSwept, type Pair, type PairMaker, poseErrorOf } from './pairs.ts';

/** What pairs of a mover and any member have in common. */
interface MoverFacts {
  readonly error: PoseError;
  readonly tracking: number;
  /** Contains it wherever joints carry it; null where nothing is known about that. */
  readonly swept: Float64Array | null;
}

export class CellCrowd implements Crowd {
  readonly members: Members;
  readonly maker: PairMaker;
  readonly movers: Int32Array;
  /** Members that were moved. */
  private readonly moved: ReadonlySet<number>;
  private readonly endless: ReadonlySet<number>;
  private readonly pairs = new Map<number, Pair>();
  private readonly facts = new Map<number, MoverFacts>();
  private readonly rooms = new Map<number, number>();
  private readonly point = new Float64Array(6);
  private counted: PairCounts | null = null;

  constructor(members: Members, maker: PairMaker, moved: ReadonlySet<number> = new Set()) {
    this.members = members;
    this.maker = maker;
    this.moved = moved;
    this.endless = new Set(members.endless);
    this.movers = maker.ground.rules.movers;
  }

  get first(): number {
    return this.members.first;
  }

  get end(): number {
    return this.members.end;
  }

  get boxes(): Float64Array {
    return this.members.boxes;
  }

  get made(): { readonly pairs: number; readonly bodies: number } {
    let bodies = 0;
    for (const { isCompiled } of this.members.bodies) if (isCompiled) bodies++;
    return { pairs: this.pairs.size, bodies };
  }

  isListed(member: number): boolean {
    return this.endless.has(member) || this.moved.has(member);
  }

  /** Members whose pairs are listed, in order. */
  get listed(): readonly number[] {
    return [...new Set([...this.endless, ...this.moved])].sort((a, b) => a - b);
  }

  nearBoxInto(boxes: Float64Array, o: number, reach: number, out: MemberList): void {
    this.members.nearInto(boxes, o, reach, out);
    if (this.moved.size === 0) return;
    let kept = 0;
    for (let i = 0; i < out.count; i++) {
      const id = out.ids[i];
      if (!this.moved.has(id)) out.ids[kept++] = id;
    }
    out.count = kept;
  }

  nearPointInto(points: Float64Array, o: number, reach: number, out: MemberList): void {
    const { point } = this;
    for (let k = 0; k < 3; k++) {
      point[k] = points[o + k];
      point[3 + k] = points[o + k];
    }
    this.nearBoxInto(point, 0, reach, out);
  }

  clearanceUpper(mover: number): number {
    return this.maker.ground.rules.clearanceUpper(mover, this.first, this.end);
  }

  roomUpper(mover: number): number {
    let room = this.rooms.get(mover);
    if (room === undefined) {
      const { bodies } = this.maker.ground;
      const clearance = this.clearanceUpper(mover);
      // What is without end strays farther the farther away one looks.
      const isBounded = Number.isFinite(bodies[mover].ball[3]);
      room =
        isBounded || !this.maker.strays
          ? (clearance + this.factsOf(mover).tracking) * (1 + 4 * U)
          : Infinity;
      this.rooms.set(mover, room);
    }
    return room;
  }

  pair(mover: number, member: number): Pair {
    const key = mover * this.end + member;
    let pair = this.pairs.get(key);
    if (!pair) {
      pair = this.makePair(mover, member);
      this.pairs.set(key, pair);
    }
    return pair;
  }

  /** The same, but not kept if it was not made before. */
  lentPair(mover: number, member: number): Pair {
    return this.pairs.get(mover * this.end + member) ?? this.makePair(mover, member);
  }

  private makePair(mover: number, member: number): Pair {
    const { bodies, rules } = this.maker.ground;
    if (this.isListed(member) || !Number.isFinite(bodies[mover].ball[3])) {
      return this.maker.make(mover, member);
    }
    const own = rules.of(mover, member);
    const { error, tracking, swept } = this.factsOf(mover);
    const { ball } = bodies[member];
    const reach = Math.sqrt(ball[0] * ball[0] + ball[1] * ball[1] + ball[2] * ball[2]) + ball[3];
    const isApart =
      own.reason === null && swept !== null && ballGapLower(swept, ball) > own.clearance;
    const reason = isApart ? 'swept' : own.reason;
    return { ...own, reason, tracking, poseError: poseErrorOf(error, reach) };
  }

  private factsOf(mover: number): MoverFacts {
    let facts = this.facts.get(mover);
    if (!facts) {
      facts = this.makeFacts(mover);
      this.facts.set(mover, facts);
    }
    return facts;
  }

  private makeFacts(mover: number): MoverFacts {
    const { maker } = this;
    const { bodies, tree, box } = maker.ground;
    const body = bodies[mover];
    const error = relativeErrorUpper(tree, body.frame, 0, box);
    const nobody = { frame: 0, ball: new Float64Array(4) };
    const tracking = maker.trackingOf(body, nobody);
    const { tree: loose, box: range } = maker.straying;
    if (!isSwept(body, range)) return { error, tracking, swept: null };
    const swept = new Float64Array(4);
    sweptBallInto(loose, body.frame, body.ball, 0, range, swept);
    return { error, tracking, swept };
  }

  counts(): PairCounts {
    this.counted ??= this.count();
    return this.counted;
  }

  private count(): PairCounts {
    const { first, end, movers } = this;
    const { bodies } = this.maker.ground;
    const rough = roughBalls(this.members.bodies);
    const counts = new Map<string | null, number>();
    const add = (reason: string | null, n: number) => {
      if (n > 0) counts.set(reason, (counts.get(reason) ?? 0) + n);
    };
    for (const mover of movers) {
      const { swept } = this.factsOf(mover);
      const row = this.maker.ground.rules.row(mover);
      let [tested, apart] = [0, 0];
      for (let member = first; member < end; member++) {
        if (this.isListed(member)) continue;
        const reason = row.reasonOf(member);
        if (reason !== null) add(reason, 1);
        else if (swept === null) tested++;
        else {
          const clearance = row.clearanceOf(member);
          let gap = roughGap(swept, rough, 4 * (member - first), clearance);
          // Where the rough ball cannot tell, the body's own does.
          if (gap === 0) gap = ballGapLower(swept, bodies[member].ball) - clearance;
          if (gap > 0) apart++;
          else tested++;
        }
      }
      add(null, tested);
      add('swept', apart);
    }
    return counts;
  }
}

/**
 * Balls around bodies of one box or round shape each, as they would be compiled, up to 1e-5 of their sizes; no numbers
 * for others.
 */
function roughBalls(models: readonly { readonly model: BodyModel }[]): Float64Array {
  const balls = new Float64Array(4 * models.length);
  let [at, pieces] = [0, 0];
  const visitor: PieceVisitor = {
    mesh: () => {
      pieces = Number.NaN;
    },
    shape: (shape, pose) => {
      pieces += shape.kind === 'hull' ? Number.NaN : 1;
      for (let k = 0; k < 3; k++) balls[at + k] = pose[9 + k];
      balls[at + 3] = shape.kind === 'hull' ? 0 : boundingRadius(shape);
    },
  };
  for (const { model } of models) {
    pieces = 0;
    visitPieces(model, visitor);
    if (pieces !== 1) balls[at] = Number.NaN;
    balls[at + 3] += model.padding;
    at += 4;
  }
  return balls;
}

/** How far two balls are apart beyond the clearance, by its sign; 0 where a rough ball cannot tell. */
function roughGap(swept: Float64Array, rough: Float64Array, o: number, clearance: number): number {
  const x = swept[0] - rough[o];
  const y = swept[1] - rough[o + 1];
  const z = swept[2] - rough[o + 2];
  const between = Math.sqrt(x * x + y * y + z * z);
  const gap = between - swept[3] - rough[o + 3] - clearance;
  const size = Math.abs(rough[o]) + Math.abs(rough[o + 1]) + Math.abs(rough[o + 2]);
  const doubt = 1e-5 * rough[o + 3] + 1e-12 * (between + swept[3] + clearance + size);
  return Math.abs(gap) > doubt ? gap : 0;
}
