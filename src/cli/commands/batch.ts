/** `surepath batch`: many edges or segments, on this machine or on many, so that nothing is lost whatever ends when. */
import { type Command, usageFault } from '../command.ts';
import { CANCEL_HELP, cancelCommand } from './batchCancel.ts';
import { COLLECT_HELP, collectCommand } from './batchCollect.ts';
import { STATUS_HELP, statusCommand } from './batchStatus.ts';
import { SUBMIT_HELP, submitCommand } from './batchSubmit.ts';
import { WORK_HELP, workCommand } from './batchWork.ts';

interface Part {
  readonly help: string;
  run(args: string[]): Promise<number>;
}

const PARTS: Readonly<Record<string, Part>> = {
  submit: { help: SUBMIT_HELP, run: submitCommand },
  work: { help: WORK_HELP, run: workCommand },
  status: { help: STATUS_HELP, run: statusCommand },
  collect: { help: COLLECT_HELP, run: collectCommand },
  cancel: { help: CANCEL_HELP, run: cancelCommand },
};

export const batchCommand: Command = {
  help: `usage: surepath batch submit CELL --edges FILE [options]
       surepath batch submit CELL PATH [options]
       surepath batch work [BATCH] [options]
       surepath batch status [BATCH] [options]
       surepath batch collect BATCH [options]
       surepath batch cancel BATCH [options]

A batch is many edges, or the segments of a path, cut into chunks. Chunks are named by what they ask:
a chunk that is done twice is stored once, and submitting a batch again does only what is missing.
Workers may end at any time: what they had is given to others. Results are stored by their digest and
collected in the order of the input, the same bytes that one process would write.

With --url the queue is on Redis or PostgreSQL, and any number of machines work on it. Without, the
batch runs on the cores of this machine, with everything in a folder.

  --url URL     redis://host:6379, rediss://..., postgres://user:password@host/database; by default the
                variable SUREPATH_BATCH_URL, where a password is not in the list of processes. Needs
                npm install bullmq, and ioredis or pg
  --store DIR   where results are: without a URL a folder (default surepath-batch), with one a folder
                that all machines share instead of the server

surepath batch submit --help, and so on, say more. docs/batch.md walks through it.
`,
  run(args) {
    const [name, ...rest] = args;
    const part = Object.hasOwn(PARTS, name ?? '') ? PARTS[name] : null;
    if (!part) {
      const found = name === undefined ? '' : `; found "${name}"`;
      throw usageFault('batch', `batch takes ${Object.keys(PARTS).join(', ')}${found}`);
    }
    return part.run(rest);
  },
  helpOf: ([name]) => (Object.hasOwn(PARTS, name ?? '') ? PARTS[name].help : null),
};
