/**
 * Colours of meshes. They are for drawing only, so nothing about them is ever an error: what makes no
 * sense is left out, what is beyond 0 to 1 is cut off.
 */
import type { Colour, MeshColours } from '../kinematics/index.ts';

/** Red, green, blue and perhaps opacity, cut off at 0 and 1; null if that is not what they are. */
export function colourOf(numbers: ArrayLike<number>): Colour | null {
  if (numbers.length !== 3 && numbers.length !== 4) return null;
  const [r, g, b, a = 1] = Array.from(numbers, (x) => Math.min(1, Math.max(0, x)));
  const colour: Colour = [r, g, b, a];
  return colour.some(Number.isNaN) ? null : colour;
}

/** With the opacity that an exporter gave; exporters disagree whether 0 or 1 means opaque. */
export function withOpacity([r, g, b]: Colour, opacity: number): Colour {
  return [r, g, b, opacity > 0 && opacity < 1 ? opacity : 1];
}

/** The numbers of a text, NaN for what is none. */
export function numbersIn(text: string): number[] {
  return text.trim() === '' ? [] : text.trim().split(/\s+/).map(Number);
}

/** What a palette has room for; colours beyond that are left out. */
const MOST = 256;

/** Collects the colours of a mesh, run by run, in the order of its triangles. */
export class ColourList {
  private readonly palette: (Colour | null)[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly runs: { readonly number: number; readonly end: number }[] = [];
  private end = 0;

  /** So many triangles more have this colour. */
  add(colour: Colour | null, triangleCount: number): void {
    if (triangleCount <= 0) return;
    this.end += triangleCount;
    const number = this.numberOf(colour);
    if (this.runs[this.runs.length - 1]?.number === number) this.runs.pop();
    this.runs.push({ number, end: this.end });
  }

  /** Undefined if no triangle has a colour. */
  finish(): MeshColours | undefined {
    if (this.palette.every((colour) => colour === null)) return undefined;
    const of = new Uint8Array(this.end);
    let begin = 0;
    for (const { number, end } of this.runs) {
      of.fill(number, begin, end);
      begin = end;
    }
    return { palette: this.palette, of };
  }

  private numberOf(colour: Colour | null): number {
    const key = String(colour);
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    // One place is kept for what has no colour.
    if (colour && this.numbers.size >= MOST - 1) return this.numberOf(null);
    this.numbers.set(key, this.palette.length);
    return this.palette.push(colour) - 1;
  }
}
