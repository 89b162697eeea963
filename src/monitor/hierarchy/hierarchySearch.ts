/**
 * [D 3.2, D 4] Collision vectors by hierarchies: both classes are brought to where the world stands, then descended
 * together (descent.ts) in an order (orders.ts). Exact in all of them; `within` asks no more than whether members are
 * within a threshold.
 *
 * The distance that it asks may be one that knows bounds from earlier steps: what those settle is not computed anew.
 * Nothing is allocated after the first step, but for members that come.
 */
import type { Substitution } from '../approach.ts';
import { type MemberDistance, type Nearest, newCounts, type VectorSearch } from '../search.ts';
import type { World } from '../world.ts';
import { criterionNumber } from './boxes.ts';
import { ClassHierarchy } from './classHierarchy.ts';
import { Descent } from './descent.ts';
import { type DescentOrder, OpenPairs } from './orders.ts';
import type { HierarchyPlan } from './plan.ts';
import { PolytopeBounds } from './polytopes.ts';

export interface HierarchySearchSettings {
  /** Default: both. */
  readonly substitution?: Substitution;
  /** Default: best-first. */
  readonly order?: DescentOrder;
  /** Whether distances of members begin from where they were left. Default: no. */
  readonly warm?: boolean;
  /**
   * Whether the two members that were nearest in the step before are measured first. Hardly fewer are measured
   * then, but those that are need not be measured to the end: half the time, with meshes. Default: yes.
   */
  readonly lastFirst?: boolean;
  /** What compositions are: boxes along the axes, or polytopes, of which no box is looked at. Default: boxes. */
  readonly compositions?: 'boxes' | 'polytopes';
}

export class HierarchySearch implements VectorSearch {
  readonly counts = newCounts();
  readonly plan: HierarchyPlan;
  private readonly world: World;
  private readonly order: DescentOrder;
  private readonly both: boolean;
  private readonly descent: Descent;
  private readonly open = new OpenPairs();
  /** By class, from the first step that needs it on. */
  private readonly hierarchies: (ClassHierarchy | null)[];
  /** By pair of classes: the members that were nearest last time, two numbers. Null where that does not matter. */
  private readonly last: Int32Array | null;

  constructor(
    world: World,
    distance: MemberDistance,
    plan: HierarchyPlan,
    settings: HierarchySearchSettings = {},
  ) {
    const {
      substitution = 'both',
      order = 'best-first',
      warm = false,
      lastFirst = true,
    } = settings;
    this.world = world;
    this.plan = plan;
    this.order = order;
    this.both = substitution === 'both';
    const bounds = settings.compositions === 'polytopes' ? new PolytopeBounds(world) : null;
    this.descent = new Descent(world, distance, this.counts, { both: this.both, warm, bounds });
    this.hierarchies = world.classes.map(() => null);
    this.last = lastFirst ? new Int32Array(2 * world.pairs.length).fill(-1) : null;
  }

  find(pair: number, threshold: number, nearest: Nearest): void {
    const { descent, last } = this;
    this.begin(pair, threshold, nearest);
    descent.isFirstEnough = false;
    descent.isNarrowing = this.order !== 'by-levels';
    if (!this.measureLast(pair)) this.open.run(descent, this.order);
    descent.finish();
    if (last === null) return;
    last[2 * pair] = nearest.i;
    last[2 * pair + 1] = nearest.k;
  }

  /**
   * [D 3.2] Whether any two tested members are within the threshold: `nearest` is the first such pair, not the
   * nearest, and its lower bound nothing; else the lower bound is that of all.
   */
  within(pair: number, threshold: number, nearest: Nearest): boolean {
    const { descent } = this;
    this.begin(pair, threshold, nearest);
    descent.isFirstEnough = true;
    descent.isNarrowing = true;
    if (!this.measureLast(pair)) this.open.run(descent, this.order);
    descent.finish();
    if (nearest.i < 0) return false;
    nearest.lower = 0;
    return true;
  }

  /** The hierarchy of a class where the world stands. */
  hierarchyOf(c: number): ClassHierarchy {
    const hierarchy = this.hierarchies[c] ?? this.build(c);
    hierarchy.update();
    return hierarchy;
  }

  forget(member?: number): void {
    for (const hierarchy of this.hierarchies) hierarchy?.forget();
    if (this.last === null) return;
    for (let p = 0; p < this.last.length; p += 2) {
      const isMeant =
        member === undefined || this.last[p] === member || this.last[p + 1] === member;
      if (isMeant) this.last.fill(-1, p, p + 2);
    }
  }

  private begin(pair: number, threshold: number, nearest: Nearest): void {
    const { a, b } = this.world.pairs[pair];
    const x = this.hierarchyOf(a);
    const y = a === b ? x : this.hierarchyOf(b);
    this.descent.begin(pair, x, y);
    this.descent.ask(threshold, nearest);
  }

  /** Measures what was nearest last time, if that is asked for; whether nothing more is to be looked at. */
  private measureLast(pair: number): boolean {
    const { last, world } = this;
    if (last === null || last[2 * pair] < 0) return false;
    const i = last[2 * pair];
    const k = last[2 * pair + 1];
    const { a, b } = world.pairs[pair];
    const isThere = world.classOf[i] === a && world.classOf[k] === b;
    return isThere && this.descent.measureFirst(i, k);
  }

  private build(c: number): ClassHierarchy {
    const { places, structures } = this.plan.classes[c];
    const hierarchy = new ClassHierarchy(this.world, c, {
      // Who has gone since has no place.
      places: places.map((members) => members.filter((i) => this.world.classOf[i] === c)),
      structures,
      criterion: criterionNumber(this.plan.criterion),
      errors: !this.both,
    });
    this.hierarchies[c] = hierarchy;
    return hierarchy;
  }
}
