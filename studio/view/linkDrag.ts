/**
 * Links that turn when they are dragged: the point that was taken stays under the pointer, as far as the joint above it
 * lets it. The joint may turn, slide or drive others: only where it takes the point on the screen counts.
 */
import { type Mesh, Raycaster, Vector2, Vector3 } from 'three';
import { Kinematics, type KinematicTree } from '../../src/kinematics/index.ts';
import { dofAbove } from './dofAbove.ts';
import type { MeshData } from './figure.ts';
import type { Stage } from './stage.ts';
import type { Phase } from './types.ts';

export interface LinkDragHost {
  readonly stage: Stage;
  /** What can be taken. */
  targets(): readonly Mesh[];
  tree(): KinematicTree | null;
  /** Where the robot stands that is dragged. */
  configuration(): ArrayLike<number>;
  /** Degrees of freedom that may move; null: all. */
  allowed(): ReadonlySet<number> | null;
  /** While handles are in use, no link is taken. */
  ignored(): boolean;
  turned(dof: number, value: number, phase: Phase): void;
}

/** A change of a joint that tells where it takes a point, and the most that it changes at a time. */
const PROBE = 1e-4;
const MOST_STEP = 0.35;
const STEPS = 4;
/** Pixels per radian below which a joint does not move a point on the screen. */
const LEAST_PULL = 4;

export class LinkDrag {
  /** Whether links can be taken. */
  isOn = false;
  private readonly host: LinkDragHost;
  private readonly element: HTMLElement;
  private kinematics: Kinematics | null = null;
  private pointerId = -1;
  private dof = -1;
  private frame = -1;
  private hasMoved = false;
  private q = new Float64Array(0);
  /** The point that was taken, in its link. */
  private readonly local = new Vector3();
  private readonly world = new Vector3();
  private readonly at = { x: 0, y: 0 };
  private readonly ray = new Raycaster();
  private readonly pointer = new Vector2();

  constructor(container: HTMLElement, host: LinkDragHost) {
    this.host = host;
    this.element = container;
    container.addEventListener('pointerdown', this.onDown, true);
    container.addEventListener('pointermove', this.onMove, true);
    container.addEventListener('pointerup', this.onUp, true);
    container.addEventListener('pointercancel', this.onUp, true);
  }

  get dragging(): boolean {
    return this.pointerId >= 0;
  }

  dispose(): void {
    this.element.removeEventListener('pointerdown', this.onDown, true);
    this.element.removeEventListener('pointermove', this.onMove, true);
    this.element.removeEventListener('pointerup', this.onUp, true);
    this.element.removeEventListener('pointercancel', this.onUp, true);
  }

  private readonly onDown = (event: PointerEvent): void => {
    if (this.dragging) {
      // One hand has it.
      stop(event);
      return;
    }
    const { host } = this;
    if (!this.isOn || event.button !== 0 || !event.isPrimary || host.ignored()) return;
    if (event.target !== host.stage.canvas || !this.take(event)) return;
    stop(event);
    this.pointerId = event.pointerId;
    this.hasMoved = false;
    host.stage.canvas.setPointerCapture(event.pointerId);
    host.stage.canvas.style.cursor = 'grabbing';
  };

  /** Finds the link under the pointer and the joint that moves it. */
  private take(event: PointerEvent): boolean {
    const { host } = this;
    const tree = host.tree();
    if (!tree) return false;
    host.stage.pointer(event, this.pointer);
    this.ray.setFromCamera(this.pointer, host.stage.camera);
    const [hit] = this.ray.intersectObjects([...host.targets()], false);
    if (!hit) return false;
    const { part } = hit.object.userData as MeshData;
    const dof = part.kind === 'obstacle' ? -1 : dofAbove(tree, part.frame, host.allowed());
    if (dof < 0) return false;
    if (this.kinematics?.tree !== tree) this.kinematics = new Kinematics(tree);
    this.dof = dof;
    this.frame = part.frame;
    this.q = Float64Array.from(host.configuration());
    this.kinematics.setConfiguration(this.q);
    const { poses } = this.kinematics;
    const o = this.kinematics.poseOf(this.frame);
    const d = [0, 1, 2].map((k) => hit.point.getComponent(k) - poses[o + 9 + k]);
    for (let k = 0; k < 3; k++) {
      this.local.setComponent(
        k,
        poses[o + k] * d[0] + poses[o + 3 + k] * d[1] + poses[o + 6 + k] * d[2],
      );
    }
    return true;
  }

  private readonly onMove = (event: PointerEvent): void => {
    if (!this.dragging) return;
    stop(event);
    if (event.pointerId !== this.pointerId) return;
    const { host } = this;
    const { left, top } = host.stage.canvas.getBoundingClientRect();
    const value = this.follow(event.clientX - left, event.clientY - top);
    if (value === this.q[this.dof]) return;
    this.q[this.dof] = value;
    this.hasMoved = true;
    host.turned(this.dof, value, 'drag');
  };

  private readonly onUp = (event: PointerEvent): void => {
    if (!this.dragging) return;
    stop(event);
    if (event.pointerId !== this.pointerId) return;
    this.pointerId = -1;
    this.host.stage.canvas.style.cursor = '';
    if (this.hasMoved) this.host.turned(this.dof, this.q[this.dof], 'end');
  };

  /** The value of the joint that brings the point nearest to x, y, by a few steps from where it is. */
  private follow(x: number, y: number): number {
    const { lower, upper, continuous } = this.kinematics!.tree.dofs[this.dof];
    let value = this.q[this.dof];
    for (let i = 0; i < STEPS; i++) {
      if (!this.project(value)) return value;
      const [errorX, errorY] = [x - this.at.x, y - this.at.y];
      const [fromX, fromY] = [this.at.x, this.at.y];
      if (!this.project(value + PROBE)) return value;
      const pullX = (this.at.x - fromX) / PROBE;
      const pullY = (this.at.y - fromY) / PROBE;
      const square = pullX * pullX + pullY * pullY;
      if (square < LEAST_PULL * LEAST_PULL) return value;
      const step = (pullX * errorX + pullY * errorY) / square;
      value += Math.max(-MOST_STEP, Math.min(MOST_STEP, step));
      if (!continuous) value = Math.max(lower, Math.min(upper, value));
    }
    return value;
  }

  /** Where the point is on the screen with the joint there; false if it is behind the camera. */
  private project(value: number): boolean {
    const { q, dof, kinematics, frame, local, world } = this;
    const before = q[dof];
    q[dof] = value;
    kinematics!.setConfiguration(q);
    q[dof] = before;
    const { poses } = kinematics!;
    const o = kinematics!.poseOf(frame);
    for (let k = 0; k < 3; k++) {
      world.setComponent(
        k,
        poses[o + 3 * k] * local.x +
          poses[o + 3 * k + 1] * local.y +
          poses[o + 3 * k + 2] * local.z +
          poses[o + 9 + k],
      );
    }
    return this.host.stage.project(world, this.at);
  }
}

/** Neither the handles nor the camera hear of it. */
function stop(event: Event): void {
  event.stopImmediatePropagation();
  event.preventDefault();
}
