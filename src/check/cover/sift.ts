/**
 * The first look at a configuration: which units' balls do not stay apart. Units against what stands still
 * are compared with how their one moving piece moves, which is computed once for all of them; the others with
 * their bounds over the box. Members of a crowd that do not come near are not looked at (nearUnits.ts).
 */
import type { MovingUnits } from './movingUnits.ts';
import { ROUNDED_UP } from './oneBall.ts';
import type { SweepKernel } from './sweepKernel.ts';

/** As in ballMotion.ts: a constant of this file. */
const UP = ROUNDED_UP;

/** What a first look says of two balls. */
const APART = 0;
const NEAR = 1;
const MEETING = 2;

export class Sift {
  /** Units that are left: the first so many as `look` says. */
  list: Int32Array = new Int32Array(0);
  /** Memory of its own; a kernel's list is not. */
  private own = new Int32Array(0);
  // Balls that meet are at the front of the list, the first `count`; the others at its end, from `last` on.
  private count = 0;
  private last = 0;
  private readonly moving: MovingUnits;

  constructor(moving: MovingUnits) {
    this.moving = moving;
  }

  /**
   * Of all units those whose balls are not shown to stay apart within the bounds' `half` of now: their
   * numbers to `list`, returns how many. Those whose balls meet now come first: if anything collides
   * here, it is among them.
   */
  look(): number {
    const { near, kernel, centres, swept } = this.moving;
    if (kernel?.move()) return this.lookFast(kernel);
    centres.placeAll();
    swept.bound();
    near?.find();
    const asked = this.asked();
    if (this.own.length < asked) this.own = new Int32Array(asked);
    this.list = this.own;
    this.compareListed();
    this.compareMembers();
    return this.compact();
  }

  /** The same by a kernel, which has moved everything: the listed units in WebAssembly. */
  private lookFast(kernel: SweepKernel): number {
    const { near } = this.moving;
    const { list } = kernel;
    this.list = list;
    this.count = kernel.sift();
    this.last = kernel.last;
    if (near === null) return this.compact();
    near.find();
    const asked = this.asked();
    // The same list with room for members, in its middle.
    if (this.own.length < asked) this.own = new Int32Array(asked);
    const { own, count, last } = this;
    for (let k = 0; k < count; k++) own[k] = list[k];
    const more = own.length - list.length;
    for (let k = last; k < list.length; k++) own[more + k] = list[k];
    this.last = last + more;
    this.list = own;
    this.compareMembers();
    return this.compact();
  }

  /** Those at the list's end behind those at its front; how many there are. */
  private compact(): number {
    const { list } = this;
    let { count, last } = this;
    while (last < list.length) list[count++] = list[last++];
    return count;
  }

  private compareListed(): void {
    const { list } = this;
    const { units, bounds, centres } = this.moving;
    const { easyCount, frontCount, pieceA, pieceB, radii } = units;
    const { half } = bounds;
    const { boxUp } = bounds;
    const { speed } = bounds.overBox;
    const { entryA, entryB } = units;
    const c = centres.at;
    // Balls that meet from the front of the list, the others from its end.
    let count = 0;
    let last = list.length;
    for (let u = 0; u < easyCount; u++) {
      const state = this.compare(u);
      if (state === APART) continue;
      if (state === MEETING) list[count++] = u;
      else list[--last] = u;
    }
    for (let u = easyCount; u < frontCount; u++) {
      const a = 3 * pieceA[u];
      const b = 3 * pieceB[u];
      const x = c[a] - c[b];
      const y = c[a + 1] - c[b + 1];
      const z = c[a + 2] - c[b + 2];
      const reach = radii[u] + half * ((speed[entryA[u]] + speed[entryB[u]]) * boxUp);
      const squared = x * x + y * y + z * z;
      if (squared > reach * reach * UP) continue;
      if (squared <= radii[u] * radii[u]) list[count++] = u;
      else list[--last] = u;
    }
    this.count = count;
    this.last = last;
  }

  /** Members of a crowd that come near. */
  private compareMembers(): void {
    const { near } = this.moving;
    if (near === null) return;
    const { list } = this;
    for (let k = 0; k < near.count; k++) {
      const u = near.found[k];
      const state = this.compare(u);
      if (state === APART) continue;
      if (state === MEETING) list[this.count++] = u;
      else list[--this.last] = u;
    }
  }

  /** How many units a look is about: the listed ones that stand behind no others, and those of members that came near. */
  asked(): number {
    const { units, near } = this.moving;
    return units.frontCount + (near === null ? 0 : near.count);
  }

  /** A unit of which one piece moves and one stands still: do their balls meet, or may they within `half`? */
  private compare(u: number): number {
    const { units, centres, swept } = this.moving;
    const { pieceA, pieceB, radii, stillBoxes } = units;
    const c = centres.at;
    const a = 3 * pieceA[u];
    const b = 3 * pieceB[u];
    const cx = c[a];
    const cy = c[a + 1];
    const cz = c[a + 2];
    const x = cx - c[b];
    const y = cy - c[b + 1];
    const z = cz - c[b + 2];
    const near = radii[u] + swept.moves[pieceA[u]];
    const squared = x * x + y * y + z * z;
    if (squared > near * near * UP) return APART;
    const box = stillBoxes.of[pieceB[u]];
    if (box < 0) return squared <= radii[u] * radii[u] ? MEETING : NEAR;
    const radius = stillBoxes.radius(box);
    const reach = near - radius;
    const apart = stillBoxes.squaredDistance(box, cx, cy, cz);
    if (apart > reach * reach * UP) return APART;
    const touch = radii[u] - radius;
    return apart <= touch * touch ? MEETING : NEAR;
  }
}
