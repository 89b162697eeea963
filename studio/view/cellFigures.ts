/** The bodies of a cell as they are drawn: robots and obstacles, in materials, or in the colours of their shells and pieces. */
import { Box3, type Mesh, type Object3D } from 'three';
import type { Kinematics } from '../../src/kinematics/index.ts';
import type { ColouringAnswer, OpenedCell } from '../engine/protocol.ts';
import { Clouds } from './clouds.ts';
import { ColouredMeshes, type ColouringCounts, takeLinesOff } from './colouring.ts';
import type { DrawPlan } from './drawPlan.ts';
import { type MeshData, sizePlanes } from './figure.ts';
import { freePlace } from './freePlace.ts';
import { GeometryCache } from './geometryCache.ts';
import { Materials } from './materials.ts';
import { boxOf, ObstacleGroups } from './obstacles.ts';
import { Painter } from './painter.ts';
import { RobotFigures } from './robotFigures.ts';
import type { Layers } from './types.ts';
import { withinReason } from './withinReason.ts';

/** What wants to know how large a cell is. */
interface Measured {
  setFocus(box: Box3): void;
  setBounds(box: Box3): void;
  readonly radius: number;
}

export class CellFigures {
  readonly cache = new GeometryCache();
  readonly materials = new Materials();
  readonly painter = new Painter(this.materials);
  readonly obstacles = new ObstacleGroups();
  readonly robots = new RobotFigures();
  /** Sets of obstacles: shown with these, and marked with them. */
  readonly clouds = new Clouds();
  readonly colouring = new ColouredMeshes();
  /** Those that show colours now. */
  private coloured: Mesh[] = [];
  private layers: Layers | null = null;

  /** Makes robots and obstacles anew; geometry that was drawn before is used again. */
  make(cell: OpenedCell, plan: DrawPlan, frameCount: number, inHand: Object3D | null): void {
    const { cache, painter } = this;
    this.coloured = [];
    this.robots.make(frameCount, plan, cache, painter);
    const { obstacles } = cell.description;
    this.obstacles.set(obstacles, plan.obstacles, inHand, cache, painter.obstacle);
    this.clouds.set(cell.description.sets ?? [], cell.bodies.length);
    this.obstacles.root.add(this.clouds.root);
    this.putColoursOn();
  }

  /** Shells or pieces in colours: of the obstacle that is selected, or of everything. */
  setColouring(answer: ColouringAnswer | null): void {
    this.takeColoursOff();
    this.colouring.set(answer);
    this.putColoursOn();
  }

  /** Another obstacle is selected, or none. */
  select(obstacle: number | null): void {
    const isOther = this.painter.selected !== obstacle;
    this.painter.selected = obstacle;
    if (isOther && this.colouring.isOn) {
      this.takeColoursOff();
      this.putColoursOn();
    } else this.repaint();
  }

  repaint(): void {
    this.clouds.mark(this.painter.colliding);
    this.robots.paint(this.painter);
    this.obstacles.paint(this.painter.obstacle);
    // What collides is seen to collide.
    for (const mesh of this.coloured) {
      const { body } = (mesh.userData as MeshData).part;
      if (!this.painter.colliding.has(body)) mesh.material = this.colouring.material;
    }
  }

  /** Robots in colours are those that are checked, whatever they look like. */
  setLayers(layers: Layers): void {
    this.layers = layers;
    const shown = this.isAllColoured ? { ...layers, visual: false, collision: true } : layers;
    this.robots.setLayers(shown);
    this.materials.setCollisionAlone(!shown.visual);
    this.obstacles.root.visible = layers.obstacles;
  }

  /** What can be pointed at. */
  targets(layers: Layers): Mesh[] {
    const shown = this.isAllColoured ? { ...layers, visual: false, collision: true } : layers;
    return [...this.robots.shown(shown), ...(layers.obstacles ? this.obstacles.meshes() : [])];
  }

  /** How many of what is in colours; null if nothing is. */
  counts(cell: OpenedCell): ColouringCounts | null {
    const { selected } = this.painter;
    const { obstacles } = cell.description;
    return this.colouring.counts(selected === null ? null : (obstacles[selected]?.name ?? null));
  }

  /** Tells the stage how large the cell is, and what must be seen of it. */
  measure(stage: Measured, kinematics: Kinematics): void {
    const moving = boxOf(this.robots.placed(kinematics), new Box3());
    stage.setFocus(moving);
    const halls = this.obstacles.enclosing(moving);
    this.painter.halls = halls;
    this.obstacles.castShadows(halls);
    this.clouds.setRobots(moving);
    this.repaint();
    stage.setBounds(withinReason(moving, this.obstacles.box().union(this.clouds.box())));
    this.fitPlanes(stage.radius);
    this.robots.fit(stage.radius);
  }

  /** Planes reach well beyond what is shown. */
  fitPlanes(radius: number): void {
    this.robots.sizePlanes(2.5 * radius);
    sizePlanes(this.obstacles.meshes(), 2.5 * radius);
  }

  /** The middle of a cube of this size that stands beside the robots and in nothing else, as boxes tell. */
  roomFor(size: number, kinematics: Kinematics): [number, number, number] {
    const robots = boxOf(this.robots.placed(kinematics), new Box3());
    this.obstacles.root.updateWorldMatrix(true, true);
    const taken = this.obstacles.meshes().map((mesh) => boxOf([mesh], new Box3()));
    return freePlace(robots, taken, size);
  }

  dispose(): void {
    this.robots.dispose();
    this.obstacles.dispose();
    this.clouds.dispose();
    this.cache.dispose();
    this.materials.dispose();
    this.colouring.dispose();
  }

  private get isAllColoured(): boolean {
    return this.colouring.isOn && this.painter.selected === null;
  }

  private putColoursOn(): void {
    const { selected } = this.painter;
    const obstacles = this.obstacles.meshes();
    if (this.colouring.isOn) {
      const wanted =
        selected === null
          ? [...this.robots.checked(), ...obstacles]
          : obstacles.filter((mesh) => (mesh.userData as MeshData).obstacle === selected);
      this.coloured = this.colouring.putOn(wanted);
    }
    this.repaint();
    if (this.layers) this.setLayers(this.layers);
  }

  private takeColoursOff(): void {
    takeLinesOff(this.coloured);
    for (const mesh of this.coloured) {
      mesh.geometry = this.cache.of((mesh.userData as MeshData).part.geometry);
    }
    this.coloured = [];
  }
}
