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
  private client: GateClient | null = null;
  /** The version whose digest was asked for, and whether it is the cell that is open. */
  private known = { version: 0, isSame: false };

  constructor({ store }: Pick<Host, 'store'>) {
    this.store = store;
    // Of another cell nothing is known.
    store.subscribe(['cell'], () => {
      this.known = { version: 0, isSame: false };
    });
  }

  /** Follows the gate's cell. What goes wrong is in the state. */
  async attach(url: string, token = ''): Promise<void> {
    this.detach();
    this.show({ ...NO_GATE, status: 'connecting' });
    let client: GateClient | null = null;
    try {
      client = await connect(url, {
        ...(token !== '' && { token }),
        onLive: (state) => void this.take(client!, state),
        onClose: () => {
          if (this.client !== client) return;
          this.client = null;
          this.show({ status: 'lost', note: 'the connection to the gate is lost' });
        },
      });
      this.client = client;
      await client.follow();
      this.show({ ...NO_GATE, status: 'attached', note: 'waiting for a joint state' });
    } catch (error) {
      this.client = null;
      client?.end();
      this.show({ ...NO_GATE, note: error instanceof Error ? error.message : String(error) });
    }
  }

  detach(): void {
    const { client } = this;
    this.client = null;
    client?.end();
    this.show(NO_GATE);
  }

  private async take(client: GateClient, live: Result<'live'>): Promise<void> {
    const { cell } = this.store.state;
    if (!cell || client !== this.client) return;
    if (this.known.version !== live.version) {
      const { digest } = await client.info({ cell: live.cell, version: live.version });
      this.known = { version: live.version, isSame: digest === cell.digest };
    }
    // Meanwhile it may be another cell, or nobody may follow any more.
    if (client !== this.client || this.store.state.cell !== cell) return;
    const { verdict } = live.state;
    const { version } = live;
    if (!this.known.isSame || live.q.length !== cell.dofs.length) {
      this.show({
        ...{ verdict, version },
        note: `the gate's cell (version ${version}) is not the one that is open here: nothing is drawn`,
      });
      return;
    }
    this.store.update({ configuration: Float64Array.from(live.q), vectors: answerOf(live) });
    this.show({ verdict, version, note: '' });
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
    status: status === 'undecided' ? 'not-asked' : status,
    bodies: pair ? [pair[0], pair[1]] : null,
    lower: lower ?? 0,
    distance: distance ?? Number.POSITIVE_INFINITY,
    points: r && s ? [Float64Array.from(r), Float64Array.from(s)] : null,
    depth: depth ?? null,
    direction: direction ? Float64Array.from(direction) : null,
  };
}
