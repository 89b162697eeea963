/** How a piece of geometry follows a hand that pulls at its size. */

/** Pulled through its middle it would be inside out; so far and no farther. */
const LEAST = 0.01;
const MOST = 100;

/**
 * Factors along x, y and z that the geometry can follow, from those that the hand asks for: boxes and
 * ellipsoids follow each, round ones with one radius, all others as a whole.
 */
export function followed(
  kind: string,
  [x, y, z]: readonly number[],
): readonly [number, number, number] {
  const limited = (factor: number) => Math.min(MOST, Math.max(LEAST, factor));
  switch (kind) {
    case 'box':
    case 'ellipsoid':
      return [limited(x), limited(y), limited(z)];
    case 'cylinder':
    case 'capsule':
    case 'cone': {
      const across = limited(strongest(x, y));
      return [across, across, limited(z)];
    }
    default: {
      const all = limited(strongest(strongest(x, y), z));
      return [all, all, all];
    }
  }
}

/** The one that changes more: axes that are not pulled at have a factor of 1. */
function strongest(a: number, b: number): number {
  return Math.abs(a - 1) >= Math.abs(b - 1) ? a : b;
}
