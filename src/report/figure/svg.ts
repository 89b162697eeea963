/** A canvas that becomes an SVG file. */
import { escaped } from '../markup.ts';
import type { Canvas, Faces, Lettering, Stroke } from './canvas.ts';
import { hexColour, type Rgb } from './colours.ts';
import { paintOrder } from './paintOrder.ts';

/** Begins with a white sheet. */
export class SvgCanvas implements Canvas {
  private readonly lines: string[];

  constructor(width: number, height: number, title: string) {
    this.lines = [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="Helvetica, Arial, sans-serif" stroke-linecap="round" stroke-linejoin="round">`,
      `<title>${escaped(title)}</title>`,
    ];
    this.rectangle(0, 0, width, height, [255, 255, 255]);
  }

  rectangle(x: number, y: number, width: number, height: number, fill: Rgb): void {
    this.lines.push(
      `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" fill="${hexColour(fill)}"/>`,
    );
  }

  /** One after the other, those behind first. Strokes of their own colour close the seams. */
  faces({ left, top, resolution, buffer, places, indices, colourOf }: Faces): void {
    const corner = (v: number) =>
      `${short(left + places[3 * v] / resolution)} ${short(top + places[3 * v + 1] / resolution)}`;
    let colour = '';
    for (const t of paintOrder(buffer, places, indices)) {
      const own = hexColour(colourOf(t));
      if (own !== colour) {
        if (colour !== '') this.lines.push('</g>');
        this.lines.push(`<g fill="${own}" stroke="${own}" stroke-width="0.7">`);
        colour = own;
      }
      const [a, b, c] = indices.subarray(3 * t, 3 * t + 3);
      this.lines.push(`<path d="M${corner(a)}L${corner(b)}L${corner(c)}Z"/>`);
    }
    if (colour !== '') this.lines.push('</g>');
  }

  line(points: readonly number[], { colour, width, opacity = 1, dash }: Stroke): void {
    const path = points.map(short);
    const pairs: string[] = [];
    for (let i = 0; i + 1 < path.length; i += 2) pairs.push(`${path[i]},${path[i + 1]}`);
    this.lines.push(
      `<polyline points="${pairs.join(' ')}" fill="none" stroke="${hexColour(colour)}" stroke-width="${short(width)}"` +
        `${opacity < 1 ? ` stroke-opacity="${opacity}"` : ''}` +
        `${dash ? ` stroke-dasharray="${dash.join(' ')}" stroke-linecap="butt"` : ''}/>`,
    );
  }

  circle(x: number, y: number, radius: number, fill: Rgb, { colour, width }: Stroke): void {
    this.lines.push(
      `<circle cx="${short(x)}" cy="${short(y)}" r="${radius}" fill="${hexColour(fill)}" stroke="${hexColour(colour)}" stroke-width="${width}"/>`,
    );
  }

  text(x: number, y: number, text: string, { size, colour, bold = false }: Lettering): void {
    this.lines.push(
      `<text x="${short(x)}" y="${short(y)}" font-size="${size}" fill="${hexColour(colour)}"${bold ? ' font-weight="bold"' : ''}>${escaped(text)}</text>`,
    );
  }

  /** The file. */
  finish(): string {
    return `${[...this.lines, '</svg>'].join('\n')}\n`;
  }
}

/** A hundredth is less than anybody sees. */
function short(x: number): string {
  return String(Math.round(100 * x) / 100);
}
