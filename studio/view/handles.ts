/**
 * Handles: arrows and rings on an obstacle or on a tool, cubes that change a size, and the ball at the tool that is dragged
 * across the screen. With shift, movements snap to whole steps; by touch as by mouse.
 */
import {
  Mesh,
  MeshBasicMaterial,
  Object3D,
  Plane,
  Raycaster,
  SphereGeometry,
  Vector2,
  Vector3,
} from 'three';
import { TransformControls } from 'three/addons/controls/TransformControls.js';
import { PALETTE } from './materials.ts';
import { placeObject } from './poses.ts';
import type { Stage } from './stage.ts';
import type { HandleMode, Phase } from './types.ts';

export interface Snap {
  /** Metres. */
  readonly distance: number;
  /** Radians. */
  readonly angle: number;
}

/** Sizes snap to tenths of what they were. */
const TENTHS = 0.1;

/** Radius of the ball at the tool, in pixels, and how near a finger must come. */
const BALL = 7;
const REACH = 24;
/** How near a pointer must come for the tool's arrows to be shown. */
const AROUND = 130;
/** Size of the arrows and rings: by mouse, and where fingers take them. */
const SIZE = 0.85;
const COARSE_SIZE = 1.25;

export class Handles {
  /** The object that the handles hold was moved. */
  onMove: (object: Object3D, phase: Phase) => void = () => {};
  readonly tool = new Object3D();
  /** Stands where a piece of an obstacle is, to be pulled larger or smaller. */
  readonly stretch = new Object3D();
  /** Stands in the middle of an obstacle, wherever its own frame is: what is to be moved and turned. */
  readonly pivot = new Object3D();
  private readonly stage: Stage;
  private readonly controls: TransformControls;
  private readonly ball: Mesh<SphereGeometry, MeshBasicMaterial>;
  private mode: HandleMode = 'none';
  private held: Object3D | null = null;
  private snap: Snap = { distance: 0.01, angle: Math.PI / 36 };
  private always = false;
  private moved = false;
  private turns = false;
  /** The pointer that drags the ball, and the last one that came down with nothing in hand. */
  private pointerId = -1;
  private first = -1;
  private readonly coarse = matchMedia('(pointer: coarse)').matches;
  private readonly plane = new Plane();
  private readonly offset = new Vector3();
  private readonly ray = new Raycaster();
  private readonly pointer = new Vector2();
  private readonly point = new Vector3();
  private readonly at = { x: 0, y: 0 };
  private readonly element: HTMLElement;

  constructor(stage: Stage, container: HTMLElement) {
    this.stage = stage;
    this.element = container;
    // Before the handles themselves hear of it.
    container.addEventListener('pointerdown', this.onDown, true);
    container.addEventListener('pointermove', this.onPointerMove, true);
    container.addEventListener('pointerup', this.onUp, true);
    container.addEventListener('pointercancel', this.onUp, true);
    this.controls = new TransformControls(stage.camera, stage.canvas);
    this.controls.setSize(this.coarse ? COARSE_SIZE : SIZE);
    this.controls.setColors(PALETTE.vermillion, PALETTE.green, PALETTE.blue, PALETTE.yellow);
    this.controls.addEventListener('change', () => {
      if (this.controls.dragging) stage.moved();
      else stage.invalidate();
    });
    this.controls.addEventListener('dragging-changed', this.onDragging);
    this.controls.addEventListener('objectChange', this.onChange);
    const material = new MeshBasicMaterial({
      color: PALETTE.yellow,
      depthTest: false,
      transparent: true,
      opacity: 0.9,
    });
    this.ball = new Mesh(new SphereGeometry(1, 20, 12), material);
    this.ball.renderOrder = 30;
    this.ball.visible = false;
    this.ball.raycast = () => {};
    stage.scene.add(this.tool, this.stretch, this.pivot, this.ball, this.controls.getHelper());
    this.showArrows(false);
  }

  /** Whether a hand is on something. */
  get dragging(): boolean {
    return this.controls.dragging || this.pointerId >= 0;
  }

  /** Whether the pointer is over a handle, so that a click is not meant for what lies behind. */
  get busy(): boolean {
    return this.dragging || (this.held !== null && this.controls.axis !== null);
  }

  /** The object in hand, or null. */
  get inHand(): Object3D | null {
    if (this.pointerId >= 0) return this.tool;
    return this.controls.dragging ? this.held : null;
  }

  /** Whoever calls it puts the handles on what they are for now. */
  setMode(mode: HandleMode): void {
    this.mode = mode;
    if (mode !== 'none') this.controls.setMode(mode);
  }

  /** Whether what is dragged, or was last, is turned and not moved. */
  get turning(): boolean {
    return this.turns;
  }

  get sizing(): boolean {
    return this.mode === 'scale';
  }

  /** Snaps always, or only with shift; steps as given. */
  setSnap(always: boolean, snap?: Snap): void {
    this.always = always;
    if (snap) this.snap = snap;
    this.applySnap(false);
  }

  /** Puts the handles on an object; null takes them away. */
  attach(object: Object3D | null): void {
    this.held = object;
    if (object && this.mode !== 'none') this.controls.attach(object);
    else this.controls.detach();
    this.showArrows(false);
    this.stage.invalidate();
  }

  /** Those of the tool come up when the pointer is near: the robot is what people look at. */
  private showArrows(isNear: boolean): void {
    const helper = this.controls.getHelper();
    const shown = this.held !== this.tool || isNear || this.coarse || this.dragging;
    if (helper.visible === shown || !this.controls.object) return;
    helper.visible = shown;
    this.stage.invalidate();
  }

  get attached(): Object3D | null {
    return this.held;
  }

  /** In the colour of the robot whose tool it is. */
  setTint(of: 'present' | 'start' | 'goal'): void {
    const { yellow, blue, orange } = PALETTE;
    this.ball.material.color.set({ present: yellow, start: blue, goal: orange }[of]);
  }

  showBall(visible: boolean): void {
    this.ball.visible = visible;
    this.stage.invalidate();
  }

  /** Out of the picture while `draw` runs. */
  without<T>(draw: () => T): T {
    const helper = this.controls.getHelper();
    const { visible } = this.ball;
    const shown = helper.visible;
    this.ball.visible = false;
    helper.visible = false;
    try {
      return draw();
    } finally {
      this.ball.visible = visible;
      helper.visible = shown;
      this.stage.invalidate();
    }
  }

  /** The tool's pose, at poses[o], unless somebody has it in hand. */
  placeTool(poses: ArrayLike<number>, o: number): void {
    if (this.inHand === this.tool) return;
    placeObject(this.tool, poses, o);
  }

  /** Before each picture: the ball keeps its size on the screen. */
  update(): void {
    this.ball.position.copy(this.tool.position);
    this.ball.scale.setScalar(
      (this.coarse ? 1.5 : 1) * BALL * this.stage.pixelSize(this.ball.position),
    );
  }

  dispose(): void {
    for (const [name, listener, capture] of [
      ['pointerdown', this.onDown, true],
      ['pointermove', this.onPointerMove, true],
      ['pointerup', this.onUp, true],
      ['pointercancel', this.onUp, true],
    ] as const) {
      this.element.removeEventListener(name, listener, capture);
    }
    this.controls.detach();
    this.controls.dispose();
    this.ball.geometry.dispose();
    this.ball.material.dispose();
  }

  private applySnap(shift: boolean): void {
    const on = this.always !== shift;
    this.controls.setTranslationSnap(on ? this.snap.distance : null);
    this.controls.setRotationSnap(on ? this.snap.angle : null);
    this.controls.setScaleSnap(on ? TENTHS : null);
  }

  private readonly onDragging = (): void => {
    this.stage.rig.controls.enabled = !this.controls.dragging;
    if (this.controls.dragging) {
      this.moved = false;
      this.turns = this.mode === 'rotate';
    } else if (this.moved && this.held) this.onMove(this.held, 'end');
  };

  private readonly onChange = (): void => {
    this.moved = true;
    if (this.held) this.onMove(this.held, 'drag');
  };

  private readonly onDown = (event: PointerEvent): void => {
    // One hand has it: another finger takes neither the camera nor the thing itself.
    if (this.dragging) {
      event.stopPropagation();
      return;
    }
    // The second finger of a gesture belongs to the camera, even if it comes down on a handle.
    this.controls.enabled = event.isPrimary;
    this.first = event.pointerId;
    this.applySnap(event.shiftKey);
    if (event.button !== 0 || !event.isPrimary) return;
    const touch = event.pointerType === 'touch';
    // Arrows reach out from the middle of the ball: beside it a mouse that is on one of them means that.
    const onArrow = this.held === this.tool && this.controls.axis !== null;
    const reach = touch ? REACH : onArrow ? BALL : BALL + 5;
    if (this.ball.visible && this.isNear(event, reach)) {
      this.takeBall(event);
      return;
    }
    if (touch) this.comeOver(event);
    // The camera would take it too, as it hears of it first.
    if (this.held !== null && this.controls.axis !== null) this.stage.rig.controls.enabled = false;
  };

  /** Whether the pointer is within so many pixels of the tool. */
  private isNear(event: PointerEvent, reach: number): boolean {
    if (!this.stage.project(this.tool.position, this.at)) return false;
    const { left, top } = this.stage.canvas.getBoundingClientRect();
    const x = event.clientX - left - this.at.x;
    const y = event.clientY - top - this.at.y;
    return x * x + y * y <= reach * reach;
  }

  /** A finger comes from nowhere: which handle it is over, and the plane of that, is found now. */
  private comeOver(event: PointerEvent): void {
    this.stage.pointer(event, this.pointer);
    const { x, y } = this.pointer;
    this.controls.pointerHover({ x, y, button: 0 } as PointerEvent);
    this.controls.getHelper().updateMatrixWorld(true);
  }

  private takeBall(event: PointerEvent): void {
    event.stopPropagation();
    event.preventDefault();
    this.pointerId = event.pointerId;
    this.moved = false;
    this.turns = false;
    this.stage.canvas.setPointerCapture(event.pointerId);
    this.stage.camera.getWorldDirection(this.point);
    this.plane.setFromNormalAndCoplanarPoint(this.point, this.tool.position);
    this.offset.set(0, 0, 0);
    if (this.hit(event)) this.offset.subVectors(this.tool.position, this.point);
  }

  private readonly onPointerMove = (event: PointerEvent): void => {
    if (this.dragging && event.pointerId !== this.first) {
      event.stopPropagation();
      return;
    }
    this.applySnap(event.shiftKey);
    if (!this.dragging) this.showArrows(this.isNear(event, AROUND));
    if (event.pointerId !== this.pointerId) return;
    event.stopPropagation();
    if (!this.hit(event)) return;
    this.tool.position.addVectors(this.point, this.offset);
    if (this.always !== event.shiftKey) {
      const { distance } = this.snap;
      const { x, y, z } = this.tool.position;
      const [i, j, k] = [x, y, z].map((value) => Math.round(value / distance) * distance);
      this.tool.position.set(i, j, k);
    }
    this.tool.updateMatrix();
    this.moved = true;
    this.onMove(this.tool, 'drag');
    this.stage.invalidate();
  };

  private readonly onUp = (event: PointerEvent): void => {
    if (this.dragging && event.pointerId !== this.first) {
      event.stopPropagation();
      return;
    }
    // A touch that the system takes away has no end otherwise.
    if (event.type === 'pointercancel' && this.controls.dragging) this.controls.pointerUp(null);
    if (!this.controls.dragging) this.stage.rig.controls.enabled = true;
    if (event.pointerId !== this.pointerId) return;
    event.stopPropagation();
    this.pointerId = -1;
    if (this.moved) this.onMove(this.tool, 'end');
    this.stage.invalidate();
  };

  /** Where the pointer is on the plane that the tool is dragged in, into `point`. */
  private hit(event: PointerEvent): boolean {
    this.stage.pointer(event, this.pointer);
    this.ray.setFromCamera(this.pointer, this.stage.camera);
    return this.ray.ray.intersectPlane(this.plane, this.point) !== null;
  }
}
