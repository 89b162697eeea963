/** Live joint states: who gives one is answered, who follows is told the same, and nobody else. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connect } from '../../src/client/index.ts';
import type { Result } from '../../src/gate/index.ts';
import { projectRoot } from '../helpers/importGraph.ts';
import { gatesOfTest, post } from '../helpers/serve/gates.ts';

const { real, acting, socket } = gatesOfTest();
const FOLDER = join(projectRoot(), 'cells/two-arms');

describe('live states', () => {
  it('are answered as state and vector answer them, and told to all who follow', async () => {
    const gate = await real({ folders: [FOLDER], cell: { file: join(FOLDER, 'cell.yaml') } });
    const told: Result<'live'>[] = [];
    let wake = () => {};
    const heard = () => new Promise<void>((done) => (wake = done));
    const page = await connect(gate.url.replace('http', 'ws'), {
      onLive: (state) => {
        told.push(state);
        wake();
      },
    });
    expect(await page.follow()).toEqual({ gate: gate.gate, cell: 'cell-1', isOn: true });
    const robot = await connect(gate.url);
    const q = Array.from({ length: 12 }, (_, d) => 0.01 * d);
    const first = heard();
    const answer = await robot.live({ q, time: 3, threshold: 0.5 });
    await first;
    expect(told).toEqual([answer]);
    expect(answer).toMatchObject({ cell: 'cell-1', version: 1, q, time: 3 });
    const [state, vector] = [await robot.state({ q }), await robot.vector({ q, threshold: 0.5 })];
    expect(answer.state).toEqual(state);
    expect(answer.vector.vectors.map(({ status }) => status)).toEqual(
      vector.vectors.map(({ status }) => status),
    );
    // Another version: what is told says so.
    await robot.edit({ edits: [{ kind: 'remove-obstacle', obstacle: 'panel' }] });
    const second = heard();
    await robot.live({ q });
    await second;
    expect(told[1].version).toBe(2);
    // Who no longer follows is not told.
    expect(await page.follow({ isOn: false })).toEqual({
      gate: gate.gate,
      cell: 'cell-1',
      isOn: false,
    });
    await robot.live({ q });
    await page.cells();
    expect(told).toHaveLength(2);
    page.end();
    robot.end();
  });

  it('are not told over HTTP, nor to one who has gone, nor of a cell that is unknown', async () => {
    const gate = await acting();
    expect((await post(gate, 'follow', {})).json).toMatchObject({
      ...{ code: -32006, fault: { code: 'gate/follow' } },
    });
    const talk = await socket(gate);
    talk.ask(1, 'follow', { cell: 'x' });
    expect((await talk.answer(1)).error?.code).toBe(-32001);
    talk.ask(2, 'follow', {});
    expect((await talk.answer(2)).result).toEqual({ gate: gate.gate, cell: 'cell-1', isOn: true });
    talk.socket.terminate();
    await talk.closed;
    expect((await post(gate, 'live', { q: { echo: 1 } })).status).toBe(200);
  });
});
