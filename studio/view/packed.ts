/**
 * The view of a report: a packed scene (src/report) that one can turn. Bodies ride on movers, whose
 * places are given from outside; there are no kinematics here, so that a report stays small.
 *
 *   const view = new PackedView(container, scene)
 *   view.setPoses((mover, out) => poses.readInto(mover, i, part, out))   // position, quaternion
 */
import { Box3, type BufferGeometry, Group, Mesh, type Object3D, Raycaster, Vector2 } from 'three';
import {
  type PackedMesh,
  type PackedScene,
  type PackedVisual,
  unpackMesh,
  unpackSet,
} from '../../src/report/index.ts';
import { Clouds } from './clouds.ts';
import { ContactMarks } from './contactMarks.ts';
import { geometryFrom } from './geometryCache.ts';
import { ClosestMark, Lines, traceLines } from './markers.ts';
import { Materials, ORDER, PALETTE } from './materials.ts';
import { encloses, shadowed } from './shadows.ts';
import { Stage } from './stage.ts';
import type { CameraState, StandardView, Theme, Trace } from './types.ts';
import { withinReason } from './withinReason.ts';

/** Writes position x, y, z and unit quaternion x, y, z, w of a mover. */
export type MoverPose = (mover: number, out: Float64Array) => void;

function geometryOf(packed: PackedMesh): BufferGeometry {
  const { positions, indices } = unpackMesh(packed);
  return geometryFrom(positions, indices);
}

export class PackedView {
  private readonly stage: Stage;
  private readonly materials = new Materials();
  private readonly geometries: BufferGeometry[];
  private readonly movers: Group[];
  private readonly ghosts: Group[];
  private readonly meshes: { mesh: Mesh; body: number }[] = [];
  /** As links look; made when first shown. */
  private visuals: { mesh: Mesh; part: PackedVisual }[] = [];
  private readonly clouds = new Clouds();
  private colliding: ReadonlySet<number> = new Set();
  /** Bodies that enclose what moves. */
  private halls = new Set<number>();
  private readonly closest = new ClosestMark();
  private readonly contacts = new ContactMarks();
  private readonly trace = new Lines(3, 0xffffff, 6);
  private readonly scene: PackedScene;
  private label = '';
  private readonly numbers = new Float64Array(7);
  private readonly at = { x: 0, y: 0 };
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(container: HTMLElement, scene: PackedScene) {
    this.scene = scene;
    this.stage = new Stage(container);
    this.geometries = scene.meshes.map(geometryOf);
    this.movers = scene.movers.map(() => new Group());
    this.ghosts = scene.movers.map(() => new Group());
    scene.bodies.forEach(({ mover, meshes }, body) => {
      for (const number of meshes) {
        const mesh = new Mesh(this.geometries[number]);
        this.movers[mover].add(mesh);
        this.meshes.push({ mesh, body });
        if (scene.bodies[body].kind !== 'obstacle') mesh.renderOrder = ORDER.robot;
        if (mover === 0) continue;
        const ghost = new Mesh(this.geometries[number], this.materials.get('witness', false));
        ghost.raycast = () => {};
        ghost.renderOrder = ORDER.ghost;
        this.ghosts[mover].add(ghost);
      }
    });
    for (const set of scene.sets ?? []) this.clouds.add(set, unpackSet(set));
    this.trace.setDepthTest(true);
    this.showGhost(false);
    this.stage.scene.add(...this.movers, ...this.ghosts, this.closest.group);
    this.stage.scene.add(this.trace.object, this.clouds.root);
    this.stage.beforeDraw = () => {
      this.clouds.setThin(this.stage.isCoarse);
      this.contacts.update(this.stage);
      this.placeLabel();
    };
    this.setColliding([]);
    this.stage.canvas.addEventListener('pointermove', this.onHover);
    this.stage.canvas.addEventListener('pointerleave', this.onLeave);
  }

  get drawnFrames(): number {
    return this.stage.drawnFrames;
  }

  get canvas(): HTMLCanvasElement {
    return this.stage.canvas;
  }

  /** Asks where each mover is; the world, mover 0, stands still. */
  setPoses(poseOf: MoverPose): void {
    this.place(this.movers, poseOf);
    this.stage.shadowsMoved();
    this.stage.moved();
  }

  /** A second, translucent robot in vermillion, as for a witness; null takes it away. */
  setGhost(poseOf: MoverPose | null): void {
    this.showGhost(poseOf !== null);
    if (poseOf) this.place(this.ghosts, poseOf);
    this.stage.invalidate();
  }

  /** Bodies by number; coloured where `setClosest` says that they touch. */
  setColliding(bodies: readonly number[]): void {
    const marked = new Set(bodies);
    this.colliding = marked;
    this.paintVisuals();
    for (const { mesh, body } of this.meshes) {
      const { kind, surface } = this.scene.bodies[body];
      mesh.material = this.materials.get(kind, surface, {
        number: kind === 'obstacle' ? body : 0,
        cut: this.halls.has(body),
        marked: marked.has(body),
      });
    }
    this.stage.shadowsMoved();
  }

  /** Links as they look, where that is known, or all bodies as they were checked. */
  showVisuals(shown: boolean): void {
    const { visuals } = this.scene;
    if (shown && visuals && this.visuals.length === 0) {
      const geometries = visuals.meshes.map(geometryOf);
      this.geometries.push(...geometries);
      this.visuals = visuals.parts.map((part) => {
        const mesh = new Mesh(geometries[part.mesh]);
        this.movers[part.mover].add(mesh);
        mesh.renderOrder = ORDER.robot;
        return { mesh, part };
      });
      this.paintVisuals();
    }
    const drawn = new Set(this.visuals.map(({ part }) => part.body));
    for (const { mesh, body } of this.meshes) mesh.visible = !shown || !drawn.has(body);
    for (const { mesh } of this.visuals) mesh.visible = shown;
    this.stage.invalidate();
  }

  /** Two points with the text to stand between them. */
  setClosest(
    points: readonly [ArrayLike<number>, ArrayLike<number>] | null,
    text = '',
    colliding = false,
  ): void {
    this.closest.set(points, colliding ? PALETTE.contact : PALETTE.orange);
    this.label = points ? text : '';
    const none = new Float32Array(0);
    const touch = { trianglesA: none, trianglesB: none, point: points?.[0] ?? null };
    this.contacts.set(colliding && points ? [touch] : []);
    this.stage.invalidate();
  }

  setTrace(traces: readonly Trace[] | null): void {
    const { lines, colours } = traceLines(traces ?? []);
    this.trace.set(lines, colours);
    this.stage.invalidate();
  }

  /** Shows all of it. Call it when the first poses are set. */
  fit(view?: StandardView): void {
    const box = new Box3();
    const own = new Box3();
    const moving = new Box3();
    for (const { mesh, body } of this.meshes) {
      mesh.updateWorldMatrix(true, false);
      own.setFromObject(mesh);
      (this.scene.bodies[body].mover === 0 ? box : moving).union(own);
    }
    box.union(this.clouds.box());
    this.clouds.setRobots(moving);
    this.stage.setFocus(moving);
    this.stage.setBounds(withinReason(moving, box));
    this.halls = new Set();
    for (const { mesh, body } of this.meshes) {
      const isHall =
        this.scene.bodies[body].mover === 0 && encloses(own.setFromObject(mesh), moving);
      if (isHall) this.halls.add(body);
      shadowed(mesh, !isHall);
    }
    this.setColliding([...this.colliding]);
    if (view) this.stage.rig.lookFrom(view);
    else this.stage.rig.fit();
  }

  setTheme(theme: Theme): void {
    this.stage.setTheme(theme);
  }

  getCamera(): CameraState {
    return this.stage.rig.getCamera();
  }

  setCamera(camera: CameraState): void {
    this.stage.rig.setCamera(camera);
  }

  picture(): Promise<Blob> {
    return this.stage.picture();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.stage.canvas.removeEventListener('pointermove', this.onHover);
    this.stage.canvas.removeEventListener('pointerleave', this.onLeave);
    for (const geometry of this.geometries) geometry.dispose();
    for (const mark of [this.clouds, this.closest, this.contacts, this.trace, this.materials])
      mark.dispose();
    this.stage.dispose();
  }

  private place(groups: readonly Group[], poseOf: MoverPose): void {
    const { numbers } = this;
    for (let m = 1; m < groups.length; m++) {
      poseOf(m, numbers);
      groups[m].position.set(numbers[0], numbers[1], numbers[2]);
      groups[m].quaternion.set(numbers[3], numbers[4], numbers[5], numbers[6]);
    }
  }

  private paintVisuals(): void {
    for (const { mesh, part } of this.visuals) {
      const { colour, body } = part;
      const marked = this.colliding.has(body);
      mesh.material = colour
        ? this.materials.own(colour, marked, true)
        : this.materials.get('link', false, { marked });
    }
  }

  private showGhost(visible: boolean): void {
    for (const group of this.ghosts) group.visible = visible;
  }

  private placeLabel(): void {
    if (this.label !== '' && this.stage.project(this.closest.middle, this.at)) {
      this.stage.overlay.label('closest', this.label, this.at.x, this.at.y, { beside: true });
    } else this.stage.overlay.hideLabel('closest');
  }

  /** Names a body once the pointer rests on it. */
  private readonly onHover = (event: PointerEvent): void => {
    clearTimeout(this.timer);
    this.stage.overlay.tooltip('', 0, 0);
    if (event.buttons !== 0) return;
    const { offsetX, offsetY } = event;
    const pointer = new Vector2();
    this.stage.pointer(event, pointer);
    this.timer = setTimeout(() => {
      const ray = new Raycaster();
      ray.setFromCamera(pointer, this.stage.camera);
      const named = new Map<Object3D, string>();
      for (const { mesh, body } of this.meshes) named.set(mesh, this.scene.bodies[body].name);
      for (const { mesh, part } of this.visuals) named.set(mesh, part.name);
      const hits = ray.intersectObjects(
        [...named.keys()].filter(({ visible }) => visible),
        false,
      );
      const member = this.clouds.pick(ray.ray, (point) => this.stage.isCutAway(point));
      const name =
        member && !(hits[0]?.distance <= member.distance)
          ? member.name
          : hits.length > 0
            ? named.get(hits[0].object)
            : undefined;
      if (name !== undefined) this.stage.overlay.tooltip(name, offsetX, offsetY);
    }, 80);
  };

  private readonly onLeave = (): void => {
    clearTimeout(this.timer);
    this.stage.overlay.tooltip('', 0, 0);
  };
}
