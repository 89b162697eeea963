/**
 * Forward kinematics by t, shared by all pairs that meet the same configuration [A9]. Of several segments that are
 * looked at in turn each finds what is known of it when it comes back.
 */
import { Kinematics, type KinematicTree } from '../../kinematics/index.ts';
import type { Segment } from '../../motion/index.ts';
import type { CheckStats } from '../request.ts';

/** Configurations that are remembered. */
const CAPACITY = 256;

export class ConfigurationCache {
  private readonly tree: KinematicTree;
  private readonly stats: CheckStats;
  /** By segment, then by t; of the segment at hand. */
  private readonly segments = new Map<Segment, Map<number, Kinematics>>();
  private known = new Map<number, Kinematics>();
  private readonly slots: { segment: Segment; t: number; kin: Kinematics }[] = [];
  private next = 0;
  private segment: Segment | null = null;
  private readonly q: Float64Array;
  private readonly capacity: number;

  /** Remembers the given number of configurations; the oldest gives way. */
  constructor(tree: KinematicTree, stats: CheckStats, capacity = CAPACITY) {
    this.capacity = capacity;
    this.tree = tree;
    this.stats = stats;
    this.q = new Float64Array(tree.dofs.length);
  }

  begin(segment: Segment): void {
    if (segment === this.segment) return;
    this.segment = segment;
    this.known = this.segments.get(segment) ?? new Map();
  }

  /** The kinematics at t; valid until as many others as fit have been asked for. */
  at(t: number): Kinematics {
    const found = this.known.get(t);
    if (found) return found;
    const segment = this.segment!;
    const slot = this.next;
    this.next = (slot + 1) % this.capacity;
    if (slot === this.slots.length) this.slots.push({ segment, t, kin: new Kinematics(this.tree) });
    else this.forget(slot);
    const entry = this.slots[slot];
    entry.segment = segment;
    entry.t = t;
    segment.configurationInto(t, this.q, 0);
    entry.kin.setConfiguration(this.q);
    if (this.known.size === 0) this.segments.set(segment, this.known);
    this.known.set(t, entry.kin);
    this.stats.configurations++;
    return entry.kin;
  }

  /** What a slot holds is known no more; nor is its segment, if that was all. */
  private forget(slot: number): void {
    const { segment, t } = this.slots[slot];
    const known = this.segments.get(segment);
    if (known?.delete(t) && known.size === 0) this.segments.delete(segment);
  }
}

/** Configurations that are remembered, over all segments of a path. */
const REMEMBERED = 256;

/** The same for all segments of a path: what was looked at lately is remembered. */
export class PathConfigurations {
  readonly segments: readonly Segment[];
  private readonly tree: KinematicTree;
  private readonly stats: CheckStats;
  private readonly capacity: number;
  private readonly most: number;
  private readonly caches = new Map<number, ConfigurationCache>();

  /** Each segment has its share of what is remembered, of two at least; `most` of all together. */
  constructor(
    tree: KinematicTree,
    segments: readonly Segment[],
    stats: CheckStats,
    most = REMEMBERED,
  ) {
    this.most = most;
    this.tree = tree;
    this.segments = segments;
    this.stats = stats;
    this.capacity = Math.max(2, Math.floor(REMEMBERED / Math.max(1, segments.length)));
  }

  begin(s: number): void {
    this.cacheOf(s).begin(this.segments[s]);
  }

  /** The kinematics at a time of a segment. */
  at(s: number, t: number): Kinematics {
    return this.cacheOf(s).at(t);
  }

  private cacheOf(s: number): ConfigurationCache {
    let cache = this.caches.get(s);
    if (cache) return cache;
    const [oldest] = this.caches.keys();
    if (this.caches.size * this.capacity >= this.most && oldest !== undefined) {
      // Its room is used again.
      cache = this.caches.get(oldest);
      this.caches.delete(oldest);
    }
    cache ??= new ConfigurationCache(this.tree, this.stats, this.capacity);
    cache.begin(this.segments[s]);
    this.caches.set(s, cache);
    return cache;
  }
}
