/** Forward kinematics by t, shared by all pairs that meet the same configuration [A9]. */
import { Kinematics, type KinematicTree } from '../../kinematics/index.ts';
import type { Segment } from '../../motion/index.ts';
import type { CheckStats } from '../request.ts';

/** Configurations that are remembered. */
const CAPACITY = 128;

export class ConfigurationCache {
  private readonly tree: KinematicTree;
  private readonly stats: CheckStats;
  private readonly known = new Map<number, Kinematics>();
  private readonly slots: { t: number; kin: Kinematics }[] = [];
  private next = 0;
  private segment: Segment | null = null;
  private readonly q: Float64Array;
  private readonly capacity: number;

  /** Remembers the given number of configurations of one segment; the oldest gives way. */
  constructor(tree: KinematicTree, stats: CheckStats, capacity = CAPACITY) {
    this.capacity = capacity;
    this.tree = tree;
    this.stats = stats;
    this.q = new Float64Array(tree.dofs.length);
  }

  begin(segment: Segment): void {
    if (segment === this.segment) return;
    this.segment = segment;
    this.known.clear();
    this.next = 0;
  }

  /** The kinematics at t; valid until as many others as fit have been asked for. */
  at(t: number): Kinematics {
    const found = this.known.get(t);
    if (found) return found;
    const slot = this.next;
    this.next = (slot + 1) % this.capacity;
    if (slot === this.slots.length) this.slots.push({ t, kin: new Kinematics(this.tree) });
    const entry = this.slots[slot];
    if (this.known.get(entry.t) === entry.kin) this.known.delete(entry.t);
    entry.t = t;
    this.segment!.configurationInto(t, this.q, 0);
    entry.kin.setConfiguration(this.q);
    this.known.set(t, entry.kin);
    this.stats.configurations++;
    return entry.kin;
  }
}
