/** Copies of the robots along a path, few and translucent: where all of it goes, and not its tool alone. */
import type { Scene } from 'three';
import type { Figure } from './figure.ts';
import type { GhostFigures } from './ghosts.ts';

/** Copies that are drawn, however many are asked for. */
const MOST = 24;

export class Trail {
  private readonly scene: Scene;
  private readonly ghosts: GhostFigures;
  /** Made when first shown, and used again for another path. */
  private figures: Figure[] = [];
  private configurations: readonly Float64Array[] = [];

  constructor(scene: Scene, ghosts: GhostFigures) {
    this.scene = scene;
    this.ghosts = ghosts;
  }

  get count(): number {
    return this.figures.filter(({ root }) => root.visible).length;
  }

  /** Null takes it away. */
  set(configurations: readonly Float64Array[] | null): void {
    this.configurations = (configurations ?? []).slice(0, MOST);
    this.configurations.forEach((q, i) => {
      this.figures[i] ??= this.make();
      const isPosed = this.ghosts.poseFigure(this.figures[i], q);
      this.figures[i].root.visible = isPosed;
    });
    for (const { root } of this.figures.slice(this.configurations.length)) root.visible = false;
  }

  /** Other robots, or other looks: what is shown is made anew. */
  remake(): void {
    for (const { root } of this.figures) root.removeFromParent();
    this.figures = [];
    this.set(this.configurations);
  }

  private make(): Figure {
    const figure = this.ghosts.copy();
    this.scene.add(figure.root);
    return figure;
  }
}
