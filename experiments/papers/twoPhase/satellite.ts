/**
 * [C 3.2] A satellite over the equator: with N facets of the earth, one orbit passes a number of features that
 * grows with the root of N, however slow it is; one that falls straight down passes none. Counts, the same on
 * every machine.
 */
import { poseFromRpy } from 'surepath/math';
import {
  FEATURE_ALGORITHMS,
  type FeatureAlgorithmName,
  FeatureWorkspace,
  type Polyhedron,
  TrackedPair,
} from 'surepath/proximity';
import type { Table } from '../../lab/table.ts';
import type { Experiment, Sampler } from '../sampler.ts';
import { cube, faceCount, sphere } from './spheres.ts';

/** Half the edge of the satellite, and how high it flies, in radii of the earth. */
const SIZE = 0.001;
const ORBIT = 1.2;
const TRACKERS = ['lin-canny', 'v-clip'] as const satisfies readonly FeatureAlgorithmName[];

/** One earth. */
export interface SatelliteRow {
  readonly facets: number;
  /** Features passed in an orbit, and in a fall, by algorithm. */
  readonly orbit: Readonly<Record<string, number>>;
  readonly fall: Readonly<Record<string, number>>;
}

/** How many features are passed, over so many calls. */
function passed(
  earth: Polyhedron,
  name: FeatureAlgorithmName,
  calls: number,
  pose: (part: number) => Float64Array,
): number {
  const pair = new TrackedPair(earth, cube(SIZE));
  const workspace = new FeatureWorkspace();
  let sum = 0;
  for (let i = 0; i <= calls; i++) {
    FEATURE_ALGORITHMS[name](pair, pose(i / calls), 0, workspace);
    // The first call finds the features, each later one looks at them once at least.
    if (i > 0) sum += workspace.result.steps - 1;
  }
  return sum;
}

function orbiting(part: number): Float64Array {
  const angle = 2 * Math.PI * part;
  return poseFromRpy(0.1, 0.2, angle, ORBIT * Math.cos(angle), ORBIT * Math.sin(angle), 5 * SIZE);
}

function falling(part: number): Float64Array {
  const height = 3 - 1.9 * part;
  return poseFromRpy(0.1, 0.2, 0, 0.6 * height, 0.64 * height, 0.48 * height);
}

/** Counts for earths of octahedra that are cut so many times. */
export function satelliteRows(
  cuts: readonly number[],
  calls: number,
  say: (text: string) => void = () => undefined,
): SatelliteRow[] {
  return cuts.map((times) => {
    const earth = sphere(times);
    say(`satellite: ${faceCount(earth)} facets`);
    const count = (pose: (part: number) => Float64Array) =>
      Object.fromEntries(TRACKERS.map((name) => [name, passed(earth, name, calls, pose)]));
    return { facets: faceCount(earth), orbit: count(orbiting), fall: count(falling) };
  });
}

export const satelliteExperiment: Experiment = {
  ids: ['satellite'],
  title: 'a satellite over the equator: features passed in an orbit',
  run: (sampler) => [satelliteTable(sampler)],
};

function satelliteTable(sampler: Sampler): Table {
  const calls = sampler.count(20_000, 4_000);
  const rows = satelliteRows([1, 2, 3, 4, 5, 6].slice(0, sampler.count(6, 5)), calls, (text) =>
    sampler.say(text),
  );
  return {
    id: 'satellite',
    title: 'C section 3.2: features that a satellite over the equator passes in an orbit',
    samples: `${calls} calls an orbit`,
    notes: [
      'The paper says O(sqrt N) for N facets: the last columns, features for each sqrt N, should not grow. One that falls straight down: hardly any.',
    ],
    columns: [
      { key: 'facets', title: 'facets', format: 'text' },
      ...TRACKERS.map((name) => ({
        key: `ours.${name}`,
        title: `${name} orbit`,
        source: 'ours' as const,
        format: 'plain' as const,
      })),
      ...TRACKERS.map((name) => ({
        key: `ours.${name}.fall`,
        title: `${name} fall`,
        source: 'ours' as const,
        format: 'plain' as const,
      })),
      ...TRACKERS.map((name) => ({
        key: `ours.${name}.root`,
        title: `${name} / sqrt N`,
        source: 'ours' as const,
        format: 'ratio' as const,
      })),
    ],
    rows: rows.map(({ facets, orbit, fall }) => ({
      facets: String(facets),
      ...Object.fromEntries(
        TRACKERS.flatMap((name) => [
          [`ours.${name}`, orbit[name]],
          [`ours.${name}.fall`, fall[name]],
          [`ours.${name}.root`, orbit[name] / Math.sqrt(facets)],
        ]),
      ),
    })),
    plots: [],
  };
}
