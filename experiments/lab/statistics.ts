/** Means, deviations and shares of lists of numbers. */

export class Mean {
  private sum = 0;
  private n = 0;

  add(x: number): void {
    this.sum += x;
    this.n++;
  }

  get value(): number {
    return this.n === 0 ? Number.NaN : this.sum / this.n;
  }
}

export function moments(values: readonly number[]): { mean: number; deviation: number } {
  const mean = meanOf(values);
  const squares = values.reduce((a, b) => a + (b - mean) ** 2, 0) / values.length;
  return { mean, deviation: Math.sqrt(squares) };
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0) / values.length;
}

/** The value below which a part of all values lies; they are in order. */
export function atShare(sorted: ArrayLike<number>, part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
}

export function median(values: readonly number[]): number {
  return atShare(inOrder(values), 0.5);
}

/** The smallest value that a part of all values does not exceed. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = inOrder(values);
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN;
}

function inOrder(values: readonly number[]): number[] {
  return [...values].sort((a, b) => a - b);
}

/** What comes first by a measure. There is at least one. */
export function leastBy<T>(list: readonly T[], measure: (item: T) => number): T {
  return list.reduce((best, item) => (measure(item) < measure(best) ? item : best));
}

/** "3 to 10". */
export function rangeText(values: readonly number[]): string {
  return `${Math.min(...values)} to ${Math.max(...values)}`;
}
