/**
 * The bridge: connects to a rosbridge server, offers the two services, follows the planning scene, and comes back when
 * the server went away: after half a second, then twice as long each time, up to half a minute. Whatever happens, a
 * request is answered, and `valid` only where that is proven for the scene as it is known.
 */
import type { OpenCell } from '../jobs/index.ts';
import { type Fault, InputError } from '../math/index.ts';
import { connectRos, loadRoslib, type RosConnection, type ServiceCall } from './connection.ts';
import { LiveCell } from './liveCell.ts';
import { MOVEIT, type RosVersion, typeNames } from './names.ts';
import { CLOCKS, SceneFollower } from './sceneFollower.ts';
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
  /** Milliseconds since move_group was asked for the scene; null where there was none. */
  readonly sceneAge_ms: number | null;
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
  /** Milliseconds that the scene may be old; beyond that nothing is answered. Default 10,000. */
  readonly sceneAge_ms?: number | undefined;
  /** Requests that wait for their turn; more are refused. Default 64. */
  readonly queue?: number | undefined;
  /** Put before the names of the services that are offered, such as `/surepath`. Default none. */
  readonly namespace?: string | undefined;
  /** Milliseconds after which a motion is undecided, and so not valid. Default 1000. */
  readonly budget_ms?: number | undefined;
  /** The frame that contacts are given in. Default world. */
  readonly frame?: string | undefined;
  readonly onEvent?: ((event: BridgeEvent) => void) | undefined;
  /** Milliseconds: the first pause before a new try, the longest, and how long the server may take to answer. */
  readonly pauses?: { readonly first: number; readonly most: number; readonly answer: number };
  /** @internal Clocks that count milliseconds: tests let time pass. */
  readonly clocks?: readonly (() => number)[];
}

/** A bridge that runs. */
export interface Bridge {
  /** Ends it; nothing is answered afterwards. */
  close(): void;
}

const PAUSES = { first: 500, most: 30_000, answer: 5000 };
const DEFAULT_BUDGET_MS = 1000;
const DEFAULT_SCENE_AGE_MS = 10_000;
const DEFAULT_QUEUE = 64;

/** A request that waits for its turn. */
interface Asked {
  readonly connection: RosConnection;
  readonly name: string;
  readonly layout: (typeof ANSWERED)[number];
  readonly call: ServiceCall;
}

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
  /** Null where no scene is followed. */
  private readonly follower: SceneFollower | null;
  private readonly queue: Asked[] = [];
  private turn: ReturnType<typeof setTimeout> | undefined;

  constructor(opened: OpenCell, options: BridgeOptions) {
    this.options = options;
    this.pauses = options.pauses ?? PAUSES;
    this.cell = new LiveCell(opened, options.scene ?? true);
    const { sceneAge_ms = DEFAULT_SCENE_AGE_MS, clocks = CLOCKS } = options;
    const { mirror } = this.cell;
    this.follower =
      mirror &&
      new SceneFollower(mirror, {
        ...{ age_ms: sceneAge_ms, answer_ms: this.pauses.answer, clocks },
        onChange: (version) => this.tell({ kind: 'scene', version }),
        onLost: (reason) => this.tell({ kind: 'no-scene', reason }),
      });
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.leave();
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
      connection.offer(name, type, (call) => this.receive({ connection, name, layout, call }));
    }
    this.tell({ kind: 'connected', url: this.options.url, ros });
    this.follower?.begin(connection, types.planningScene);
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
    this.leave();
    clearTimeout(this.timer);
    if (this.isClosed) return;
    const again_ms = Math.min(this.pauses.most, this.pauses.first * 2 ** this.failures++);
    this.tell({ kind: 'lost', reason, again_ms });
    this.timer = setTimeout(() => void this.connect(), again_ms);
  }

  /** The connection is gone or given up: neither its scene nor its requests matter any more. */
  private leave(): void {
    this.follower?.end();
    clearTimeout(this.turn);
    this.queue.length = 0;
  }

  /** Answers in turn: between two answers the changes of the scene are heard that have come meanwhile. */
  private receive(asked: Asked): void {
    const most = this.options.queue ?? DEFAULT_QUEUE;
    if (this.queue.length >= most) this.respond(asked, notValid(), refused(queueIsFull(most)));
    else if (this.queue.push(asked) === 1) this.schedule();
  }

  private schedule(): void {
    this.turn = setTimeout(() => {
      const asked = this.queue.shift();
      if (asked) this.answer(asked);
      if (this.queue.length > 0) this.schedule();
    });
  }

  private answer(asked: Asked): void {
    const { follower } = this;
    const { layout, call } = asked;
    let response = notValid();
    let facts: Facts;
    try {
      follower?.requireYoung();
      const { open, version, standing } = this.cell.now(attachedOf(call.args));
      const { budget_ms = DEFAULT_BUDGET_MS, frame = 'world' } = this.options;
      const question = { layout, request: call.args, standing, budget_ms, frame };
      const found = validityOf(open, question);
      // To prepare the cell and to check take time too.
      follower?.requireYoung();
      response = found.response;
      const sceneAge_ms = follower?.age_ms ?? null;
      facts = { valid: response.valid, version, sceneAge_ms, ...found.details };
    } catch (error) {
      facts = refused(faultOf(error));
    }
    this.respond(asked, response, facts);
  }

  private respond(asked: Asked, response: ValidityResponse, facts: Facts): void {
    const { connection, name, call } = asked;
    const answer: BridgeAnswer = { service: name, id: call.id ?? null, ...facts };
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

/** What is published about an answer. */
type Facts = Omit<BridgeAnswer, 'service' | 'id'>;

function refused(error: Fault): Facts {
  return { valid: false, version: null, sceneAge_ms: null, error };
}

function queueIsFull(most: number): Fault {
  return {
    code: 'bridge/queue-full',
    message: `${most} requests wait already: this one was not looked at`,
    hint: 'ask again later, or ask less at a time; --queue N lets more wait',
  };
}

/** A mistake of ours is no answer either, and must not end the bridge. */
function faultOf(error: unknown): Fault {
  if (error instanceof InputError) return error.fault;
  return { code: 'bridge/internal', message: `the bridge failed: ${(error as Error).message}` };
}
