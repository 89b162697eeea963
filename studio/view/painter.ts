/** Which material a part gets: its own colours, unless it is selected or is a surface; what collides is marked near the contact. */
import type { DrawnPart } from './drawPlan.ts';
import type { Paint } from './figure.ts';
import type { Look, Materials } from './materials.ts';

export class Painter {
  /** Numbers of bodies. */
  colliding: ReadonlySet<number> = new Set();
  /** The obstacle that is selected. */
  selected: number | null = null;
  /** Obstacles that enclose the robots: one sees through what of them stands before the robots. */
  halls: ReadonlySet<number> = new Set();
  private readonly materials: Materials;

  constructor(materials: Materials) {
    this.materials = materials;
  }

  /** Of robots as they look. */
  readonly visual: Paint = (part) => {
    const marked = this.isColliding(part);
    const plain = () => this.materials.get(part.kind, part.surface, { number: part.robot, marked });
    return this.plane(part, part.kind) ?? this.materials.ofPart(part, plain, marked);
  };

  /** Of robots as they are checked. */
  readonly collision: Paint = (part) =>
    this.plane(part, 'collision') ??
    this.materials.get('collision', part.surface, { marked: this.isColliding(part) });

  readonly obstacle = (part: DrawnPart, index: number): ReturnType<Paint> => {
    const shown = index === this.selected ? 'selected' : part.kind;
    const manner = { number: index, cut: this.halls.has(index), marked: this.isColliding(part) };
    const plain = () => this.materials.get(shown, part.surface, manner);
    const plane = this.plane(part, shown);
    if (plane) return plane;
    // That something is a surface is seen whatever its colour.
    return shown === 'obstacle' && !part.surface
      ? this.materials.ofPart(part, plain, manner.marked)
      : plain();
  };

  /** Of a half-space: a floor, or a veil. */
  private plane(part: DrawnPart, look: Look): ReturnType<Materials['veil']> | null {
    if (part.geometry.kind !== 'half-space') return null;
    const marked = this.isColliding(part);
    return part.floor && look !== 'selected'
      ? this.materials.floor(marked)
      : this.materials.veil(look, marked);
  }

  private isColliding({ body }: DrawnPart): boolean {
    return body >= 0 && this.colliding.has(body);
  }
}
