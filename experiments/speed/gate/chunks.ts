/**
 * What the gate is asked in this suite: chunks of motion of 1 rad, of a Panda in a scene of MotionBenchMaker, or of the
 * embedded cell of two arms where that is not there; and what each is answered without a gate.
 */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  GateDesk,
  type GateTask,
  openedRecord,
  type Params,
  perform,
  type Result,
} from 'surepath/gate';
import { Random } from 'surepath/math';
import { embeddedFile, fromDisk } from '../../lab/cells.ts';
import { DATA } from '../../lab/places.ts';
import { robotFolder } from '../../lab/robots.ts';

/** A cell that a gate can open. */
export interface GateCell {
  readonly name: string;
  readonly folder: string;
  readonly params: Params<'open'>;
}

/** A chunk, and the verdict on it. */
export interface Chunk {
  readonly params: { readonly waypoints: readonly (readonly number[])[] };
  readonly verdict: string;
}

/** The Panda among shelves, or two arms. */
export function cellOfSuite(): GateCell {
  const folder = robotFolder('panda');
  if (!existsSync(folder)) {
    console.warn(`no ${DATA}/mbm: two-arms instead of a Panda`);
    const file = embeddedFile('two-arms');
    return { name: 'two-arms', folder: dirname(file), params: { file: 'cell.yaml' } };
  }
  return {
    name: 'panda, bookshelf_small 2',
    folder,
    params: {
      file: 'problems/bookshelf_small/scene0002.yaml',
      ...{ robot: 'panda.urdf', srdf: 'panda.srdf', packages: { meshes: 'meshes' } },
    },
  };
}

/** The cell on a desk of our own: what the gate's workers do, without a gate. */
export class Bare {
  readonly cell = 'cell-1';
  readonly opened: Result<'open'>;
  private readonly desk = new GateDesk();
  private readonly about: GateTask['about'];

  constructor({ folder, params }: GateCell) {
    const task: GateTask<'open'> = {
      method: 'open',
      params,
      about: { gate: 'bare', cell: this.cell },
    };
    const { result, change } = perform(this.desk, task, {
      ...{ program: 'bench', readFile: (path) => fromDisk(`${folder}/${path}`) },
    });
    if (change?.kind !== 'opened') throw new Error('opening made nothing');
    this.opened = result;
    this.about = openedRecord('bare', change);
  }

  ask<K extends 'state' | 'motion' | 'info' | 'vector'>(method: K, params: Params<K>): Result<K> {
    const task = { method, params, about: this.about } as unknown as GateTask<K>;
    return perform(this.desk, task, { program: 'bench' }).result;
  }
}

/** Random motions of this length in radians from a free configuration, inside of the limits of all joints. */
export function drawChunks(bare: Bare, count: number, waypoints: number, seed: number): Chunk[] {
  const { degreesOfFreedom } = bare.ask('info', {});
  const box = degreesOfFreedom.map(({ lower, upper }) => [lower ?? -Math.PI, upper ?? Math.PI]);
  const random = new Random(seed);
  const chunks: Chunk[] = [];
  while (chunks.length < count) {
    const from = box.map(([low, high]) => random.between(low, high));
    const way = box.map(() => random.between(-1, 1));
    const length = Math.hypot(...way);
    const to = from.map((value, d) => value + way[d] / length);
    if (to.some((value, d) => value < box[d][0] || value > box[d][1])) continue;
    if (bare.ask('state', { q: from }).verdict !== 'free') continue;
    const rows = Array.from({ length: waypoints }, (_, i) => {
      const t = i / (waypoints - 1);
      return from.map((value, d) => value + t * (to[d] - value));
    });
    const params = { waypoints: rows };
    chunks.push({ params, verdict: bare.ask('motion', params).verdict });
  }
  return chunks;
}
