/** Polygons as they are read, to be split into triangles once all vertices are known. */
import { Growing } from '../arrays/index.ts';
import { type Fault, InputError } from '../math/index.ts';
import { FLATNESS, PolygonSplitter, SPLIT_AS_FAN, SPLIT_BENT } from './polygon.ts';

/** Where something stands in a file. */
export type Place = Pick<Fault, 'line' | 'column' | 'byte'>;

/** The first place where something happened, and how often it did. */
export class Tally {
  count = 0;
  place: Place = {};

  add(place: Place): void {
    if (this.count++ === 0) this.place = place;
  }
}

export class Faces {
  /** Triangles so far. */
  triangleCount = 0;
  private readonly corners = new Growing(Uint32Array);
  private readonly sizes = new Growing(Uint32Array);
  private readonly places = new Growing(Float64Array);
  private size = 0;

  /** One more corner of the face at hand. */
  corner(vertex: number): void {
    this.corners.push(vertex);
    this.size++;
  }

  /** The number of corners of the face at hand. */
  get cornerCount(): number {
    return this.size;
  }

  /** Ends the face at hand, of three corners or more. Its place is a line (text) or a byte. */
  end(place: number): void {
    this.sizes.push(this.size);
    this.places.push(place);
    this.triangleCount += this.size - 2;
    this.size = 0;
  }

  /** The indices of all triangles; what there is to tell about the splitting goes to `notes`. */
  split(
    positions: Float64Array,
    placeKind: 'line' | 'byte',
    format: string,
    file: string | undefined,
    notes: Fault[],
  ): Uint32Array {
    const corners = this.corners.finish();
    const sizes = this.sizes.finish();
    const places = this.places.finish();
    const indices = new Uint32Array(3 * this.triangleCount);
    const splitter = new PolygonSplitter();
    const fans = new Tally();
    const bent = new Tally();
    let from = 0;
    let at = 0;
    for (let f = 0; f < sizes.length; f++) {
      const size = sizes[f];
      const flags = splitter.splitInto(positions, corners, from, size, indices, at);
      if (flags & SPLIT_AS_FAN) fans.add({ [placeKind]: places[f] });
      if (flags & SPLIT_BENT) bent.add({ [placeKind]: places[f] });
      from += size;
      at += 3 * (size - 2);
    }
    if (fans.count > 0) {
      notes.push({
        code: `${format}/face-as-fan`,
        message:
          `${countOf(fans.count, 'face')} with zero area, with edges that cross or with too many ` +
          'corners: split as a fan, which may cover more than the face',
        file,
        ...fans.place,
      });
    }
    if (bent.count > 0) {
      notes.push({
        code: `${format}/bent-face`,
        message:
          `${countOf(bent.count, 'face')} with corners that are not in one plane (by more than ` +
          `${FLATNESS} of the size): the surface between them is this reader's choice`,
        file,
        ...bent.place,
        hint: 'export triangles to choose the surface yourself',
      });
    }
    return indices;
  }
}

/** `1 face`, `2 faces`. */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** The error for a file that is well-formed but has no surface. */
export function noTriangles(format: string, file: string | undefined, place: Place): InputError {
  return new InputError({
    code: `${format}/no-triangles`,
    message: 'the file has no triangles',
    file,
    ...place,
    hint: 'a mesh needs faces; points and lines alone have no surface',
  });
}
