/**
 * The collision meshes of a cell by their shells or convex pieces. Computed when somebody asks, once for every mesh, and kept as long
 * as the mesh is.
 */
import type { CellDescription } from '../../src/cell/index.ts';
import { buildMesh, type Triangles } from '../../src/geometry/index.ts';
import { type Part, scopedName } from '../../src/kinematics/index.ts';
import {
  convexPieces,
  pieceBorders,
  type SurveyedShell,
  surveyShells,
} from '../../src/report/index.ts';
import type { Report } from './progress.ts';
import type {
  ColouredMesh,
  ColouringAnswer,
  ColouringRequest,
  LineKind,
} from './protocol/colouring.ts';

type By = ColouringRequest['by'];

export class Colouring {
  private readonly known: Record<By, WeakMap<Triangles, ColouredMesh>> = {
    shells: new WeakMap(),
    pieces: new WeakMap(),
  };

  /** Of all bodies of a cell. */
  answer(description: CellDescription, { by }: ColouringRequest, report: Report): ColouringAnswer {
    const parts: ColouringAnswer['parts'][number][] = [];
    const numbers = new Map<Triangles, number>();
    for (const { body, parts: list } of bodiesOf(description)) {
      list.forEach(({ geometry }, part) => {
        if (geometry.kind !== 'mesh') return;
        const { triangles } = geometry;
        const mesh = numbers.get(triangles) ?? numbers.size;
        numbers.set(triangles, mesh);
        parts.push({ body, part, mesh });
      });
    }
    const meshes = [...numbers.keys()].map((triangles, done) => {
      report({ what: 'dividing meshes', done, of: numbers.size });
      const known = this.known[by];
      const mesh = known.get(triangles) ?? colouredMesh(triangles, by);
      known.set(triangles, mesh);
      return mesh;
    });
    return { by, meshes, parts };
  }
}

/** What is tested, by the names of bodies, in the order in which the page draws it. */
function* bodiesOf(
  description: CellDescription,
): Generator<{ body: string; parts: readonly Part[] }> {
  for (const { name, robot, attached } of description.robots) {
    for (const link of robot.links) {
      yield { body: scopedName(name, link.name), parts: link.collisions };
    }
    for (const object of attached) {
      yield { body: scopedName(name, object.name), parts: object.parts };
    }
  }
  for (const { name, parts } of description.obstacles) yield { body: name, parts };
}

/** Of one mesh. Welding changes no triangle's number. */
export function colouredMesh(triangles: Triangles, by: By): ColouredMesh {
  const mesh = buildMesh(triangles, { solid: false });
  const { shells, branchEdges } = surveyShells(mesh);
  const of = new Uint32Array(mesh.indices.length / 3);
  const pieces = by === 'pieces' ? convexPieces(mesh).pieces : [];
  const groups = by === 'shells' ? shells.map((shell) => shell.triangles) : pieces;
  groups.forEach((group, n) => {
    for (const t of group) of[t] = n;
  });
  const borders = pieceBorders(mesh, pieces);
  const boundaries = shells.flatMap((shell) => shell.boundaries);
  const holes = boundaries.filter(({ hole }) => hole).length;
  return {
    of,
    shells: shells.length,
    open: shells.filter((shell) => shell.boundaries.length > 0).length,
    pieces: pieces.length,
    counts: {
      boundary: boundaries.length - holes,
      hole: holes,
      branch: branchEdges,
      cut: borders.length / 2,
    },
    lines: linesOf(mesh, shells, borders),
  };
}

function linesOf(
  { positions }: Triangles,
  shells: readonly SurveyedShell[],
  borders: Uint32Array,
): ColouredMesh['lines'] {
  const lines: Record<LineKind, number[]> = { boundary: [], hole: [], branch: [], cut: [] };
  const add = (kind: LineKind, v: number, w: number) => {
    for (const each of [v, w]) lines[kind].push(...positions.subarray(3 * each, 3 * each + 3));
  };
  for (const { boundaries } of shells) {
    for (const { vertices, branch, hole } of boundaries) {
      vertices.forEach((v, i) => {
        const kind = branch[i] === 1 ? 'branch' : hole ? 'hole' : 'boundary';
        add(kind, v, vertices[(i + 1) % vertices.length]);
      });
    }
  }
  for (let i = 0; i < borders.length; i += 2) add('cut', borders[i], borders[i + 1]);
  return {
    boundary: Float32Array.from(lines.boundary),
    hole: Float32Array.from(lines.hole),
    branch: Float32Array.from(lines.branch),
    cut: Float32Array.from(lines.cut),
  };
}
