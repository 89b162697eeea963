/** The part of the axis that charts show: all of it, or what somebody has zoomed in on. */
import { clamp } from './axis.ts';

/** On the axis; `from` < `to`. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Of the whole: nobody needs to see less, and numbers have to differ. */
const LEAST = 1e-7;

export function wholeSpan(end: number): Span {
  return { from: 0, to: end };
}

/** `factor` below 1 shows less, above 1 more; what is at `around` stays where it is. */
export function zoomed({ from, to }: Span, end: number, factor: number, around: number): Span {
  const width = clamp((to - from) * factor, LEAST * end, end);
  const at = clamp(around, from, to);
  return placed(at - ((at - from) / (to - from)) * width, width, end);
}

export function panned({ from, to }: Span, end: number, by: number): Span {
  return placed(from + by, to - from, end);
}

/** The same width, with the position in sight: while playing it turns over like a page. */
export function revealing(span: Span, end: number, position: number): Span {
  const { from, to } = span;
  const width = to - from;
  if (position > to) return placed(position - 0.1 * width, width, end);
  return position < from ? placed(position - 0.9 * width, width, end) : span;
}

function placed(from: number, width: number, end: number): Span {
  const begin = clamp(from, 0, Math.max(0, end - width));
  return { from: begin, to: Math.min(end, begin + width) };
}
