/**
 * All the work of the studio, without a page and without a worker: a cell that is open, and every question
 * about it. host.ts puts it behind messages; tests use it as it is.
 */
import { buildCell, type Cell, type CellDescription } from '../../src/cell/index.ts';
import { modelDigest } from '../../src/certificate/index.ts';
import { writePathJson, writeTrajectoryYaml } from '../../src/formats/index.ts';
import type { Triangles } from '../../src/geometry/index.ts';
import { OpenCell, openDescription, planTask, readTaskRequest } from '../../src/jobs/index.ts';
import { InputError } from '../../src/math/index.ts';
import type { BagDesk } from './bags.ts';
import {
  certified,
  checked,
  contacted,
  covered,
  profiled,
  rechecked,
  sampled,
  verified,
} from './checks.ts';
import { Colouring } from './colouring.ts';
import { describeCell } from './describe.ts';
import { Editor } from './edit.ts';
import { kindOfFile, nameOfEntry } from './entry.ts';
import { flown } from './flights.ts';
import { InverseSolver } from './inverse.ts';
import { LiveChecker } from './live.ts';
import { type ReadCellFiles, readCellFiles } from './openCell.ts';
import { planned, smoothed, timed } from './plans.ts';
import type { Report } from './progress.ts';
import type {
  Answer,
  Change,
  Files,
  Job,
  OpenAnswer,
  OpenedCell,
  OpenRequest,
  PathData,
  PathRequest,
  ReadPathRequest,
  ReadRequestAnswer,
  ReadRequestRequest,
  Request,
  SaveCellAnswer,
  SavePathRequest,
} from './protocol.ts';
import { readMotionFile } from './readMotion.ts';
import { reported } from './reports.ts';
import { LiveVectors } from './vectors.ts';
import { PROGRAM } from './version.ts';
import { drawnRobots, readVisuals, type Visuals } from './visuals.ts';
import { writeCell } from './writeCell.ts';

export interface OpenOptions {
  /** Of the cell. Default: counted here. */
  readonly id?: number;
  readonly report?: Report;
}

/** What is open. */
interface Open {
  readonly request: OpenRequest;
  readonly read: ReadCellFiles;
  readonly editor: Editor;
  readonly changes: readonly Change[];
  /** What jobs are asked of. */
  readonly open: OpenCell;
  readonly opened: OpenedCell;
}

/** What faults of a request call its parts. */
const REQUEST_WORDS = {
  from: 'the start',
  to: 'the goal',
  toPose: 'the goal',
  request: 'the request',
  joints: 'the joints',
};

const SILENT: Report = () => {};

export class Session {
  private open_: Open | null = null;
  private lastId = 0;
  /** Cells of this session by id, for undo. */
  private readonly earlier = new Map<number, readonly Change[]>();
  private live: { readonly cell: Cell; readonly checker: LiveChecker } | null = null;
  private monitored: LiveVectors | null = null;
  private solver: InverseSolver | null = null;
  private drawn: Visuals | null = null;
  private readonly colouring = new Colouring();
  private bags: BagDesk | null = null;

  /** Opens a cell, or says what is missing; the cell that was open stays open then. */
  open(request: OpenRequest, options: OpenOptions = {}): OpenAnswer {
    const { report = SILENT } = options;
    report({ what: 'reading files', done: 0, of: 0 });
    const reading = readCellFiles(request);
    if ('unopened' in reading) return { opened: false, unopened: reading.unopened };
    const { read } = reading;
    report({ what: 'preparing bodies', done: 0, of: 0 });
    try {
      const open = openDescription(sourceOf(read, request, read.description));
      const id = this.takeId(options.id);
      const editor = new Editor();
      const opened = describe(read, editor, open.cell, id, request);
      this.take({ request, read, editor, changes: [], open, opened });
      this.drawn = null;
      this.earlier.clear();
      this.earlier.set(id, []);
      return { opened: true, cell: opened };
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      const { fault } = error;
      const placed = fault.file === undefined ? { ...fault, file: read.entry.file } : fault;
      const broken = { kind: 'broken', missing: [], candidates: [], error: placed } as const;
      return { opened: false, unopened: broken };
    }
  }

  /** Changes the open cell; all or nothing. */
  edit(changes: readonly Change[]): OpenedCell {
    const { changes: before } = this.need();
    const [first] = changes;
    if (first?.kind !== 'restore') return this.rebuild([...before, ...changes]);
    const known = this.earlier.get(first.id);
    if (!known || changes.length > 1) {
      throw new InputError({
        code: 'edit/restore',
        message: 'an earlier cell of this session is restored by its number, and by nothing else',
      });
    }
    return this.rebuild(known, first.id);
  }

  /** The cell as its files have it, with these changes. */
  rebuild(changes: readonly Change[], id?: number): OpenedCell {
    const before = this.need();
    const { read, editor, request } = before;
    const description = editor.apply(read.description, changes);
    const cell = buildCell(description, { like: before.open.cell });
    const opened = describe(read, editor, cell, this.takeId(id), request);
    const open = new OpenCell(sourceOf(read, request, description), cell);
    this.take({ ...before, changes, open, opened });
    this.earlier.set(opened.id, changes);
    return opened;
  }

  /** Meshes that edits made, with keys that depend on nothing but their contents. */
  get madeMeshes(): Iterable<readonly [Triangles, string]> {
    if (!this.open_) return [];
    const { open, editor } = this.open_;
    return open.description.obstacles.flatMap(({ parts }) =>
      parts.flatMap(({ geometry }) => {
        const key = geometry.kind === 'mesh' ? editor.keyOf(geometry.triangles) : undefined;
        return geometry.kind === 'mesh' && key !== undefined
          ? [[geometry.triangles, key] as const]
          : [];
      }),
    );
  }

  get opened(): OpenedCell | null {
    return this.open_?.opened ?? null;
  }

  /** Does any job by its name. */
  async run<K extends Job>(
    kind: K,
    request: Request<K>,
    report: Report = SILENT,
  ): Promise<Answer<K>> {
    const job = this.jobs[kind] as (
      request: Request<K>,
      report: Report,
    ) => Answer<K> | Promise<Answer<K>>;
    return job(request, report);
  }

  private readonly jobs: {
    readonly [K in Job]: (request: Request<K>, report: Report) => Answer<K> | Promise<Answer<K>>;
  } = {
    open: (request, report) => this.open(request, { report }),
    visuals: ({ files }) => {
      if (files) {
        this.need().read.table.add(files);
        this.drawn = null;
      }
      const { robots, missing, notes } = this.visuals();
      return { robots: drawnRobots(robots), missing, notes };
    },
    edit: ({ changes }) => this.edit(changes),
    pose: ({ configuration, moved }) => this.liveChecker().pose(configuration, moved),
    vectors: (request) => {
      this.monitored ??= new LiveVectors(this.cell);
      return this.monitored.vectors(request);
    },
    inverse: (request) => {
      this.solver ??= new InverseSolver(this.cell);
      return this.solver.solve(request);
    },
    readPath: (request) => this.readPath(request),
    readRequest: (request) => this.readRequest(request),
    readBag: async (request, report) => {
      const desk = await this.bagDesk();
      return desk.list(request, this.open_ && this.forBags(), report);
    },
    readBagCell: async (request, report) => (await this.bagDesk()).cell(request, report),
    readBagScene: async (request, report) => (await this.bagDesk()).scene(request, report),
    readBagMotion: async (request, report) => {
      const desk = await this.bagDesk();
      return desk.motion(request, this.forBags(), report);
    },
    savePath: (request) => this.savePath(request),
    check: (request, report) => checked(this.asked, request, this.need().opened.digest, report),
    contact: (request, report) => contacted(this.asked, request, report),
    cover: (request, report) => covered(this.provable(request), request, report),
    profile: (request, report) => profiled(this.asked, request, report),
    certificate: (request, report) =>
      certified(this.asked, () => this.provable(request), request, report),
    recheck: (request, report) => rechecked(this.asked, request, this.need().opened.digest, report),
    verify: (request) => verified(this.asked, request),
    sampled: (request, report) => sampled(this.asked, request, report),
    plan: (request, report) => planned(this.asked, request, report),
    smooth: (request, report) => smoothed(this.asked, request, report),
    time: (request, report) => timed(this.asked, request, report),
    saveCell: () => this.saveCell(),
    report: (request, tell) => {
      const names = { cell: this.need().opened.name, program: PROGRAM };
      return reported(this.asked, request, names, this.visuals().robots, tell);
    },
    colouring: (request, report) => this.colouring.answer(this.asked.description, request, report),
    flight: (request, report) => flown(request, report),
  };

  /** A cell that was changed is not the scene of a bag any more that it was read from. */
  private forBags(): OpenCell {
    const { open, changes } = this.need();
    return changes.length === 0 ? open : open.readFrom(new Map());
  }

  /** What reads bags is loaded when there is one. */
  private async bagDesk(): Promise<BagDesk> {
    if (!this.bags) {
      const { BagDesk: Desk } = await import('./bags.ts');
      this.bags ??= new Desk();
    }
    return this.bags;
  }

  /** Read when first asked for. */
  private visuals(): Visuals {
    this.drawn ??= readVisuals(this.need().read);
    return this.drawn;
  }

  private need(): Open {
    if (this.open_) return this.open_;
    throw new InputError({ code: 'engine/no-cell', message: 'no cell is open' });
  }

  private take(open: Open): void {
    this.open_ = open;
    this.live = null;
    this.monitored = null;
    this.solver = null;
  }

  private takeId(given: number | undefined): number {
    this.lastId = Math.max(this.lastId + (given ? 0 : 1), given ?? 0);
    return given || this.lastId;
  }

  /** The open cell, for jobs. */
  private get asked(): OpenCell {
    return this.need().open;
  }

  private get cell(): Cell {
    return this.asked.cell;
  }

  private liveChecker(): LiveChecker {
    const { cell } = this;
    if (this.live?.cell !== cell) this.live = { cell, checker: new LiveChecker(cell) };
    return this.live.checker;
  }

  /** The cell as a check asks for it, with the files that somebody else would read it from. */
  private provable({ settings = {} }: PathRequest): OpenCell {
    const { changes, open } = this.need();
    const adjusted = open.with(settings);
    if (changes.length === 0) return adjusted;
    return adjusted.readFrom(this.savedAndRead(new Map()).read.description.files);
  }

  private readPath({ file, bytes: given }: ReadPathRequest) {
    const { open, request } = this.need();
    const bytes = given ?? request.files.get(file);
    if (!bytes) {
      throw new InputError({ code: 'file/unreadable', message: 'there is no such file', file });
    }
    return readMotionFile(open, { file, bytes, files: request.files });
  }

  private readRequest({ file, bytes, configuration }: ReadRequestRequest): ReadRequestAnswer {
    const { read, request, open } = this.need();
    const { cell } = open;
    const stand = cell.tree.dofs.map(({ name }, d) => [name, configuration[d]]);
    const joints = { ...request.joints, ...Object.fromEntries(stand) };
    const asked = new OpenCell(sourceOf(read, { ...request, joints }, cell.description), cell);
    const task = readTaskRequest(cell, file, bytes);
    const question = { from: new Map(), goals: [], poses: [], request: task, words: REQUEST_WORDS };
    const { from, goals, notes } = planTask(asked, question, 1);
    return { start: from, goals, notes };
  }

  private savePath({ path, format }: SavePathRequest): string {
    const joints = this.cell.tree.dofs.map(({ name }) => name);
    if (path.tracks && format === 'trajectory') {
      throw new InputError({
        code: 'path/tracks',
        message: 'a ROS trajectory cannot hold robots with their own timing',
        hint: 'save it as JSON',
      });
    }
    if (path.tracks) return tracksText(path, joints);
    return format === 'json'
      ? writePathJson({ joints, ...path })
      : writeTrajectoryYaml({ joints, ...path });
  }

  /** The cell as files, read back: what is promised is what somebody else will read. */
  private savedAndRead(drawn: Files) {
    const { read, open, editor, request } = this.need();
    const { description } = open;
    const saved = writeCell({ read, drawn, description, editor, request });
    const again = readCellFiles(saved);
    if ('read' in again) return { ...saved, read: again.read };
    const why = again.unopened.error?.message ?? again.unopened.missing[0]?.reference ?? '';
    throw new InputError({ code: 'engine/save', message: `the cell cannot be saved: ${why}` });
  }

  private saveCell(): SaveCellAnswer {
    const { opened } = this.need();
    const { entry, files, read } = this.savedAndRead(this.visuals().files);
    const digest = modelDigest(read.description);
    return { entry, files, digest, exact: digest === opened.digest };
  }
}

function sourceOf(
  { entry }: ReadCellFiles,
  { joints = {} }: OpenRequest,
  description: CellDescription,
) {
  return { file: entry.file, description, joints: new Map(Object.entries(joints)) };
}

function describe(
  read: ReadCellFiles,
  editor: Editor,
  cell: Cell,
  id: number,
  { files, joints }: OpenRequest,
): OpenedCell {
  const { description } = cell;
  const paths = [...files].filter(([path, bytes]) => kindOfFile(path, bytes) === 'path');
  return {
    id,
    name: nameOfEntry(read.entry.file),
    entry: read.entry.file,
    ...(read.testVisuals && { testVisuals: true as const }),
    ...(read.worlds.length > 0 && { worlds: read.worlds }),
    ...(read.scenes.length > 0 && { scenes: read.scenes }),
    description: { ...description, files: new Map() },
    ...describeCell(cell, joints),
    scales: description.obstacles.map(({ parts }) =>
      parts.map(({ geometry }) => editor.scaling.factorOf(geometry)),
    ),
    notes: [...read.notes, ...cell.notes],
    paths: paths.map(([file]) => ({ file })).sort((p, q) => (p.file < q.file ? -1 : 1)),
  };
}

function tracksText({ tracks = [] }: PathData, joints: readonly string[]): string {
  const items = tracks.map(({ dofs, offset, motion }) => {
    const own = (row: Float64Array) => Float64Array.from(dofs, (d) => row[d]);
    const rates = (list: PathData['velocities']) => list?.map((row) => row && own(row));
    const velocities = rates(motion.velocities);
    const accelerations = rates(motion.accelerations);
    const text = writePathJson({
      joints: dofs.map((d) => joints[d]),
      waypoints: motion.waypoints.map(own),
      ...(motion.vias && { vias: motion.vias.map((via) => via?.map(own) ?? null) }),
      ...(motion.times && { times: motion.times }),
      ...(velocities && { velocities }),
      ...(accelerations && { accelerations }),
      ...(motion.blend === undefined ? {} : { blend: motion.blend }),
      ...(motion.interpolation && { interpolation: motion.interpolation }),
    });
    return `${text.trimEnd().slice(0, -2)},\n  "offset": ${offset}\n}`;
  });
  return `{"tracks": [\n${items.join(',\n')}\n]}\n`;
}
