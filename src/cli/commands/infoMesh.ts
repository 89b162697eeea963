/** `surepath info MESH`: what is in a mesh file, and what it bounds. */

import { buildTree } from '../../bvh/index.ts';
import type { Component, Mesh } from '../../geometry/index.ts';
import { about, count, lengthText, metresAbout } from '../../words/index.ts';
import { loadMesh } from '../command.ts';
import { printJson, printText } from '../out.ts';

/** Components listed for people; --json has them all. */
const LISTED = 12;

/** The facts about a mesh file, for --json or as text. */
export function infoMesh(file: string, json: boolean): void {
  const { mesh, format } = loadMesh(file);
  const facts = describe(file, format, mesh);
  if (json) printJson(facts);
  else printText(toText(facts));
}

function describe(file: string, format: string, mesh: Mesh) {
  const tree = buildTree(mesh);
  const bounds = mesh.components[0].bounds.slice();
  for (const c of mesh.components) {
    for (let k = 0; k < 3; k++) {
      bounds[k] = Math.min(bounds[k], c.bounds[k]);
      bounds[3 + k] = Math.max(bounds[3 + k], c.bounds[3 + k]);
    }
  }
  return {
    file,
    format,
    vertices: mesh.positions.length / 3,
    triangles: mesh.indices.length / 3,
    degenerateTriangles: mesh.degenerateTriangles,
    weldedVertices: mesh.weldedVertices,
    bounds: { low: [...bounds.subarray(0, 3)], high: [...bounds.subarray(3)] },
    solids: mesh.components.filter((c) => c.solid).length,
    cavities: mesh.components.filter((c) => c.cavityOf !== null).length,
    surfaces: mesh.components.filter((c) => kindOf(c) === 'surface').length,
    components: mesh.components.map((c) => ({
      kind: kindOf(c),
      ...(c.cavityOf === null ? {} : { cavityOf: c.cavityOf }),
      ...(c.turned > 0 ? { turnedTriangles: c.turned } : {}),
      ...(c.flaps > 0 ? { flapTriangles: c.flaps } : {}),
      triangles: c.triangles.length,
      vertices: c.vertexCount,
      openEdges: c.openEdges,
      flippedEdges: c.flippedEdges,
      nonManifoldEdges: c.nonManifoldEdges,
      volume: c.solid && !Number.isNaN(c.approxVolume) ? c.approxVolume : null,
      bounds: { low: [...c.bounds.subarray(0, 3)], high: [...c.bounds.subarray(3)] },
    })),
    openParts: openPartsOf(mesh),
    hierarchy: { slots: tree.slotCount, depth: tree.depth, bytes: tree.buffer.byteLength },
  };
}

function kindOf({ solid, cavityOf }: Component): 'solid' | 'cavity' | 'surface' {
  return solid ? 'solid' : cavityOf === null ? 'surface' : 'cavity';
}

/** What is open, and where: for --json. Widths that nobody has measured are null. */
export function openPartsOf({ openParts }: Mesh) {
  return openParts.map(({ components, openEdges, width, nearlyClosed, openings }) => ({
    components,
    openEdges,
    nearlyClosed,
    width: Number.isFinite(width) ? width : null,
    openings,
  }));
}

/** Openings listed for people. */
const PLACES = 4;

/** Open parts listed for people. */
const PARTS = 6;

/** The same as lines of text. */
export function openPartsText(parts: ReturnType<typeof openPartsOf>, indent: string): string[] {
  const more = parts.length > PARTS ? [`${indent}and ${parts.length - PARTS} open parts more`] : [];
  const lines = parts.slice(0, PARTS).flatMap(({ nearlyClosed, openEdges, openings }) => {
    const places = openings.slice(0, PLACES).map(({ edges, length, width, at }) => {
      const where = at.map((x) => about(x, 4)).join(', ');
      const size = `${lengthText(length)} long, ${lengthText(width)} wide`;
      return `${indent}  ${count(edges, 'edge')} at (${where}) m: ${size}`;
    });
    const rest = openings.length - places.length;
    const others = rest > 0 ? [`${indent}  and ${rest} narrower`] : [];
    const kind = nearlyClosed ? 'nearly closed' : 'open';
    const hint = nearlyClosed ? '; "solid: true" in a cell file closes it' : '';
    return [`${indent}${kind}: ${count(openEdges, 'open edge')}${hint}`, ...places, ...others];
  });
  return [...lines, ...more];
}

type Facts = ReturnType<typeof describe>;

function toText(facts: Facts): string {
  const { low, high } = facts.bounds;
  const size = low.map((x, k) => metresAbout(high[k] - x)).join(' x ');
  const lines = [
    `${facts.file} (${facts.format})`,
    `  triangles    ${facts.triangles}, ${facts.vertices} vertices (${facts.weldedVertices} merged)`,
    `  size         ${size}`,
    `  from         ${low.map((x) => metresAbout(x)).join(', ')}`,
    `  components   ${count(facts.solids, 'solid')}, ${cavitiesText(facts.cavities)}${count(facts.surfaces, 'surface')}`,
  ];
  const numbered = facts.components.map((c, i) => ({ ...c, number: i }));
  const largest = numbered.sort((a, b) => b.triangles - a.triangles);
  for (const c of largest.slice(0, LISTED)) {
    const number = largest.length > 1 ? `#${c.number} `.padStart(5) : '';
    lines.push(`    ${number}${c.kind.padEnd(8)} ${count(c.triangles, 'triangle')}${why(c)}`);
  }
  if (largest.length > LISTED) lines.push(`    and ${largest.length - LISTED} smaller ones`);
  lines.push(...openPartsText(facts.openParts, '    '));
  lines.push(
    `  hierarchy    ${facts.hierarchy.slots} boxes, ${facts.hierarchy.depth} levels, ${facts.hierarchy.bytes} bytes`,
  );
  if (facts.degenerateTriangles > 0) {
    lines.push(
      `  note: ${count(facts.degenerateTriangles, 'triangle')} without area, kept as segments`,
    );
  }
  if (Math.max(...high.map((x, k) => x - low[k])) > 20) {
    lines.push('  warning: larger than 20 m; if the file is in millimetres, scale it by 0.001');
  }
  return `${lines.join('\n')}\n`;
}

function why(c: Facts['components'][number]): string {
  if (c.kind === 'cavity') return `, a cavity of #${c.cavityOf}`;
  if (c.kind === 'surface') {
    if (c.openEdges > 0) return `, ${count(c.openEdges, 'open edge')}`;
    return '';
  }
  const facts: string[] = [];
  if (c.turnedTriangles) facts.push(`, ${count(c.turnedTriangles, 'triangle')} turned round`);
  if (c.volume === null) facts.push(', one-sided');
  else if (c.volume < 0) facts.push(', inside out');
  if (c.flapTriangles) facts.push(`, ${count(c.flapTriangles, 'triangle')} of flaps`);
  return facts.join('');
}

function cavitiesText(n: number): string {
  return n === 0 ? '' : `${n} ${n === 1 ? 'cavity' : 'cavities'}, `;
}
