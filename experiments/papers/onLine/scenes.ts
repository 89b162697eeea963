/**
 * The scenes of paper D, figure 4, and smooth motions through them: a sine for each joint, the same in every
 * run. Both have steps with and without collision, of the two classes that the paper has.
 */
import { buildCell, type Cell } from 'surepath/cell';
import { Random, sincosInto } from 'surepath/math';
import { CellWorld, chosenPairs, defaultClasses } from 'surepath/monitor';
import { readEmbedded } from '../../lab/cells.ts';

export interface Scene {
  readonly name: string;
  /** Below cells/. */
  readonly folder: string;
  /** The two classes. */
  readonly pair: readonly [string, string];
  readonly seed: number;
  /** Where the joints of each arm swing about, and how far, in degrees. */
  readonly middle: readonly number[];
  readonly swing: readonly number[];
  /** When the first step is, in seconds: soon after it comes the first collision. */
  readonly start: number;
}

export const SCENES: readonly Scene[] = [
  {
    name: 'Puma 260, 16 obstacles',
    folder: 'puma-260',
    pair: ['puma260', 'obstacles'],
    seed: 4,
    middle: [-35, 70, -95, 0, 0, 0],
    swing: [125, 55, 65, 35, 75, 90],
    start: 3.5,
  },
  {
    name: 'two Puma 260',
    folder: 'hanging-arms',
    pair: ['left', 'right'],
    seed: 5,
    middle: [-12, 45, -80, 0, 0, 0],
    swing: [55, 50, 50, 35, 60, 90],
    start: 6.8,
  },
];

/** Fastest a joint goes, in radians a second. */
const SPEED = 1;

/** A scene, loaded. */
export class LoadedScene {
  readonly scene: Scene;
  readonly cell: Cell;

  constructor(scene: Scene) {
    this.scene = scene;
    this.cell = buildCell(readEmbedded(scene.folder));
  }

  /** A world of the two classes alone. */
  world(): CellWorld {
    const classes = defaultClasses(this.cell);
    return new CellWorld(this.cell, classes, chosenPairs(classes, [this.scene.pair]));
  }

  /** So many configurations of the scene's motion, so many seconds apart. */
  motion(steps: number, seconds: number): Float64Array[] {
    const { seed, middle, swing, start } = this.scene;
    const random = new Random(seed);
    const { lower, upper } = this.cell.box;
    const joints = Array.from(lower, (_, d) => {
      const [about, by] = [middle, swing].map((list) => (list[d % list.length] * Math.PI) / 180);
      return {
        about,
        by,
        rate: (SPEED * random.between(0.4, 1)) / by,
        phase: random.between(0, 6),
      };
    });
    const trig = new Float64Array(2);
    return Array.from({ length: steps }, (_, s) =>
      Float64Array.from(joints, ({ about, by, rate, phase }, d) => {
        sincosInto(phase + rate * (start + s * seconds), trig, 0);
        return Math.min(upper[d], Math.max(lower[d], about + by * trig[0]));
      }),
    );
  }
}
