/** The methods that are compared: ours, and those of peers where they are installed. */
import {
  BruteForce,
  CoherentHash,
  type HashSettings,
  Resolutions,
  resolutionsFromRadii,
  SpatialHash,
  SweepAndPrune,
} from 'surepath/broadphase';
import { rapierFinder } from './peers/rapier.ts';
import { threeMeshBvhFinder } from './peers/threeMeshBvh.ts';
import { type BoxStream, type MakeFinder, ours } from './streams.ts';

/**
 * [C 2.2] Resolutions by the radii of the bodies, since nobody knows how fast they will be. A body's size stands in the
 * middle of what its cells allow, alpha to beta, so that boxes that grow and shrink around it change no cells for that.
 */
export function byRadii({ radii }: BoxStream, settings: HashSettings = {}): HashSettings {
  const { alpha, beta } = new Resolutions(settings);
  const middle = Math.sqrt(alpha / beta);
  const finite = radii.filter((radius) => radius < Number.POSITIVE_INFINITY);
  const sizes = finite.map((radius) => middle * radius);
  return { ...settings, resolutions: resolutionsFromRadii(sizes, settings) };
}

export const OURS = {
  brute: ours(() => new BruteForce()),
  sorted: ours(() => new SweepAndPrune()),
  plain: ours((stream) => new SpatialHash(byRadii(stream))),
  coherent: ours((stream) => new CoherentHash(byRadii(stream))),
} as const;

/** Both hashes with other numbers than the usual ones. */
export function hashesWith(settings: HashSettings) {
  return {
    plain: ours((stream) => new SpatialHash(byRadii(stream, settings))),
    coherent: ours((stream) => new CoherentHash(byRadii(stream, settings))),
  };
}

/** Filled by `loadPeers`; without it, or where they are not installed, empty. */
export const PEERS: { rapier?: MakeFinder; three?: MakeFinder } = {};

export async function loadPeers(): Promise<void> {
  const [rapier, three] = await Promise.all([rapierFinder(), threeMeshBvhFinder()]);
  if (rapier) PEERS.rapier = rapier;
  if (three) PEERS.three = three;
}
