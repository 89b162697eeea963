/** A file of a world, whatever it is: told by what it holds, and by the ending of its name where that says nothing. */
import { InputError } from '../../math/index.ts';
import { readCloud } from './cloud.ts';
import { isAsciiGrid } from './heightGrid.ts';
import { type HeightOptions, readHeights } from './heights.ts';
import { isOctomap, type ReadOctomapOptions, readOctomap, type WorldFile } from './octomap.ts';
import { isPicture } from './picture.ts';

export type WorldKind = 'octomap' | 'cloud' | 'heights';

/** What a file of a world is read with; each kind takes what concerns it. */
export interface ReadWorldOptions extends ReadOctomapOptions, HeightOptions {
  /** Metres around every point of a cloud that are taken for occupied. */
  readonly radius?: number | undefined;
  /** Default: told by what the file holds, and by the ending of its name. */
  readonly kind?: WorldKind | undefined;
}

const ENDINGS: readonly (readonly [RegExp, WorldKind])[] = [
  [/\.(bt|ot)$/i, 'octomap'],
  [/\.(pcd|ply|xyz|pts|csv|txt|asc)$/i, 'cloud'],
  [/\.(pgm|png|grd)$/i, 'heights'],
];

/** Endings of files that are worlds and nothing else. */
export function looksLikeWorld(file: string): boolean {
  return /\.(bt|ot|pcd|xyz|pts|asc)$/i.test(file);
}

/** What kind of world a file is; null if it is none. */
export function kindOfWorld(bytes: Uint8Array, file: string): WorldKind | null {
  if (isOctomap(bytes)) return 'octomap';
  if (isPicture(bytes) || isAsciiGrid(bytes)) return 'heights';
  return ENDINGS.find(([ending]) => ending.test(file))?.[1] ?? null;
}

/** The last part of a path, without its ending: what a world is called by default. */
export function worldName(file: string): string {
  const name = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
  return name.replace(/\.[^.]*$/, '').replaceAll('*', '_') || 'world';
}

/** Reads a world: an octomap, a point cloud or a height map. Throws an InputError with its place. */
export function readWorld(bytes: Uint8Array, options: ReadWorldOptions): WorldFile {
  const { file, radius, kind = kindOfWorld(bytes, file) } = options;
  if (kind === 'octomap') return readOctomap(bytes, options);
  if (kind === 'heights') return readHeights(bytes, options);
  if (kind === 'cloud') {
    if (radius !== undefined) return readCloud(bytes, { ...options, radius });
    throw new InputError({
      code: 'cloud/radius',
      message: 'points have no size: how much around each is taken for occupied is not said',
      file,
      line: 1,
      hint: 'give a radius in metres, about the distance between neighbouring points: --point-radius 0.01',
    });
  }
  throw new InputError({
    code: 'world/unknown-kind',
    message: 'this is neither an octomap, nor a point cloud, nor a height map',
    file,
    line: 1,
    hint: 'known are .bt and .ot; .pcd, .ply, .xyz, .pts, .asc, .csv and .txt; .pgm, .png and ESRI ASCII grids',
  });
}
