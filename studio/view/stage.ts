/**
 * The stage on which things are shown: canvas, camera with its controls, light, grid. It draws when
 * something has changed and otherwise costs nothing. Z is up. Used by the studio's view and by that
 * of reports.
 */
import {
  type Box3,
  Color,
  type Mesh,
  type PerspectiveCamera,
  Scene,
  Sphere,
  Vector3,
  type WebGLRenderer,
} from 'three';
import { CameraRig } from './cameraRig.ts';
import { Ground } from './ground.ts';
import { Lights } from './lights.ts';
import { setRim, THEMES } from './materials.ts';
import { Overlay } from './overlay.ts';
import { makeRenderer } from './renderer.ts';
import { setCut } from './shading.ts';
import { Triad } from './triad.ts';
import type { Theme } from './types.ts';

/** Milliseconds per picture from which on movements are drawn with fewer pixels, and how many. */
const SLOW = 60;
const COARSE = 0.6;
/** Milliseconds without a picture that end a movement, where pictures come fast. */
const REST = 220;
/** What grows by itself is drawn so many waits after the last picture. */
const LEISURE = 3;
/** Along the longer side of a picture that is saved. */
const MOST_PIXELS = 4096;

export class Stage {
  readonly scene = new Scene();
  readonly rig: CameraRig;
  readonly camera: PerspectiveCamera;
  readonly overlay: Overlay;
  readonly canvas: HTMLCanvasElement;
  /** Made for the first picture, which takes a while; null where the browser has no WebGL. */
  renderer: WebGLRenderer | null | undefined;
  /** Called before each picture: labels follow their points here. */
  beforeDraw: () => void = () => {};
  /** Pictures drawn so far. */
  drawnFrames = 0;
  /** Size of a square of the grid, in metres. */
  gridStep = 0.5;
  theme: Theme = 'dark';
  private readonly container: HTMLElement;
  private readonly observer: ResizeObserver;
  private readonly lights: Lights;
  private readonly ground = new Ground();
  private readonly triad: Triad;
  /** What must not be hidden by guards and halls; no radius: nothing. */
  private readonly focus = new Sphere(new Vector3(), 0);
  /** Below it lies the floor that they stand on. */
  private floor = 0;
  private request = 0;
  private running: boolean;
  private lost = false;
  /** Milliseconds that a picture is waited for, of late, and when the last one was asked for. */
  private pace = 0;
  private requestedAt = 0;
  private coarse = false;
  /** Whether the next picture is of a movement. */
  private moving = false;
  private movedAt = Number.NEGATIVE_INFINITY;
  private drawnAt = 0;
  private later: ReturnType<typeof setTimeout> | undefined;
  private rest: ReturnType<typeof setTimeout> | undefined;
  private width = 0;
  private height = 0;

  /** Not `running`, it draws nothing before `start`. */
  constructor(container: HTMLElement, running = true) {
    this.container = container;
    this.running = running;
    this.canvas = document.createElement('canvas');
    Object.assign(this.canvas.style, {
      position: 'absolute',
      inset: '0',
      width: '100%',
      height: '100%',
      display: 'block',
      touchAction: 'none',
    });
    this.canvas.setAttribute('role', 'img');
    this.canvas.setAttribute(
      'aria-label',
      '3-D view of the cell. Arrow keys turn it, with shift they move it, plus and minus zoom.',
    );
    if (getComputedStyle(container).position === 'static') container.style.position = 'relative';
    container.append(this.canvas);
    this.overlay = new Overlay(container);

    this.rig = new CameraRig(this.canvas, this.moved);
    this.camera = this.rig.camera;

    this.lights = new Lights(this.scene, this.camera);
    this.triad = new Triad(container);
    this.scene.add(this.camera, this.ground.group);

    this.canvas.addEventListener('webglcontextlost', this.onLost);
    this.canvas.addEventListener('webglcontextrestored', this.onRestored);
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(container);
    this.setTheme('dark');
    this.rig.lookFrom('free');
    this.resize();
  }

  /** Draws soon, once, however often it is called. */
  readonly invalidate = (): void => {
    if (this.request !== 0 || !this.running || this.lost || this.renderer === null) return;
    this.requestedAt = performance.now();
    this.request = requestAnimationFrame(this.draw);
  };

  /** The same for a movement: where pictures come slowly it gets fewer pixels. */
  readonly moved = (): void => {
    this.moving = true;
    this.invalidate();
  };

  /** Draws when that leaves time for others: for what grows by itself, ten times a second. */
  invalidateLater(): void {
    if (this.request !== 0 || this.later !== undefined) return;
    const due = this.drawnAt + LEISURE * this.pace - performance.now();
    if (due <= 0) this.invalidate();
    else this.later = setTimeout(this.invalidate, due);
  }

  start(): void {
    this.running = true;
    this.resize();
    this.invalidate();
  }

  stop(): void {
    this.running = false;
    cancelAnimationFrame(this.request);
    this.request = 0;
    clearTimeout(this.rest);
    this.forgetLater();
  }

  private forgetLater(): void {
    clearTimeout(this.later);
    this.later = undefined;
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.scene.background = new Color(THEMES[theme].background);
    setRim(theme);
    this.overlay.setTheme(theme);
    const { grid, gridStrong, shadow } = THEMES[theme];
    this.ground.setTheme(grid, gridStrong, shadow);
    this.invalidate();
  }

  showGrid(visible: boolean): void {
    this.ground.showGrid(visible);
    this.triad.show(visible);
    this.invalidate();
  }

  /** What guards and halls in front of it must not hide: the robots. */
  setFocus(box: Box3): void {
    if (box.isEmpty()) this.focus.radius = 0;
    else box.getBoundingSphere(this.focus);
    this.floor = box.min.z + 0.08 * (box.max.z - box.min.z);
  }

  /** Something that casts a shadow has moved: it is computed anew with the next picture. */
  readonly shadowsMoved = (): void => {
    this.lights.moved();
    this.invalidate();
  };

  /** False where the browser has no WebGL. */
  private canDraw(): boolean {
    if (this.renderer === undefined) {
      this.renderer = makeRenderer(this.canvas);
      if (this.renderer) {
        this.lights.prepare(this.renderer);
        this.setPixels();
      } else
        this.overlay.message('This browser cannot draw in 3-D: WebGL is missing or switched off.');
    }
    return this.renderer !== null;
  }

  /** Tells what matters in the scene: what `fit` shows, how coarse the grid is, how near and far. */
  setBounds(box: Box3): void {
    this.rig.setBounds(box);
    const { radius } = this.rig.bounds;
    // One, two or five times a power of ten: about twelve squares across.
    const rough = radius / 6;
    const power = 10 ** Math.floor(Math.log10(rough));
    this.gridStep = power * ([1, 2, 5, 10].find((x) => x * power >= rough) ?? 10);
    const { center } = this.rig.bounds;
    this.ground.place(center.x, center.y, radius, this.gridStep);
    this.lights.fit(this.rig.bounds);
    this.invalidate();
  }

  get radius(): number {
    return this.rig.bounds.radius;
  }

  /** The picture as it is on the screen, without labels, with pixels enough for print. */
  picture(): Promise<Blob> {
    return new Promise((resolve, reject) => {
      if (this.lost || !this.canDraw()) {
        reject(new Error('there is no picture: the browser cannot draw in 3-D now'));
        return;
      }
      this.setCoarse(false);
      const most = MOST_PIXELS / Math.max(this.width, this.height, 1);
      this.setPixels(Math.min(Math.max(2, devicePixelRatio), most));
      this.render();
      // Copies what is drawn now, and writes it later.
      this.canvas.toBlob((blob) => {
        if (blob) resolve(blob);
        else reject(new Error('the browser could not write the picture'));
      }, 'image/png');
      this.setPixels();
      this.render();
    });
  }

  /** Where a point of the world is in the container, in pixels; false if it is behind the camera. */
  project(point: Vector3, out: { x: number; y: number }): boolean {
    projected.copy(point).project(this.camera);
    out.x = (0.5 + 0.5 * projected.x) * this.width;
    out.y = (0.5 - 0.5 * projected.y) * this.height;
    return projected.z > -1 && projected.z < 1;
  }

  /** Metres at a point of the world that one pixel covers. */
  pixelSize(point: Vector3): number {
    const distance = this.camera.position.distanceTo(point);
    return (2 * distance * Math.tan((this.camera.fov * Math.PI) / 360)) / Math.max(1, this.height);
  }

  /** Where an event is on the canvas, from -1 to 1. */
  pointer(event: PointerEvent, out: { x: number; y: number }): void {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    out.x = (2 * (event.clientX - left)) / width - 1;
    out.y = 1 - (2 * (event.clientY - top)) / height;
  }

  dispose(): void {
    this.stop();
    this.observer.disconnect();
    this.canvas.removeEventListener('webglcontextlost', this.onLost);
    this.canvas.removeEventListener('webglcontextrestored', this.onRestored);
    this.rig.dispose();
    this.ground.dispose();
    this.lights.dispose();
    this.triad.dispose();
    this.renderer?.dispose();
    this.renderer?.forceContextLoss();
    this.overlay.dispose();
    this.canvas.remove();
  }

  private readonly draw = (): void => {
    this.request = 0;
    this.forgetLater();
    this.adapt();
    // Asks for the next picture by itself as long as the camera glides.
    this.rig.controls.update();
    this.render();
  };

  /**
   * Where pictures come slowly, those of a movement get fewer pixels; as soon as things rest, one
   * with all of them follows. Each change of the size waits for all that is being drawn, so a movement
   * whose pictures come slowly must not count as one that has ended.
   */
  private adapt(): void {
    // One long wait may have other causes.
    const now = performance.now();
    this.pace += 0.25 * (Math.min(150, now - this.requestedAt) - this.pace);
    if (!this.moving) return;
    this.moving = false;
    // A jump to another place is no movement yet. How long its picture took does not count: it may take longer than any rest.
    if (this.requestedAt - this.movedAt < this.restAfter && this.pace > SLOW) this.setCoarse(true);
    this.movedAt = now;
    if (this.coarse) this.refineSoon();
  }

  /** Milliseconds after which a movement counts as ended. */
  private get restAfter(): number {
    return Math.max(REST, 4 * this.pace);
  }

  /** Whether the next picture is one of a movement that gets fewer pixels. */
  get isCoarse(): boolean {
    return this.coarse;
  }

  private refineSoon(): void {
    clearTimeout(this.rest);
    this.rest = setTimeout(() => {
      // A picture that is asked for may be of the same movement.
      if (this.request !== 0) {
        this.refineSoon();
        return;
      }
      this.setCoarse(false);
      this.render();
    }, this.restAfter);
  }

  private setCoarse(coarse: boolean): void {
    if (this.coarse === coarse || !this.renderer) return;
    this.coarse = coarse;
    clearTimeout(this.rest);
    this.setPixels();
  }

  private setPixels(ratio = Math.min(devicePixelRatio, 2) * (this.coarse ? COARSE : 1)): void {
    this.renderer?.setPixelRatio(ratio);
    this.renderer?.setSize(this.width, this.height, false);
  }

  private render(): void {
    if (this.lost || this.width === 0 || this.height === 0 || !this.canDraw()) return;
    this.rig.clip();
    this.cutAway();
    this.triad.follow(this.camera);
    this.beforeDraw();
    this.renderer!.render(this.scene, this.camera);
    this.drawnFrames++;
    this.drawnAt = performance.now();
  }

  /** Whether a surface at this point of the world is seen through. */
  isCutAway(point: Vector3): boolean {
    return (
      this.focus.radius > 0 &&
      point.z > this.floor &&
      this.depth(point) < this.cutDepth() - 0.12 * this.focus.radius
    );
  }

  /** Surfaces nearer than the middle of the robots, roughly, are seen through, but not the floor from above. */
  private cutAway(): void {
    const { radius } = this.focus;
    const floor = this.camera.position.z > this.floor ? this.floor : -1e9;
    if (radius === 0) setCut(-1e9, 1, floor);
    else setCut(this.cutDepth(), 0.25 * radius, floor);
  }

  private cutDepth(): number {
    return this.depth(this.focus.center) - 0.1 * this.focus.radius;
  }

  /** How far before the camera a point lies. */
  private depth(point: Vector3): number {
    return -projected.copy(point).applyMatrix4(this.camera.matrixWorldInverse).z;
  }

  private resize(): void {
    this.width = this.container.clientWidth;
    this.height = this.container.clientHeight;
    if (this.width === 0 || this.height === 0) return;
    this.setPixels();
    this.rig.setAspect(this.width / this.height);
    // At once: the canvas is empty after a change of size.
    if (this.running && !this.lost) this.render();
  }

  private readonly onLost = (event: Event): void => {
    // Without this the browser would not give the context back.
    event.preventDefault();
    this.lost = true;
    cancelAnimationFrame(this.request);
    this.request = 0;
    // What is freed now is sent anew later; freed later, it would belong to a context that is gone.
    this.scene.traverse((object) => {
      const { geometry, material } = object as Partial<Mesh>;
      geometry?.dispose();
      for (const each of [material ?? []].flat()) each.dispose();
    });
    this.overlay.message('The graphics card took the 3-D view away; waiting to get it back.');
  };

  private readonly onRestored = (): void => {
    this.lost = false;
    this.overlay.message('');
    this.resize();
    this.invalidate();
  };
}

const projected = new Vector3();
