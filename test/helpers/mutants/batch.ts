/** Faults of batches: names, stores, submitting and working. */
import type { Mutant } from './mutant.ts';

const BATCH = 'batch/batch';

export const BATCH_MUTANTS: readonly Mutant[] = [
  {
    row: 'batch',
    fault: 'the last outcome of a chunk stands, not the first',
    file: 'batch/manifest.ts',
    text: 'parseOutcome(await notes.putFirst(outcomeKey(chunk), text))',
    becomes: 'parseOutcome((await notes.put(outcomeKey(chunk), text), text))',
    test: BATCH,
  },
  {
    row: 'batch',
    fault: 'submitted again, everything is done again',
    file: 'batch/submit.ts',
    text: 'if (outcome && (await store.blobs.holds(outcome.result))) this.known++;',
    becomes: 'if (outcome === undefined) this.known++;',
    test: BATCH,
  },
  {
    row: 'batch',
    fault: 'the queue is filled however many chunks wait',
    file: 'batch/submit.ts',
    text: 'this.room = this.ahead - waiting;',
    becomes: 'this.room = Number.POSITIVE_INFINITY;',
    test: BATCH,
  },
  {
    row: 'batch',
    fault: 'chunks of another version are taken',
    file: 'batch/worker.ts',
    text: 'requireVersion(record, version);',
    becomes: 'void version;',
    test: BATCH,
  },
  {
    row: 'batch',
    fault: 'the content of a chunk is not held against its name',
    file: 'batch/worker.ts',
    text: 'if (chunkName(record.question, chunk.content) !== name) {',
    becomes: "if (name === '') {",
    test: BATCH,
  },
  {
    row: 'batch',
    fault: 'parts of a name run together',
    file: 'batch/digest.ts',
    text: `texts.map((text) => \`\${text.length}:\${text}\`).join('')`,
    becomes: "texts.join('')",
    test: 'batch/names',
  },
  {
    row: 'batch',
    fault: 'blobs are believed without a look at their digest',
    file: 'batch/store/store.ts',
    text: 'if (digestOf(bytes) !== digest) {',
    becomes: "if (digest === '') {",
    test: 'batch/folder',
  },
  {
    row: 'batch',
    fault: 'a queue is closed though somebody asks it',
    file: 'batch/worker.ts',
    text: 'if (open.includes(batch) || users > 0) continue;',
    becomes: 'if (open.includes(batch) || users < 0) continue;',
    test: 'batch/waiting',
  },
  {
    row: 'batch',
    fault: 'where one breaks, queues are closed under the others',
    file: 'batch/worker.ts',
    text: 'const ends = await Promise.allSettled(slots);',
    becomes: 'await Promise.all(slots);\n    const ends = await Promise.allSettled(slots);',
    test: 'batch/waiting',
  },
  {
    row: 'batch',
    fault: 'a renewal that is under way is not waited for',
    file: 'batch/worker.ts',
    text: 'await renewal;',
    becomes: '',
    test: 'batch/waiting',
  },
];
