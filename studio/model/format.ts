/** Numbers as people read them. */
import { column, grouped, mmUpper } from '../../src/words/index.ts';

const DEGREES = 180 / Math.PI;

/** A distance that was measured, in millimetres: never less. */
export function millimetres(metres: number): string {
  return Number.isFinite(metres) ? mmUpper(metres) : '∞';
}

export function toShown(value: number, unit: string, degrees: boolean): number {
  return unit === 'angle' && degrees ? value * DEGREES : value;
}

export function fromShown(value: number, unit: string, degrees: boolean): number {
  return unit === 'angle' && degrees ? value / DEGREES : value;
}

/** Without zeros at the end. */
export function short(value: number, digits: number): string {
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '-∞';
  const text = column(value, digits);
  const bare = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  return bare === '-0' ? '0' : bare;
}

/** 12 345 as "12,345". */
export function count(value: number): string {
  return grouped(value);
}

export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** Roll, pitch and yaw of a pose, in radians; only for showing and for number fields. */
export function rpyOf(pose: ArrayLike<number>): [number, number, number] {
  const pitch = Math.asin(Math.max(-1, Math.min(1, -pose[6])));
  // Looking straight up or down only the difference of roll and yaw is known.
  if (Math.abs(pose[6]) > 1 - 1e-12) return [0, pitch, Math.atan2(-pose[1], pose[4])];
  return [Math.atan2(pose[7], pose[8]), pitch, Math.atan2(pose[3], pose[0])];
}

/** A name that every file system takes: "paths/free.json, smoothed" is free-smoothed. */
export function plainName(name: string | undefined, otherwise = 'cell'): string {
  const plain = (name ?? '').replace(/^.*\//, '').replace(/\.(json|ya?ml|csv|urdf|xml)\b/gi, '');
  return plain.replace(/[^\w.-]+/g, '-').replace(/^[.-]+|[.-]+$/g, '') || otherwise;
}

/** A name where there is little room: names of bodies differ at their ends, so it is cut off at its front. */
export function shortName(name: string, most = 60): string {
  return name.length <= most ? name : `…${name.slice(1 - most)}`;
}
