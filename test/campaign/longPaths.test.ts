/** Paths of 300,000 waypoints: what is sent is a few large arrays, what is drawn and listed does not grow with them. */
import { describe, expect, it } from 'vitest';
import { Engine } from '../../studio/engine/client.ts';
import { Host } from '../../studio/engine/host.ts';
import type { FromWorker, PathData, ToWorker } from '../../studio/engine/protocol.ts';
import { rowsInSight } from '../../studio/model/rowsInSight.ts';
import { linkOf, takeSnapshot } from '../../studio/model/snapshot.ts';
import { initialState } from '../../studio/model/state.ts';
import { TimeAxis } from '../../studio/timeline/axis.ts';
import { jointSeries } from '../../studio/timeline/jointSeries.ts';
import { PageMotion, treeOf } from '../../studio/timeline/motion.ts';
import { ARM } from '../helpers/studio/arm.ts';
import { objectsIn } from '../helpers/studio/messages.ts';
import { utf8 } from '../helpers/studio/sessions.ts';

const COUNT = 300_000;
const long: PathData = {
  name: 'long',
  waypoints: Array.from({ length: COUNT }, (_, i) => Float64Array.of(Math.sin(1e-3 * i))),
};

/** A worker in the same thread that counts what goes to and fro. */
function counted() {
  const sizes: number[] = [];
  const start = () => {
    const worker = {
      onmessage: null as ((event: never) => void) | null,
      onerror: null as ((event: never) => void) | null,
      terminate() {},
      postMessage(message: unknown) {
        sizes.push(objectsIn(message));
        void host.receive(structuredClone(message) as ToWorker);
      },
    };
    const host = new Host((message: FromWorker) => {
      sizes.push(objectsIn(message));
      const data = structuredClone(message);
      queueMicrotask(() => worker.onmessage?.({ data } as never));
    });
    queueMicrotask(() => worker.onmessage?.({ data: { call: 0, ready: true } } as never));
    return worker;
  };
  return { engine: new Engine(start), sizes };
}

describe('a path of 300,000 waypoints', () => {
  it('is read and saved by a worker in messages of few objects, to the bit', async () => {
    const { engine, sizes } = counted();
    await engine.call('open', { files: new Map([['arm.urdf', utf8(ARM)]]) });
    const rows = long.waypoints.map(([x]) => x);
    const bytes = utf8(`turn\n${rows.join('\n')}\n`);
    sizes.length = 0;
    const { path } = await engine.call('readPath', { file: 'long.csv', bytes });
    expect(path.waypoints).toHaveLength(COUNT);
    expect(path.waypoints.every((row, i) => row.length === 1 && row[0] === rows[i])).toBe(true);
    const text = await engine.call('savePath', { path, format: 'json' });
    expect((JSON.parse(text) as { waypoints: number[][] }).waypoints.flat()).toEqual(rows);
    expect(Math.max(...sizes)).toBeLessThan(100);
    expect(sizes.length).toBeLessThan(20);
    // A row that is sent alone takes no others with it.
    expect(path.waypoints[7].buffer.byteLength).toBe(8);
    engine.close();
  });

  it('is drawn by as many places as a short one', () => {
    const motion = new PageMotion(treeOf([]), {
      name: 'none',
      waypoints: long.waypoints.map(() => new Float64Array(0)),
    });
    expect(motion.axis.segments).toBe(COUNT - 1);
    const positions = motion.positions(600);
    expect(positions.length).toBeLessThan(5000);
    expect([positions[0], positions.at(-1)]).toEqual([0, motion.axis.end]);
    expect(jointSeries(motion, 'position', { from: 0, to: motion.axis.end }, 900).at).toHaveLength(
      900,
    );
    const [from, to] = rowsInSight(COUNT, 34, 5e6, 272);
    expect(to - from).toBeLessThan(25);
  });

  it('takes no longer on the axis for being cut finely', () => {
    const { end } = new TimeAxis({ waypoints: long.waypoints }, ['angle']);
    const coarse = new TimeAxis({ waypoints: long.waypoints.filter((_, i) => i % 100 === 0) }, [
      'angle',
    ]);
    expect(end / coarse.end).toBeGreaterThan(0.9);
    expect(end / coarse.end).toBeLessThan(1.6);
  });

  it('is not even written for a link that it would not fit', () => {
    let written = 0;
    const waypoints = long.waypoints.map((row) => row);
    const snapshot = takeSnapshot({ ...initialState(), path: { ...long, waypoints } }, null);
    Object.defineProperty(snapshot, 'toJSON', { value: () => written++ });
    expect(linkOf(snapshot)).toBeNull();
    expect(written).toBe(0);
  });
});
