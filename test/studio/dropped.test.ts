/** Planning scenes and requests that are dropped on an open robot: they join it, and set start and goal. */
import { describe, expect, it } from 'vitest';
import type { Job, OpenRequest, Request } from '../../studio/engine/protocol.ts';
import { Session } from '../../studio/engine/session.ts';
import { Editor } from '../../studio/model/editing.ts';
import type { Host } from '../../studio/model/host.ts';
import { Opener } from '../../studio/model/opening.ts';
import { fitsLink, linkOf, takeSnapshot } from '../../studio/model/snapshot.ts';
import { Store } from '../../studio/model/state.ts';
import { box, scene, WALL } from '../helpers/bridge/scenes.ts';
import { planarArm } from '../helpers/oracles/cellText.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const json = (value: unknown) => utf8(JSON.stringify(value));
const ROBOT = new Map(
  planarArm()
    .filter(([name]) => name !== 'cell.yaml')
    .map(([name, text]) => [name, utf8(text)]),
);

/** A page with the arm open; its engine answers at once. */
async function page(
  files: ReadonlyMap<string, Uint8Array> = ROBOT,
  rest: Partial<OpenRequest> = {},
) {
  const session = new Session();
  const said: string[] = [];
  const faults: string[] = [];
  const store = new Store();
  const app = {
    store,
    run: async (kind: Job, request: Request<Job>) => session.run(kind, request as never),
    view: { fit: () => undefined },
    prepare: () => undefined,
    dialogs: {
      say: (text: string) => said.push(text),
      fault: (error: Error) => faults.push(error.message),
      ask: async () => null,
    },
  } as unknown as Host;
  const asking = { ask: async () => null, offer: () => false };
  const opener = new Opener(app, new Editor(app), asking);
  await opener.open({ files, ...rest }, { kind: 'files' });
  const names = () => store.state.cell!.description.obstacles.map(({ name }) => name);
  const give = (name: string, value: unknown) => opener.give(new Map([[name, json(value)]]));
  return { session, store, give, names, said, faults };
}

const motion = (...rows: number[][]) => ({
  name: 'test',
  waypoints: rows.map((row) => Float64Array.from(row)),
});

describe('a planning scene', () => {
  it('joins the robot that is open, with the path and its ends', async () => {
    const { session, store, give, names, faults } = await page();
    const path = motion([0, 0], [0.5, 0]);
    const start = Float64Array.of(0, 0);
    store.update({ path, start, configuration: Float64Array.of(0.1, 0.2) });
    await give('wall.json', scene({ objects: [WALL], isDiff: true }));
    expect(faults).toEqual([]);
    expect(names()).toEqual(['wall']);
    expect(store.state).toMatchObject({ path, start, source: { kind: 'files' } });
    expect([...store.state.configuration]).toEqual([0.1, 0.2]);
    expect((await session.run('check', { path })).verdict).toBe('colliding');
    await give(
      'more.json',
      scene({ objects: [box('post', [0.1, 0.1, 1], [0, 4, 0])], isDiff: true }),
    );
    expect(names()).toEqual(['wall', 'post']);
    expect(store.state.cell!.scenes).toEqual(['wall.json', 'more.json']);
    await give('gone.json', scene({ objects: [{ id: 'wall', operation: 1 }], isDiff: true }));
    expect(names()).toEqual(['post']);
    expect((await session.run('check', { path })).verdict).toBe('free');
  });

  it('that is whole joins a bare robot, and takes the place of a scene', async () => {
    const bare = await page();
    await bare.give('scene.json', scene({ objects: [WALL] }));
    expect([bare.names(), bare.faults]).toEqual([['wall'], []]);
    const first = new Map([...ROBOT, ['first.json', json(scene({ objects: [WALL] }))]]);
    const other = await page(first);
    await other.give('second.json', scene({ objects: [box('post', [0.1, 0.1, 1], [0, 4, 0])] }));
    expect([other.names(), other.faults]).toEqual([['post'], []]);
  });

  it('that cannot be carried out leaves the cell as it was', async () => {
    const { give, names, store } = await page();
    await give('wall.json', scene({ objects: [WALL], isDiff: true }));
    const { cell } = store.state;
    await give('gone.json', scene({ objects: [{ id: 'nothing', operation: 1 }], isDiff: true }));
    expect(names()).toEqual(['wall']);
    expect(store.state.cell).toBe(cell);
  });

  it('does not join a cell that was changed: changes count obstacles', async () => {
    const { give, names, faults, store } = await page();
    store.update({ edits: [{ kind: 'remove', obstacle: 0 }] });
    await give('wall.json', scene({ objects: [WALL], isDiff: true }));
    expect(names()).toEqual([]);
    expect(faults).toEqual([expect.stringContaining('was changed since')]);
  });

  it('is saved as part of a cell file, or not at all', async () => {
    const { session, give } = await page();
    await give('wall.json', scene({ objects: [WALL], isDiff: true }));
    const { entry, files } = await session.run('saveCell', {});
    const again = new Session();
    const answer = again.open({ files, entry });
    if (!answer.opened) throw new Error(JSON.stringify(answer.unopened));
    expect(answer.cell.description.obstacles.map(({ name }) => name)).toEqual(['wall']);
    const yaml = utf8('surepath: 1\nrobots: [{urdf: arm.urdf, srdf: arm.srdf}]\n');
    const cell = await page(new Map([...ROBOT, ['cell.yaml', yaml]]));
    await cell.give('wall.json', scene({ objects: [WALL], isDiff: true }));
    expect(cell.names()).toEqual(['wall']);
    await expect(async () => cell.session.run('saveCell', {})).rejects.toThrow(
      'what a planning scene changed cannot be written',
    );
  });

  it('is not lost in a link to an embedded cell', async () => {
    const { store, give } = await page();
    store.update({ source: { kind: 'gallery', name: 'arm' } });
    expect(fitsLink(takeSnapshot(store.state, null))).toBe(true);
    expect(linkOf(takeSnapshot(store.state, null))).not.toBeNull();
    await give('wall.json', scene({ objects: [WALL], isDiff: true }));
    expect(fitsLink(takeSnapshot(store.state, null))).toBe(false);
  });
});

describe('a request', () => {
  const constraint = (joint_name: string, position: number) => ({
    ...{ joint_name, position, tolerance_above: 0.01, tolerance_below: 0.01, weight: 1 },
  });

  it('sets start and goal; joints of which it says nothing stand where they are', async () => {
    const { store, give, said, faults } = await page();
    store.update({ configuration: Float64Array.of(0.3, 0.4) });
    await give('request.json', {
      start_state: { joint_state: { name: ['joint1'], position: [0.1] }, is_diff: true },
      goal_constraints: [
        { joint_constraints: [constraint('joint1', 1), constraint('joint2', 0.5)] },
      ],
    });
    expect(faults).toEqual([]);
    expect([...store.state.start!]).toEqual([0.1, 0.4]);
    expect([...store.state.goal!]).toEqual([1, 0.5]);
    expect(said[0]).toMatch(/^Start and goal are set\./);
  });

  it('that is not about this robot changes nothing', async () => {
    const { store, give, faults } = await page();
    await give('request.json', {
      goal_constraints: [{ joint_constraints: [constraint('elsewhere', 1)] }],
    });
    expect(faults).toHaveLength(1);
    expect([store.state.start, store.state.goal]).toEqual([null, null]);
  });
});
