/**
 * The shells of a mesh as a figure, in the manner of figure 11 of paper E: (a) boundaries, (b) the shells, (c) one of them
 * with its concave vertices and bridges, (d) the pieces it is divided into, with the cuts between them.
 */
import type { Triangles } from '../../geometry/index.ts';
import { count } from '../../words/index.ts';
import { pieceBorders } from '../convexPieces.ts';
import type { Stroke } from './canvas.ts';
import { numberedColour, type Rgb } from './colours.ts';
import type { Figure, FigureSign } from './figure.ts';
import type { FigurePanel, PaintedLine } from './panel.ts';
import { type View, viewFrom, viewOf } from './view.ts';

/** A boundary of a shell as it is drawn: vertices in order, the last joined to the first. */
export interface DrawnBoundary {
  readonly vertices: Uint32Array;
  /** 1 for each edge, from its vertex to the next, that is a branch edge. */
  readonly branch: Uint8Array;
  readonly hole: boolean;
}

/** A concave vertex of a boundary, and the ends of the bridge that it lies under. */
export interface DrawnConcavity {
  readonly vertex: number;
  readonly bridge: readonly [number, number];
}

/** A shell as it is drawn. */
export interface DrawnShell {
  readonly triangles: Uint32Array;
  /** None: it is closed. */
  readonly boundaries: readonly DrawnBoundary[];
  readonly concavities: readonly DrawnConcavity[];
  /** The triangles of each. */
  readonly pieces: readonly Uint32Array[];
  /** Vertices of each chain between two pieces. */
  readonly cuts: readonly Uint32Array[];
}

/** What is to be drawn. */
export interface ShellFigureInput {
  readonly title: string;
  readonly mesh: Triangles;
  readonly shells: readonly DrawnShell[];
  /** The number of the shell that (c) and (d) show. */
  readonly chosen: number;
  /** Where it is looked at from. Default: as its principal directions have it. */
  readonly from?: readonly number[];
}

const GREY: Rgb = [214, 219, 226];
const OUTER: Stroke = { colour: [16, 60, 120], width: 2.2 };
const HOLE: Stroke = { colour: [150, 30, 130], width: 2.2 };
const BRANCH: Stroke = { colour: [213, 60, 0], width: 2.8 };
const CUT: Stroke = { colour: [20, 20, 20], width: 1.8, dash: [6, 4] };
const BRIDGE: Stroke = { colour: [0, 120, 80], width: 1.4, dash: [2, 3] };
const BORDER: Stroke = { colour: [20, 20, 20], width: 1 };
const CONCAVE: Rgb = [200, 30, 30];

/** Colours of lines on shells, for others who draw them. */
export const SHELL_COLOURS = {
  boundary: OUTER.colour,
  hole: HOLE.colour,
  branch: BRANCH.colour,
  cut: CUT.colour,
} as const;

/** Four panels, and what their signs mean. */
export function shellFigure({ title, mesh, shells, chosen, from }: ShellFigureInput): Figure {
  const whole = from ? viewFrom(from) : viewOf(mesh);
  const shell = shells[chosen];
  const own = from ? whole : viewOf(mesh, shell.triangles);
  const all = shells.flatMap(boundaryLines);
  const boundaries = shells.reduce((n, each) => n + each.boundaries.length, 0);
  const name = shells.length > 1 ? `shell ${chosen + 1}` : 'the shell';
  const panels: FigurePanel[] = [
    {
      ...{
        caption: `(a) ${boundaries === 1 ? '1 boundary' : `${boundaries} boundaries`}`,
        mesh,
        view: whole,
      },
      faces: shells.map(({ triangles }) => ({ triangles, colour: GREY })),
      ...{ lines: all, dots: [] },
    },
    {
      ...{ caption: `(b) ${count(shells.length, 'shell')}`, mesh, view: whole },
      faces: shells.map(({ triangles }, i) => ({ triangles, colour: numberedColour(i) })),
      ...{ lines: all.map(thinner), dots: [] },
    },
    shellPanel(`(c) ${name}: ${count(shell.triangles.length, 'triangle')}`, mesh, own, shell),
    piecesPanel(`(d) ${count(shell.pieces.length, 'piece')} of it`, mesh, own, shell),
  ];
  return { title, panels, signs: signsOf(shells, shell) };
}

/** The pieces of a mesh as a figure: (a) the mesh, (b) the pieces. */
export function piecesFigure(
  title: string,
  mesh: Triangles,
  pieces: readonly Uint32Array[],
  from?: readonly number[],
): Figure {
  const view = from ? viewFrom(from) : viewOf(mesh);
  const rest = { mesh, view, dots: [] };
  const total = pieces.reduce((n, piece) => n + piece.length, 0);
  const whole = pieces.map((triangles) => ({ triangles, colour: GREY }));
  const parts = pieces.map((triangles, i) => ({ triangles, colour: numberedColour(i) }));
  const borders = pieceBorders(mesh, pieces);
  const lines = Array.from({ length: borders.length / 2 }, (_, i) => ({
    vertices: borders.subarray(2 * i, 2 * i + 2),
    stroke: BORDER,
    onlySeen: true,
  }));
  const panels = [
    { caption: `(a) ${count(total, 'triangle')}`, faces: whole, lines: [], ...rest },
    { caption: `(b) ${count(pieces.length, 'convex piece')}`, faces: parts, lines, ...rest },
  ];
  return { title, panels, signs: [] };
}

function shellPanel(caption: string, mesh: Triangles, view: View, shell: DrawnShell): FigurePanel {
  const { triangles, concavities } = shell;
  const bridges = new Map(concavities.map(({ bridge }) => [bridge.join(' '), bridge]));
  return {
    ...{ caption, mesh, view },
    faces: [{ triangles, colour: [150, 196, 226] }],
    lines: [
      ...boundaryLines(shell),
      ...[...bridges.values()].map((vertices) => ({ vertices, stroke: BRIDGE })),
    ],
    dots: [{ vertices: concavities.map(({ vertex }) => vertex), colour: CONCAVE }],
  };
}

function piecesPanel(caption: string, mesh: Triangles, view: View, shell: DrawnShell): FigurePanel {
  return {
    ...{ caption, mesh, view },
    faces: shell.pieces.map((triangles, i) => ({ triangles, colour: numberedColour(i) })),
    lines: [
      ...boundaryLines(shell).map(thinner),
      ...shell.cuts.map((vertices) => ({ vertices, stroke: CUT })),
    ],
    dots: [],
  };
}

/** Each boundary as lines, one for every run of edges of one kind. */
function boundaryLines({ boundaries }: Pick<DrawnShell, 'boundaries'>): PaintedLine[] {
  const lines: PaintedLine[] = [];
  for (const { vertices, branch, hole } of boundaries) {
    const plain = hole ? HOLE : OUTER;
    for (let i = 0; i < vertices.length; ) {
      const isBranch = branch[i] === 1;
      const run = [vertices[i]];
      while (i < vertices.length && (branch[i] === 1) === isBranch) {
        run.push(vertices[++i % vertices.length]);
      }
      lines.push({ vertices: run, stroke: isBranch ? BRANCH : plain });
    }
  }
  // Branch edges last: several shells have them, and any of these may go round a hole there.
  const isBranch = ({ stroke }: PaintedLine) => Number(stroke === BRANCH);
  return lines.sort((a, b) => isBranch(a) - isBranch(b));
}

function thinner({ vertices, stroke }: PaintedLine): PaintedLine {
  return { vertices, stroke: { ...stroke, width: 0.55 * stroke.width } };
}

function signsOf(shells: readonly DrawnShell[], shell: DrawnShell): FigureSign[] {
  const boundaries = shells.flatMap((each) => each.boundaries);
  const signs: FigureSign[] = [];
  const isPlain = ({ branch }: DrawnBoundary) => branch.includes(0);
  if (boundaries.some((b) => !b.hole && isPlain(b))) signs.push({ text: 'boundary', line: OUTER });
  if (boundaries.some((b) => b.hole && isPlain(b))) signs.push({ text: 'of a hole', line: HOLE });
  if (boundaries.some(({ branch }) => branch.includes(1))) {
    signs.push({ text: 'branch edge: three faces or more', line: BRANCH });
  }
  if (shell.concavities.length > 0) {
    signs.push({ text: 'concave vertex', dot: CONCAVE });
    signs.push({ text: 'bridge', line: BRIDGE });
  }
  if (shell.cuts.length > 0) signs.push({ text: 'cut between pieces', line: CUT });
  return signs;
}
