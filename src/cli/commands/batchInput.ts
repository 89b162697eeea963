/** What a batch is made of: edges of a file, or the segments of a path. */
import { mkdtempSync, rmSync } from 'node:fs';
import { open as openHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cutEdges, type InputChunk, packChunk, type Unit } from '../../batch/index.ts';
import { type Rows, readStreamHead, requireWholeRows } from '../../formats/index.ts';
import { type EdgeData, type OpenCell, openEdges, openMotion } from '../../jobs/index.ts';
import { type Fault, InputError } from '../../math/index.ts';
import type { WrapRule } from '../../motion/index.ts';
import { readStreamed } from '../../parallel/index.ts';
import { readBytes } from '../command.ts';
import { unwritable } from '../files.ts';
import { DISK } from '../loadCell.ts';
import { blocksOf, cutDoubles, cutLines, sizeOf, streamFormatOf } from '../pieces.ts';

export interface BatchInput {
  readonly unit: Unit;
  /** From the first on, whenever it is called. */
  readonly chunks: () => AsyncIterable<InputChunk>;
  /** Degrees of freedom in the order in which answers list values. */
  readonly order: readonly number[];
  /** How the numbers of chunks are to be taken. */
  readonly wrap: WrapRule;
  readonly notes: readonly Fault[];
  /** Removes what was kept for it. */
  close(): void;
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
    chunks: () => cutEdges(edges, dofs, perChunk),
    close: () => {},
  };
}

interface StreamFile {
  readonly file: string;
  readonly format: 'lines' | 'doubles';
}

/** Rows that stream in, read anew each time; what is piped in is kept in a file meanwhile. */
async function streamInput(
  open: OpenCell,
  { file, format }: StreamFile,
  { perChunk, wrap }: InputQuestion,
): Promise<BatchInput> {
  const dofs = open.cell.tree.dofs.length;
  const size = sizeOf(file);
  if (size !== undefined && format === 'doubles') requireWholeRows(size, 'edges', { file, dofs });
  const spool = file === '-' ? await spooled() : null;
  const source = spool?.file ?? file;
  async function* parts() {
    let joints: string[] | null = null;
    const pieces =
      format === 'doubles'
        ? cutDoubles({ file: source, rows: perChunk }, 'edges', dofs)
        : cutLines(blocksOf(source), { file, rows: perChunk }, (line) => {
            joints = readStreamHead(line, file);
            return joints !== null;
          });
    for await (const piece of pieces) {
      const part = readStreamed(open, { ...piece, what: 'edges', file, format, joints });
      if (part) yield part;
    }
  }
  async function* chunks(): AsyncGenerator<InputChunk> {
    for await (const { chunk } of parts()) yield packChunk(chunk, dofs);
  }
  const close = () => spool?.remove();
  try {
    let rows: Rows | null = null;
    for await (const part of parts()) {
      rows = part.rows;
      break;
    }
    const { order = [], notes = [] } = rows ?? {};
    return { unit: 'edges', order, wrap, notes, chunks, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** What is piped in, in a file: it is read more than once. */
async function spooled(): Promise<{ readonly file: string; remove(): void }> {
  const where = tmpdir();
  let folder: string;
  try {
    folder = mkdtempSync(join(where, 'surepath-batch-'));
  } catch (error) {
    throw unwritable(where, error);
  }
  const file = join(folder, 'piped');
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const handle = await openHandle(file, 'wx');
    try {
      for await (const block of blocksOf('-')) await handle.writeFile(block);
    } finally {
      await handle.close();
    }
  } catch (error) {
    remove();
    throw error instanceof InputError ? error : unwritable(file, error);
  }
  return { file, remove };
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
  const dofs = open.cell.tree.dofs.length;
  return {
    ...{ unit: 'segments', order, wrap: 'literal', notes },
    chunks: () => cutEdges(segments, dofs, perChunk),
    close: () => {},
  };
}
