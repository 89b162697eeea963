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
    text: 'if (++lines % rows !== 0) continue;',
    becomes: '++lines;',
    test: STREAMS,
  },
  {
    row: 'parallel',
    fault: 'a run that is gone on with believes the file',
    file: 'cli/resultsFile.ts',
    text: 'if (Buffer.compare(bytes, again) !== 0) {',
    becomes: 'if (bytes === again) {',
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
