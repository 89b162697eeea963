/** Lengths of the curves that two volumes trace in both halves of an interval, no longer than those of their bodies. */
import type { ConfigurationCache } from '../lemma/configurations.ts';
import type { CurveLengths } from '../lemma/curveLengths.ts';
import type { MovingPair } from '../lemma/movingPairs.ts';
import type { Unit } from './refinedBounds.ts';
import { PairLengths } from './refinedReach.ts';

export class HalfLengths {
  /** Of the volumes that were measured last. */
  left = 0;
  right = 0;
  private readonly lengths: CurveLengths;
  private readonly cache: ConfigurationCache;
  /** Whether slots of bodies are measured on their own. */
  private readonly local: boolean;
  private readonly slots = new PairLengths();
  private bodyLeft = 0;
  private bodyRight = 0;
  private pair: MovingPair | null = null;
  private t = 0;
  private begun = false;

  constructor(lengths: CurveLengths, cache: ConfigurationCache, local: boolean) {
    this.lengths = lengths;
    this.cache = cache;
    this.local = local;
  }

  /** Of the bodies, as `lengths` has measured them. */
  takeBodies(left: number, right: number): void {
    this.bodyLeft = left;
    this.bodyRight = right;
  }

  /** At the end of the segment: what was to come lies behind. */
  turnToEnd(): void {
    this.bodyLeft = this.bodyRight;
    this.bodyRight = 0;
    this.lengths.left.set(this.lengths.right);
    this.lengths.right.fill(0);
  }

  /** A look at a pair at t. Most end at whole bodies: lengths of slots are prepared when first asked for. */
  begin(pair: MovingPair, t: number): void {
    this.pair = pair;
    this.t = t;
    this.begun = false;
  }

  /** Measures two volumes, of which `left` and `right` are known. */
  measure(unit: Unit, slotA: number, slotB: number, left: number, right: number): void {
    let first = Math.min(left, this.bodyLeft);
    let second = Math.min(right, this.bodyRight);
    if (this.local && (slotA !== 0 || slotB !== 0)) {
      const { slots } = this;
      if (!this.begun) this.beginParts();
      slots.measure(unit.lengthsA, slotA, unit.lengthsB, slotB);
      if (slots.left < first) first = slots.left;
      if (slots.right < second) second = slots.right;
    }
    this.left = first;
    this.right = second;
  }

  private beginParts(): void {
    this.begun = true;
    const { left, right, error } = this.lengths;
    this.slots.begin(this.pair!, this.cache.at(this.t), left, right, error);
  }
}
