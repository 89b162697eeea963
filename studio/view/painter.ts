/** Which material a part gets: its own colours, unless it collides, is selected or is a surface. */
import type { DrawnPart } from './drawPlan.ts';
import type { Paint } from './figure.ts';
import type { Look, Materials } from './materials.ts';

export class Painter {
  /** Numbers of bodies. */
  colliding: ReadonlySet<number> = new Set();
  /** The obstacle that is selected. */
  selected: number | null = null;
  private readonly materials: Materials;

  constructor(materials: Materials) {
    this.materials = materials;
  }

  /** Of robots as they look. */
  readonly visual: Paint = (part) => {
    const look = this.lookOf(part);
    if (part.geometry.kind === 'half-space') return this.materials.veil(look);
    const plain = () => this.materials.get(look, part.surface, part.robot);
    return look === 'colliding' ? plain() : this.materials.ofPart(part, plain);
  };

  /** Of robots as they are checked. */
  readonly collision: Paint = (part) => {
    const look = this.lookOf(part) === 'colliding' ? 'colliding' : 'collision';
    if (part.geometry.kind === 'half-space') return this.materials.veil(look);
    return this.materials.get(look, part.surface);
  };

  readonly obstacle = (part: DrawnPart, index: number): ReturnType<Paint> => {
    const look = this.lookOf(part);
    const shown = look === 'obstacle' && index === this.selected ? 'selected' : look;
    if (part.geometry.kind === 'half-space') return this.materials.veil(shown);
    const plain = () => this.materials.get(shown, part.surface, index, part.surface);
    // Hatching says that something is a surface, and no colour may hide it.
    return shown === 'obstacle' && !part.surface ? this.materials.ofPart(part, plain) : plain();
  };

  private lookOf({ body, kind }: DrawnPart): Look {
    return body >= 0 && this.colliding.has(body) ? 'colliding' : kind;
  }
}
