/**
 * Puts numbers of times into the order of these, those of one time as they stood: what is in order already, list by list, is
 * merged as it is [Knuth 5.2.4, natural merging]. Costs the number of times by the logarithm of the number of lists, whatever
 * they are.
 */
import { grown } from '../arrays/grown.ts';

export class TimeOrder {
  /** Numbers 0 ... count - 1 of the last times, in order. */
  order: Int32Array<ArrayBuffer> = new Int32Array(64);
  private other: Int32Array<ArrayBuffer> = new Int32Array(64);

  /** Orders the first `count` times, none of which is NaN. */
  sort(times: Float64Array, count: number): void {
    this.order = grown(this.order, count);
    this.other = grown(this.other, count);
    for (let i = 0; i < count; i++) this.order[i] = i;
    while (this.mergeRuns(times, count) > 1) {
      const { order } = this;
      this.order = this.other;
      this.other = order;
    }
  }

  /** Merges every two neighbouring runs into `other`; how many runs there were. */
  private mergeRuns(times: Float64Array, count: number): number {
    const { order, other } = this;
    let runs = 0;
    for (let from = 0; from < count; ) {
      const middle = endOfRun(order, times, from, count);
      const end = middle < count ? endOfRun(order, times, middle, count) : count;
      runs += middle < end ? 2 : 1;
      let i = from;
      let j = middle;
      for (let k = from; k < end; k++) {
        // The first of equal times stands first.
        const isFirst = i < middle && (j === end || times[order[i]] <= times[order[j]]);
        other[k] = isFirst ? order[i++] : order[j++];
      }
      from = end;
    }
    return runs;
  }
}

/** Where the times that rise from a place on end. */
function endOfRun(order: Int32Array, times: Float64Array, from: number, count: number): number {
  let end = from + 1;
  while (end < count && times[order[end - 1]] <= times[order[end]]) end++;
  return end;
}
