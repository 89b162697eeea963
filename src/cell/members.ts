/**
 * The obstacles of a cell with many of them: light bodies that are compiled when somebody asks for more than their
 * name, their boxes, and a tree over these. Nothing here depends on the box of joint values: cells of one description
 * share them.
 */
import type { Planes } from '../kinematics/index.ts';
import { aboutBody, type BodyModel, bodyBoxInto } from '../model/index.ts';
import { type Body, compileBody, type Piece } from './body.ts';
import type { MemberList } from './crowd.ts';
import { MemberTree } from './memberTree.ts';

/** A body that is compiled when somebody asks for what only that gives. */
export class LazyBody implements Body {
  readonly model: BodyModel;
  private made: Body | null = null;

  constructor(model: BodyModel) {
    this.model = model;
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
    this.made ??= aboutBody(this.name, () => compileBody(this.model));
    return this.made;
  }
}

export class Members {
  readonly first: number;
  readonly end: number;
  readonly bodies: readonly LazyBody[];
  /** Six numbers each, in the world. */
  readonly boxes: Float64Array;
  /** Numbers of the bodies among them that have no end. */
  readonly endless: readonly number[];
  private readonly tree: MemberTree;

  /** Of the bodies of a model from `first` on, which stand still. */
  constructor(models: readonly BodyModel[], first: number, pause?: () => void) {
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
      bodies.push(new LazyBody(model));
      bodyBoxInto(model, this.boxes, 6 * i);
      if (this.boxes[6 * i] === Number.NEGATIVE_INFINITY) endless.push(first + i);
      else bounded[i - endless.length] = i;
    }
    this.bodies = bodies;
    this.endless = endless;
    this.tree = new MemberTree(this.boxes, bounded.slice(0, count - endless.length), first);
  }

  /** out = the members with an end whose boxes come within `reach` of the box at boxes[o ...]. */
  nearInto(boxes: Float64Array, o: number, reach: number, out: MemberList): void {
    this.tree.nearInto(boxes, o, reach, out);
  }
}
