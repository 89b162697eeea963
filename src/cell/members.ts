/**
 * The obstacles of a cell with many of them: light bodies that are compiled when somebody asks for more than their
 * name, their boxes, and a tree over these. Nothing here depends on the box of joint values: cells of one description
 * share them.
 */
import { Growing } from '../arrays/index.ts';
import { BoxIndex, MAX_COORDINATE } from '../geometry/index.ts';
import type { Planes } from '../kinematics/index.ts';
import { aboutBody, type BodyModel, bodyBoxInto } from '../model/index.ts';
import { type Body, compileBody, type Piece } from './body.ts';
import type { CompiledStore } from './compiledMesh.ts';
import type { MemberList } from './crowd.ts';

/** A body that is compiled when somebody asks for what only that gives. */
export class LazyBody implements Body {
  readonly model: BodyModel;
  private readonly store: CompiledStore | undefined;
  private made: Body | null = null;

  constructor(model: BodyModel, store?: CompiledStore) {
    this.model = model;
    this.store = store;
  }

  get name(): string {
    return this.model.name;
  }

  get kind(): Body['kind'] {
    return this.model.kind;
  }

  get frame(): number {
    return this.model.frame;
  }

  get padding(): number {
    return this.model.padding;
  }

  get pieces(): readonly Piece[] {
    return this.compiled.pieces;
  }

  get ball(): Float64Array {
    return this.compiled.ball;
  }

  get points(): Float64Array | undefined {
    return this.compiled.points;
  }

  get margin(): number {
    return this.compiled.margin;
  }

  get planes(): Planes | undefined {
    return this.compiled.planes;
  }

  get isCompiled(): boolean {
    return this.made !== null;
  }

  private get compiled(): Body {
    this.made ??= aboutBody(this.name, () => compileBody(this.model, this.store));
    return this.made;
  }
}

/** Whether a box with an end has coordinates that meshes may not have. */
function isTooFar(boxes: Float64Array, o: number): boolean {
  for (let k = o; k < o + 6; k++) {
    const size = Math.abs(boxes[k]);
    if (size > MAX_COORDINATE && size < Infinity) return true;
  }
  return false;
}

/** Whether there is a box at boxes[o ...], some of it not infinitely far away. Not a number fails every comparison. */
function isPlace(boxes: Float64Array, o: number): boolean {
  for (let k = o; k < o + 3; k++) {
    if (!(boxes[k] <= boxes[k + 3] && boxes[k] < Infinity && boxes[k + 3] > -Infinity))
      return false;
  }
  return true;
}

const EVERYWHERE = Float64Array.of(
  ...[-Infinity, -Infinity, -Infinity],
  ...[Infinity, Infinity, Infinity],
);

export class Members {
  readonly first: number;
  readonly end: number;
  readonly bodies: readonly LazyBody[];
  /** Six numbers each, in the world. */
  readonly boxes: Float64Array;
  /** Numbers of the bodies among them that have no end. */
  readonly endless: readonly number[];
  /** Over the boxes of those that have an end. */
  private readonly index: BoxIndex;
  /** Numbers of these, if not all have one. */
  private readonly bounded: Int32Array | null;
  private readonly found = new Growing<Int32Array<ArrayBuffer>>(Int32Array);

  /** Of the bodies of a model from `first` on, which stand still. */
  constructor(
    models: readonly BodyModel[],
    first: number,
    { pause, store }: { pause?: (() => void) | undefined; store?: CompiledStore | undefined } = {},
  ) {
    this.first = first;
    this.end = models.length;
    const count = this.end - first;
    this.boxes = new Float64Array(6 * count);
    const bodies: LazyBody[] = [];
    const endless: number[] = [];
    const bounded = new Int32Array(count);
    for (let i = 0; i < count; i++) {
      pause?.();
      const model = models[first + i];
      bodies.push(new LazyBody(model, store));
      bodyBoxInto(model, this.boxes, 6 * i);
      if (this.boxes[6 * i] === Number.NEGATIVE_INFINITY) endless.push(first + i);
      else bounded[i - endless.length] = i;
      // What is too far away to be compiled is refused at once.
      if (isTooFar(this.boxes, 6 * i)) void bodies[i].ball;
    }
    this.bodies = bodies;
    this.endless = endless;
    this.bounded = endless.length > 0 ? bounded.slice(0, count - endless.length) : null;
    this.index = new BoxIndex(this.bounded ? chosen(this.boxes, this.bounded) : this.boxes);
  }

  /**
   * out = the members with an end whose boxes come within `reach` of the box at boxes[o ...]; all of them where that is
   * no box or no number: what is nobody knows where is nowhere proven apart.
   */
  nearInto(boxes: Float64Array, o: number, reach: number, out: MemberList): void {
    const { found, bounded, first } = this;
    found.clear();
    if (isPlace(boxes, o) && !Number.isNaN(reach)) {
      this.index.nearInto(boxes, o, Math.max(0, reach), found);
    } else this.index.nearInto(EVERYWHERE, 0, 0, found);
    const count = found.length;
    if (count > out.ids.length) out.ids = new Int32Array(2 * count);
    for (let i = 0; i < count; i++) {
      const number = found.at(i);
      out.ids[i] = first + (bounded === null ? number : bounded[number]);
    }
    out.count = count;
  }
}

/** Boxes of these numbers, one after the other. */
function chosen(boxes: Float64Array, numbers: Int32Array): Float64Array {
  const some = new Float64Array(6 * numbers.length);
  numbers.forEach((number, i) => {
    some.set(boxes.subarray(6 * number, 6 * number + 6), 6 * i);
  });
  return some;
}
