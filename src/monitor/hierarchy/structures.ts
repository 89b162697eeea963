/**
 * [D 3.2] Which structures a class takes on: of sampled configurations the nearest neighbour trees are counted, and
 * rarely used ones cut off. Two trees are the same if their compositions have the same members; in how many orders they
 * were joined is kept beside, because selection follows the order (selection.ts).
 */
import { NearestNeighbours } from './nearestNeighbours.ts';
import { nameOf, type Structure } from './structure.ts';

/** A structure, and how often it was the optimal one. */
export interface CountedStructure extends Structure {
  /** In brackets. */
  readonly name: string;
  /** Samples that it was found at, and their share of all. */
  readonly count: number;
  readonly share: number;
  /** Every order in which it was joined, the most frequent first, which `merges` is. */
  readonly orders: readonly Int32Array[];
}

/** What sampling found. */
export interface StructureReport {
  readonly samples: number;
  /** By descending share; of equal ones by name. */
  readonly structures: readonly CountedStructure[];
}

/** Which structures are kept: those that pass both. */
export interface CutOff {
  /** At most so many. Default 32. */
  readonly most?: number;
  /** Those that are optimal for at least this share of the samples; the first stays in any case. Default 0. */
  readonly share?: number;
}

/** Counts the structures of boxes that move. */
export class StructureCounter {
  readonly places: number;
  /** Six numbers for each place, to be filled in before `add`. */
  readonly boxes: Float64Array;
  private readonly neighbours: NearestNeighbours;
  private readonly orders = new Map<string, { merges: Int32Array; count: number }>();
  private samples = 0;

  constructor(places: number, criterion: number) {
    this.places = places;
    this.neighbours = new NearestNeighbours(places, criterion);
    this.boxes = this.neighbours.boxes;
  }

  /** Counts the structure of the boxes as they are. */
  add(): void {
    const { neighbours, orders, places } = this;
    neighbours.build(places);
    this.samples++;
    const key = neighbours.merges.join(' ');
    const known = orders.get(key);
    if (known) known.count++;
    else orders.set(key, { merges: neighbours.merges.slice(), count: 1 });
  }

  report(): StructureReport {
    const { places, samples } = this;
    const byName = new Map<string, { merges: Int32Array; count: number }[]>();
    for (const order of this.orders.values()) {
      const name = nameOf({ places, merges: order.merges });
      const known = byName.get(name);
      if (known) known.push(order);
      else byName.set(name, [order]);
    }
    const structures = [...byName].map(([name, found]) => {
      found.sort((a, b) => b.count - a.count || compareNumbers(a.merges, b.merges));
      const orders = found.map(({ merges }) => merges);
      const count = found.reduce((sum, order) => sum + order.count, 0);
      return { places, merges: orders[0], name, count, share: count / samples, orders };
    });
    structures.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
    return { samples, structures };
  }
}

function compareNumbers(a: Int32Array, b: Int32Array): number {
  const at = a.findIndex((x, i) => x !== b[i]);
  return at < 0 ? 0 : a[at] - b[at];
}

/** The structures that are used often enough. */
export function cutOff(
  { structures }: StructureReport,
  { most = 32, share = 0 }: CutOff = {},
): readonly CountedStructure[] {
  return structures.filter((each, i) => i === 0 || (i < most && each.share >= share));
}
