/** The robots of a cell as they look, as they are checked, and the axes of their frames. */
import { AxesHelper, Group, LineSegments, type Mesh } from 'three';
import type { Kinematics } from '../../src/kinematics/index.ts';
import type { DrawPlan } from './drawPlan.ts';
import { Figure, type Paint, sizePlanes } from './figure.ts';
import type { GeometryCache } from './geometryCache.ts';
import { ORDER, PALETTE } from './materials.ts';
import type { Layers } from './types.ts';

export interface Paints {
  readonly visual: Paint;
  readonly collision: Paint;
}

export class RobotFigures {
  readonly root = new Group();
  private visual: Figure | null = null;
  private collision: Figure | null = null;
  /** One set of axes, drawn at every frame. */
  private readonly axes = new AxesHelper(0.1);
  private readonly frameAxes: LineSegments[] = [];

  constructor() {
    this.axes.setColors(PALETTE.vermillion, PALETTE.green, PALETTE.blue);
  }

  /** Makes them anew. */
  make(
    frameCount: number,
    plan: Pick<DrawPlan, 'visual' | 'collision'>,
    cache: GeometryCache,
    paints: Paints,
  ): void {
    this.drop();
    this.visual = new Figure(frameCount, plan.visual, cache, paints.visual);
    this.collision = new Figure(frameCount, plan.collision, cache, paints.collision);
    this.root.add(this.visual.root, this.collision.root);
    for (const mesh of this.all()) mesh.renderOrder = ORDER.robot;
    for (let f = 1; f < frameCount; f++) {
      const axes = new LineSegments(this.axes.geometry, this.axes.material);
      axes.scale.copy(this.axes.scale);
      axes.raycast = () => {};
      this.visual.frame(f).add(axes);
      this.frameAxes.push(axes);
    }
  }

  drop(): void {
    this.frameAxes.length = 0;
    for (const figure of [this.visual, this.collision]) figure?.root.removeFromParent();
    this.visual = null;
    this.collision = null;
  }

  /** What is hidden is not posed, unless `all` are. */
  pose(kinematics: Kinematics, all = false): void {
    for (const figure of [this.visual, this.collision]) {
      if (figure && (all || figure.root.visible)) figure.pose(kinematics);
    }
  }

  setLayers({ visual, collision, frames }: Layers): void {
    if (this.visual) this.visual.root.visible = visual || frames;
    for (const mesh of this.visual?.meshes ?? []) {
      mesh.visible = visual;
      mesh.castShadow = visual;
      mesh.receiveShadow = true;
    }
    for (const mesh of this.collision?.meshes ?? []) mesh.castShadow = !visual;
    for (const axes of this.frameAxes) axes.visible = frames;
    if (this.collision) this.collision.root.visible = collision;
  }

  paint({ visual, collision }: Paints): void {
    this.visual?.paint(visual);
    this.collision?.paint(collision);
  }

  /** What can be pointed at. */
  shown(layers: Layers): Mesh[] {
    const { visual, collision } = this;
    return [
      ...(visual && layers.visual ? visual.meshes : []),
      ...(collision && layers.collision ? collision.meshes : []),
    ];
  }

  /** As they look and as they are checked, shown or not. */
  all(): readonly Mesh[] {
    return [...(this.visual?.meshes ?? []), ...this.checked()];
  }

  /** As they are checked. */
  checked(): readonly Mesh[] {
    return this.collision?.meshes ?? [];
  }

  /** As they look, where they stand: for whoever measures them. */
  placed(kinematics: Kinematics): readonly Mesh[] {
    if (!this.visual) return [];
    this.visual.pose(kinematics);
    this.visual.root.updateWorldMatrix(true, true);
    return this.visual.meshes;
  }

  /** Axes suit a cell of this radius. */
  fit(radius: number): void {
    this.axes.scale.setScalar(Math.max(1e-3, 0.6 * radius));
    for (const axes of this.frameAxes) axes.scale.copy(this.axes.scale);
  }

  sizePlanes(radius: number): void {
    for (const figure of [this.visual, this.collision]) sizePlanes(figure?.meshes ?? [], radius);
  }

  dispose(): void {
    this.drop();
    this.axes.dispose();
  }
}
