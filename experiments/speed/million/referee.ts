/**
 * Who looks at single configurations without knowing of motions: FCL, with kinematics of its own; where it is not installed
 * the static check, which shares no bound of motion with the ladder. Each says which of some configurations collide.
 */
import { writeFileSync } from 'node:fs';
import { type Cell, StaticChecker } from 'surepath/cell';
import { available, startEdges, writeEdges } from '../fcl/edgeEngine.ts';

export interface Referee {
  readonly name: string;
  /** Numbers of those that collide; of two that follow each other, the first of an even number, perhaps one of both. */
  collidingAmong(cell: Cell, configurations: readonly Float64Array[]): Promise<number[]>;
}

/** Nothing but both ends of an edge is sampled. */
const ENDS_ONLY = 1e9;

const fcl: Referee = {
  name: 'FCL, mesh by mesh, with kinematics of its own',
  async collidingAmong(cell, configurations) {
    if (configurations.length === 0) return [];
    // Two configurations are both ends of an edge.
    const last = configurations[configurations.length - 1];
    const edges = Array.from({ length: Math.ceil(configurations.length / 2) }, (_, i) => ({
      scene: 0,
      from: configurations[2 * i],
      to: configurations[2 * i + 1] ?? last,
    }));
    const file = writeEdges('million', [cell], edges);
    const running = await startEdges(file, true);
    try {
      const hits: number[] = [];
      await running.ask(`select ${edges.map((_, i) => i).join(' ')}`);
      await running.ask(`check mesh tight ${ENDS_ONLY} 1`);
      const answers = await running.ask<number[]>('answers');
      answers.forEach((t, i) => {
        if (t >= 0) hits.push(t === 0 ? 2 * i : 2 * i + 1);
      });
      return hits;
    } finally {
      running.close();
      writeFileSync(file, '');
    }
  },
};

const statics: Referee = {
  name: 'the static check (FCL is not installed)',
  async collidingAmong(cell, configurations) {
    const checker = new StaticChecker(cell);
    return [...configurations.keys()].filter((i) => {
      const hit = checker.firstCollision(configurations[i]);
      return hit >= 0 && checker.check(configurations[i]).colliding;
    });
  },
};

/** FCL where it is at hand and knows all shapes of the cell. */
export async function refereeFor(): Promise<Referee> {
  const missing = await available(true);
  if (missing) console.log(`${missing}: the static check instead`);
  return missing ? statics : fcl;
}
