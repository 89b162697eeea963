/**
 * What is under the pointer: its name once the pointer rests, and what a click or a tap means. A look
 * costs as much as there are triangles, so it waits until the pointer has come to rest.
 */
import { type Mesh, type Ray, Raycaster, Vector2, type Vector3 } from 'three';
import type { PickedMember } from './clouds.ts';
import type { MeshData } from './figure.ts';
import type { Stage } from './stage.ts';

/** Milliseconds of rest; pixels by which a click and a tap may stray; how long a tap shows a name. */
const REST = 90;
const STRAY = 5;
const TAP_STRAY = 12;
const SHOWN = 4000;

export class Picking {
  private readonly stage: Stage;
  private readonly targets: () => readonly Mesh[];
  private readonly ignored: () => boolean;
  private readonly clicked: (data: MeshData | null) => void;
  private readonly isHall: (obstacle: number) => boolean;
  private readonly member: (ray: Ray) => PickedMember | null;
  private readonly ray = new Raycaster();
  private readonly pointer = new Vector2();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private downX = 0;
  private downY = 0;
  private meant = false;

  constructor(
    stage: Stage,
    options: {
      targets: () => readonly Mesh[];
      /** While handles are in use, nothing is picked. */
      ignored: () => boolean;
      clicked: (data: MeshData | null) => void;
      /** Whether one sees through an obstacle where it stands before the robots. */
      isHall: (obstacle: number) => boolean;
      /** What is no mesh of its own: the first member of a set that a ray meets. */
      member?: (ray: Ray) => PickedMember | null;
    },
  ) {
    this.stage = stage;
    this.targets = options.targets;
    this.ignored = options.ignored;
    this.clicked = options.clicked;
    this.isHall = options.isHall;
    this.member = options.member ?? (() => null);
    stage.canvas.addEventListener('pointermove', this.onMove);
    stage.canvas.addEventListener('pointerleave', this.onLeave);
    stage.canvas.addEventListener('pointerdown', this.onDown);
    stage.canvas.addEventListener('pointerup', this.onUp);
  }

  dispose(): void {
    clearTimeout(this.timer);
    const { canvas } = this.stage;
    canvas.removeEventListener('pointermove', this.onMove);
    canvas.removeEventListener('pointerleave', this.onLeave);
    canvas.removeEventListener('pointerdown', this.onDown);
    canvas.removeEventListener('pointerup', this.onUp);
  }

  private at(event: PointerEvent): MeshData | null {
    return this.hit(event).data;
  }

  private hit(event: PointerEvent): { readonly data: MeshData | null; readonly distance: number } {
    this.stage.pointer(event, this.pointer);
    this.ray.setFromCamera(this.pointer, this.stage.camera);
    let nearest: MeshData | null = null;
    let distance = Number.POSITIVE_INFINITY;
    for (const hit of this.ray.intersectObjects([...this.targets()], false)) {
      const data = hit.object.userData as MeshData;
      if (this.isHall(data.obstacle) && this.stage.isCutAway(hit.point)) continue;
      // Planes without end lie under everything; they are meant only where nothing else is.
      const far = data.part.geometry.kind === 'half-space' ? 1e6 : 0;
      if (hit.distance + far < distance) {
        distance = hit.distance + far;
        nearest = data;
      }
    }
    return { data: nearest, distance };
  }

  /** Whether nothing stands between two points, but for what is within `reach` of the second. */
  sees(from: Vector3, to: Vector3, reach: number): boolean {
    const way = to.clone().sub(from);
    const length = way.length();
    this.ray.set(from, way.normalize());
    this.ray.far = Math.max(0, length - reach);
    const solid = this.targets().filter(
      ({ userData }) => !this.isHall((userData as MeshData).obstacle),
    );
    const hits = this.ray.intersectObjects(solid, false);
    this.ray.far = Number.POSITIVE_INFINITY;
    return hits.length === 0;
  }

  private readonly onMove = (event: PointerEvent): void => {
    clearTimeout(this.timer);
    this.stage.overlay.tooltip('', 0, 0);
    if (event.buttons !== 0 || event.pointerType === 'touch' || this.ignored()) return;
    this.timer = setTimeout(() => this.name(event), REST);
  };

  private name(event: PointerEvent): void {
    if (this.ignored()) return;
    const { left, top } = this.stage.canvas.getBoundingClientRect();
    const { data, distance } = this.hit(event);
    const member = this.member(this.ray.ray);
    const isNearer = member !== null && member.distance < distance;
    const text = isNearer ? member.name : (data?.part.name ?? '');
    this.stage.overlay.tooltip(text, event.clientX - left, event.clientY - top);
  }

  private readonly onLeave = (event: PointerEvent): void => {
    // A finger leaves with every tap; what it asked for stays.
    if (event.pointerType === 'touch') return;
    clearTimeout(this.timer);
    this.stage.overlay.tooltip('', 0, 0);
  };

  private readonly onDown = (event: PointerEvent): void => {
    // A second finger turns or zooms; the first was no tap.
    if (!event.isPrimary) {
      this.meant = false;
      return;
    }
    this.downX = event.clientX;
    this.downY = event.clientY;
    this.meant = event.button === 0 && !this.ignored();
  };

  private readonly onUp = (event: PointerEvent): void => {
    const x = event.clientX - this.downX;
    const y = event.clientY - this.downY;
    const touch = event.pointerType === 'touch';
    const stray = touch ? TAP_STRAY : STRAY;
    if (!this.meant || x * x + y * y > stray * stray || this.ignored()) return;
    this.meant = false;
    this.clicked(this.at(event));
    if (!touch) return;
    clearTimeout(this.timer);
    this.name(event);
    this.timer = setTimeout(() => this.stage.overlay.tooltip('', 0, 0), SHOWN);
  };
}
