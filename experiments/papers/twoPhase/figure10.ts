/**
 * [C figure 10] A sphere that turns beside a cube, about an axis parallel to the nearest face: the cost of a
 * call against how far it turns between calls, for spheres of three resolutions. Lin-Canny as in the paper,
 * beside V-Clip, GJK and the witness plane, each with what it remembers of the last call and without.
 */
import { composePoses, poseFromRpy } from 'surepath/math';
import {
  FEATURE_ALGORITHMS,
  type FeatureAlgorithmName,
  FeatureWorkspace,
  TrackedPair,
  VERTEX,
} from 'surepath/proximity';
import { cpuMicroseconds } from '../../lab/clock.ts';
import { leastInTurns } from '../../lab/rounds.ts';
import type { LinePlot, Table, Value } from '../../lab/table.ts';
import type { Experiment, Sampler } from '../sampler.ts';
import { FIGURE_10 } from './publishedC.ts';
import { cube, faceCount, sphere } from './spheres.ts';

/** How often an octahedron is cut for each sphere: each has four times the faces of the one before. */
const CUTS = [3, 4, 5];
/** From the centre of the cube, whose half edge is 1, to that of the sphere, whose radius is 1. */
const HEIGHT = 2.25;

/** How a call begins: from the last call's answer, as if there were none, or from the same two vertices each time. */
type Memory = 'kept' | 'anew' | 'afar';

const CONTENDERS: readonly (readonly [FeatureAlgorithmName, Memory])[] = [
  ['lin-canny', 'kept'],
  ['v-clip', 'kept'],
  ['gjk', 'kept'],
  ['plane', 'kept'],
  ['lin-canny', 'anew'],
  ['v-clip', 'anew'],
  ['gjk', 'anew'],
  ['lin-canny', 'afar'],
  ['v-clip', 'afar'],
];

const keyOf = (name: FeatureAlgorithmName, memory: Memory) => `ours.${name}.${memory}`;

/** One setting: a sphere and an angle; its calls are timed all together. */
export interface Figure10Row {
  readonly faces: number;
  readonly degrees: number;
  /** By contender: CPU microseconds and steps of a call. */
  readonly microseconds: Readonly<Record<string, number>>;
  readonly steps: Readonly<Record<string, number>>;
}

/** Poses of the sphere over the cube for so many calls. */
function placements(degrees: number, calls: number): Float64Array {
  const poses = new Float64Array(12 * calls);
  // Nothing special about how the sphere's faces lie to the axis.
  const start = poseFromRpy(0.3, 0.5, 0.2, 0, 0, 0);
  for (let i = 0; i < calls; i++) {
    const angle = (i * degrees * Math.PI) / 180;
    poses.set(composePoses(poseFromRpy(0, angle, 0, 0, 0, HEIGHT), start), 12 * i);
  }
  return poses;
}

/** How much is measured. */
export interface Figure10Options {
  /** Degrees that the sphere turns between calls. */
  readonly angles: readonly number[];
  readonly calls: number;
  readonly rounds: number;
  readonly say?: (text: string) => void;
}

/** The rows of the figure, one for each sphere and angle. */
export function figure10Rows({ angles, calls, rounds, say }: Figure10Options): Figure10Row[] {
  const box = cube(1);
  const pairs = CUTS.map((cuts) => new TrackedPair(box, sphere(cuts)));
  // Whoever is timed first would pay for what is compiled: all run once before.
  measure(pairs, angles[angles.length - 1], calls, 1);
  const rows = angles.flatMap((degrees) => {
    say?.(`figure 10, degrees a call: ${degrees}`);
    return measure(pairs, degrees, calls, rounds);
  });
  return rows.sort((a, b) => a.faces - b.faces || a.degrees - b.degrees);
}

/** All contenders on all spheres, in turns: what else the machine does meets all alike. */
function measure(
  pairs: readonly TrackedPair[],
  degrees: number,
  calls: number,
  rounds: number,
): Figure10Row[] {
  const poses = placements(degrees, calls);
  const settings = pairs.flatMap((pair) => CONTENDERS.map((contender) => ({ pair, contender })));
  const steps = settings.map(() => 0);
  const works = settings.map(({ pair, contender }, i) => () => {
    const begin = cpuMicroseconds();
    steps[i] = ask(pair, contender, poses) / calls;
    return (cpuMicroseconds() - begin) / calls;
  });
  const least = leastInTurns(rounds, works);
  return pairs.map((pair) => {
    const own = (values: readonly number[]) =>
      Object.fromEntries(
        settings.flatMap(({ pair: one, contender: [name, memory] }, i) =>
          one === pair ? [[keyOf(name, memory), values[i]]] : [],
        ),
      );
    return { faces: faceCount(pair.b), degrees, microseconds: own(least), steps: own(steps) };
  });
}

const workspace = new FeatureWorkspace();

/** All calls of a contender; how many steps they took. */
function ask(
  pair: TrackedPair,
  [name, memory]: (typeof CONTENDERS)[number],
  poses: Float64Array,
): number {
  const track = FEATURE_ALGORITHMS[name];
  pair.forget();
  track(pair, poses, 0, workspace);
  let sum = 0;
  for (let o = 0; o < poses.length; o += 12) {
    if (memory === 'anew') pair.forget();
    else if (memory === 'afar') pair.features.fill(VERTEX);
    track(pair, poses, o, workspace);
    sum += workspace.result.steps;
  }
  return sum;
}

export const figure10Experiment: Experiment = {
  ids: ['fig10'],
  title: 'closest features of a cube and a sphere: cost against coherence and complexity',
  run: (sampler) => figure10Tables(sampler),
};

function figure10Tables(sampler: Sampler): Table[] {
  const angles = sampler.count(20, 4) === 20 ? range(20) : [1, 5, 10, 20];
  const calls = sampler.count(3600, 1800);
  const rounds = sampler.count(7, 3);
  const rows = figure10Rows({ angles, calls, rounds, say: (text) => sampler.say(text) });
  return [costTable(rows, calls), growthTable(rows)];
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i + 1);
}

const TITLES: Readonly<Record<FeatureAlgorithmName, string>> = {
  'lin-canny': 'Lin-Canny',
  'v-clip': 'V-Clip',
  gjk: 'GJK',
  plane: 'plane',
};

function costTable(rows: readonly Figure10Row[], calls: number): Table {
  const kept = CONTENDERS.filter(([, memory]) => memory === 'kept');
  return {
    id: 'fig10',
    title: 'C figure 10: microseconds and steps of a call, a sphere turning beside a cube',
    samples: `${calls} calls for each angle, the least of some rounds`,
    notes: [
      'us: CPU microseconds of a call that goes on from the last one; "anew": of one that begins from the vertices toward the other body, which our tables of support name at once; "afar": of one that begins from the same two vertices every time. steps: pairs of features looked at, iterations for GJK.',
      '"plane" is asked whether the bodies are disjoint, the others for closest features, points and proven bounds of the distance. The paper has Lin-Canny alone, without the proofs, and shows no numbers but the one in the next table.',
    ],
    columns: [
      { key: 'faces', title: 'faces', format: 'text' },
      { key: 'degrees', title: 'degrees', format: 'text' },
      ...CONTENDERS.map(([name, memory]) => ({
        key: keyOf(name, memory),
        title: `${TITLES[name]}${memory === 'kept' ? '' : ` ${memory}`} us`,
        source: 'ours' as const,
        format: 'ratio' as const,
      })),
      ...kept.slice(0, 3).map(([name, memory]) => ({
        key: `${keyOf(name, memory)}.steps`,
        title: `${TITLES[name]} steps`,
        source: 'ours' as const,
        format: 'ratio' as const,
      })),
    ],
    rows: rows.map(({ faces, degrees, microseconds, steps }) => ({
      faces: String(faces),
      degrees: String(degrees),
      ...microseconds,
      ...Object.fromEntries(Object.entries(steps).map(([key, value]) => [`${key}.steps`, value])),
    })),
    plots: (['lin-canny', 'v-clip', 'gjk'] as const).map((name) => plotOf(name, rows)),
  };
}

function plotOf(name: FeatureAlgorithmName, rows: readonly Figure10Row[]): LinePlot {
  const faces = [...new Set(rows.map((row) => row.faces))];
  return {
    kind: 'lines',
    title: TITLES[name],
    caption: 'Cost of a call that goes on from the last one, by the faces of the sphere.',
    axis: 'CPU microseconds',
    across: 'degrees a call',
    series: faces.map((count) => {
      const own = rows.filter((row) => row.faces === count);
      return {
        name: `${count} faces`,
        x: own.map(({ degrees }) => degrees),
        mean: own.map(({ microseconds }) => microseconds[keyOf(name, 'kept')]),
        deviation: own.map(() => 0),
      };
    }),
  };
}

/** How many times more the finest sphere costs than the coarsest. */
function growthTable(rows: readonly Figure10Row[]): Table {
  const faces = [...new Set(rows.map((row) => row.faces))];
  const at = (count: number, degrees: number) =>
    rows.find((row) => row.faces === count && row.degrees === degrees) as Figure10Row;
  const [few, many] = [faces[0], faces[faces.length - 1]];
  const made = CONTENDERS.map(([name, memory]): Record<string, Value> => {
    const key = keyOf(name, memory);
    const growth = (degrees: number, of: 'microseconds' | 'steps') => {
      const [low, high] = [at(few, degrees)[of][key], at(many, degrees)[of][key]];
      return low > 0 ? high / low : null;
    };
    return {
      algorithm: TITLES[name],
      begins: memory,
      'C.one': name === 'lin-canny' && memory === 'kept' ? FIGURE_10.growth : null,
      'ours.one': growth(1, 'microseconds'),
      'ours.one.steps': growth(1, 'steps'),
      'ours.twenty': growth(20, 'microseconds'),
      'ours.twenty.steps': growth(20, 'steps'),
    };
  });
  return {
    id: 'fig10-growth',
    title: 'C figure 10: what 16 times the faces cost',
    samples: `${few} and ${many} faces`,
    notes: [
      'Times and steps of the finest sphere over those of the coarsest, at 1 and at 20 degrees a call.',
    ],
    columns: [
      { key: 'algorithm', title: 'algorithm', format: 'text' },
      { key: 'begins', title: 'begins', format: 'text' },
      { key: 'C.one', title: '1 degree', source: 'C', format: 'ratio' },
      { key: 'ours.one', title: '1 degree', source: 'ours', format: 'ratio' },
      { key: 'ours.one.steps', title: 'steps', source: 'ours', format: 'ratio' },
      { key: 'ours.twenty', title: '20 degrees', source: 'ours', format: 'ratio' },
      { key: 'ours.twenty.steps', title: 'steps', source: 'ours', format: 'ratio' },
    ],
    rows: made,
    plots: [],
  };
}
