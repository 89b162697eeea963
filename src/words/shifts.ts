/** How far something moved, how far it turned, and how large it is: numbers that bound nothing. */
import { about } from './plain.ts';

/** How far something is from where it was: four digits, in millimetres unless it is very little. */
export function shiftText(x: number): string {
  if (Math.abs(x) >= 0.95e-5 || x === 0) return `${about(1e3 * x, 4)} mm`;
  if (Math.abs(x) >= 0.95e-9) return `${about(1e6 * x, 4)} µm`;
  return 'less than 1 nm';
}

/** How far something is turned: four digits, in degrees. */
export function degreesText(radians: number): string {
  return `${about((180 / Math.PI) * radians, 4)}°`;
}

/** The edges of a box around something: three digits each. */
export function sizeText(size: readonly number[]): string {
  return `${size.map((x) => about(x, 3)).join(' x ')} m`;
}
