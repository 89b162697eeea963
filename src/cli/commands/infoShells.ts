/**
 * `surepath info MESH --shells`: the open and closed shells of a mesh, how they end and how they are divided. `--pieces`: its
 * nearly convex pieces. As a list, and as a picture.
 */

import { basename } from 'node:path';
import type { Mesh } from '../../geometry/index.ts';
import {
  boxSize,
  chainLength,
  convexPieces,
  piecesFigure,
  type ShellSurvey,
  type SurveyedShell,
  shellFigure,
  surveyShells,
} from '../../report/index.ts';
import { about, count, lengthText } from '../../words/index.ts';
import { loadMesh, usageFault } from '../command.ts';
import { drawFigure, requirePicture } from '../drawing.ts';
import { printJson, printText } from '../out.ts';

/** What is asked of a mesh. */
export interface DivisionSettings {
  readonly what: 'shells' | 'pieces';
  readonly json: boolean;
  /** Metres; undefined: a share of the mesh's size. */
  readonly tolerance: number | undefined;
  /** Where the picture goes: SVG or PNG by its name. */
  readonly draw: string | undefined;
  /** The shell that is drawn by itself, from 1. */
  readonly shell: number;
  /** Where it is looked at from; undefined: as its principal directions have it. */
  readonly from: readonly number[] | undefined;
}

/** Shells, holes of a shell and pieces listed for people; --json has them all. */
const LISTED = 12;
const HOLES = 3;
const PIECES = 8;

/** Lists the shells or pieces of a mesh file, and draws them if asked to. */
export function infoDivision(file: string, settings: DivisionSettings): void {
  if (settings.draw !== undefined) requirePicture('info', settings.draw);
  const { mesh, format } = loadMesh(file, false);
  if (settings.what === 'shells') infoShells(file, format, mesh, settings);
  else infoPieces(file, format, mesh, settings);
}

function infoShells(file: string, format: string, mesh: Mesh, settings: DivisionSettings): void {
  const { draw, shell, from, tolerance } = settings;
  const survey = surveyShells(mesh, tolerance);
  const { shells } = survey;
  if (shell > shells.length) {
    const fault = `--shell ${shell}: the mesh has ${count(shells.length, 'shell')}`;
    throw usageFault('info', fault);
  }
  if (draw !== undefined) {
    const title = `${basename(file)}: ${kindsText(survey)}`;
    drawFigure(
      draw,
      shellFigure({ title, mesh, shells, chosen: shell - 1, ...(from && { from }) }),
    );
  }
  if (settings.json) {
    printJson({ file, format, triangles: mesh.indices.length / 3, ...shellFacts(mesh, survey) });
  } else {
    const lines = [`${file} (${format})`, ...shellLines(survey), ...drawnLine(draw)];
    printText(`${lines.join('\n')}\n`);
  }
}

function shellFacts(mesh: Mesh, { shells, boundaryEdges, branchEdges, tolerance }: ShellSurvey) {
  const { positions } = mesh;
  const at = (v: number) => [...positions.subarray(3 * v, 3 * v + 3)];
  return {
    ...{ tolerance, boundaryEdges, branchEdges },
    shells: shells.map((shell) => ({
      kind: kindOf(shell),
      triangles: shell.triangles.length,
      size: shell.size,
      boundaries: shell.boundaries.map(({ vertices, ...boundary }) => ({
        hole: boundary.hole,
        edges: vertices.length,
        branchEdges: boundary.branchEdges,
        length: boundary.length,
      })),
      concavities: shell.concavities.map(({ vertex, bridge, distance }) => ({
        at: at(vertex),
        bridge: bridge.map(at),
        distance,
      })),
      pieces: pieceFacts(mesh, shell.pieces),
      cuts: shell.cuts.map((vertices) => ({
        edges: vertices.length - 1,
        length: chainLength(positions, vertices),
      })),
    })),
  };
}

function pieceFacts(mesh: Mesh, pieces: readonly Uint32Array[]) {
  return pieces.map((triangles) => ({
    triangles: triangles.length,
    size: boxSize(mesh, triangles),
  }));
}

function kindOf({ boundaries }: SurveyedShell): 'open' | 'closed' {
  return boundaries.length > 0 ? 'open' : 'closed';
}

function kindsText({ shells }: ShellSurvey): string {
  const open = shells.filter((shell) => kindOf(shell) === 'open').length;
  const closed = shells.length - open;
  if (closed === 0) return count(open, 'open shell');
  if (open === 0) return count(closed, 'closed shell');
  return `${count(open, 'open shell')}, ${closed} closed`;
}

function shellLines(survey: ShellSurvey): string[] {
  const { shells, boundaryEdges, branchEdges, tolerance } = survey;
  const edges = `${count(boundaryEdges, 'boundary edge')}, ${count(branchEdges, 'branch edge')}`;
  const shown = shells.slice(0, LISTED);
  const rest = shells.length - shown.length;
  return [
    `  shells       ${kindsText(survey)}`,
    `  ends         ${edges}`,
    `  tolerance    ${lengthText(tolerance)}: what is less concave stays`,
    ...shown.flatMap((shell, i) => oneShell(shell, i + 1)),
    ...(rest > 0 ? [`    and ${rest} smaller ones`] : []),
  ];
}

function oneShell(shell: SurveyedShell, number: number): string[] {
  const { triangles, boundaries, concavities, pieces, cuts } = shell;
  const [outer, ...holes] = boundaries;
  const lines = [
    `    ${`#${number}`.padEnd(4)} ${kindOf(shell)}, ${count(triangles.length, 'triangle')}, ${sizeText(shell.size)}`,
  ];
  const line = (text: string) => lines.push(`         ${text}`);
  const ends = ({ vertices, length, branchEdges }: SurveyedShell['boundaries'][number]) =>
    `${lengthText(length)}, ${count(vertices.length, 'edge')}` +
    `${branchEdges > 0 ? `, ${count(branchEdges, 'branch edge')}` : ''}`;
  if (outer) line(`boundary ${ends(outer)}`);
  for (const hole of holes.slice(0, HOLES)) line(`hole ${ends(hole)}`);
  if (holes.length > HOLES) line(`and ${count(holes.length - HOLES, 'smaller hole')}`);
  if (concavities.length > 0) {
    const bridges = new Set(concavities.map(({ bridge }) => bridge.join(' '))).size;
    const depth = lengthText(concavities[0].distance);
    const many = count(concavities.length, 'concave vertex').replace('vertexs', 'vertices');
    line(`${many} under ${count(bridges, 'bridge')}, ${depth} at most`);
  }
  if (pieces.length > 1 || cuts.length > 0)
    line(`${piecesText(pieces)}; ${count(cuts.length, 'cut')}`);
  return lines;
}

function piecesText(pieces: readonly Uint32Array[]): string {
  const sizes = pieces.slice(0, PIECES).map(({ length }) => length);
  const more = pieces.length > sizes.length ? ', ...' : '';
  return `${count(pieces.length, 'piece')} of ${sizes.join(', ')}${more} triangles`;
}

function sizeText(size: readonly number[]): string {
  return `${size.map((x) => about(x, 3)).join(' x ')} m`;
}

function infoPieces(file: string, format: string, mesh: Mesh, settings: DivisionSettings): void {
  const { draw, from, json } = settings;
  const { pieces, tolerance } = convexPieces(mesh, settings.tolerance);
  if (draw !== undefined) {
    const title = `${basename(file)}: ${count(pieces.length, 'convex piece')}`;
    drawFigure(draw, piecesFigure(title, mesh, pieces, from));
  }
  if (json) {
    const facts = { file, format, triangles: mesh.indices.length / 3, tolerance };
    printJson({ ...facts, pieces: pieceFacts(mesh, pieces) });
    return;
  }
  const shown = pieces.slice(0, LISTED);
  const rest = pieces.length - shown.length;
  const lines = [
    `${file} (${format})`,
    `  pieces       ${pieces.length}, divided at notches deeper than ${lengthText(tolerance)}`,
    ...shown.map(
      (piece, i) =>
        `    ${`#${i + 1}`.padEnd(4)} ${count(piece.length, 'triangle')}, ${sizeText(boxSize(mesh, piece))}`,
    ),
    ...(rest > 0 ? [`    and ${rest} smaller ones`] : []),
    ...drawnLine(draw),
  ];
  printText(`${lines.join('\n')}\n`);
}

function drawnLine(draw: string | undefined): string[] {
  return draw === undefined ? [] : [`  drawn        ${draw}`];
}
