/** The live mode's model: what is drawn is of the state that is shown, and of the cell that is open. */
import { describe, expect, it } from 'vitest';
import type { connect } from '../../src/client/index.ts';
import type { Result } from '../../src/gate/index.ts';
import type { OpenedCell, VectorData, VectorsAnswer } from '../../studio/engine/protocol.ts';
import { GateLink } from '../../studio/model/gateLink.ts';
import { arrowsOf, connectVectors } from '../../studio/model/liveVectors.ts';
import { Store } from '../../studio/model/state.ts';
import type { Arrow } from '../../studio/view/types.ts';

const DOFS = [{}, {}];
const cellOf = (digest: string) => ({ digest, dofs: DOFS, id: 1 }) as unknown as OpenedCell;
const settle = () => new Promise((done) => setTimeout(done));

const APART: VectorData = {
  classes: ['arm', 'world'],
  status: 'apart',
  bodies: ['hand', 'table'],
  lower: 0.1,
  distance: 0.1,
  points: [Float64Array.of(0, 0, 1), Float64Array.of(0, 0, 0.9)],
  depth: null,
  direction: null,
};
const ANSWER: VectorsAnswer = {
  vectors: [APART],
  nearest: 0,
  steps: { count: 1, median: 1, most: 1 },
  looked: { distances: 1, boxes: 0 },
  notes: [],
};

/** A page whose engine answers when told to. */
function page() {
  const store = new Store();
  const asked: { configuration: number[]; done: (answer: VectorsAnswer) => void }[] = [];
  let drawn: readonly Arrow[] = [];
  const said: string[] = [];
  const engine = {
    call: (_: string, { configuration }: { configuration: ArrayLike<number> }) =>
      new Promise<VectorsAnswer>((done) => {
        asked.push({ configuration: Array.from(configuration), done });
      }),
  };
  const dialogs = { say: (text: string) => said.push(text) };
  connectVectors({ store, engine, dialogs } as unknown as Parameters<typeof connectVectors>[0], {
    vectors: { set: (arrows) => (drawn = arrows) },
  });
  store.update({ cell: cellOf('same'), configuration: Float64Array.of(0, 0) });
  const turnOn = () => store.update(({ live }) => ({ live: { ...live, isOn: true } }));
  const move = (x: number) => store.update({ configuration: Float64Array.of(x, 0) });
  return { store, asked, said, turnOn, move, drawn: () => drawn };
}

describe('vectors of the page itself', () => {
  it('are not asked for when off, and of what waits the latest alone', async () => {
    const { asked, turnOn, move, drawn, store } = page();
    move(0.1);
    expect(asked).toHaveLength(0);
    turnOn();
    for (const x of [0.2, 0.3, 0.4]) move(x);
    expect(asked.map(({ configuration }) => configuration[0])).toEqual([0.1]);
    asked[0].done(ANSWER);
    await settle();
    expect(asked.map(({ configuration }) => configuration[0])).toEqual([0.1, 0.4]);
    expect(drawn()).toHaveLength(1);
    asked[1].done(ANSWER);
    await settle();
    store.update(({ live }) => ({ live: { ...live, isOn: false } }));
    expect(store.state.vectors).toBeNull();
    expect(drawn()).toEqual([]);
  });

  it('are not taken once another cell is open, whose class pairs are others', async () => {
    const { asked, turnOn, store } = page();
    turnOn();
    store.update(({ live }) => ({ live: { ...live, leftOut: [1] } }));
    store.update({ cell: cellOf('other') });
    expect(store.state.live.leftOut).toEqual([]);
    asked[0].done(ANSWER);
    await settle();
    expect(store.state.vectors).toBeNull();
  });
});

describe('arrows', () => {
  it('go from the second class to the first, and out of an overlap where a way is known', () => {
    const overlap = {
      ...APART,
      status: 'colliding',
      ...{ lower: 0, distance: 0, depth: 0.2 },
      points: [Float64Array.of(1, 0, 0), Float64Array.of(1, 0, 0)],
      direction: Float64Array.of(0, 0, 1),
    } as const;
    const unknown = { ...overlap, depth: null, direction: null };
    const far = { ...APART, status: 'beyond', bodies: null, points: null } as const;
    const vectors = [far, APART, overlap, unknown];
    const arrows = arrowsOf({ ...ANSWER, vectors, nearest: 2 });
    expect(arrows.map(({ kind }) => kind)).toEqual(['other', 'overlap']);
    expect(arrows.map(({ from, to }) => [Array.from(from), Array.from(to)])).toEqual([
      [
        [0, 0, 0.9],
        [0, 0, 1],
      ],
      [
        [1, 0, 0],
        [1, 0, 0.2],
      ],
    ]);
    expect(arrowsOf(ANSWER).map(({ kind }) => kind)).toEqual(['shortest']);
    expect(arrowsOf(ANSWER, true).map(({ kind }) => kind)).toEqual(['lost']);
  });
});

type Live = Result<'live'>;

/** What a gate tells of a state. */
function told(x: number, version = 1, verdict: Live['state']['verdict'] = 'free'): Live {
  const { classes, status, lower, distance, bodies, points } = APART;
  const [r, s] = points!.map((point) => [...point]);
  const one = { classes: [...classes], status, lower, distance, pair: [...bodies!], r, s };
  return {
    ...{ gate: 'run', cell: 'cell-1', version, digest: `${version}`, q: [x, 0] },
    state: { verdict },
    vector: { vectors: [one], nearest: 0 },
  } as unknown as Live;
}

/** A page with gates that do as they are told; versions have digests, or none if the gate has given them up. */
function attached(digests: Record<number, string>) {
  const rest = page();
  const gates: { tell(state: Live): void; lose(): void; ended: boolean }[] = [];
  let connecting = Promise.resolve();
  const open = (async (
    _url: string,
    { onLive, onClose }: NonNullable<Parameters<typeof connect>[1]>,
  ) => {
    await connecting;
    const gate = {
      tell: (state: Live) => onLive!(state),
      lose: () => onClose!(),
      ended: false,
    };
    gates.push(gate);
    return {
      follow: async () => ({ cell: 'cell-1', isOn: true }),
      info: async ({ version }: { version: number }) => {
        if (!(version in digests)) throw new Error('no such version');
        return { model: digests[version] };
      },
      end: () => {
        gate.ended = true;
      },
    };
  }) as unknown as typeof connect;
  const link = new GateLink(rest, open);
  const hold = () => {
    let go = () => {};
    connecting = new Promise((done) => (go = done));
    return go;
  };
  return { ...rest, link, gates, hold };
}

describe('attached to a gate', () => {
  it('its states move the robots, with its verdict and vectors; nothing else is asked', async () => {
    const { link, gates, store, asked, drawn, turnOn } = attached({ 1: 'same' });
    turnOn();
    asked[0].done(ANSWER);
    await settle();
    await link.attach('ws://gate');
    // What the page found itself is not what the gate says.
    expect(store.state.vectors).toBeNull();
    gates[0].tell(told(0.5, 1, 'colliding'));
    await settle();
    expect([...store.state.configuration]).toEqual([0.5, 0]);
    expect(store.state.gate).toMatchObject({
      status: 'attached',
      verdict: 'colliding',
      version: 1,
    });
    expect(drawn()).toHaveLength(1);
    // What was asked before it was attached comes too late.
    const { vectors } = store.state;
    for (const { done } of asked) done(ANSWER);
    await settle();
    expect(store.state.vectors).toBe(vectors);
    const count = asked.length;
    gates[0].tell(told(0.6));
    await settle();
    expect(asked).toHaveLength(count);
  });

  it('of another cell, or of a version that cannot be known, nothing is drawn or moved', async () => {
    const { link, gates, store, drawn } = attached({ 1: 'same', 2: 'other' });
    await link.attach('ws://gate');
    gates[0].tell(told(0.5));
    await settle();
    expect(drawn()).toHaveLength(1);
    for (const version of [2, 3]) {
      gates[0].tell(told(0.9, version));
      await settle();
      expect(store.state.configuration[0]).toBe(0.5);
      expect(drawn()).toEqual([]);
      expect(store.state.gate.note).toContain(`(version ${version}) is not the one that is open`);
    }
    // Here another cell is opened instead.
    gates[0].tell(told(0.6));
    await settle();
    expect(store.state.configuration[0]).toBe(0.6);
    store.update({ cell: cellOf('third') });
    gates[0].tell(told(0.7));
    await settle();
    expect(store.state.configuration[0]).toBe(0.6);
    expect(drawn()).toEqual([]);
  });

  it('another gate with the same numbers of versions is another', async () => {
    const digests: Record<number, string> = { 1: 'same' };
    const { link, gates, store } = attached(digests);
    await link.attach('ws://gate');
    gates[0].tell(told(0.5));
    await settle();
    digests[1] = 'other';
    await link.attach('ws://another');
    expect(gates[0].ended).toBe(true);
    gates[1].tell(told(0.9));
    gates[0].tell(told(0.8));
    await settle();
    expect(store.state.configuration[0]).toBe(0.5);
  });

  it('joints that are moved here take its vectors away', async () => {
    const { link, gates, drawn, move } = attached({ 1: 'same' });
    await link.attach('ws://gate');
    gates[0].tell(told(0.5));
    await settle();
    expect(drawn()).toHaveLength(1);
    move(0.6);
    expect(drawn()).toEqual([]);
  });

  it('a lost connection is said, and what was last heard is greyed until joints move', async () => {
    const { link, gates, store, drawn, move } = attached({ 1: 'same' });
    await link.attach('ws://gate');
    gates[0].tell(told(0.5));
    await settle();
    expect(drawn().map(({ kind }) => kind)).toEqual(['shortest']);
    gates[0].lose();
    expect(store.state.gate).toMatchObject({ status: 'lost', verdict: 'free' });
    expect(store.state.gate.note).toContain('lost');
    expect(drawn().map(({ kind }) => kind)).toEqual(['lost']);
    gates[0].tell(told(0.9));
    await settle();
    expect(store.state.configuration[0]).toBe(0.5);
    move(0.6);
    expect(drawn()).toEqual([]);
  });

  it('who detaches is shown nothing more, even while it is still connecting', async () => {
    const { link, gates, store, drawn, hold } = attached({ 1: 'same' });
    await link.attach('ws://gate');
    gates[0].tell(told(0.5));
    await settle();
    link.detach();
    expect(gates[0].ended).toBe(true);
    expect(store.state.gate).toMatchObject({ status: 'off', verdict: null, version: null });
    expect(drawn()).toEqual([]);
    const go = hold();
    const attaching = link.attach('ws://gate');
    expect(store.state.gate.status).toBe('connecting');
    link.detach();
    go();
    await attaching;
    expect(gates[1].ended).toBe(true);
    expect(store.state.gate.status).toBe('off');
  });

  it('that is not there: why is said', async () => {
    const { store } = page();
    const open = (() => Promise.reject(new Error('nobody listens'))) as unknown as typeof connect;
    await new GateLink({ store }, open).attach('ws://nowhere');
    expect(store.state.gate).toMatchObject({ status: 'off', note: 'nobody listens' });
  });
});
