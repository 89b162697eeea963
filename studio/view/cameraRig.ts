/**
 * The camera and how it is led: by mouse and touch around a point, by keys where the canvas has the
 * focus, to standard views, to where everything is seen. Z is up.
 */
import { Box3, PerspectiveCamera, Sphere, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { CameraState, StandardView } from './types.ts';

const DIRECTIONS: Record<StandardView, readonly [number, number, number]> = {
  free: [1.1, -1.5, 0.85],
  front: [1, 0, 0.0001],
  back: [-1, 0, 0.0001],
  left: [0, 1, 0.0001],
  right: [0, -1, 0.0001],
  top: [-0.0001, 0, 1],
  bottom: [-0.0001, 0, -1],
};

/** How much larger than the cell the picture is. */
const MARGIN = 1.12;
/** How many radii of the cell away somebody may ask the camera to be. */
const FARTHEST = 1e6;
/** Radians that a key turns by, and the factor by which it comes nearer. */
const TURN = Math.PI / 24;
const ZOOM = 1.15;

export class CameraRig {
  readonly camera = new PerspectiveCamera(38, 1, 0.01, 100);
  readonly controls: OrbitControls;
  /** What matters in the scene. */
  readonly bounds = new Sphere();
  private readonly box = new Box3();
  private readonly canvas: HTMLCanvasElement;

  constructor(canvas: HTMLCanvasElement, changed: () => void) {
    this.canvas = canvas;
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.zoomToCursor = true;
    this.controls.enableDamping = !matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.controls.dampingFactor = 0.2;
    this.controls.addEventListener('change', changed);
    canvas.tabIndex = 0;
    canvas.addEventListener('keydown', this.onKey);
    this.setBounds(new Box3());
  }

  setBounds(box: Box3): void {
    if (box.isEmpty()) this.box.set(new Vector3(-0.7, -0.7, 0), new Vector3(0.7, 0.7, 1));
    else this.box.copy(box);
    this.box.getBoundingSphere(this.bounds);
    this.bounds.radius = Math.max(this.bounds.radius, 1e-4);
    this.controls.minDistance = this.bounds.radius / 200;
    this.controls.maxDistance = 30 * this.bounds.radius;
  }

  setAspect(aspect: number): void {
    this.camera.aspect = aspect;
    this.camera.updateProjectionMatrix();
  }

  /** Near and far as the scene needs them, for the sake of depth's few bits. */
  clip(): void {
    const { center, radius } = this.bounds;
    const distance = this.camera.position.distanceTo(center);
    const near = Math.max(distance - 4 * radius, radius / 400);
    const far = distance + 12 * radius;
    if (near !== this.camera.near || far !== this.camera.far) {
      this.camera.near = near;
      this.camera.far = far;
      this.camera.updateProjectionMatrix();
    }
    this.camera.updateMatrixWorld();
  }

  /** Shows all, from where the camera looks now. */
  fit(): void {
    this.look(new Vector3().subVectors(this.camera.position, this.controls.target));
  }

  lookFrom(view: StandardView): void {
    this.look(new Vector3(...DIRECTIONS[view]));
  }

  getCamera(): CameraState {
    return {
      position: this.camera.position.toArray(),
      target: this.controls.target.toArray(),
    };
  }

  setCamera({ position, target }: CameraState): void {
    // From anywhere: what is too far to be told from nothing, or looks nowhere, is not followed.
    const far = FARTHEST * this.bounds.radius;
    if (![...position, ...target].every((x) => Math.abs(x) <= far)) return;
    const [x, y, z] = position.map((value, k) => value - target[k]);
    if (!(x * x + y * y + z * z > 0)) return;
    this.camera.position.fromArray(position);
    this.controls.target.fromArray(target);
    this.controls.update();
  }

  dispose(): void {
    this.canvas.removeEventListener('keydown', this.onKey);
    this.controls.dispose();
  }

  private look(away: Vector3): void {
    const { center, radius } = this.bounds;
    const { camera } = this;
    if (away.lengthSq() === 0) away.set(...DIRECTIONS.free);
    camera.position.copy(center).add(away);
    camera.lookAt(center);
    camera.updateMatrixWorld();
    // As near as the corners of the box allow.
    const high = Math.tan((camera.fov * Math.PI) / 360);
    const before = away.length();
    const { min, max } = this.box;
    const corner = new Vector3();
    let distance = 0.2 * radius;
    for (let i = 0; i < 8; i++) {
      corner.set(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z);
      const { x, y, z } = corner.applyMatrix4(camera.matrixWorldInverse);
      const across = Math.max(Math.abs(x) / (high * camera.aspect), Math.abs(y) / high);
      distance = Math.max(distance, z + before + MARGIN * across);
    }
    away.setLength(distance);
    this.controls.target.copy(center);
    camera.position.copy(center).add(away);
    this.controls.update();
  }

  /** Arrows turn, with shift they move; plus and minus come nearer and go away. */
  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrows: Record<string, readonly [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    };
    const arrow = arrows[event.key];
    if (arrow) {
      if (event.shiftKey) this.pan(arrow[0], arrow[1]);
      else this.turn(arrow[0] * TURN, arrow[1] * TURN);
    } else if (event.key === '+' || event.key === '=') this.zoom(1 / ZOOM);
    else if (event.key === '-') this.zoom(ZOOM);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  private turn(around: number, up: number): void {
    const { camera, controls } = this;
    const away = camera.position.clone().sub(controls.target);
    const length = away.length();
    const flat = Math.max(Math.sqrt(away.x * away.x + away.y * away.y), 1e-9 * length);
    const azimuth = Math.atan2(away.y, away.x) + around;
    const limit = Math.PI / 2 - 1e-3;
    const height = Math.min(limit, Math.max(-limit, Math.atan2(away.z, flat) + up));
    away.set(Math.cos(azimuth) * Math.cos(height), Math.sin(azimuth) * Math.cos(height), 0);
    away.z = Math.sin(height);
    camera.position.copy(controls.target).addScaledVector(away, length);
    controls.update();
  }

  private pan(right: number, up: number): void {
    const { camera, controls } = this;
    const step = 0.06 * camera.position.distanceTo(controls.target);
    const by = new Vector3(right * step, up * step, 0).applyQuaternion(camera.quaternion);
    camera.position.add(by);
    controls.target.add(by);
    controls.update();
  }

  private zoom(factor: number): void {
    const { camera, controls } = this;
    camera.position.sub(controls.target).multiplyScalar(factor).add(controls.target);
    controls.update();
  }
}
