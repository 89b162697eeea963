/** Colours that can be told apart, as red, green, blue from 0 to 255. */

/** Red, green, blue, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** The first ones, after Okabe and Ito: for any colour vision. */
const FIRST: readonly Rgb[] = [
  [86, 180, 233],
  [230, 159, 0],
  [0, 158, 115],
  [204, 121, 167],
  [240, 228, 66],
  [0, 114, 178],
  [213, 94, 0],
];

/** Of the shell or piece with this number; those that follow each other differ most. */
export function numberedColour(n: number): Rgb {
  if (n < FIRST.length) return FIRST[n];
  // Around the circle of hues by the golden section, in three lightnesses.
  const hue = (n * 0.618034) % 1;
  const lightness = [0.62, 0.5, 0.74][n % 3];
  return hslToRgb(hue, 0.5, lightness);
}

/** Lighter or darker, as a face is that light falls on: 0 is black, 1 the colour, more goes to white. */
export function shaded(colour: Rgb, light: number): Rgb {
  const [r, g, b] = colour.map((x) =>
    Math.round(light <= 1 ? x * light : x + (255 - x) * (light - 1)),
  );
  return [r, g, b];
}

/** As #rrggbb. */
export function hexColour(colour: Rgb): string {
  return `#${colour.map((x) => x.toString(16).padStart(2, '0')).join('')}`;
}

function hslToRgb(hue: number, saturation: number, lightness: number): Rgb {
  const chroma = saturation * Math.min(lightness, 1 - lightness);
  const channel = (k: number) => {
    const at = (k + 12 * hue) % 12;
    return Math.round(255 * (lightness - chroma * Math.max(-1, Math.min(at - 3, 9 - at, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}
