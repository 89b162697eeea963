/** `surepath info MESH`: what is in a mesh file, and what it bounds. */
import { buildTree } from '../../bvh/index.ts';
import type { Component, Mesh } from '../../geometry/index.ts';
import { loadMesh, metres, printJson } from '../command.ts';

/** Components listed for people; --json has them all. */
const LISTED = 12;

/** The facts about a mesh file, for --json or as text. */
export function infoMesh(file: string, json: boolean): void {
  const { mesh, format } = loadMesh(file);
  const facts = describe(file, format, mesh);
  if (json) printJson(facts);
  else process.stdout.write(toText(facts));
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
    surfaces: mesh.components.filter((c) => !c.solid).length,
    components: mesh.components.map((c) => ({
      kind: c.solid ? 'solid' : 'surface',
      triangles: c.triangles.length,
      vertices: c.vertexCount,
      openEdges: c.openEdges,
      flippedEdges: c.flippedEdges,
      nonManifoldEdges: c.nonManifoldEdges,
      volume: c.solid ? c.approxVolume : null,
      bounds: { low: [...c.bounds.subarray(0, 3)], high: [...c.bounds.subarray(3)] },
    })),
    hierarchy: { slots: tree.slotCount, depth: tree.depth, bytes: tree.buffer.byteLength },
  };
}

type Facts = ReturnType<typeof describe>;

function toText(facts: Facts): string {
  const { low, high } = facts.bounds;
  const size = low.map((x, k) => metres(high[k] - x)).join(' x ');
  const lines = [
    `${facts.file} (${facts.format})`,
    `  triangles    ${facts.triangles}, ${facts.vertices} vertices (${facts.weldedVertices} merged)`,
    `  size         ${size}`,
    `  from         ${low.map((x) => metres(x)).join(', ')}`,
    `  components   ${count(facts.solids, 'solid')}, ${count(facts.surfaces, 'surface')}`,
  ];
  const largest = [...facts.components].sort((a, b) => b.triangles - a.triangles);
  for (const c of largest.slice(0, LISTED)) {
    lines.push(`    ${c.kind.padEnd(8)} ${count(c.triangles, 'triangle')}${why(c)}`);
  }
  if (largest.length > LISTED) lines.push(`    and ${largest.length - LISTED} smaller ones`);
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

function why(c: Pick<Component, 'openEdges' | 'flippedEdges'> & { volume: number | null }): string {
  if (c.openEdges > 0) return `, ${count(c.openEdges, 'open edge')}`;
  if (c.flippedEdges > 0) return `, ${count(c.flippedEdges, 'edge')} with flipped neighbours`;
  if (c.volume !== null && c.volume < 0) return ', inside out';
  return '';
}

function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? '' : 's'}`;
}
