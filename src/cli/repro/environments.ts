/**
 * The embedded cells that stand for the papers' environments, loaded once each, and their bodies with
 * the trees that the papers' checkers descend: binary, one triangle in a leaf, of OBB and of RSS.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildTree, type Tree, type VolumeKind } from '../../bvh/index.ts';
import type { Body, Cell, CellDescription, Piece } from '../../cell/index.ts';
import { buildCell } from '../../cell/index.ts';
import { loadDescription } from '../loadCell.ts';

const CELLS = fileURLToPath(new URL('../../../cells', import.meta.url));

export interface Environment {
  /** Of paper A: "12b"; of paper E: "E8". */
  readonly figure: string;
  /** Below cells/. */
  readonly folder: string;
  readonly title: string;
}

export const ENVIRONMENTS: readonly Environment[] = [
  { figure: '1a', folder: 'tori', title: 'two linkages, tori' },
  { figure: '1b', folder: 'welding-arm', title: 'IRB 2400, welding gun' },
  { figure: '11a', folder: 'cage-irb2400', title: 'IRB 2400 in a cage' },
  { figure: '11b', folder: 'cage-f200', title: 'F 200 in a cage' },
  { figure: '11c', folder: 'lattice', title: 'linkage, lattice' },
  { figure: '11c x 9', folder: 'lattice-nine', title: 'nine linkages, lattice' },
  { figure: '12a', folder: 'machine-tool', title: 'F 200, machine tool' },
  { figure: '12b', folder: 'workshop', title: 'IRB 2400, workshop' },
  { figure: '12c', folder: 'car-six-irb2400', title: 'six IRB 2400, car' },
  { figure: '12d', folder: 'car-six-f200', title: 'six F 200, car' },
  { figure: '14a', folder: 'grazing-floor', title: 'F 200 over a floor' },
  { figure: '14b', folder: 'grazing-box', title: 'F 200 over a box' },
  { figure: '14c', folder: 'grazing-narrow-box', title: 'F 200 over a narrow box' },
  { figure: 'E8', folder: 'maze', title: 'angle, maze' },
  { figure: 'E9', folder: 'cage-body', title: 'corner, cage' },
  { figure: 'E10a', folder: 'car-entry', title: 'A: IRB 2400, car' },
  { figure: 'E10b', folder: 'car-between', title: 'B: IRB 2400, two cars' },
];

export class Environments {
  private readonly list: readonly Environment[];
  private readonly descriptions = new Map<string, CellDescription>();
  private readonly cells = new Map<string, Cell>();

  constructor(list: readonly Environment[] = ENVIRONMENTS) {
    this.list = list;
  }

  /** Those of these figures that are there, in the given order. */
  of(figures: readonly string[]): Environment[] {
    return figures.flatMap((figure) =>
      this.list.filter((e) => e.figure === figure && existsSync(fileOf(e))),
    );
  }

  /** Figures whose cells are not in this package. */
  missing(figures: readonly string[]): string[] {
    const there = this.of(figures);
    return figures.filter((figure) => !there.some((e) => e.figure === figure));
  }

  description(environment: Environment): CellDescription {
    let found = this.descriptions.get(environment.folder);
    if (!found) {
      found = loadDescription('repro', fileOf(environment), {});
      this.descriptions.set(environment.folder, found);
    }
    return found;
  }

  cell(environment: Environment): Cell {
    let found = this.cells.get(environment.folder);
    if (!found) {
      found = buildCell(this.description(environment));
      this.cells.set(environment.folder, found);
    }
    return found;
  }

  /** Forgets a cell that will not be asked for again: the large ones are large. */
  forget(environment: Environment): void {
    this.descriptions.delete(environment.folder);
    this.cells.delete(environment.folder);
  }
}

function fileOf({ folder }: Environment): string {
  return join(CELLS, folder, 'cell.yaml');
}

/** Trees by the triangles they are made of: links of one kind of robot share theirs. */
const trees = new WeakMap<object, Map<VolumeKind, Tree>>();

/** Triangles of a piece; null for a round primitive. */
export function surfaceOf(piece: Piece) {
  return piece.kind === 'mesh' ? piece : piece.faces;
}

/** The piece's triangles in a binary tree of these volumes; null for a round primitive. */
export function treeOf(piece: Piece, volume: VolumeKind): Tree | null {
  const surface = surfaceOf(piece);
  if (surface === null) return null;
  let made = trees.get(surface.mesh);
  if (!made) {
    made = new Map();
    trees.set(surface.mesh, made);
  }
  let tree = made.get(volume);
  if (!tree) {
    tree = buildTree(surface.mesh, { volume, split: 'mean', leafSize: 1 });
    made.set(volume, tree);
  }
  return tree;
}

/**
 * The same cell with trees of RSS, as the papers' checker has them; as it is if a body is round, as
 * primitives are tested against boxes only.
 */
export function withRss(cell: Cell): Cell {
  if (cell.bodies.some(({ pieces }) => pieces.some((p) => surfaceOf(p) === null))) return cell;
  return { ...cell, bodies: cell.bodies.map(rssBody) };
}

function rssBody(body: Body): Body {
  const pieces = body.pieces.map((piece): Piece => {
    const tree = treeOf(piece, 'rss');
    if (tree === null) return piece;
    if (piece.kind === 'mesh') return { ...piece, tree };
    return { ...piece, faces: { mesh: piece.faces!.mesh, tree } };
  });
  return { ...body, pieces };
}

/** The same cell with only these pairs tested. */
export function onlyPairs(cell: Cell, keep: (a: Body, b: Body) => boolean): Cell {
  const tested = cell.tested.filter(({ a, b }) => keep(cell.bodies[a], cell.bodies[b]));
  return { ...cell, tested };
}

/** The same cell without pairs of links of one robot. */
export function withoutSelf(cell: Cell): Cell {
  const { tree } = cell;
  return onlyPairs(cell, (a, b) => {
    const root = rootOf(tree, a.frame);
    return root === 0 || root !== rootOf(tree, b.frame);
  });
}

/** The frame below the world that a frame hangs on: one for each robot, 0 for obstacles. */
export function rootOf({ parent }: Cell['tree'], frame: number): number {
  let f = frame;
  while (parent[f] > 0) f = parent[f];
  return f;
}
