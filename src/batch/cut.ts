/** Edges, however many, cut into chunks: one chunk is in memory at a time. */
import type { EdgeData } from '../jobs/index.ts';
import type { EdgeChunk } from '../parallel/index.ts';
import { encodeChunk } from './content.ts';
import type { InputChunk } from './submit.ts';

/** Chunks of so many edges; the last may have fewer. */
export async function* cutEdges(
  edges: Iterable<EdgeData> | AsyncIterable<EdgeData>,
  dofs: number,
  perChunk: number,
): AsyncGenerator<InputChunk, void, undefined> {
  let held: EdgeData[] = [];
  for await (const edge of edges) {
    held.push(edge);
    if (held.length < perChunk) continue;
    yield packEdges(held, dofs);
    held = [];
  }
  if (held.length > 0) yield packEdges(held, dofs);
}

function packEdges(edges: readonly EdgeData[], dofs: number): InputChunk {
  const ends = new Float64Array(2 * dofs * edges.length);
  const vias: { edge: number; via: readonly Float64Array[] }[] = [];
  for (const [i, { from, to, via }] of edges.entries()) {
    ends.set(from, 2 * dofs * i);
    ends.set(to, 2 * dofs * i + dofs);
    if (via) vias.push({ edge: i, via });
  }
  return packChunk({ ends, vias }, dofs);
}

/** A chunk of edges for a queue. */
export function packChunk(chunk: EdgeChunk, dofs: number): InputChunk {
  return { content: encodeChunk(chunk, dofs), items: chunk.ends.length / (2 * dofs) };
}
