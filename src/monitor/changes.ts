/**
 * Bodies that change on-line: an object is grasped or put down, an obstacle moves, appears or vanishes. Each costs the pairs
 * of that body, microseconds; nothing else is touched, and what was kept about others stays. Afterwards all answers are those
 * of a cell that was built in this state.
 *
 * Whatever is wrong is an InputError, before anything has changed.
 */
import {
  type Body,
  buildBody,
  matches,
  type ObstacleDescription,
  obstacleOfSets,
} from '../cell/index.ts';
import { relativeErrorUpper } from '../kinematics/index.ts';
import { assertPose, identityPose, nameHint } from '../math/index.ts';
import { atHome, type Carried, carriedOn, carriedTo } from './carried.ts';
import type { CellWorld } from './cellWorld.ts';
import { carryingClass, frameOfLink, refusal, requireCoverage, standingClass } from './joining.ts';
import type { ExactDistance } from './memberDistance.ts';
import { ChangedRules } from './pairRules.ts';

/** How an object is grasped. */
export interface AttachOptions {
  /** Places the object in the link's frame. Default: it stays where it is. */
  readonly pose?: Float64Array;
  /** Names or patterns of bodies that it may touch. Default: links of that robot that it touches now. */
  readonly touches?: readonly string[];
}

/** Where a body stands from now on. */
export interface StandOptions {
  /** Places it in the world. Default: where it is now, or where its description says. */
  readonly pose?: Float64Array;
  /** Name of the class that it joins. Default: that of what stands in the world. */
  readonly class?: string;
}

/** An obstacle that is ready to appear: its trees, hulls and tables are made. It can appear again after it vanished. */
export interface PreparedObstacle {
  readonly name: string;
  readonly body: Body;
  /** Where it stands unless told otherwise. */
  readonly pose: Float64Array;
}

/** Compiles an obstacle beforehand: milliseconds for a mesh. Throws an InputError for what is wrong with it. */
export function prepareObstacle(described: ObstacleDescription): PreparedObstacle {
  const { name, pose, parts, solid, mustBeSolid = false } = described;
  assertPose(pose);
  if (parts.length === 0) throw refusal('monitor/nothing', `"${name}" has no geometry`);
  const body = buildBody({ name, kind: 'obstacle', frame: 0, parts, solid, mustBeSolid });
  return { name, body, pose: pose.slice() };
}

/** Who is told of a change; the world has changed already. */
export interface ChangeListener {
  /** Forgets what was kept about a member. */
  forget(member: number): void;
  /** A member is elsewhere, and tested against the same as before. Without this, it is forgotten. */
  move?(member: number): void;
}

/** Changes of the bodies of a monitor, by their names. */
export class WorldChanges {
  /** How many changes were made. A monitor that is kept for other questions must have the count that it was kept with. */
  count = 0;
  private readonly world: CellWorld;
  private readonly distance: ExactDistance;
  private readonly listeners: ChangeListener[] = [];
  private readonly rules: ChangedRules;
  /** Bodies that are there, by name. */
  private readonly numbers = new Map<string, number>();
  /** By body: the pose that its geometry was placed by. */
  private readonly homes: Float64Array[] = [];
  /** By body: the class that it stood in. */
  private readonly stoodIn = new Map<number, number>();
  /** Whether a change may leave tested pairs of bodies to no pair of classes. */
  private readonly mayLeaveOut: boolean;
  private readonly added = new Set<number>();

  constructor(world: CellWorld, distance: ExactDistance, mayLeaveOut: boolean) {
    const { cell } = world;
    this.world = world;
    this.distance = distance;
    this.mayLeaveOut = mayLeaveOut;
    this.rules = new ChangedRules(world);
    const obstacles = new Map(cell.description.obstacles.map((each) => [each.name, each.pose]));
    cell.bodies.forEach(({ name }, b) => {
      this.numbers.set(name, b);
      const home =
        b < cell.obstacles
          ? undefined
          : (obstacles.get(name) ?? obstacleOfSets(cell.description.sets, name)?.pose);
      this.homes[b] = home ?? identityPose();
    });
    for (const { name: robot, attached } of cell.description.robots) {
      for (const { name, touches } of attached) {
        const scoped = (each: string) => (robot === '' ? each : `${robot}/${each}`);
        const body = this.numbers.get(scoped(name));
        if (body !== undefined) this.rules.setTouches(body, touches.map(scoped));
      }
    }
  }

  /** Tells of every change from now on. */
  listen(listener: ChangeListener): void {
    this.listeners.push(listener);
  }

  /** Tells no more. */
  unlisten(listener: ChangeListener): void {
    const at = this.listeners.indexOf(listener);
    if (at >= 0) this.listeners.splice(at, 1);
  }

  /** The number of a body that is there. */
  numberOf(name: string): number {
    const found = this.numbers.get(name);
    if (found !== undefined) return found;
    throw refusal(
      'monitor/unknown-body',
      `there is no body named "${name}"`,
      nameHint(name, this.numbers.keys()),
    );
  }

  /** Names of the bodies that are there. */
  get names(): Iterable<string> {
    return this.numbers.keys();
  }

  /** Names of those that are of no class: nobody looks at them. */
  get unclassed(): string[] {
    return [...this.names].filter((name) => this.world.classOfBody(this.numberOf(name)) < 0);
  }

  /** [grasp] A body that stands in the world moves with a link from now on, and is of the class of its robot. */
  attach(name: string, link: string, { pose, touches }: AttachOptions = {}): void {
    const { world } = this;
    const body = this.objectOf(name);
    if (this.isAttached(body)) {
      throw refusal(
        'monitor/attached',
        `"${name}" is attached to a link already`,
        'put it down first: detach',
      );
    }
    const frame = frameOfLink(world, link);
    if (pose) assertPose(pose);
    if (touches) this.requireNames(touches);
    else this.requirePlaced(`what "${name}" touches`, 'give `touches`');
    const carried = pose ? carriedTo(pose, this.homes[body]) : this.carriedBy(frame, body);
    const c = carryingClass(world, frame);
    const stood = this.world.classOfBody(body);
    this.change(body, frame, carried, c, () => {
      this.rules.setTouches(body, touches ?? this.touchedBy(body, c));
    });
    if (stood >= 0) this.stoodIn.set(body, stood);
  }

  /** [put down] A body that moves with a link stands in the world from now on. */
  detach(name: string, { pose, class: into }: StandOptions = {}): void {
    const body = this.objectOf(name);
    if (!this.isAttached(body)) {
      throw refusal(
        'monitor/not-attached',
        `"${name}" stands in the world: there is nothing to put down`,
      );
    }
    if (pose) assertPose(pose);
    else this.requirePlaced(`where "${name}" is`, 'give its `pose`');
    const c = standingClass(this.world, into, this.stoodIn.get(body));
    const carried = pose ? carriedTo(pose, this.homes[body]) : this.carriedBy(0, body);
    this.change(body, 0, carried, c, () => this.rules.setTouches(body, []));
  }

  /** A body is elsewhere: in the world, or in the frame of the link that carries it. */
  move(name: string, pose: Float64Array): void {
    const body = this.objectOf(name);
    assertPose(pose);
    const frame = this.world.bodyFrames[body];
    this.change(body, frame, carriedTo(pose, this.homes[body]), this.world.classOfBody(body));
  }

  /** An obstacle appears. Prepared beforehand, it takes microseconds. */
  add(obstacle: PreparedObstacle | ObstacleDescription, options: StandOptions = {}): void {
    const { name } = obstacle;
    if (this.numbers.has(name)) {
      throw refusal('monitor/duplicate-body', `there is a body named "${name}" already`);
    }
    if (options.pose) assertPose(options.pose);
    const c = standingClass(this.world, options.class);
    const { body, pose } = 'body' in obstacle ? obstacle : prepareObstacle(obstacle);
    const b = this.world.takeIn(body);
    this.homes[b] = identityPose();
    try {
      this.change(b, 0, carriedTo(options.pose ?? pose, this.homes[b]), c);
    } catch (error) {
      this.world.giveUp(b);
      throw error;
    }
    this.numbers.set(name, b);
    this.added.add(b);
  }

  /** An object or obstacle vanishes. */
  remove(name: string): void {
    const { world } = this;
    const body = this.objectOf(name);
    this.rules.setTouches(body, []);
    this.numbers.delete(name);
    this.stoodIn.delete(body);
    world.clearTested(body);
    world.reclass(body, -1);
    this.tell(body);
    if (!this.added.delete(body)) return;
    // Its number will be another's.
    for (let i = world.firstOf[body]; i < world.endOf(body); i++) this.distance.forget(i);
    world.giveUp(body);
  }

  /**
   * Mounts a body and gives it a class, with the pairs that follow; nothing happens if they are pairs that no pair of
   * classes covers. `before` is told when the body is where it will be, for what follows from that.
   */
  private change(
    body: number,
    frame: number,
    carried: Carried | undefined,
    c: number,
    before?: () => void,
  ): void {
    const { world } = this;
    const was = { frame: world.bodyFrames[body], carried: world.carried[body] };
    const touches = this.rules.touchesOf(body);
    world.mount(body, frame, carried);
    let partners: readonly number[];
    try {
      before?.();
      partners = this.rules.partnersOf(body, this.numbers.values());
      if (!this.mayLeaveOut) requireCoverage(world, body, c, partners);
    } catch (error) {
      world.mount(body, was.frame, was.carried);
      this.rules.setTouches(body, touches);
      throw error;
    }
    const isMove = world.classOfBody(body) === c && this.areSame(body, partners);
    world.reclass(body, c);
    world.clearTested(body);
    for (const other of partners) world.setTested(body, other, true);
    this.tell(body, isMove);
  }

  /** Whether these are the partners that a body has. */
  private areSame(body: number, partners: readonly number[]): boolean {
    let count = 0;
    for (const other of this.numbers.values()) if (this.world.areTested(body, other)) count++;
    return count === partners.length && partners.every((each) => this.world.areTested(body, each));
  }

  private tell(body: number, isMove = false): void {
    this.count++;
    const { firstOf } = this.world;
    if (firstOf[body] < 0) return;
    for (let i = firstOf[body]; i < this.world.endOf(body); i++) {
      // A half-space travels without end; from here on it stands where it is.
      const isEndless = !Number.isFinite(this.world.travelled[i]);
      if (isEndless) {
        this.world.travelled[i] = 0;
        this.distance.forget(i);
      }
      for (const listener of this.listeners) {
        if (isMove && !isEndless && listener.move) listener.move(i);
        else listener.forget(i);
      }
    }
  }

  /** A body that may be changed: no link of a robot. */
  private objectOf(name: string): number {
    const body = this.numberOf(name);
    if (this.world.bodies[body].kind !== 'link') return body;
    throw refusal(
      'monitor/link',
      `"${name}" is a link: joints say where it is`,
      'objects and obstacles can be attached, moved and removed',
    );
  }

  private requireNames(patterns: readonly string[]): void {
    const names = [...this.names];
    for (const pattern of patterns) {
      if (names.some((name) => matches(pattern, name))) continue;
      throw refusal(
        'monitor/unknown-body',
        `\`touches\` names "${pattern}", but no body is called so`,
        nameHint(pattern, names),
      );
    }
  }

  private isAttached(body: number): boolean {
    return this.world.bodyFrames[body] !== 0;
  }

  /** Where a body is now, in another frame. */
  private carriedBy(frame: number, body: number): Carried {
    const { world } = this;
    const { tree, box } = world.cell;
    const before = world.carried[body] ?? atHome();
    const from = world.bodyFrames[body];
    if (from === frame) return before;
    this.requirePlaced('where a body is', 'give its `pose`');
    const between = identityPose();
    world.kinematics.relativePoseInto(frame, from, between, 0);
    return carriedOn(between, relativeErrorUpper(tree, frame, from, box), before);
  }

  /** Names of links of a class that a body touches where it is, or is too near to tell. */
  private touchedBy(body: number, c: number): string[] {
    const { world, distance } = this;
    const touched: string[] = [];
    const own = world.firstOf[body];
    for (const other of world.classes[c].bodies) {
      if (other === body || world.bodies[other].kind !== 'link') continue;
      let meets = false;
      for (let i = own; i < world.endOf(body); i++) {
        for (let k = world.firstOf[other]; k < world.endOf(other) && !meets; k++) {
          world.bring(i);
          world.bring(k);
          distance.measure(i, k, Number.MIN_VALUE, false);
          meets = distance.lower <= 0;
        }
      }
      if (meets) touched.push(world.bodies[other].name);
    }
    return touched;
  }

  private requirePlaced(what: string, hint: string): void {
    if (this.world.isPlaced) return;
    throw refusal('monitor/not-placed', `${what} is not known before the first step`, hint);
  }
}
