/** The engine behind its workers: cancelling, the latest of many, faults, undo. */
import { describe, expect, it } from 'vitest';
import { Engine, type WorkerLike } from '../../studio/engine/client.ts';
import { Host, throttled } from '../../studio/engine/host.ts';
import type { OpenedCell, Progress } from '../../studio/engine/protocol.ts';
import { ARM } from '../helpers/studio/arm.ts';
import { at, BLOCK, motion, named, SRDF, utf8 } from '../helpers/studio/sessions.ts';

/** A worker in this process: messages are copied, and come later. */
class NearWorker implements WorkerLike {
  static readonly all: NearWorker[] = [];
  onmessage: WorkerLike['onmessage'] = null;
  onerror: WorkerLike['onerror'] = null;
  ended = false;
  readonly kinds: string[] = [];
  private last: Promise<void> = Promise.resolve();
  private readonly host = new Host((message) => {
    if (!this.ended) this.onmessage?.({ data: structuredClone(message) } as never);
  });

  constructor() {
    NearWorker.all.push(this);
  }

  postMessage(message: unknown): void {
    const data = structuredClone(message) as Parameters<Host['receive']>[0];
    this.kinds.push(data.kind);
    this.last = this.last.then(async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (!this.ended) await this.host.receive(data);
    });
  }

  terminate(): void {
    this.ended = true;
  }
}

describe('the engine of the page', () => {
  const arm = new Map([
    ['arm.urdf', utf8(ARM)],
    ['arm.srdf', utf8(SRDF)],
  ]);
  const started = async () => {
    NearWorker.all.length = 0;
    const engine = new Engine(() => new NearWorker());
    const answer = await engine.call('open', { files: arm });
    if (!answer.opened) throw new Error('not opened');
    return { engine, cell: answer.cell };
  };

  it('cancels a job by ending its worker, and goes on with the same cell', async () => {
    const { engine } = await started();
    const edited = await engine.call('edit', { changes: [BLOCK] });
    const controller = new AbortController();
    const job = engine.call('check', { path: motion(0, 2.5) }, { signal: controller.signal });
    await new Promise((resolve) => setTimeout(resolve, 0));
    controller.abort();
    await expect(job).rejects.toMatchObject({ name: 'AbortError' });
    expect(NearWorker.all.filter(({ ended }) => ended)).toHaveLength(1);
    const answer = await engine.call('check', { path: motion(0, 2.5) });
    expect(answer).toMatchObject({ verdict: 'colliding', digest: edited.digest });
    engine.close();
  });

  it('answers the latest of many poses, and those that are to be kept', async () => {
    const { engine } = await started();
    const ask = (x: number, keep = false) =>
      engine.call('pose', { configuration: [x] }, { keep }).then(
        ({ limits }) => limits.length,
        (error) => error.fault.code,
      );
    const answers = await Promise.all([ask(0), ask(1), ask(9, true), ask(2), ask(9)]);
    expect(answers).toEqual([0, 'engine/superseded', 1, 'engine/superseded', 1]);
    engine.close();
  });

  it('sends meshes once, and brings back earlier cells', async () => {
    NearWorker.all.length = 0;
    const engine = new Engine(() => new NearWorker());
    const answer = await engine.call('open', { files: named('two-arms/') });
    if (!answer.opened) throw new Error('not opened');
    const { cell } = answer;
    const moved = await engine.call('edit', {
      changes: [{ kind: 'move', obstacle: 1, pose: at(0, 0, 1) }],
    });
    const meshOf = ({ description }: OpenedCell) => description.obstacles[1].parts[0].geometry;
    expect(meshOf(moved)).toMatchObject({ kind: 'mesh' });
    expect((meshOf(moved) as { triangles: unknown }).triangles).toBe(
      (meshOf(cell) as { triangles: unknown }).triangles,
    );
    expect(moved.description.robots).toBe(cell.description.robots);
    const back = await engine.call('edit', { changes: [{ kind: 'restore', id: cell.id }] });
    expect(back).toMatchObject({ id: cell.id, digest: cell.digest });
    engine.close();
  });

  it('gives faults as they are, and keeps the cell that was open', async () => {
    const { engine } = await started();
    // The SRDF disables the only pair; something must be tested.
    const changes = [{ kind: 'forbid', a: 'base', b: 'upper' }] as const;
    const cell = await engine.call('edit', { changes });
    const wrong = engine.call('edit', { changes: [{ kind: 'remove', obstacle: 3 }] });
    await expect(wrong).rejects.toMatchObject({ name: 'EngineError', bug: false });
    const nothing = await engine.call('open', { files: new Map() });
    expect(nothing).toMatchObject({ opened: false, unopened: { kind: 'broken' } });
    const { digest } = await engine.call('check', { path: motion(0, 1) });
    expect(digest).toBe(cell.digest);
    engine.close();
    await expect(engine.call('pose', { configuration: [0] })).rejects.toThrow(/closed/);
  });

  it('lets bodies fly without a cell, and ends that where it is cancelled', async () => {
    NearWorker.all.length = 0;
    const engine = new Engine(() => new NearWorker());
    const told: Progress[] = [];
    const bullet = { example: 'bullet', broadPhase: true };
    const answer = await engine.call('flight', bullet, { onProgress: (each) => told.push(each) });
    expect(answer.impacts).toHaveLength(1);
    expect(told[0]).toMatchObject({ what: 'computing impacts', of: 100 });
    const worker = NearWorker.all.find(({ kinds }) => kinds.includes('flight'))!;
    expect(worker.kinds).toEqual(['flight']);
    const unknown = engine.call('flight', { example: 'cannon', broadPhase: true });
    await expect(unknown).rejects.toMatchObject({ name: 'EngineError', bug: false });
    const controller = new AbortController();
    const cancelled = engine.call('flight', bullet, { signal: controller.signal });
    await new Promise((resolve) => setTimeout(resolve, 0));
    controller.abort();
    await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' });
    expect(worker.ended).toBe(true);
    expect((await engine.call('flight', bullet)).impacts).toEqual(answer.impacts);
    engine.close();
  });

  it('reports ten times a second, and loses no edge of a tree', () => {
    let now = 0;
    const posted: Progress[] = [];
    const report = throttled(
      (progress) => posted.push(progress),
      () => now,
    );
    for (let i = 0; i < 105; i++, now += 10) {
      const tree = {
        positions: new Float32Array(6).fill(i),
        sides: Uint8Array.of(i % 2),
        open: Uint8Array.of(i % 3),
        closed: Uint32Array.of(i, i + 1),
      };
      report({ what: 'planning', done: 0, of: 0, tree });
    }
    expect(posted).toHaveLength(11);
    report.flush();
    report.flush();
    expect(posted).toHaveLength(12);
    const all = posted.map(({ tree }) => tree!);
    const numbers = Array.from({ length: 105 }, (_, i) => i);
    expect(all.flatMap(({ sides }) => [...sides])).toEqual(numbers.map((i) => i % 2));
    expect(all.flatMap(({ open }) => [...open])).toEqual(numbers.map((i) => i % 3));
    expect(all.flatMap(({ positions }) => [...positions])[6 * 104]).toBe(104);
    expect(all.flatMap(({ closed }) => [...closed])).toEqual(numbers.flatMap((i) => [i, i + 1]));
  });
});
