/**
 * The ends of the boxes along one axis, in order: of equal ones the lower ends come first, so that boxes that touch
 * overlap in the list. An end is twice the number of its body, plus one if it is the upper one.
 */
import { grown } from '../arrays/index.ts';

export class AxisList {
  count = 0;
  ends = new Int32Array(128);
  values = new Float64Array(128);
  private otherEnds = new Int32Array(0);
  private otherValues = new Float64Array(0);

  /** Appends the two ends of a body. */
  append(id: number): void {
    if (this.count + 2 > this.ends.length) {
      this.ends = grown(this.ends, this.count + 2);
      this.values = grown(this.values, this.count + 2);
    }
    this.ends[this.count++] = 2 * id;
    this.ends[this.count++] = 2 * id + 1;
  }

  /** Drops the ends of bodies that are not listed, of which the list says 0. */
  drop(listed: Uint8Array): void {
    const { ends } = this;
    let kept = 0;
    for (let i = 0; i < this.count; i++) {
      if (listed[ends[i] >> 1] !== 0) ends[kept++] = ends[i];
    }
    this.count = kept;
  }

  /** Reads where the ends are along the axis. */
  refresh(boxes: Float64Array, axis: number): void {
    const { ends, values } = this;
    for (let i = 0; i < this.count; i++) {
      const end = ends[i];
      values[i] = boxes[6 * (end >> 1) + axis + 3 * (end & 1)];
    }
  }

  /** How many pairs overlap along the axis. The list must be in order. */
  overlaps(): number {
    let open = 0;
    let sum = 0;
    for (let i = 0; i < this.count; i++) {
      if ((this.ends[i] & 1) === 0) sum += open++;
      else open--;
    }
    return sum;
  }

  /** Sorts from scratch, by merging runs of twice the length each time. */
  sort(): void {
    const { count } = this;
    this.otherEnds = grown(this.otherEnds, this.ends.length);
    this.otherValues = grown(this.otherValues, this.values.length);
    for (let run = 1; run < count; run *= 2) {
      for (let from = 0; from < count; from += 2 * run) {
        this.merge(from, Math.min(from + run, count), Math.min(from + 2 * run, count));
      }
      const { ends, values } = this;
      this.ends = this.otherEnds;
      this.values = this.otherValues;
      this.otherEnds = ends;
      this.otherValues = values;
    }
  }

  private merge(from: number, middle: number, to: number): void {
    const { ends, values, otherEnds, otherValues } = this;
    let i = from;
    let j = middle;
    for (let k = from; k < to; k++) {
      const second = i === middle || (j < to && isAfter(values[i], ends[i], values[j], ends[j]));
      const source = second ? j++ : i++;
      otherEnds[k] = ends[source];
      otherValues[k] = values[source];
    }
  }
}

/** Whether the first of two ends comes after the second. */
export function isAfter(value: number, end: number, other: number, otherEnd: number): boolean {
  return value > other || (value === other && (end & 1) > (otherEnd & 1));
}
