/**
 * How deep two solids are in each other [B 5]: the largest distance from the surface of one solid at
 * which a point of the other is found inside it. With f as in solid.ts that is the larger of the
 * largest f_B on A and the largest f_A on B; where the solids overlap, both are attained in common
 * points, so it is the largest of max(f_A, f_B) on what they share.
 *
 * Branch and bound: boxes that may hold common points, the one with the largest bound first, are
 * divided until the bound is good enough. A box drops out when it is proven to miss one of the solids.
 * The bound that is left is proven for the solids as placed (docs/penetration.md; the slack: below).
 *
 * Rounding: everything is computed with numbers of magnitude S at the most, S = 2 (radius of A +
 * radius of B + |T|). Boxes, placed in either solid's frame, and bounds are off by less than the
 * slack, 256 u S + 8 S (defects of the rotations).
 */
import {
  composePosesInto,
  InputError,
  invertPoseInto,
  orthogonalityDefect,
  transformPointInto,
  U,
} from '../../math/index.ts';
import {
  AXIS,
  BOUND,
  BOX_CENTRE,
  BOX_HALF,
  HINT_A,
  HINT_B,
  INSIDE,
  LEVEL,
  OpenBoxes,
} from './openBoxes.ts';
import {
  AXES,
  type BoxMemory,
  CENTRE,
  GROWTH,
  HALF,
  MIDDLE,
  QUESTION_SIZE,
  SLACK,
  type Solid,
  UPPER,
} from './solid.ts';

export interface DepthRequest {
  /** Metres. The search ends when the depth is proven to be at most this. Default: never. */
  readonly enough?: number;
  /** It ends when a point deeper than this is found. Default: never. */
  readonly beyond?: number;
  /** It ends when what is proven and what is found differ by this, or less. Default 1e-6. */
  readonly accuracy?: number;
  /** The same, if they differ by half of what the found depth is below this. Default: no. */
  readonly ceiling?: number;
  /** Depths up to this are not looked for: a deeper place is known. Default: none is. */
  readonly known?: number;
  /** It ends after so many boxes, whatever is proven by then. Default 100,000. */
  readonly maxBoxes?: number;
}

/** Corners of each solid that are tried first, at the most. */
const CORNERS = 64;

/**
 * Boxes are divided across the direction in which their bound grows, or, three times of four, with so
 * much regard to their lengths: flat overlaps need the first, boxes at the edge of a solid the second.
 */
const EVENNESS = 0.3;

/** A common point is looked at in earnest if it narrows what is open by this part. */
const WORTHWHILE = 0.05;

/** Scratch and answer; the next search overwrites the answer. */
export class DepthSearch {
  /** Proven upper bound of the depth; 0 where the solids are proven to share no point. */
  upper = 0;
  /** Proven depth of `point`; minus infinity if no common point was found. */
  lower = Number.NEGATIVE_INFINITY;
  /** The deepest point found, in A's frame. */
  readonly point = new Float64Array(3);
  /** Boxes that were looked at. */
  boxes = 0;

  private readonly queue = new OpenBoxes();
  private readonly questionA = new Float64Array(QUESTION_SIZE);
  private readonly questionB = new Float64Array(QUESTION_SIZE);
  private readonly memoryA: BoxMemory = { hint: -1, inside: false };
  private readonly memoryB: BoxMemory = { hint: -1, inside: false };
  /** The frame that boxes are aligned to, placed in both solids' frames. */
  private readonly wInA = new Float64Array(12);
  private readonly wInB = new Float64Array(12);
  private readonly aInB = new Float64Array(12);
  private readonly extent = new Float64Array(2);
  private readonly place = new Float64Array(6);
  private readonly normal = new Float64Array(3);
  /** The box that is being divided. */
  private readonly parent = new Float64Array(7);
  private slack = 0;
  private size = 0;
  private defect = 0;

  /** B placed in A's frame by bInA[o..o+11]. One of the solids, at least, must be bounded. */
  run(a: Solid, b: Solid, bInA: Float64Array, o: number, request: DepthRequest = {}): void {
    const known = request.known ?? Number.NEGATIVE_INFINITY;
    this.lower = Number.NEGATIVE_INFINITY;
    this.upper = 0;
    this.boxes = 0;
    if (!a.bounded && !b.bounded) {
      this.upper = Number.POSITIVE_INFINITY;
      return;
    }
    this.begin(a, b, bInA, o);
    if (!this.rootBox(a, b)) return;
    if (this.tryCorners(a, b, bInA, o)) {
      this.align();
      this.setSlack(orthogonalityDefect(this.wInA, 0));
      if (!this.rootBox(a, b)) return;
    }
    this.search(a, b, known, request);
  }

  private begin(a: Solid, b: Solid, bInA: Float64Array, o: number): void {
    const { wInA, wInB, aInB } = this;
    invertPoseInto(bInA, o, aInB, 0);
    wInA.fill(0);
    wInA[0] = 1;
    wInA[4] = 1;
    wInA[8] = 1;
    wInB.set(aInB);
    const shift = Math.abs(bInA[o + 9]) + Math.abs(bInA[o + 10]) + Math.abs(bInA[o + 11]);
    this.size = 2 * (a.radius + b.radius + shift);
    this.defect = orthogonalityDefect(bInA, o);
    this.setSlack(0);
    if (!(this.slack < 1e80)) {
      throw new InputError({
        code: 'query/pose',
        message: 'the placement of B in A is not finite, or far beyond any use',
      });
    }
  }

  private setSlack(more: number): void {
    this.slack = this.size * (256 * U + 8 * (this.defect + more)) + 1e-150;
  }

  /** The box, along the axes of W, around what the solids may share; false if that is nothing. */
  private rootBox(a: Solid, b: Solid): boolean {
    const { queue, extent, normal, wInA, wInB, slack } = this;
    const { box, memory } = queue;
    queue.clear();
    for (let k = 0; k < 3; k++) {
      for (let i = 0; i < 3; i++) normal[i] = wInA[3 * i + k];
      a.extentInto(normal, 0, extent, 0);
      let low = extent[0];
      let high = extent[1];
      for (let i = 0; i < 3; i++) normal[i] = wInB[3 * i + k];
      b.extentInto(normal, 0, extent, 0);
      const shift = normal[0] * wInB[9] + normal[1] * wInB[10] + normal[2] * wInB[11];
      low = Math.max(low, extent[0] - shift) - slack;
      high = Math.min(high, extent[1] - shift) + slack;
      if (low > high) return false;
      box[BOX_CENTRE + k] = 0.5 * (low + high);
      // Half, and more than the rounding of the middle.
      box[BOX_HALF + k] = 0.5 * (high - low) + slack;
    }
    memory[HINT_A] = -1;
    memory[HINT_B] = -1;
    memory[INSIDE] = 0;
    memory[LEVEL] = 0;
    return true;
  }

  /**
   * Corners of either solid are points of it: the deepest in the other one is a first answer.
   * Returns whether `normal` is set: the direction, in A's frame, to the surface from there.
   */
  private tryCorners(a: Solid, b: Solid, bInA: Float64Array, o: number): boolean {
    const { place, normal, aInB } = this;
    let best = 0;
    let found = false;
    for (let side = 0; side < 2; side++) {
      const from = side === 0 ? a : b;
      const into = side === 0 ? b : a;
      const pose = side === 0 ? aInB : bInA;
      const at = side === 0 ? 0 : o;
      const question = side === 0 ? this.questionB : this.questionA;
      const memory = side === 0 ? this.memoryB : this.memoryA;
      const { corners } = from;
      const step = 3 * Math.max(1, Math.ceil(corners.length / 3 / CORNERS));
      memory.hint = -1;
      for (let i = 0; i < corners.length; i += step) {
        transformPointInto(pose, at, corners, i, place, 0);
        for (let k = 0; k < 3; k++) {
          question[CENTRE + k] = place[k];
          question[HALF + k] = 0;
          for (let j = 0; j < 3; j++) question[AXES + 3 * k + j] = j === k ? 1 : 0;
        }
        question[SLACK] = this.slack;
        memory.inside = false;
        into.boundInto(question, memory);
        if (question[UPPER] === Number.NEGATIVE_INFINITY) continue;
        if (!(question[MIDDLE] > best)) continue;
        const depth = into.lowerAt(place, 0) - 2 * this.slack;
        if (!(depth > this.lower)) continue;
        best = question[MIDDLE];
        this.lower = depth;
        found = true;
        for (let k = 0; k < 3; k++) normal[k] = question[GROWTH + k];
        if (side === 0) {
          for (let k = 0; k < 3; k++) this.point[k] = corners[i + k];
          turnBack(aInB, normal);
        } else this.point.set(place.subarray(0, 3));
      }
    }
    return found;
  }

  /** Aligns W to `normal`: a flat overlap then needs few boxes, whichever way it lies. */
  private align(): void {
    const { normal, wInA, wInB, aInB } = this;
    const [x, y, z] = normal;
    const length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 0.5)) return;
    const n = [x / length, y / length, z / length];
    const size = n.map(Math.abs);
    if (Math.max(size[0], size[1], size[2]) > 1 - 1e-14) return;
    const least = size[0] <= size[1] && size[0] <= size[2] ? 0 : size[1] <= size[2] ? 1 : 2;
    // u = e - (e . n) n, made a unit; v = n x u.
    const u = n.map((c, k) => (k === least ? 1 : 0) - n[least] * c);
    const ul = Math.sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
    for (let k = 0; k < 3; k++) u[k] /= ul;
    const v = [n[1] * u[2] - n[2] * u[1], n[2] * u[0] - n[0] * u[2], n[0] * u[1] - n[1] * u[0]];
    for (let k = 0; k < 3; k++) {
      wInA[3 * k] = u[k];
      wInA[3 * k + 1] = v[k];
      wInA[3 * k + 2] = n[k];
    }
    composePosesInto(aInB, 0, wInA, 0, wInB, 0);
  }

  private search(a: Solid, b: Solid, known: number, request: DepthRequest): void {
    const { enough = Number.NEGATIVE_INFINITY, beyond = Number.POSITIVE_INFINITY } = request;
    const { accuracy = 1e-6, ceiling = Number.NEGATIVE_INFINITY, maxBoxes = 100_000 } = request;
    const { queue, parent } = this;
    const { box, memory } = queue;
    this.prepare(this.wInA, this.questionA);
    this.prepare(this.wInB, this.questionB);
    // The largest bound of boxes that are good enough as they are.
    let settled = 0;
    box[BOUND] = Number.POSITIVE_INFINITY;
    if (this.look(a, b)) queue.push();
    for (;;) {
      const top = queue.largest();
      const floor = Math.max(this.lower, known);
      this.upper = Math.max(settled, this.lower, top);
      if (top <= Math.max(settled, floor) || top <= enough) return;
      if (this.lower > beyond || this.boxes >= maxBoxes) return;
      // Solids that only touch may have no common point that could be shown: 0 is known of all.
      const least = Math.max(0, floor);
      if (top - least <= Math.max(accuracy, 0.5 * (ceiling - least))) return;
      queue.take();
      const axis = memory[AXIS];
      const half = 0.5 * box[BOX_HALF + axis];
      const centre = box[BOX_CENTRE + axis];
      parent.set(box);
      const hintA = memory[HINT_A];
      const hintB = memory[HINT_B];
      const inside = memory[INSIDE];
      const level = memory[LEVEL] + 1;
      for (let side = -1; side <= 1; side += 2) {
        box.set(parent);
        box[BOX_CENTRE + axis] = centre + side * half;
        // The rounding of the centre is far below the slack; a box that rounds to nothing stays.
        box[BOX_HALF + axis] = half;
        memory[HINT_A] = hintA;
        memory[HINT_B] = hintB;
        memory[INSIDE] = inside;
        memory[LEVEL] = level;
        if (!this.look(a, b)) continue;
        if (box[BOUND] <= Math.max(enough, this.lower, known)) {
          settled = Math.max(settled, box[BOUND]);
        } else queue.push();
      }
    }
  }

  /** The axes of W in a solid's frame. */
  private prepare(pose: Float64Array, question: Float64Array): void {
    for (let k = 0; k < 3; k++) {
      for (let i = 0; i < 3; i++) question[AXES + 3 * k + i] = pose[3 * i + k];
    }
    question[SLACK] = this.slack;
  }

  /** Bounds the box at hand, and tries its centre; false if it holds no common points. */
  private look(a: Solid, b: Solid): boolean {
    const { queue, questionA, questionB, memoryA, memoryB } = this;
    const { box, memory } = queue;
    this.boxes++;
    memoryA.hint = memory[HINT_A];
    memoryA.inside = (memory[INSIDE] & 1) !== 0;
    memoryB.hint = memory[HINT_B];
    memoryB.inside = (memory[INSIDE] & 2) !== 0;
    this.ask(a, this.wInA, questionA, memoryA);
    if (questionA[UPPER] === Number.NEGATIVE_INFINITY) return false;
    this.ask(b, this.wInB, questionB, memoryB);
    if (questionB[UPPER] === Number.NEGATIVE_INFINITY) return false;
    memory[HINT_A] = memoryA.hint;
    memory[HINT_B] = memoryB.hint;
    memory[INSIDE] = (memoryA.inside ? 1 : 0) + (memoryB.inside ? 2 : 0);
    const deeper = questionA[UPPER] > questionB[UPPER] ? questionA : questionB;
    box[BOUND] = Math.min(box[BOUND], deeper[UPPER]);
    this.tryCentre(a, b);
    const evenness = memory[LEVEL] % 4 === 0 ? EVENNESS / 64 : EVENNESS;
    let most = -1;
    for (let k = 0; k < 3; k++) {
      const n = AXES + 3 * k;
      const along =
        deeper[GROWTH] * deeper[n] +
        deeper[GROWTH + 1] * deeper[n + 1] +
        deeper[GROWTH + 2] * deeper[n + 2];
      const weight = (Math.abs(along) + evenness) * box[BOX_HALF + k];
      if (!(weight > most)) continue;
      most = weight;
      memory[AXIS] = k;
    }
    return true;
  }

  private ask(solid: Solid, pose: Float64Array, question: Float64Array, memory: BoxMemory): void {
    const { box } = this.queue;
    transformPointInto(pose, 0, box, BOX_CENTRE, question, CENTRE);
    for (let k = 0; k < 3; k++) question[HALF + k] = box[BOX_HALF + k];
    solid.boundInto(question, memory);
  }

  /** The centre of the box at hand, if it is in both solids and deeper than what was found. */
  private tryCentre(a: Solid, b: Solid): void {
    const { questionA, questionB, queue } = this;
    const inA = questionA[MIDDLE];
    const inB = questionB[MIDDLE];
    if (!(inA >= 0 && inB >= 0)) return;
    const depth = Math.max(inA, inB);
    const floor = Math.max(0, this.lower);
    const open = Math.max(queue.largest(), queue.box[BOUND]) - floor;
    const first = this.lower === Number.NEGATIVE_INFINITY;
    if (!(first || depth > floor + WORTHWHILE * open)) return;
    const shownA = a.lowerAt(questionA, CENTRE);
    const shownB = b.lowerAt(questionB, CENTRE);
    if (shownA === Number.NEGATIVE_INFINITY || shownB === Number.NEGATIVE_INFINITY) return;
    const shown = Math.max(shownA, shownB) - 2 * this.slack;
    if (!(shown > this.lower)) return;
    this.lower = shown;
    for (let k = 0; k < 3; k++) this.point[k] = questionA[CENTRE + k];
  }
}

/** n = R' n, in place. */
function turnBack(pose: Float64Array, n: Float64Array): void {
  const [x, y, z] = n;
  for (let k = 0; k < 3; k++) n[k] = pose[k] * x + pose[3 + k] * y + pose[6 + k] * z;
}
