/** Faults in crews, chunks and streams: order, what workers keep, what is lost when one ends, what is held. */
import type { Mutant } from './mutant.ts';

const CREW = 'parallel/crew';
const CHUNK = 'parallel/chunk';
const SEGMENTS = 'parallel/segments';
const STREAMS = 'cli/streams';

export const PARALLEL_MUTANTS: readonly Mutant[] = [
  {
    row: 'parallel',
    fault: 'what a worker had is forgotten when it ends',
    file: 'parallel/crew.ts',
    text: 'if (errand.losses <= MOST_LOSSES) this.waiting.unshift(errand);',
    becomes: 'if (errand.losses < MOST_LOSSES) this.waiting.unshift(errand);',
    test: CREW,
  },
  {
    row: 'parallel',
    fault: 'the cell is sent with every task',
    file: 'parallel/hand.ts',
    text: 'if (cell !== null && !this.known.has(cell)) {',
    becomes: 'if (cell !== null) {',
    test: CREW,
  },
  {
    row: 'parallel',
    fault: 'tasks are asked for without a bound',
    file: 'parallel/orderly.ts',
    text: 'while (!isOver && held.length < Math.max(1, ahead)) {',
    becomes: 'while (!isOver) {',
    test: CREW,
  },
  {
    row: 'parallel',
    fault: 'a checker that keeps something begins a chunk',
    file: 'jobs/openCell.ts',
    text: 'if (this.checkerLast?.made.isAsNew !== true) this.checkerLast = null;',
    becomes: '',
    test: CHUNK,
  },
  {
    row: 'parallel',
    fault: 'the budgets before are left out where a worker has nothing kept',
    file: 'parallel/segments.ts',
    text: 'let at = before?.budgets === budgets.slice(0, -1).join() ? budgets.length - 1 : 0;',
    becomes: 'let at = budgets.length - 1;',
    test: SEGMENTS,
  },
  {
    row: 'parallel',
    fault: 'a run that is gone on with keeps lines of a part of a chunk',
    file: 'cli/resultsFile.ts',
    text: 'known = { end: start + from,',
    becomes: 'known = { end: read,',
    test: STREAMS,
  },
  {
    row: 'parallel',
    fault: 'a run that is gone on with believes the file',
    file: 'cli/resultsFile.ts',
    text: "if (hash.digest('hex') !== journal.digests(pieces - 1).results) {",
    becomes: "if (hash.digest('hex').length > 64) {",
    test: STREAMS,
  },
  {
    row: 'parallel',
    fault: 'a run that is gone on with believes that rows are the same',
    file: 'cli/resultsFile.ts',
    text: 'if (n < known.pieces && digest !== journal!.digests(n).rows)',
    becomes: 'if (n > known.pieces && digest !== journal!.digests(n).rows)',
    test: STREAMS,
  },
  {
    row: 'parallel',
    fault: 'a run that is gone on with takes answers to another question',
    file: 'cli/journal.ts',
    text: 'if (head !== begins) {',
    becomes: 'if (!head.startsWith(MARK)) {',
    test: STREAMS,
  },
  {
    row: 'parallel',
    fault: 'rows in another order of joints are the same rows',
    file: 'cli/journal.ts',
    text: '.update(encodeUtf8(called))',
    becomes: '',
    test: STREAMS,
  },
  {
    row: 'parallel',
    fault: 'what is known is answered again',
    file: 'cli/commands/checkStream.ts',
    text: 'if (n < known.pieces) requireRows(n, digest);',
    becomes: 'if (n < 0) requireRows(n, digest);',
    test: STREAMS,
  },
  {
    row: 'parallel',
    fault: 'a worker is not made ready for the motions of the whole path',
    file: 'parallel/segments.ts',
    text: 'checker.ready?.(question.path.segments);',
    becomes: '',
    test: SEGMENTS,
  },
  {
    row: 'parallel',
    fault: 'who checks a path alone is not made ready for all of it',
    file: 'check/paths/segmentQueue.ts',
    text: 'checker.ready?.(segments);',
    becomes: '',
    test: SEGMENTS,
  },
  {
    row: 'parallel',
    fault: 'answers about edges are held until all are there',
    file: 'jobs/edges.ts',
    text: 'of results) {',
    becomes: 'of [...results]) {',
    test: 'jobs/oneByOne',
  },
];
