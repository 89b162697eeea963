/**
 * A planner's trees, that grow: thin lines, solid where an edge is checked and dashed where it is not yet.
 * New edges cost what they are and not what is there: they are appended to buffers whose capacity doubles,
 * and only they are sent to the graphics card. Of very many, every second is left out, again and again, old
 * and new alike, so that what is drawn still shows where a planner has searched.
 */
import {
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  Group,
  LineBasicMaterial,
  LineDashedMaterial,
  LineSegments,
} from 'three';
import type { TreeEdges } from '../engine/protocol.ts';
import { linear } from './markers.ts';
import { PALETTE } from './materials.ts';

/** Edges of a kind that are drawn at most, an even number: as a rule, and where no graphics card helps. */
export const MOST_EDGES = 32_768;
export const MOST_IN_SOFTWARE = 4096;
const FIRST = 1024;

/** Numbers per edge of each attribute: two positions, two colours, how far along the dashes are. */
const SIZES: Readonly<Record<string, number>> = { position: 6, color: 6, lineDistance: 2 };

/** The solid ones look as the grid does: what draws that is compiled already, and need not be while one plans. */
const SOLID = { vertexColors: true, toneMapped: false, depthWrite: false } as const;
const DASHED = { ...SOLID, transparent: true, opacity: 0.5 } as const;

type Rgb = readonly number[];

/** Lines that are appended and thinned out. */
class GrowingLines {
  readonly object: LineSegments;
  /** One in so many is drawn: those whose number it divides, in order. */
  stride = 1;
  private readonly material: LineBasicMaterial;
  private readonly names: readonly string[];
  private readonly most: () => number;
  private came = 0;
  private kept = 0;
  private capacity = 0;
  /** The first that the graphics card does not have. */
  private unsent = 0;

  constructor(material: LineBasicMaterial, order: number, most: () => number) {
    this.material = material;
    this.most = most;
    const isDashed = material instanceof LineDashedMaterial;
    this.names = Object.keys(SIZES).filter((name) => isDashed || name !== 'lineDistance');
    this.object = new LineSegments(new BufferGeometry(), material);
    this.object.frustumCulled = false;
    this.object.renderOrder = order;
    this.object.visible = false;
    this.object.raycast = () => {};
    this.reserve(FIRST);
  }

  get drawn(): number {
    return this.kept;
  }

  clear(): void {
    this.came = 0;
    this.kept = 0;
    this.unsent = 0;
    this.stride = 1;
    this.object.visible = false;
  }

  /** Six numbers from `o` on. */
  append(positions: ArrayLike<number>, o: number, colour: Rgb): void {
    const number = this.came++;
    if (number % this.stride !== 0) return;
    const most = this.most();
    if (this.kept >= most) {
      this.thin();
      if (number % this.stride !== 0) return;
    }
    if (this.kept === this.capacity) this.reserve(Math.min(most, 2 * this.capacity));
    const slot = this.kept++;
    const place = this.numbers('position');
    const paint = this.numbers('color');
    for (let k = 0; k < 6; k++) {
      place[6 * slot + k] = positions[o + k];
      paint[6 * slot + k] = colour[k % 3];
    }
    if (!this.names.includes('lineDistance')) return;
    const along = this.numbers('lineDistance');
    along[2 * slot] = 0;
    along[2 * slot + 1] = Math.hypot(
      positions[o + 3] - positions[o],
      positions[o + 4] - positions[o + 1],
      positions[o + 5] - positions[o + 2],
    );
  }

  /** Takes away the one with this number, counted as they came: it becomes a point. */
  remove(number: number): void {
    if (number >= this.came || number % this.stride !== 0) return;
    const slot = number / this.stride;
    const place = this.numbers('position');
    for (let k = 0; k < 3; k++) place[6 * slot + 3 + k] = place[6 * slot + k];
    if (slot < this.unsent) this.send('position', slot, 1);
  }

  /** Sends what is new. */
  flush(): void {
    const { unsent, kept } = this;
    if (kept > unsent) for (const name of this.names) this.send(name, unsent, kept - unsent);
    this.unsent = kept;
    this.object.geometry.setDrawRange(0, 2 * kept);
    this.object.visible = kept > 0;
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.material.dispose();
  }

  /** Leaves out every second; slots and numbers stay in step. */
  private thin(): void {
    const kept = Math.ceil(this.kept / 2);
    for (const name of this.names) {
      const size = SIZES[name];
      const numbers = this.numbers(name);
      for (let slot = 1; slot < kept; slot++) {
        const from = 2 * slot * size;
        numbers.copyWithin(slot * size, from, from + size);
      }
    }
    this.kept = kept;
    this.unsent = 0;
    this.stride *= 2;
  }

  private send(name: string, slot: number, count: number): void {
    const attribute = this.object.geometry.getAttribute(name) as BufferAttribute;
    attribute.addUpdateRange(SIZES[name] * slot, SIZES[name] * count);
    attribute.needsUpdate = true;
  }

  private numbers(name: string): Float32Array {
    return this.object.geometry.getAttribute(name).array as Float32Array;
  }

  private reserve(capacity: number): void {
    const old = this.object.geometry;
    const geometry = new BufferGeometry();
    for (const name of this.names) {
      const numbers = new Float32Array(SIZES[name] * capacity);
      const before = old.getAttribute(name) as BufferAttribute | undefined;
      if (before) numbers.set(before.array);
      const attribute = new BufferAttribute(numbers, SIZES[name] / 2);
      geometry.setAttribute(name, attribute.setUsage(DynamicDrawUsage));
    }
    this.object.geometry = geometry;
    this.capacity = capacity;
    old.dispose();
  }
}

/** What a legend has to explain. */
export interface TreeSigns {
  /** Whether there are edges from the start, from a goal, from neither. */
  readonly sides: readonly boolean[];
  readonly checked: boolean;
  readonly open: boolean;
}

export class TreeMark {
  readonly group = new Group();
  private readonly dashes = new LineDashedMaterial(DASHED);
  private readonly checked: GrowingLines;
  private readonly open: GrowingLines;
  private readonly colours = [PALETTE.sky, PALETTE.orange, 0xffffff].map(linear);
  private sides = [false, false, false];

  /** `most`: lines of a kind that are drawn; it may become known late. */
  constructor(most = () => MOST_EDGES) {
    this.checked = new GrowingLines(new LineBasicMaterial(SOLID), 6, most);
    this.open = new GrowingLines(this.dashes, 5, most);
    this.group.add(this.open.object, this.checked.object);
  }

  /** Lines that are drawn. */
  get count(): number {
    return this.checked.drawn + this.open.drawn;
  }

  /** One edge in so many is drawn. */
  get stride(): number {
    return Math.max(this.checked.stride, this.open.stride);
  }

  get signs(): TreeSigns {
    return {
      sides: this.sides,
      checked: this.checked.drawn > 0,
      open: this.open.drawn > 0,
    };
  }

  /** Colour of edges that belong to neither side. */
  setNeutral(colour: number): void {
    this.colours[2] = linear(colour);
  }

  /** Metres that a dash and a gap take together. */
  setDashes(length: number): void {
    this.dashes.dashSize = 0.5 * length;
    this.dashes.gapSize = 0.5 * length;
  }

  clear(): void {
    this.checked.clear();
    this.open.clear();
    this.sides = [false, false, false];
  }

  add({ positions, sides, open, closed }: TreeEdges): void {
    for (let e = 0; e < sides.length; e++) {
      const side = Math.min(2, sides[e]);
      this.sides[side] = true;
      (open[e] === 1 ? this.open : this.checked).append(positions, 6 * e, this.colours[side]);
    }
    for (let i = 0; i < closed.length; i++) this.open.remove(closed[i]);
    this.checked.flush();
    this.open.flush();
  }

  dispose(): void {
    this.checked.dispose();
    this.open.dispose();
  }
}
