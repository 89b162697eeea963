/** Coordinates as whole steps of 16 bits. */

export interface Steps {
  /** What 0 steps are, and what one step is, of each coordinate. */
  readonly low: readonly [number, number, number];
  readonly step: readonly [number, number, number];
  /** Three for each. */
  readonly steps: Uint16Array<ArrayBuffer>;
}

const MOST = 0xffff;

/** Steps of three numbers out of each six, from number `from` on; counted from the lowest that there is, or from zero. */
export function stepsOf(boxes: Float32Array, from: number, start: 'lowest' | 'zero'): Steps {
  const low: [number, number, number] = [0, 0, 0];
  const step: [number, number, number] = [0, 0, 0];
  const count = boxes.length / 6;
  const steps = new Uint16Array(3 * count);
  for (let k = 0; k < 3 && count > 0; k++) {
    let [least, high] = [Infinity, -Infinity];
    for (let i = from + k; i < boxes.length; i += 6) {
      least = Math.min(least, boxes[i]);
      high = Math.max(high, boxes[i]);
    }
    low[k] = start === 'zero' ? 0 : least;
    step[k] = (high - low[k]) / MOST;
    if (!(step[k] > 0)) continue;
    for (let i = 0; i < count; i++) {
      steps[3 * i + k] = Math.round((boxes[6 * i + from + k] - low[k]) / step[k]);
    }
  }
  return { low, step, steps };
}
