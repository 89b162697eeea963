/** Where bodies touch: outlines of the triangles that do, and the places around which the bodies are coloured. */
import { Vector3 } from 'three';
import { Lines, outlines } from './markers.ts';
import { PALETTE } from './materials.ts';
import { MOST_CONTACTS, setContacts } from './shading.ts';
import type { Touch } from './types.ts';

/** A place and how far the contact extends around it. */
export interface ContactPlace {
  readonly at: readonly [number, number, number];
  readonly extent: number;
}

/** How far beyond a contact its colour reaches: of the cell's radius at least, and in pixels. */
const SHARE = 0.02;
const PIXELS = 22;

export class ContactMarks {
  readonly lines = new Lines(2, 0xffffff, 19);
  private places: readonly ContactPlace[] = [];
  private readonly point = new Vector3();

  set(touches: readonly Touch[]): void {
    this.lines.set(
      outlines(touches.flatMap(({ trianglesA, trianglesB }) => [trianglesA, trianglesB])),
    );
    this.places = touches.slice(0, MOST_CONTACTS).flatMap((touch) => placeOf(touch) ?? []);
  }

  clear(): void {
    this.lines.hide();
    this.places = [];
  }

  /** The first one; null if nothing touches. */
  get first(): ContactPlace | null {
    return this.places[0] ?? null;
  }

  /** Before each picture: a contact is seen from afar too. */
  update(stage: { readonly radius: number; pixelSize(point: Vector3): number }): void {
    const reach = this.places.map(({ at, extent }) => {
      const pixels = PIXELS * stage.pixelSize(this.point.set(...at));
      return [...at, extent + Math.max(SHARE * stage.radius, pixels)];
    });
    setContacts(reach, PALETTE.contact);
  }

  dispose(): void {
    this.lines.dispose();
  }
}

/** The middle of where the boxes around both bodies' triangles overlap: a large triangle says little by itself. */
export function placeOf({ trianglesA, trianglesB, point }: Touch): ContactPlace | null {
  const [a, b] = [boxOf(trianglesA), boxOf(trianglesB)];
  if (a && b) {
    const low = a.low.map((x, k) => Math.max(x, b.low[k]));
    const high = a.high.map((x, k) => Math.max(low[k], Math.min(x, b.high[k])));
    const size = high.map((x, k) => x - low[k]);
    return {
      at: [0, 1, 2].map((k) => 0.5 * (low[k] + high[k])) as [number, number, number],
      extent: 0.5 * Math.sqrt(size[0] ** 2 + size[1] ** 2 + size[2] ** 2),
    };
  }
  return point ? { at: [point[0], point[1], point[2]], extent: 0 } : null;
}

function boxOf(triangles: ArrayLike<number>): { low: number[]; high: number[] } | null {
  if (triangles.length < 9) return null;
  const low = [0, 1, 2].map(() => Number.POSITIVE_INFINITY);
  const high = [0, 1, 2].map(() => Number.NEGATIVE_INFINITY);
  for (let i = 0; i < triangles.length; i++) {
    low[i % 3] = Math.min(low[i % 3], triangles[i]);
    high[i % 3] = Math.max(high[i % 3], triangles[i]);
  }
  return { low, high };
}
