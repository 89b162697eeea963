/** A session behind messages: what a worker does, without being one. */
import { joinEdges } from '../../src/jobs/index.ts';
import { InputError } from '../../src/math/index.ts';
import { GeometrySender } from './geometry.ts';
import { withPackedPath, withPath } from './packedPath.ts';
import type {
  Change,
  Fault,
  FromWorker,
  Job,
  OpenRequest,
  Progress,
  ToWorker,
} from './protocol.ts';
import { Session } from './session.ts';

/** A cell as the page remembers it: its files and all that was changed since. */
export interface CellState {
  /** Counts the cells that were opened. */
  readonly serial: number;
  readonly open: OpenRequest;
  readonly changes: readonly Change[];
  /** Of the cell with these changes; 0 if it does not matter. */
  readonly id: number;
}

/** Brings a worker to a state. */
export interface SyncRequest extends Omit<CellState, 'open'> {
  /** Null if the worker has opened these files already. */
  readonly open: OpenRequest | null;
  /** Keys of geometry that the page has. */
  readonly known: readonly string[];
}

interface OpenMessage {
  readonly request: OpenRequest;
  readonly id: number;
}

interface EditMessage {
  /** All since the cell was opened. */
  readonly changes: readonly Change[];
  readonly id: number;
}

/** Milliseconds between two reports of one job. */
const EVERY_MS = 100;

export class Host {
  private readonly post: (message: FromWorker) => void;
  private readonly session = new Session();
  private readonly geometry = new GeometrySender();

  constructor(post: (message: FromWorker) => void) {
    this.post = post;
  }

  /** Does what a message asks for, and posts the answer. */
  async receive({ call, kind, request }: ToWorker): Promise<void> {
    try {
      const report = throttled((progress) => this.post({ call, progress }));
      const answer = await this.answer(kind, withPath(request), report);
      report.flush();
      this.post({ call, answer: withPackedPath(answer) });
    } catch (error) {
      this.post({ call, ...faultOf(error) });
    }
  }

  private async answer(
    kind: Job | 'sync',
    request: unknown,
    report: (progress: Progress) => void,
  ): Promise<unknown> {
    const { session, geometry } = this;
    switch (kind) {
      case 'open': {
        const { request: open, id } = request as OpenMessage;
        const answer = session.open(open, { id, report });
        if (!answer.opened) return answer;
        geometry.begin(answer.cell.description);
        return { opened: true, cell: geometry.pack(answer.cell) };
      }
      case 'edit': {
        const { changes, id } = request as EditMessage;
        const cell = session.rebuild(changes, id);
        for (const [triangles, key] of session.madeMeshes) geometry.name(triangles, key);
        return geometry.pack(cell);
      }
      case 'sync': {
        const { open, changes, id, known } = request as SyncRequest;
        if (open) {
          const answer = session.open(open, { id, report });
          if (!answer.opened) throw new InputError(answer.unopened.error ?? NOT_OPEN);
          geometry.begin(answer.cell.description, known);
        }
        if (changes.length > 0 || !open) session.rebuild(changes, id);
        return null;
      }
      default:
        return session.run(kind, request as never, report);
    }
  }
}

const NOT_OPEN: Fault = { code: 'engine/not-open', message: 'the cell cannot be opened again' };

/**
 * Progress ten times a second; what a recheck leaves open is told at once, edges of trees are kept until then. `flush` posts what is kept: for the end
 * of a job, whose answer says all the rest.
 */
export function throttled(
  post: (progress: Progress) => void,
  now: () => number = () => performance.now(),
): ((progress: Progress) => void) & { flush(): void } {
  let last = Number.NEGATIVE_INFINITY;
  let latest: Progress | null = null;
  let edges: NonNullable<Progress['tree']>[] = [];
  const send = (progress: Progress) => {
    const tree = edges.length > 0 && joinEdges(edges);
    edges = [];
    post(tree ? { ...progress, tree } : progress);
  };
  const report = (progress: Progress) => {
    latest = progress;
    if (progress.tree) edges.push(progress.tree);
    const time = now();
    if (time - last < EVERY_MS && !progress.left) return;
    last = time;
    send(progress);
  };
  const flush = () => {
    if (latest && edges.length > 0) send(latest);
  };
  return Object.assign(report, { flush });
}

function faultOf(error: unknown): { readonly fault: Fault; readonly bug: boolean } {
  if (error instanceof InputError) return { fault: error.fault, bug: false };
  const message = error instanceof Error ? error.message : String(error);
  return { fault: { code: 'engine/bug', message }, bug: true };
}
