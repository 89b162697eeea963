/**
 * Meshes of a cell are sent to the page once. An edited cell names them by their keys, and the page puts
 * in the triangles that it has: the same objects, so that whoever draws them need not begin again.
 */
import type { CellDescription } from '../../src/cell/index.ts';
import type { Triangles } from '../../src/geometry/index.ts';
import type { Part } from '../../src/kinematics/index.ts';
import type { OpenedCell } from './protocol.ts';

/** A cell on its way to the page. Its meshes have keys in place of triangles. */
export interface PackedCell extends OpenedCell {
  /** What the page does not have yet. */
  readonly geometry: ReadonlyMap<string, Triangles>;
  /** Robots are those of the last cell that was sent. */
  readonly sameRobots: boolean;
}

interface Keyed {
  readonly key: string;
}

/** In a worker. */
export class GeometrySender {
  /** Of meshes that somebody still has. */
  private keys = new WeakMap<Triangles, string>();
  private count = 0;
  private readonly sent = new Set<string>();
  private robots: CellDescription['robots'] | null = null;

  /** Numbers the meshes of a cell that was just opened: the same files give the same keys. */
  begin(description: CellDescription, known: Iterable<string> = []): void {
    this.keys = new WeakMap();
    this.count = 0;
    this.sent.clear();
    this.robots = null;
    for (const key of known) this.sent.add(key);
    mapMeshes(description, (triangles) => {
      if (!this.keys.has(triangles)) this.keys.set(triangles, `mesh ${this.count++}`);
      return triangles;
    });
  }

  /** Gives a mesh that was added later a key of its own. */
  name(triangles: Triangles, key: string): void {
    this.keys.set(triangles, key);
  }

  pack(cell: OpenedCell): PackedCell {
    const geometry = new Map<string, Triangles>();
    const sameRobots = this.robots === cell.description.robots;
    this.robots = cell.description.robots;
    const source = sameRobots ? { ...cell.description, robots: [] } : cell.description;
    const description = mapMeshes(source, (triangles) => {
      const key = this.keyOf(triangles);
      if (!this.sent.has(key)) geometry.set(key, triangles);
      this.sent.add(key);
      return { key } as unknown as Triangles;
    });
    return { ...cell, description, geometry, sameRobots };
  }

  private keyOf(triangles: Triangles): string {
    let key = this.keys.get(triangles);
    if (key === undefined) {
      key = `later ${this.count++}`;
      this.keys.set(triangles, key);
    }
    return key;
  }
}

/** On the page. */
export class GeometryStore {
  private readonly known = new Map<string, Triangles>();
  private robots: CellDescription['robots'] = [];

  keys(): string[] {
    return [...this.known.keys()];
  }

  clear(): void {
    this.known.clear();
    this.robots = [];
  }

  unpack({ geometry, sameRobots, ...cell }: PackedCell): OpenedCell {
    for (const [key, triangles] of geometry) this.known.set(key, triangles);
    const full = mapMeshes(
      cell.description,
      (triangles) => this.known.get((triangles as unknown as Keyed).key)!,
    );
    if (!sameRobots) this.robots = full.robots;
    return { ...cell, description: { ...full, robots: this.robots } };
  }
}

/** The description with other triangles; what robots and parts share they go on sharing. */
function mapMeshes(
  description: CellDescription,
  change: (triangles: Triangles) => Triangles,
): CellDescription {
  const robots = new Map<object, CellDescription['robots'][number]['robot']>();
  const parts = (list: readonly Part[]): readonly Part[] =>
    list.map((part) =>
      part.geometry.kind === 'mesh'
        ? { ...part, geometry: { ...part.geometry, triangles: change(part.geometry.triangles) } }
        : part,
    );
  return {
    ...description,
    robots: description.robots.map((instance) => {
      let robot = robots.get(instance.robot);
      if (!robot) {
        const links = instance.robot.links.map((link) => ({
          ...link,
          collisions: parts(link.collisions),
        }));
        robot = { ...instance.robot, links };
        robots.set(instance.robot, robot);
      }
      const attached = instance.attached.map((each) => ({ ...each, parts: parts(each.parts) }));
      return { ...instance, robot, attached };
    }),
    obstacles: description.obstacles.map((each) => ({ ...each, parts: parts(each.parts) })),
  };
}
