/**
 * Numbers in print that bound nothing: sizes, values, counts, how long work took. They are rounded to the nearest.
 * What is proven, measured or asked for is in numbers.ts.
 */

/** To the nearest of so many significant digits. */
export function about(x: number, significant: number): string {
  return String(Number(x.toPrecision(significant)));
}

/** To the nearest of so many decimals, without zeros at the end. */
export function nearest(x: number, decimals: number): string {
  return String(Number(x.toFixed(decimals)));
}

/** To the nearest of so many decimals, with zeros at the end: for columns, and for readouts that would jump. */
export function column(x: number, decimals: number): string {
  return x.toFixed(decimals);
}

/** A very small size: three digits and a power of ten. */
export function exponential(x: number): string {
  return x.toExponential(2);
}

/** A size or a coordinate that bounds nothing. */
export function metresAbout(x: number, significant = 4): string {
  return `${about(x, significant)} m`;
}

/** A length that bounds nothing, in a unit that suits it: two digits. */
export function lengthText(x: number): string {
  const unit = [
    ['m', 1],
    ['mm', 1e-3],
    ['µm', 1e-6],
  ] as const;
  const [name, size] = unit.find(([, least]) => x >= least) ?? (['nm', 1e-9] as const);
  return x < 0.95e-9 ? 'less than 1 nm' : `${about(x / size, 2)} ${name}`;
}

/** How long work took. */
export function milliseconds(ms: number, decimals = 1): string {
  return `${ms.toFixed(decimals)} ms`;
}

/** How long work took, in a unit that suits it: `3.2 ms`, `240 ms`, `1.25 s`. */
export function workTime(ms: number): string {
  if (ms < 1000) return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
  return `${(ms / 1000).toFixed(2)} s`;
}

/** How long short work took. */
export function microseconds(us: number, decimals = 0): string {
  return `${us.toFixed(decimals)} us`;
}

/** 12345 as "12,345". */
export function grouped(n: number): string {
  return n.toLocaleString('en');
}

/** `1 pair`, `2 pairs`. */
export function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? '' : 's'}`;
}

/** The first letter large: for whoever begins with it. */
export function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** How long something will take, roughly: `40 s`, `12 min`, `3.5 h`, `2.1 days`. */
export function spanText(seconds: number): string {
  if (seconds < 100) return `${Math.ceil(seconds)} s`;
  if (seconds < 6000) return `${Math.ceil(seconds / 60)} min`;
  return seconds < 100 * 3600
    ? `${about(seconds / 3600, 2)} h`
    : `${about(seconds / 86_400, 2)} days`;
}

/** How many a second, roughly: two digits. */
export function rateText(rate: number): string {
  return grouped(Number(about(rate, 2)));
}
