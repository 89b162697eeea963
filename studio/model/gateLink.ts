/**
 * Attached to a gate: the joint states that somebody gives it move the robots here, with the verdict and the vectors
 * that the gate says. They are drawn only if the gate's cell is the one that is open here, by its digest; a connection
 * that is lost is said at once.
 */
import { connect, type GateClient } from '../../src/client/index.ts';
import type { Result } from '../../src/gate/index.ts';
import type { VectorData, VectorsAnswer } from '../engine/protocol.ts';
import type { Host } from './host.ts';
import type { GateState } from './state.ts';

/** Nothing of a gate. */
export const NO_GATE: Pick<GateState, 'status' | 'verdict' | 'version' | 'note'> = {
  status: 'off',
  verdict: null,
  version: null,
  note: '',
};

export class GateLink {
  private readonly store: Host['store'];
  private readonly open: typeof connect;
  private client: GateClient | null = null;
  /** How often somebody has attached or detached: who was overtaken gives up. */
  private turns = 0;
  /** The digest of the gate's cell that was looked at last, and whether it is the cell that is open. */
  private known = { digest: '', isSame: false };

  constructor({ store }: Pick<Host, 'store'>, open = connect) {
    this.store = store;
    this.open = open;
    // Of another cell nothing is known.
    store.subscribe(['cell'], () => {
      this.known = { digest: '', isSame: false };
    });
  }

  /** Follows the gate's cell. What goes wrong is in the state. */
  async attach(url: string, token = ''): Promise<void> {
    this.detach();
    const turn = this.turns;
    // Of another gate nothing is known, nor is what the page found itself what the gate says.
    this.known = { digest: '', isSame: false };
    this.show({ ...NO_GATE, status: 'connecting' });
    let client: GateClient | null = null;
    try {
      client = await this.open(url, {
        ...(token !== '' && { token }),
        onLive: (state) => {
          if (client) void this.take(client, state);
        },
        onClose: () => {
          if (this.client !== client) return;
          this.client = null;
          this.show({ status: 'lost', note: 'the connection to the gate is lost' });
        },
      });
      if (turn !== this.turns) {
        client.end();
        return;
      }
      this.client = client;
      await client.follow();
      if (this.client !== client) return;
      this.store.update({ vectors: null });
      this.show({ ...NO_GATE, status: 'attached', note: 'waiting for a joint state' });
    } catch (error) {
      client?.end();
      if (turn !== this.turns) return;
      this.client = null;
      this.show({ ...NO_GATE, note: error instanceof Error ? error.message : String(error) });
    }
  }

  detach(): void {
    const { client } = this;
    this.turns++;
    this.client = null;
    client?.end();
    this.show(NO_GATE);
  }

  private async take(client: GateClient, live: Result<'live'>): Promise<void> {
    const { cell } = this.store.state;
    if (!cell || client !== this.client) return;
    if (this.known.digest !== live.digest) {
      const isSame = await this.isOpenHere(client, live, cell.digest);
      if (this.store.state.cell === cell && client === this.client)
        this.known = { digest: live.digest, isSame };
    }
    // Meanwhile it may be another cell, or nobody may follow any more.
    if (client !== this.client || this.store.state.cell !== cell) return;
    const { verdict } = live.state;
    const { version } = live;
    if (!this.known.isSame || live.q.length !== cell.dofs.length) {
      this.store.update({ vectors: null });
      this.show({
        ...{ verdict, version },
        note: `the gate's cell (version ${version}) is not the one that is open here: nothing is drawn`,
      });
      return;
    }
    this.store.update(({ hand }) => ({
      configuration: Float64Array.from(live.q),
      // The gate does not know of an obstacle that is somewhere else here.
      vectors: hand ? null : answerOf(live),
    }));
    this.show({ verdict, version, note: '' });
  }

  /** Whether the cell of a state is the one with this digest; a version that the gate has given up is not. */
  private async isOpenHere(
    client: GateClient,
    { gate, cell, version }: Result<'live'>,
    model: string,
  ): Promise<boolean> {
    try {
      return (await client.info({ gate, cell, version })).model === model;
    } catch {
      return false;
    }
  }

  private show(values: Partial<GateState>): void {
    this.store.update(({ gate }) => ({ gate: { ...gate, ...values } }));
  }
}

function answerOf({ vector }: Result<'live'>): VectorsAnswer {
  return {
    vectors: vector.vectors.map(dataOf),
    nearest: vector.nearest ?? -1,
    steps: null,
    looked: null,
    notes: (vector.notes ?? []).map(({ message }) => message),
  };
}

function dataOf(told: Result<'live'>['vector']['vectors'][number]): VectorData {
  const { classes, status, pair, lower, distance, r, s, depth, direction } = told;
  return {
    classes: [classes[0], classes[1]],
    status,
    bodies: pair ? [pair[0], pair[1]] : null,
    lower: lower ?? 0,
    distance: distance ?? Number.POSITIVE_INFINITY,
    points: r && s ? [Float64Array.from(r), Float64Array.from(s)] : null,
    depth: depth ?? null,
    direction: direction ? Float64Array.from(direction) : null,
  };
}
