/**
 * The view of the studio: that of a cell, and what people do with it there. The start and the goal can be dragged like
 * the robot itself, links turn by hand, copies of the robot stand along the path, and single bodies can be hidden.
 */
import type { Mesh } from 'three';
import type { OpenedCell, VisualsAnswer } from '../engine/protocol.ts';
import type { MeshData } from './figure.ts';
import { LinkDrag } from './linkDrag.ts';
import { SceneView } from './sceneView.ts';
import { Trail } from './trail.ts';
import type { Ghosts, Layers, Phase, Touch } from './types.ts';

/** The robot that hands act on. */
type Target = 'present' | 'start' | 'goal';

export class StudioView extends SceneView {
  /** A link was dragged: the value of the degree of freedom that moves it. */
  onTurnJoint: (dof: number, value: number, phase: Phase) => void = () => {};
  private target: Target = 'present';
  private hidden: ReadonlySet<string> = new Set();
  private allowed: ReadonlySet<number> | null = null;
  private readonly trail: Trail;
  private readonly links: LinkDrag;

  constructor(container: HTMLElement, running = true) {
    super(container, running);
    const all = this.targets;
    this.targets = () => all().filter((mesh) => !this.isHidden(mesh));
    this.trail = new Trail(this.stage.scene, this.ghosts);
    this.links = new LinkDrag(container, {
      stage: this.stage,
      targets: () => this.draggable(),
      tree: () => this.kinematics?.tree ?? null,
      configuration: () => this.ghosts.configuration(this.ghostName) ?? this.configuration,
      allowed: () => this.allowed,
      ignored: () => this.handles.busy,
      turned: (dof, value, phase) => this.onTurnJoint(dof, value, phase),
    });
  }

  override setCell(cell: OpenedCell, visuals: VisualsAnswer | null = null): void {
    const isOther = this.cell?.entry !== cell.entry;
    super.setCell(cell, visuals);
    if (isOther) this.setTrail(null);
    else this.trail.remake();
    this.showHidden();
    this.placeHandles();
  }

  override setVisuals(visuals: VisualsAnswer | null): void {
    super.setVisuals(visuals);
    this.trail.remake();
    this.showHidden();
  }

  override setConfiguration(q: ArrayLike<number>): void {
    super.setConfiguration(q);
    this.placeHandles();
  }

  override setGhosts(ghosts: Ghosts): void {
    super.setGhosts(ghosts);
    this.placeHandles();
  }

  override setLayers(layers: Partial<Layers>): void {
    super.setLayers(layers);
    this.showHidden();
  }

  override setTool(link: string | null): void {
    super.setTool(link);
    this.placeHandles();
  }

  /** Bodies that collide: of the robot that is in hand, if that is the start or the goal. */
  override setColliding(bodies: Iterable<number>, touches: readonly Touch[] = []): void {
    const all = new Set(bodies);
    const name = this.ghostName;
    super.setColliding(name ? [] : all, touches);
    if (!this.ghosts) return;
    for (const each of ['start', 'goal'] as const) {
      this.ghosts.paint(each, each === name ? all : new Set());
    }
  }

  override dispose(): void {
    this.links.dispose();
    super.dispose();
  }

  /** Handles, and links that are dragged, move this robot from now on. */
  setTarget(target: Target): void {
    this.target = target;
    this.handles.setTint(target);
    this.placeHandles();
    this.stage.invalidate();
  }

  /** Whether links can be turned by dragging them; of which degrees of freedom, null: of all. */
  setTurning(isOn: boolean, allowed: readonly number[] | null = null): void {
    this.links.isOn = isOn;
    this.allowed = allowed && new Set(allowed);
  }

  /** Bodies by name that are not drawn. Everything that is asked about the cell counts them nevertheless. */
  setHidden(names: ReadonlySet<string>): void {
    this.hidden = names;
    this.setLayers({});
  }

  /** Robots along the path; null takes them away. */
  setTrail(configurations: readonly Float64Array[] | null): void {
    this.trail.set(configurations);
    this.stage.invalidate();
  }

  /** For tests: where a point of the world is on the canvas, in pixels. */
  project(x: number, y: number, z: number): { x: number; y: number } {
    const at = { x: 0, y: 0 };
    this.stage.camera.updateMatrixWorld();
    this.stage.project(this.handles.tool.position.clone().set(x, y, z), at);
    return at;
  }

  /** For tests: copies of the robots that are drawn. */
  get trailCount(): number {
    return this.trail.count;
  }

  private get ghostName(): 'start' | 'goal' | null {
    return this.target === 'present' ? null : this.target;
  }

  /** What a hand can turn: the robot that it acts on, where it is drawn. */
  private draggable(): readonly Mesh[] {
    const name = this.ghostName;
    return name ? this.ghosts.meshes(name) : this.targets();
  }

  private placeHandles(): void {
    // The constructor of the view below calls some of this before there is anything here.
    if (!this.ghostName || !this.kinematics || this.toolFrame < 0) return;
    const posed = this.ghosts.posed(this.ghostName);
    if (!posed) return;
    this.handles.placeTool(posed.poses, posed.poseOf(this.toolFrame));
    this.stage.invalidate();
  }

  private isHidden(mesh: Mesh): boolean {
    return this.hidden.has((mesh.userData as MeshData).part.name);
  }

  private showHidden(): void {
    if (!this.hidden || !this.cell) return;
    for (const mesh of this.robots.checked()) mesh.visible = true;
    if (this.hidden.size > 0) {
      for (const mesh of this.robots.all()) if (this.isHidden(mesh)) mesh.visible = false;
    }
    const { obstacles } = this.cell.description;
    this.obstacles.groups.forEach((group, i) => {
      group.visible = !this.hidden.has(obstacles[i]?.name ?? '');
    });
    this.figures.clouds.setHidden(this.hidden);
    this.stage.shadowsMoved();
  }
}
