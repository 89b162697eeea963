/** Robots at configurations that are not the present one, translucent: start, goal, witness. */
import type { Mesh, Scene } from 'three';
import { Kinematics, type KinematicTree } from '../../src/kinematics/index.ts';
import type { DrawnPart } from './drawPlan.ts';
import { Figure, type MeshData } from './figure.ts';
import type { GeometryCache } from './geometryCache.ts';
import { type Materials, ORDER } from './materials.ts';

export const GHOSTS = ['start', 'goal', 'witness'] as const;
export type GhostName = (typeof GHOSTS)[number];

interface Ghost {
  configuration: Float64Array | null;
  /** Made when first shown. */
  figure: Figure | null;
}

export class GhostFigures {
  private readonly scene: Scene;
  private readonly cache: GeometryCache;
  private readonly materials: Materials;
  private readonly ghosts: Record<GhostName, Ghost> = {
    start: { configuration: null, figure: null },
    goal: { configuration: null, figure: null },
    witness: { configuration: null, figure: null },
  };
  private kinematics: Kinematics | null = null;
  private parts: readonly DrawnPart[] = [];

  constructor(scene: Scene, cache: GeometryCache, materials: Materials) {
    this.scene = scene;
    this.cache = cache;
    this.materials = materials;
  }

  /** Other robots. Configurations are kept if asked for, else forgotten. */
  setRobots(tree: KinematicTree, parts: readonly DrawnPart[], keep: boolean): void {
    this.drop();
    this.kinematics = new Kinematics(tree);
    // What never moves would only lie on itself.
    this.parts = parts.filter(({ frame }) => tree.rigidRoot[frame] !== 0);
    for (const name of GHOSTS) this.set(name, keep ? this.ghosts[name].configuration : null);
  }

  set(name: GhostName, q: ArrayLike<number> | null): void {
    const ghost = this.ghosts[name];
    const { kinematics } = this;
    const fits = q !== null && q.length > 0 && q.length === kinematics?.tree.dofs.length;
    ghost.configuration = fits ? Float64Array.from(q) : null;
    if (!kinematics || !ghost.configuration) {
      if (ghost.figure) ghost.figure.root.visible = false;
      return;
    }
    ghost.figure ??= this.make(name, kinematics.tree.frameCount);
    ghost.figure.root.visible = true;
    kinematics.setConfiguration(ghost.configuration);
    ghost.figure.pose(kinematics);
  }

  configuration(name: GhostName | null): Float64Array | null {
    return name && this.ghosts[name].configuration;
  }

  meshes(name: GhostName): readonly Mesh[] {
    return this.ghosts[name].configuration ? (this.ghosts[name].figure?.meshes ?? []) : [];
  }

  /** Frames where a ghost stands, until something else is asked; null if it is not shown. */
  posed(name: GhostName): Kinematics | null {
    const { configuration } = this.ghosts[name];
    if (configuration) this.kinematics?.setConfiguration(configuration);
    return configuration && this.kinematics;
  }

  /** Links that collide, by the numbers of their bodies, look as a witness does. */
  paint(name: GhostName, colliding: ReadonlySet<number>): void {
    const [plain, bad] = [this.materials.get(name, false), this.materials.get('witness', false)];
    this.ghosts[name].figure?.paint(({ body }) => (colliding.has(body) ? bad : plain));
  }

  /** Another figure of the same robots, hardly to be seen. */
  copy(): Figure {
    const frames = this.kinematics?.tree.frameCount ?? 0;
    const figure = new Figure(frames, this.parts, this.cache, () => this.materials.trail());
    for (const mesh of figure.meshes) {
      mesh.renderOrder = ORDER.trail;
      mesh.raycast = () => {};
    }
    return figure;
  }

  /** Puts such a figure to a configuration; false if that does not fit. */
  poseFigure(figure: Figure, q: Float64Array): boolean {
    const { kinematics } = this;
    if (!kinematics || q.length !== kinematics.tree.dofs.length) return false;
    kinematics.setConfiguration(q);
    figure.pose(kinematics);
    return true;
  }

  /** What of a ghost stands where the robot does is left to the robot, which it would only tint. */
  leaveTo(present: Kinematics, reach: number): void {
    const { kinematics } = this;
    if (!kinematics) return;
    for (const { configuration, figure } of Object.values(this.ghosts)) {
      if (!configuration || !figure) continue;
      kinematics.setConfiguration(configuration);
      for (const mesh of figure.meshes) {
        const { frame } = (mesh.userData as MeshData).part;
        mesh.visible = differs(kinematics, present, frame, reach);
      }
    }
  }

  shown(name: GhostName): boolean {
    return this.ghosts[name].configuration !== null;
  }

  drop(): void {
    for (const ghost of Object.values(this.ghosts)) {
      ghost.figure?.root.removeFromParent();
      ghost.figure = null;
    }
  }

  private make(name: GhostName, frameCount: number): Figure {
    const material = this.materials.get(name, false);
    const figure = new Figure(frameCount, this.parts, this.cache, () => material);
    for (const mesh of figure.meshes) mesh.renderOrder = ORDER.ghost;
    this.scene.add(figure.root);
    return figure;
  }
}

/** Whether a frame stands elsewhere by more than a hair: `reach` is how far its parts are from it at most, roughly. */
function differs(a: Kinematics, b: Kinematics, frame: number, reach: number): boolean {
  const [i, j] = [a.poseOf(frame), b.poseOf(frame)];
  for (let k = 0; k < 12; k++) {
    const scale = k < 9 ? reach : 1;
    if (Math.abs(a.poses[i + k] - b.poses[j + k]) * scale > 0.004 * reach) return true;
  }
  return false;
}
