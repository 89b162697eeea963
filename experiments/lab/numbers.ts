/** Numbers as tables and sentences show them. */

/** Three significant digits, so that columns can be compared at a glance. */
export function short(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return '';
  if (value === 0) return '0';
  if (Math.abs(value) < 1e-3) return value.toExponential(1);
  return value >= 100 ? grouped(Math.round(value)) : value.toPrecision(3);
}

/** 12,345. */
export function grouped(value: number): string {
  return value.toLocaleString('en-US');
}

/** "1,000 configurations", "1 segment". */
export function counted(n: number, what: string): string {
  return `${grouped(n)} ${what}${n === 1 ? '' : 's'}`;
}

/** "3 to 10 segments" of several counts. */
export function countedRange(counts: readonly number[], what: string): string {
  const low = Math.min(...counts);
  const high = Math.max(...counts);
  if (!Number.isFinite(low)) return counted(0, what);
  return low === high ? counted(low, what) : `${grouped(low)} to ${counted(high, what)}`;
}
