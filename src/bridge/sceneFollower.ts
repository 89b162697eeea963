/**
 * Follows the planning scene of move_group: asks for all of it, takes the differences that are published, and asks again in
 * time, because a difference may be lost and move_group may restart behind a rosbridge that lives on. It knows how old the scene
 * is: an answer needs one that was asked for as a whole at most so long ago. Differences do not make it younger.
 */
import type { SceneMirror } from '../formats/index.ts';
import { InputError } from '../math/index.ts';
import { nearest } from '../words/index.ts';
import type { RosConnection } from './connection.ts';
import { MOVEIT, SCENE_COMPONENTS } from './names.ts';

export interface FollowerOptions {
  /** Milliseconds that the scene may be old. */
  readonly age_ms: number;
  /** Milliseconds that move_group may take to answer. */
  readonly answer_ms: number;
  /** Milliseconds from any beginning; the scene is as old as the clock says on which more time has passed. */
  readonly clocks: readonly (() => number)[];
  /** The scene has changed. */
  onChange(version: number): void;
  /** The scene is not known, or not any more. */
  onLost(reason: string): void;
}

/** The scene is asked for four times in the time that it may be old: one answer that is late or lost does no harm. */
const ASKS = 4;

/** Milliseconds between two questions at most: longer pauses are not what timers can do. */
const LONGEST_MS = 2 ** 30;

/** Differences that are kept while the whole scene is on its way. */
const MOST_WAITING = 1000;

/** The first clock stands still while the machine sleeps, the second one goes back when it is set. */
export const CLOCKS: readonly (() => number)[] = [() => performance.now(), () => Date.now()];

export class SceneFollower {
  private readonly mirror: SceneMirror;
  private readonly options: FollowerOptions;
  private connection: RosConnection | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** What the clocks said when the scene was asked for that is known. */
  private askedAt: readonly number[] | null = null;
  /** The robot of that scene, empty where it was not named. */
  private robot = '';
  private isAsking = false;
  /** Differences that came while the whole scene is on its way, to be taken again after it. */
  private waiting: unknown[] = [];
  private areTooMany = false;

  constructor(mirror: SceneMirror, options: FollowerOptions) {
    this.mirror = mirror;
    this.options = options;
  }

  /** Follows the scene over a connection. */
  begin(connection: RosConnection, type: string): void {
    this.connection = connection;
    // First listen, then ask: a change in between is not missed.
    connection.subscribe(MOVEIT.monitoredScene, type, (scene) => this.hear(connection, scene));
    void this.ask();
  }

  /** The connection is gone, and the scene with it. */
  end(): void {
    clearTimeout(this.timer);
    this.connection = null;
    this.isAsking = false;
    this.areTooMany = false;
    this.askedAt = null;
    this.mirror.forget();
  }

  /** Milliseconds since the scene was asked for; infinite where it only came by itself. */
  get age_ms(): number {
    const { askedAt } = this;
    if (!askedAt) return Number.POSITIVE_INFINITY;
    return Math.max(...this.options.clocks.map((clock, i) => clock() - askedAt[i]));
  }

  /** Throws an InputError where the scene is older than it may be; one that is not known has no age. */
  requireYoung(): void {
    const { age_ms: most } = this.options;
    const age = this.age_ms;
    if (!this.mirror.isKnown || age <= most) return;
    const seconds = (ms: number) => `${nearest(ms / 1000, 1)} s`;
    const found = Number.isFinite(age)
      ? `move_group gave the planning scene ${seconds(age)} ago`
      : 'move_group has not given the planning scene when it was asked';
    throw new InputError({
      code: 'ros/scene-old',
      message: `${found}; it may be ${seconds(most)} old at most`,
      hint: 'move_group must answer /get_planning_scene in time; --scene-age SECONDS allows more',
    });
  }

  /** Asks for the whole scene until it comes. */
  private async ask(): Promise<void> {
    const { connection } = this;
    const { answer_ms, age_ms, clocks } = this.options;
    if (!connection || this.isAsking) return;
    clearTimeout(this.timer);
    this.isAsking = true;
    const askedAt = clocks.map((clock) => clock());
    const pause_ms = Math.min(age_ms / ASKS, LONGEST_MS);
    try {
      const args = { components: { components: SCENE_COMPONENTS } };
      const answer = await connection.call(MOVEIT.planningScene, args, answer_ms);
      if (this.connection !== connection) return;
      this.isAsking = false;
      const { scene } = answer as { scene?: unknown };
      if (typeof scene !== 'object' || scene === null) throw new Error('the answer has no scene');
      const waiting = this.waiting.splice(0);
      if (this.areTooMany) throw new Error(`more than ${MOST_WAITING} differences came meanwhile`);
      this.askedAt = askedAt;
      this.robot = robotOf(scene);
      // Each says how an object is now: taken again after the whole scene, the last word on each is the latest.
      for (const each of [{ ...scene, is_diff: false }, ...waiting]) this.hear(connection, each);
    } catch (error) {
      if (this.connection !== connection) return;
      this.isAsking = false;
      this.waiting = [];
      this.areTooMany = false;
      this.lose((error as Error).message);
    }
    if (!this.isAsking) this.timer = setTimeout(() => void this.ask(), pause_ms);
  }

  /** A message of the topic. */
  private hear(connection: RosConnection, scene: unknown): void {
    if (this.connection !== connection) return;
    if (this.isAsking) {
      if (this.waiting.length < MOST_WAITING) this.waiting.push(scene);
      else this.areTooMany = true;
      // Not known before the answer: then it is taken after it.
      if (!this.mirror.isKnown) return;
    }
    this.take(scene);
  }

  private take(scene: unknown): void {
    const { mirror } = this;
    const before = mirror.isKnown ? mirror.version : -1;
    const isOther = this.robot !== '' && robotOf(scene) !== '' && robotOf(scene) !== this.robot;
    let reason = isOther
      ? 'it is about another robot now'
      : 'a difference does not say all that has changed';
    try {
      if (!isOther && mirror.take(scene) === 'followed') {
        if (mirror.version !== before) this.options.onChange(mirror.version);
        return;
      }
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      reason = error.message;
    }
    this.lose(reason);
    void this.ask();
  }

  private lose(reason: string): void {
    this.mirror.forget();
    this.options.onLost(reason);
  }
}

/** The name of the robot in a scene, empty where it says none. */
function robotOf(scene: unknown): string {
  const name = (scene as { robot_model_name?: unknown } | null)?.robot_model_name;
  return typeof name === 'string' ? name : '';
}
