/** Bags that are given to the page: their motions, robots and scenes, as `surepath check` reads them. */
import { describe, expect, it } from 'vitest';
import { SCENE_LEFT_OUT } from '../../src/words/index.ts';
import { Host as EngineHost } from '../../studio/engine/host.ts';
import type { FromWorker, Job, Progress, Request } from '../../studio/engine/protocol.ts';
import { Session } from '../../studio/engine/session.ts';
import { type BagOffer, BagOpener, type BagPlace } from '../../studio/model/bags.ts';
import { Editor } from '../../studio/model/editing.ts';
import type { Host } from '../../studio/model/host.ts';
import { Opener } from '../../studio/model/opening.ts';
import { readSnapshot, snapshotText, takeSnapshot } from '../../studio/model/snapshot.ts';
import { Store } from '../../studio/model/state.ts';
import { DESCRIPTION, goalMessage, SCENES, turning } from '../helpers/bags/armBags.ts';
import { compress as lz4 } from '../helpers/bags/lz4js.ts';
import { makeBag, stateMessage, stateTopic } from '../helpers/bags/makeBag.ts';
import { ZSTD_BAG } from '../helpers/bags/zstdBag.ts';
import { box, scene, WALL } from '../helpers/bridge/scenes.ts';
import { cliFolder } from '../helpers/cli/runCli.ts';
import { planarArm } from '../helpers/oracles/cellText.ts';

const { later, file, read } = cliFolder();
const utf8 = (text: string) => new TextEncoder().encode(text);
const FILES = new Map(planarArm().map(([name, text]) => [name, utf8(text)]));
const ROBOT = new Map([...FILES].filter(([name]) => name !== 'cell.yaml'));
for (const [name, text] of planarArm()) file(name, text);

const JSON_BAG = { encoding: 'json' } as const;
const walled = (time = 0) => ({ topic: '/scene', time, message: scene({ objects: [WALL] }) });
const POST = box('post', [0.1, 0.1, 1], [0, 4, 0]);
const posted = { topic: '/scene', time: 0, message: scene({ objects: [POST] }) };
const POST_CELL = `surepath: 1
robots: [{urdf: arm.urdf, srdf: arm.srdf}]
obstacles: [{name: post, shape: {box: [0.1, 0.1, 1]}, pose: {xyz: [0, 4, 0]}}]
`;

/** A page whose engine answers at once, with files open, or none. */
async function page(files: ReadonlyMap<string, Uint8Array> | null = null) {
  const session = new Session();
  const store = new Store();
  const faults: Error[] = [];
  const offers: BagOffer[] = [];
  const progress: Progress[] = [];
  const app = {
    store,
    run: async (kind: Job, request: Request<Job>) =>
      session.run(kind, request as never, (each) => progress.push(each)),
    view: { fit: () => undefined },
    prepare: () => undefined,
    dialogs: { say: () => undefined, fault: (error: Error) => faults.push(error) },
  } as unknown as Host;
  const opener = new Opener(app, new Editor(app), { ask: async () => null, offer: () => false });
  if (files) await opener.open({ files }, { kind: 'files' });
  /** What is chosen: the motion with this name, at a place, or at the one that is suggested. */
  let wanted: { name: string; place?: BagPlace } = { name: '/joint_states' };
  const bags = new BagOpener(app, opener, async (offer) => {
    offers.push(offer);
    const motion = offer.answer.motions.find(({ name }) => name === wanted.name)!;
    return { motion, place: wanted.place ?? offer.places[0] };
  });
  opener.onBag = (given) => bags.open(given);
  const drop = async (bytes: Uint8Array, wish = wanted, others: [string, Uint8Array][] = []) => {
    wanted = wish;
    await opener.give(new Map([['a.mcap', bytes], ...others]));
  };
  const names = () => store.state.cell!.description.obstacles.map(({ name }) => name);
  const check = () => session.run('check', { path: store.state.path! });
  return { session, store, opener, drop, names, faults, offers, check, progress };
}

/** What the command line says of the same question. */
async function said(...args: string[]) {
  const { stdout, stderr } = await later('check', ...args, '--json');
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

describe('on an open cell', () => {
  it('its motions are offered, and the one that is chosen is proven as on the command line', async () => {
    const messages = [...turning(21, 0.05), goalMessage(2.5, 0.5)];
    const bytes = await makeBag(SCENES, messages, JSON_BAG);
    const { drop, store, faults, offers, check } = await page(FILES);
    await drop(bytes);
    expect(faults).toEqual([]);
    expect(offers[0].places).toEqual(['cell']);
    expect(offers[0].answer.motions).toMatchObject([
      {
        ...{ name: '/joint_states', kind: 'executed', time: 0, waypoints: 21, known: 2 },
        ...{ joints: ['joint1', 'joint2'], scene: -1, hasScene: true },
      },
      { name: '/goal', kind: 'sent', time: 2.5, duration: 1, waypoints: 2, joints: ['joint1'] },
    ]);
    expect(offers[0].answer.motions[0].duration).toBeCloseTo(2, 9);
    const { path } = store.state;
    expect(path!.times!.length).toBe(21);
    expect(path!.name).toBe('a.mcap');
    const answer = await check();
    file('a.mcap', bytes);
    const known = await said('cell.yaml', 'a.mcap');
    expect(answer.verdict).toBe('colliding');
    expect(answer).toMatchObject({ verdict: known.verdict, assumptions: known.assumptions });
    expect(answer.witness).toMatchObject({ segment: known.segment, t: known.t });
    await drop(bytes, { name: '/goal' });
    expect((await check()).assumptions).toContain('"joint2" stands where the bag had it last');
    expect(store.state.path!.name).toBe('a.mcap#/goal:0');
    const goal = await said('cell.yaml', 'a.mcap#/goal:0');
    expect(await check()).toMatchObject({ verdict: goal.verdict, assumptions: goal.assumptions });
  });

  it('a planning scene is not left out without saying so, and joins if that is wanted', async () => {
    const bytes = await makeBag(SCENES, [walled(), ...turning(21, 0.05)], JSON_BAG);
    const { drop, names, faults, offers, check } = await page(
      new Map([...ROBOT, ['cell.yaml', utf8(POST_CELL)]]),
    );
    await drop(bytes, { name: '/joint_states', place: 'cell' });
    expect([names(), faults]).toEqual([['post'], []]);
    expect(offers[0].places).toEqual(['cell', 'joined']);
    expect(offers[0].answer.motions[0].hasScene).toBe(false);
    const left = await check();
    expect([left.verdict, left.assumptions.includes(SCENE_LEFT_OUT)]).toEqual(['free', true]);
    await drop(bytes, { name: '/joint_states', place: 'joined' });
    expect([names(), faults]).toEqual([['post', 'wall'], []]);
    const joined = await check();
    expect(joined.verdict).toBe('colliding');
    expect(joined.assumptions).not.toContain(SCENE_LEFT_OUT);
    // Twice is no twin of it.
    await drop(bytes, { name: '/joint_states', place: 'joined' });
    expect([names(), faults]).toEqual([['post', 'wall'], []]);
  });

  it('each part of a recording is shown in the scene that stood meanwhile', async () => {
    const far = box('wall', [0.1, 4, 1], [9, 2, 0]);
    const messages = [
      ...DESCRIPTION,
      { topic: '/scene', time: 0, message: scene({ objects: [far] }) },
      ...turning(21, 0.05).slice(0, 12),
      { topic: '/scene', time: 1.15, message: scene({ objects: [WALL], isDiff: true }) },
      ...turning(21, 0.05).slice(12),
    ];
    const bytes = await makeBag(SCENES, messages, JSON_BAG);
    file('a.mcap', bytes);
    const { session, drop, store, faults, offers, check } = await page();
    for (const k of [0, 1]) {
      const name = `/joint_states, while scene ${k} stood`;
      for (const place of ['bag', 'joined'] as const) {
        await drop(bytes, { name, place: k === 0 ? 'bag' : place });
        const known = await said(`a.mcap@${k}`, `a.mcap@${k}`);
        const answer = await check();
        expect(answer).toMatchObject({ verdict: known.verdict, assumptions: known.assumptions });
        expect(store.state.cell!.entry).toBe(`a.mcap/scene${k}.json`);
      }
    }
    expect(faults).toEqual([]);
    expect(offers[0].places).toEqual(['bag']);
    expect(offers[1].places).toEqual(['bag', 'joined', 'cell']);
    // What was changed is not the scene any more.
    await drop(bytes, { name: '/joint_states, while scene 1 stood', place: 'cell' });
    expect((await check()).assumptions).not.toContain(SCENE_LEFT_OUT);
    session.edit([{ kind: 'remove', obstacle: 0 }]);
    await drop(bytes, { name: '/joint_states, while scene 1 stood', place: 'cell' });
    expect(store.state.path!.assumptions).toContain(SCENE_LEFT_OUT);
    // The other scene is open.
    const name = '/joint_states, while scene 0 stood';
    await drop(bytes, { name: '/joint_states, while scene 1 stood', place: 'bag' });
    await drop(bytes, { name, place: 'cell' });
    expect((await check()).assumptions).toContain(SCENE_LEFT_OUT);
  });

  it('joints that it does not have are left out, which is assumed; assumptions are kept with the path', async () => {
    const messages = Array.from({ length: 3 }, (_, i) => ({
      topic: '/joint_states',
      time: i,
      message: stateMessage(i, { joint1: -1, joint2: 0.1 * i, finger: i }),
    }));
    const { drop, store, check } = await page(FILES);
    await drop(await makeBag([stateTopic('/joint_states')], messages));
    const { assumptions } = await check();
    expect(assumptions).toContain('"finger" of the recording is not in the cell and left out');
    const kept = readSnapshot(JSON.parse(snapshotText(takeSnapshot(store.state, null))));
    expect(kept.path).toEqual(store.state.path);
  });

  it('what is to be said of it stays with the path as long as that is not changed', async () => {
    const bytes = await makeBag([stateTopic('/joint_states')], turning(50, 0.01), {
      chunkSize: 400,
    });
    const { drop, store } = await page(FILES);
    await drop(bytes.subarray(0, bytes.length >> 1));
    const { pathNotes, path } = store.state;
    expect(pathNotes!.path).toBe(path);
    expect(pathNotes!.notes[0]).toMatchObject({ code: 'bag/cut-off', file: 'a.mcap' });
  });
});

describe('without a cell that fits', () => {
  it('the robot of the bag is opened in its scene, with the verdict of the command line', async () => {
    for (const [k, around] of [posted, walled()].entries()) {
      const messages = [...DESCRIPTION, around, ...turning(21, 0.05)];
      const bytes = await makeBag(SCENES, messages, JSON_BAG);
      const { drop, names, faults, offers, check, store, session } = await page();
      await drop(bytes);
      expect([faults, offers]).toEqual([[], []]);
      expect(names()).toEqual(k === 0 ? ['post'] : ['wall']);
      file('a.mcap', bytes);
      const known = await said('a.mcap');
      const answer = await check();
      expect(answer.verdict).toBe(k === 0 ? 'free' : 'colliding');
      expect(answer).toMatchObject({ verdict: known.verdict, assumptions: known.assumptions });
      if (k > 0) continue;
      // Its certificate is the same, byte for byte.
      await later('check', 'a.mcap', '--certificate', 'c.json');
      const made = await session.run('certificate', { path: store.state.path! });
      expect(made.written && made.text).toBe(read('c.json'));
    }
  });

  it('the robot of the bag is told from joints of others', async () => {
    const other = `<robot name="x"><link name="a"/><link name="b"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
<joint name="far" type="prismatic"><parent link="a"/><child link="b"/><limit lower="-1" upper="1" velocity="1" effort="1"/></joint></robot>`;
    const files = new Map([['x.urdf', utf8(other)]]);
    const bytes = await makeBag(SCENES, [...DESCRIPTION, ...turning(3, 0.05)], JSON_BAG);
    const { drop, store, faults } = await page(files);
    await drop(bytes);
    expect(faults).toEqual([]);
    expect(store.state.cell!).toMatchObject({
      ...{ entry: 'a.mcap/robot_description.urdf', name: 'a.mcap' },
    });
    expect(store.state.path!.waypoints.length).toBe(3);
    // A bag without a description needs a robot with its joints.
    const bare = await page(files);
    await bare.drop(await makeBag([stateTopic('/joint_states')], turning(3, 0.05)));
    expect(bare.faults[0].message).toMatch(
      /has none of the joints of this bag \("joint1", "joint2"\), and the bag has no robot description.*then drop the bag on it/,
    );
    expect(bare.store.state.cell!.entry).toBe('x.urdf');
  });

  it('files that are dropped with it are its cell', async () => {
    const bytes = await makeBag([stateTopic('/joint_states')], turning(3, 0.05));
    const { drop, store, faults, names } = await page();
    await drop(bytes, { name: '/joint_states' }, [...FILES]);
    expect([faults, names()]).toEqual([[], ['wall']]);
    expect(store.state.path!.waypoints.length).toBe(3);
  });
});

describe('a bag that cannot be used', () => {
  const fault = async (
    bytes: Uint8Array,
    files: ReadonlyMap<string, Uint8Array> | null = FILES,
  ) => {
    const { drop, faults } = await page(files);
    await drop(bytes);
    expect(faults.length).toBe(1);
    return (faults[0] as Error & { fault: object }).fault;
  };

  it('says what is wrong, where, and what to do', async () => {
    const text = utf8('joints: []\n'.repeat(9));
    expect(await fault(text)).toMatchObject({
      ...{ code: 'bag/damaged', file: 'a.mcap', byte: 8, hint: expect.stringContaining('convert') },
    });
    const bytes = await makeBag([stateTopic('/joint_states')], turning(50, 0.01), {
      compress: (data) => ({ compression: 'lz4', compressedData: lz4(data) }),
      chunkSize: 400,
    });
    const broken = bytes.slice();
    broken.fill(255, 2000, 2040);
    expect(await fault(broken)).toMatchObject({
      ...{ code: 'bag/damaged', file: 'a.mcap', byte: expect.any(Number) },
      ...{ message: expect.stringMatching(/after \d+ messages/), hint: expect.any(String) },
    });
    const still = await makeBag(SCENES, [...DESCRIPTION, walled()], JSON_BAG);
    expect(await fault(still)).toMatchObject({
      message: 'the bag has neither joint states nor trajectories',
      hint: expect.stringContaining('it has /robot_description (std_msgs/msg/String)'),
    });
  });

  it('a scene that cannot be followed is no scene of a verdict', async () => {
    const append = { ...WALL, operation: 2 };
    const messages = [
      ...[...DESCRIPTION, walled()],
      { topic: '/scene', time: 0, message: scene({ objects: [append], isDiff: true }) },
      ...turning(3, 0.1),
    ];
    const bytes = await makeBag(SCENES, messages, JSON_BAG);
    expect(await fault(bytes, null)).toMatchObject({
      ...{ code: 'bag/scene', message: expect.stringContaining('cannot be followed') },
    });
    const { drop, check, faults } = await page(FILES);
    await drop(bytes);
    expect(faults).toEqual([]);
    expect((await check()).assumptions).toContain(SCENE_LEFT_OUT);
  });

  it('a message that cannot be read is listed as such, the others can be chosen', async () => {
    const bad = {
      topic: '/goal',
      time: 0.1,
      message: { trajectory: { joint_names: ['joint1'], points: 3 } },
    };
    const bytes = await makeBag(SCENES, [...turning(1, 0), bad, goalMessage(0.2, -0.5)], JSON_BAG);
    const { drop, offers, store, faults } = await page(FILES);
    await drop(bytes, { name: '/goal, message 1' });
    expect(faults).toEqual([]);
    const wrong = offers[0].answer.motions.map(({ fault }) => fault !== undefined);
    expect(wrong).toEqual([false, true, false]);
    expect(store.state.path!.waypoints.length).toBe(2);
  });

  it('bags of other formats, and several at once, are refused with a way out', async () => {
    const { opener, faults } = await page(FILES);
    await opener.give(new Map([['old.bag', new Uint8Array(9)]]));
    await opener.give(
      new Map([
        ['a.mcap', ZSTD_BAG],
        ['b.mcap', ZSTD_BAG],
      ]),
    );
    expect(faults.map(({ message }) => message)).toEqual([
      expect.stringMatching(/old\.bag.*MCAP.*mcap convert/),
      expect.stringMatching(/2 bags.*one bag at a time/),
    ]);
  });
});

it('chunks of zstd and lz4 are read in the engine, with progress, as messages carry them', async () => {
  const sent: FromWorker[] = [];
  const host = new EngineHost((message) => sent.push(message));
  const open = { request: { files: FILES }, id: 1 };
  await host.receive({ call: 1, kind: 'open', request: open });
  const compressed = await makeBag([stateTopic('/joint_states')], turning(21, 0.05), {
    compress: (data) => ({ compression: 'lz4', compressedData: lz4(data) }),
  });
  for (const [i, bytes] of [ZSTD_BAG, compressed].entries()) {
    const contents = new Blob([bytes as Uint8Array<ArrayBuffer>]);
    const request = { bag: { id: i, file: 'z.mcap', contents } };
    await host.receive({ call: 2 + i, kind: 'readBag', request: structuredClone(request) });
    const about = sent.filter(({ call }) => call === 2 + i);
    expect(about[0]).toMatchObject({ progress: { what: 'megabytes', done: 0, of: 1 } });
    expect(about.at(-1)).toMatchObject({ answer: { motions: [{ waypoints: 21, known: 2 }] } });
  }
});
