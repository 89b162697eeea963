/**
 * A chunk whose free edges get certificates: the lines of a chunk, each with the digest of its certificate, and the
 * certificates themselves. An edge that is free by less than a certificate can show says why it has none.
 */

import { certify, type JobContext, type OpenCell } from '../jobs/index.ts';
import { decodeUtf8, encodeUtf8 } from '../math/index.ts';
import { type ChunkAnswer, type ChunkRequest, checkChunk, edgesOf } from './chunk.ts';

/** A chunk to be checked and certified. */
export interface CertifiedChunkRequest extends ChunkRequest {
  /** Name and version, for the record. */
  readonly program: string;
}

/** What came of it. */
export interface CertifiedChunkAnswer extends ChunkAnswer {
  /** Texts in UTF-8, in the order of the edges that have one. */
  readonly certificates: readonly Uint8Array[];
}

/** Checks a chunk and certifies what is free. Throws an InputError for edges that are none, and where it is stopped. */
export function certifyChunk(
  open: OpenCell,
  { chunk, settings, program }: CertifiedChunkRequest,
  context: JobContext = {},
): CertifiedChunkAnswer {
  const answer = checkChunk(open, { chunk, settings }, context);
  const { method, delta, wrap, clearance, tracking } = settings;
  const edges = edgesOf(chunk, open.cell.tree.dofs.length);
  const lines = decodeUtf8(answer.bytes, { code: 'parallel/answer' }).split('\n').slice(0, -1);
  const certificates: Uint8Array[] = [];
  const text = lines.map((line, i) => {
    const found = JSON.parse(line) as { verdict: string };
    if (found.verdict !== 'free') return `${line}\n`;
    const { from, to, via } = edges[i];
    const motion = {
      name: 'edge',
      waypoints: [from, to],
      ...(via && { vias: [null, via] }),
      interpolation: via ? ('arcs' as const) : ('straight' as const),
    };
    const made = certify(open, {
      ...{ motion, program, method, delta, wrap, clearance, tracking },
    });
    if (!made.written) return `${JSON.stringify({ ...found, uncertified: made.reason })}\n`;
    certificates.push(encodeUtf8(made.text));
    return `${JSON.stringify({ ...found, certificate: made.digest })}\n`;
  });
  return { ...answer, bytes: encodeUtf8(text.join('')), certificates };
}
