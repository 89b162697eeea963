/** What a batch is made of: edges of a file, or the segments of a path. */
import { createHash } from 'node:crypto';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cutEdges, digestOf, type InputChunk, packChunk, type Unit } from '../../batch/index.ts';
import { readStreamHead, requireWholeRows } from '../../formats/index.ts';
import { type EdgeData, type OpenCell, openEdges, openMotion } from '../../jobs/index.ts';
import { encodeUtf8, type Fault, InputError } from '../../math/index.ts';
import type { WrapRule } from '../../motion/index.ts';
import { readStreamed } from '../../parallel/index.ts';
import { readBytes } from '../command.ts';
import { DISK } from '../loadCell.ts';
import { blocksOf, cutDoubles, cutLines, type Piece, sizeOf, streamFormatOf } from '../pieces.ts';

export interface BatchInput {
  readonly unit: Unit;
  readonly chunks: AsyncIterable<InputChunk>;
  /** Degrees of freedom in the order in which answers list values. */
  readonly order: readonly number[];
  /** How the numbers of chunks are to be taken. */
  readonly wrap: WrapRule;
  /** Of all input. */
  readonly digest: string;
  readonly notes: readonly Fault[];
}

export interface InputQuestion {
  readonly path: string | undefined;
  readonly edges: string | undefined;
  readonly perChunk: number;
  readonly wrap: WrapRule;
}

export async function inputFrom(open: OpenCell, question: InputQuestion): Promise<BatchInput> {
  return question.edges === undefined
    ? pathInput(open, question.path!, question)
    : edgesInput(open, question.edges, question);
}

function edgesInput(
  open: OpenCell,
  file: string,
  question: InputQuestion,
): BatchInput | Promise<BatchInput> {
  const format = streamFormatOf(file);
  if (format) return streamInput(open, { file, format }, question);
  const { perChunk, wrap } = question;
  const bytes = readBytes(file);
  const { edges, order, notes } = openEdges(open, { file, bytes });
  const dofs = open.cell.tree.dofs.length;
  return {
    ...{ unit: 'edges', order, wrap, notes },
    digest: digestOf(bytes),
    chunks: cutEdges(edges, dofs, perChunk),
  };
}

interface StreamFile {
  readonly file: string;
  readonly format: 'lines' | 'doubles';
}

/** Rows that stream in: read once for their digest, and once for their chunks; what is piped in is kept in a file meanwhile. */
async function streamInput(
  open: OpenCell,
  { file, format }: StreamFile,
  { perChunk, wrap }: InputQuestion,
): Promise<BatchInput> {
  const dofs = open.cell.tree.dofs.length;
  const size = sizeOf(file);
  if (size !== undefined && format === 'doubles') requireWholeRows(size, 'edges', { file, dofs });
  const hash = createHash('sha256').update(encodeUtf8(`${format} `));
  const spool = file === '-' ? spoolFile() : null;
  for await (const block of blocksOf(file)) {
    hash.update(block);
    if (spool) appendFileSync(spool, block);
  }
  const source = spool ?? file;
  let joints: string[] | null = null;
  const pieces =
    format === 'doubles'
      ? cutDoubles({ file: source, rows: perChunk }, 'edges', dofs)
      : cutLines(blocksOf(source), { file, rows: perChunk }, (line) => {
          joints = readStreamHead(line, file);
          return joints !== null;
        });
  const read = (piece: Piece) =>
    readStreamed(open, { ...piece, what: 'edges', file, format, joints });
  const begun = await pieces.next();
  const first = begun.done ? null : read(begun.value);
  async function* chunks(): AsyncGenerator<InputChunk> {
    try {
      if (first) yield packChunk(first.chunk, dofs);
      for await (const piece of pieces) {
        const part = read(piece);
        if (part) yield packChunk(part.chunk, dofs);
      }
    } finally {
      if (spool) rmSync(dirname(spool), { recursive: true, force: true });
    }
  }
  const order = first?.rows.order ?? [];
  const notes = first?.rows.notes ?? [];
  return { unit: 'edges', order, wrap, notes, digest: hash.digest('hex'), chunks: chunks() };
}

function spoolFile(): string {
  return join(mkdtempSync(join(tmpdir(), 'surepath-batch-')), 'piped');
}

/** Segments in their own numbers: the wrap rule has been applied. */
function pathInput(open: OpenCell, file: string, { perChunk, wrap }: InputQuestion): BatchInput {
  const bytes = readBytes(file);
  const { motion, order, notes } = openMotion(open, { file, bytes, wrap }, DISK);
  const { path } = open.question({ motion, wrap });
  const { interpolation = 'straight', waypoints } = path;
  const isPlain = interpolation === 'straight' || (interpolation === 'arcs' && wrap === 'literal');
  if (!isPlain) {
    throw new InputError({
      code: 'batch/path',
      message:
        interpolation === 'arcs'
          ? 'arcs of a batch run as the numbers say: --wrap short is not for them'
          : 'the segments of a batch run straight or along arcs; this path has others',
      file,
      hint: 'surepath check takes any path',
    });
  }
  const segments: EdgeData[] = waypoints.slice(1).map((to, i) => {
    const via = motion.vias?.[i + 1];
    return { from: waypoints[i], to, ...(via && { via }) };
  });
  const digest = createHash('sha256').update(encodeUtf8('segments ')).update(bytes).digest('hex');
  const dofs = open.cell.tree.dofs.length;
  return {
    ...{ unit: 'segments', order, wrap: 'literal', notes, digest },
    chunks: cutEdges(segments, dofs, perChunk),
  };
}
