/**
 * The bridge: connects to a rosbridge server, offers the two services, follows the planning scene, and comes back when
 * the server went away: after half a second, then twice as long each time, up to half a minute. Whatever happens, a
 * request is answered, and `valid` only where that is proven for the scene as it is known.
 */
import type { OpenCell } from '../jobs/index.ts';
import { type Fault, InputError } from '../math/index.ts';
import { connectRos, loadRoslib, type RosConnection, type ServiceCall } from './connection.ts';
import { LiveCell } from './liveCell.ts';
import { MOVEIT, type RosVersion, SCENE_COMPONENTS, typeNames } from './names.ts';
import {
  ANSWERED,
  attachedOf,
  notValid,
  type ValidityDetails,
  type ValidityResponse,
  validityOf,
} from './validity.ts';

/** What the bridge tells: for people, and for whoever waits for it to be ready. */
export type BridgeEvent =
  | { readonly kind: 'connected'; readonly url: string; readonly ros: RosVersion }
  | { readonly kind: 'lost'; readonly reason: string; readonly again_ms: number }
  | { readonly kind: 'scene'; readonly version: number }
  | { readonly kind: 'no-scene'; readonly reason: string }
  | { readonly kind: 'trouble'; readonly text: string }
  | { readonly kind: 'answer'; readonly answer: BridgeAnswer };

/** What is published about every answer, besides what MoveIt's layout has fields for. */
export interface BridgeAnswer extends Partial<ValidityDetails> {
  readonly service: string;
  readonly id: string | null;
  readonly valid: boolean;
  /** Of the cell with its scene; null where there was none. */
  readonly version: number | null;
  /** Why there is no answer. */
  readonly error?: Fault;
}

export interface BridgeOptions {
  /** Of the rosbridge server, such as ws://localhost:9090. */
  readonly url: string;
  /** Default: asked of the server, by the type of /rosout. */
  readonly ros?: RosVersion | undefined;
  /** Follow move_group's planning scene, and answer nothing without it. Default true. */
  readonly scene?: boolean | undefined;
  /** Put before the names of the services that are offered, such as `/surepath`. Default none. */
  readonly namespace?: string | undefined;
  /** Milliseconds after which a motion is undecided, and so not valid. Default 1000. */
  readonly budget_ms?: number | undefined;
  /** The frame that contacts are given in. Default world. */
  readonly frame?: string | undefined;
  readonly onEvent?: ((event: BridgeEvent) => void) | undefined;
  /** Milliseconds: the first pause before a new try, the longest, and how long the server may take to answer. */
  readonly pauses?: { readonly first: number; readonly most: number; readonly answer: number };
}

/** A bridge that runs. */
export interface Bridge {
  /** Ends it; nothing is answered afterwards. */
  close(): void;
}

const PAUSES = { first: 500, most: 30_000, answer: 5000 };
const DEFAULT_BUDGET_MS = 1000;

/** Starts a bridge. Rejects with an InputError without roslib; a server that is away is waited for. */
export async function startBridge(opened: OpenCell, options: BridgeOptions): Promise<Bridge> {
  await loadRoslib();
  const running = new Running(opened, options);
  void running.connect();
  return { close: () => running.close() };
}

class Running {
  private readonly options: BridgeOptions;
  private readonly cell: LiveCell;
  private readonly pauses: typeof PAUSES;
  private connection: RosConnection | null = null;
  private isClosed = false;
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Differences that came while the whole scene is on its way. */
  private waiting: unknown[] = [];
  private isAsking = false;

  constructor(opened: OpenCell, options: BridgeOptions) {
    this.options = options;
    this.pauses = options.pauses ?? PAUSES;
    this.cell = new LiveCell(opened, options.scene ?? true);
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.connection?.close();
  }

  async connect(): Promise<void> {
    const connection = await connectRos({
      url: this.options.url,
      timeout_ms: this.pauses.answer,
      onClose: (reason) => this.lose(reason),
      onTrouble: (text) => this.tell({ kind: 'trouble', text }),
    });
    if (!connection) return;
    if (this.isClosed) return connection.close();
    this.connection = connection;
    this.failures = 0;
    const ros = this.options.ros ?? (await this.askVersion(connection));
    if (!this.has(connection)) return;
    const types = typeNames(ros);
    connection.announce(MOVEIT.answers, types.text);
    for (const layout of ANSWERED) {
      const single = layout === 'GetStateValidity';
      const name = `${this.options.namespace ?? ''}${single ? MOVEIT.stateValidity : MOVEIT.multiStateValidity}`;
      const type = single ? types.stateValidity : types.multiStateValidity;
      connection.offer(name, type, (call) => this.answer(connection, { name, layout, call }));
    }
    this.tell({ kind: 'connected', url: this.options.url, ros });
    if (!this.cell.mirror) return;
    // First listen, then ask: what changes in between is not missed.
    connection.subscribe(MOVEIT.monitoredScene, types.planningScene, (scene) => this.take(scene));
    await this.askScene(connection);
  }

  /** Types have three parts in ROS 2: /rosout is everywhere. */
  private async askVersion(connection: RosConnection): Promise<RosVersion> {
    try {
      const args = { topic: '/rosout' };
      const answer = await connection.call('/rosapi/topic_type', args, this.pauses.answer);
      const type = (answer as { type?: unknown } | null)?.type;
      if (typeof type === 'string' && type !== '') return type.includes('/msg/') ? 2 : 1;
    } catch {
      // Told below: a server without rosapi serves all the same.
    }
    const text = 'rosapi does not tell the version of ROS; ROS 2 is taken';
    this.tell({ kind: 'trouble', text: `${text} (--ros 1 for the other)` });
    return 2;
  }

  private lose(reason: string): void {
    this.connection = null;
    this.cell.mirror?.forget();
    this.waiting = [];
    this.isAsking = false;
    clearTimeout(this.timer);
    if (this.isClosed) return;
    const again_ms = Math.min(this.pauses.most, this.pauses.first * 2 ** this.failures++);
    this.tell({ kind: 'lost', reason, again_ms });
    this.timer = setTimeout(() => void this.connect(), again_ms);
  }

  // ------------------------------------------------------------------------------------------ the scene

  /** Asks for the whole scene until it comes. */
  private async askScene(connection: RosConnection): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      const args = { components: { components: SCENE_COMPONENTS } };
      const answer = await connection.call(MOVEIT.planningScene, args, this.pauses.answer);
      if (!this.has(connection)) return;
      const { scene } = answer as { scene?: unknown };
      if (typeof scene !== 'object' || scene === null) throw new Error('the answer has no scene');
      this.isAsking = false;
      const waiting = this.waiting.splice(0);
      // Each says how an object is now: replayed after the whole scene, the last word on each is the latest.
      for (const each of [{ ...scene, is_diff: false }, ...waiting]) this.take(each);
    } catch (error) {
      if (!this.has(connection)) return;
      this.isAsking = false;
      this.waiting = [];
      const reason = (error as Error).message;
      this.tell({ kind: 'no-scene', reason });
      this.timer = setTimeout(() => void this.askScene(connection), this.pauses.answer);
    }
  }

  private take(scene: unknown): void {
    const { mirror } = this.cell;
    if (!mirror || !this.connection) return;
    if (this.isAsking) {
      this.waiting.push(scene);
      return;
    }
    const before = mirror.isKnown ? mirror.version : -1;
    let reason = 'a difference does not say all that has changed';
    try {
      if (mirror.take(scene) === 'followed') {
        if (mirror.version !== before) this.tell({ kind: 'scene', version: mirror.version });
        return;
      }
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      reason = error.message;
    }
    this.tell({ kind: 'no-scene', reason });
    void this.askScene(this.connection);
  }

  // ---------------------------------------------------------------------------------------- the services

  private answer(
    connection: RosConnection,
    asked: {
      readonly name: string;
      readonly layout: (typeof ANSWERED)[number];
      readonly call: ServiceCall;
    },
  ): void {
    const { name, layout, call } = asked;
    const about = { service: name, id: call.id ?? null };
    let response: ValidityResponse = notValid();
    let answer: BridgeAnswer;
    try {
      const { open, version, standing } = this.cell.now(attachedOf(call.args));
      const { budget_ms = DEFAULT_BUDGET_MS, frame = 'world' } = this.options;
      const question = { layout, request: call.args, standing, budget_ms, frame };
      const found = validityOf(open, question);
      response = found.response;
      answer = { ...about, valid: response.valid, version, ...found.details };
    } catch (error) {
      answer = { ...about, valid: false, version: null, error: faultOf(error) };
    }
    connection.respond(name, call.id, response, answer.error === undefined);
    connection.publish(MOVEIT.answers, { data: JSON.stringify(answer) });
    this.tell({ kind: 'answer', answer });
  }

  /** Whether a connection is still the one. */
  private has(connection: RosConnection): boolean {
    return !this.isClosed && this.connection === connection;
  }

  private tell(event: BridgeEvent): void {
    if (!this.isClosed) this.options.onEvent?.(event);
  }
}

/** A mistake of ours is no answer either, and must not end the bridge. */
function faultOf(error: unknown): Fault {
  if (error instanceof InputError) return error.fault;
  return { code: 'bridge/internal', message: `the bridge failed: ${(error as Error).message}` };
}
