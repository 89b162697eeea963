/**
 * [C 2.3, after Cohen and others] A cube that holds a body however it is turned, against the box that fits it as it is:
 * the cube moves only, the tight box changes its shape in every step and tells more pairs apart. Bodies that tumble
 * freely through a room, from round ones to rods; each at its own pace, none knows of the others.
 */
import { poseFromRpy, Random } from 'surepath/math';
import type { Table, Value } from '../../lab/table.ts';
import type { Experiment, Sampler } from '../sampler.ts';
import { OURS } from './finders.ts';
import { type BoxStream, playAll } from './streams.ts';

export const boxKindsExperiment: Experiment = {
  ids: ['cubes'],
  title: 'fixed cubes against tight boxes',
  run,
};

const COUNT = 200;
const STEPS = 120;
const STEP = 1 / 120;
/** Metres: half the side of the room, half the length of a body. */
const ROOM = 0.5;
const HALF = 0.05;
const SLENDER = [1, 3, 10];

type Kind = 'cubes' | 'tight boxes';
const KINDS: readonly Kind[] = ['cubes', 'tight boxes'];

/** A box of half lengths a, b, b for every body; the box of a step holds it at both ends of the step. */
export function tumbling(slender: number, kind: Kind, steps: number): BoxStream {
  const random = new Random(7);
  const half = [HALF, HALF / slender, HALF / slender];
  const radius = Math.hypot(...half);
  const bodies = Array.from({ length: COUNT }, () => ({
    place: [0, 1, 2].map(() => random.between(-ROOM, ROOM)),
    speed: [0, 1, 2].map(() => random.between(-0.5, 0.5)),
    angles: [0, 1, 2].map(() => random.between(-Math.PI, Math.PI)),
    rates: [0, 1, 2].map(() => random.between(-3, 3)),
  }));
  const boxes = new Float64Array(6 * COUNT * steps);
  bodies.forEach(({ place, speed, angles, rates }, i) => {
    const extentsAt = (time: number) => {
      if (kind === 'cubes') return [radius, radius, radius];
      const [roll, pitch, yaw] = angles.map((angle, k) => angle + rates[k] * time);
      const pose = poseFromRpy(roll, pitch, yaw, 0, 0, 0);
      return [0, 3, 6].map((r) => half.reduce((sum, h, k) => sum + Math.abs(pose[r + k]) * h, 0));
    };
    for (let step = 0; step < steps; step++) {
      const [from, to] = [step * STEP, (step + 1) * STEP];
      const [first, last] = [extentsAt(from), extentsAt(to)];
      for (let k = 0; k < 3; k++) {
        const [a, b] = [from, to].map((time) => place[k] + speed[k] * time);
        const o = 6 * (COUNT * step + i) + k;
        boxes[o] = Math.min(a - first[k], b - last[k]);
        boxes[o + 3] = Math.max(a + first[k], b + last[k]);
      }
    }
  });
  const radii = bodies.map(() => radius);
  return { name: kind, count: COUNT, fixed: radii.map(() => false), radii, steps, boxes };
}

function run(sampler: Sampler): Table[] {
  const steps = sampler.count(STEPS, 12);
  const rounds = sampler.count(5, 1);
  const rows: Record<string, Value>[] = [];
  for (const slender of SLENDER) {
    for (const kind of KINDS) {
      sampler.say(`cubes: ${kind}, ${slender}`);
      const stream = tumbling(slender, kind, steps);
      const { coherent, sorted } = OURS;
      // The first step stores and sorts everything, and is no matter of coherence.
      const first = playAll({ ...stream, steps: 1 }, { coherent, sorted }, 1);
      const played = playAll(stream, { coherent, sorted }, rounds);
      const later = steps - 1;
      rows.push({
        slender: `${slender} : 1`,
        kind,
        'ours.close': played.coherent.pairs / steps,
        'ours.cells': (played.coherent.stats.cells - first.coherent.stats.cells) / later,
        'ours.swaps': (played.sorted.stats.swaps - first.sorted.stats.swaps) / later,
        'ours.coherent.us': played.coherent.microseconds / steps,
        'ours.sorted.us': played.sorted.microseconds / steps,
      });
    }
  }
  return [
    {
      id: 'cubes',
      title: 'C 2.3: fixed cubes against tight boxes',
      samples: `${COUNT} bodies that tumble, ${steps} steps of 1/${Math.round(1 / STEP)} s`,
      notes: [
        'close: pairs that are left for the narrow phase in a step. cells, swaps: in a step, after the first. The time to compute the boxes is not counted; a cube needs three sums, a tight box a rotation. The paper refers to I-Collide and has no numbers.',
      ],
      columns: [
        { key: 'slender', title: 'length', format: 'text' },
        { key: 'kind', title: 'boxes', format: 'text' },
        { key: 'ours.close', title: 'close', source: 'ours', format: 'count' },
        { key: 'ours.cells', title: 'cells', source: 'ours', format: 'count' },
        { key: 'ours.swaps', title: 'swaps', source: 'ours', format: 'count' },
        { key: 'ours.coherent.us', title: 'hash us', source: 'ours', format: 'count' },
        { key: 'ours.sorted.us', title: 'sorted us', source: 'ours', format: 'count' },
      ],
      rows,
      plots: [],
    },
  ];
}
