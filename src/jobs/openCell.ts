/**
 * A cell that is open: its description, the compiled cell, and what was last made of it for a question. All
 * jobs but opening are asked of one. Not plain data, and never sent anywhere: whoever holds it answers.
 */
import {
  adjustCell,
  askAbout,
  assumptionsOf,
  buildCell,
  type Cell,
  type CellDescription,
  type CompiledStore,
  HeldCell,
  refuseIdle,
  StaticChecker,
  testedCount,
  visualOnlyLinks,
  withTracking,
} from '../cell/index.ts';
import { type Checker, type CheckerOptions, createChecker } from '../check/index.ts';
import { aboutFile } from '../formats/index.ts';
import { type Fault, InputError } from '../math/index.ts';
import { createMonitor, type Monitor, type MonitorSettings } from '../monitor/index.ts';
import type { Path, WrapRule } from '../motion/index.ts';
import { type CellSource, compiledWith, describeSource, kindOfCell } from './cellSource.ts';
import { contentsDigest } from './contents.ts';
import type { JobContext } from './context.ts';
import { stillDofs } from './held.ts';
import { clearanceJson } from './json/places.ts';
import { type Motion, pathOfMotion } from './motion.ts';

/** What a question asks of the cell beyond its files. */
export interface CellAdjustments {
  /** Metres that a robot must keep from its surroundings; pairs with a clearance of their own keep theirs. */
  readonly clearance?: number | undefined;
  /** Metres that bodies of one robot must keep apart, likewise. */
  readonly selfClearance?: number | undefined;
  /** Tolerance of all joints that have none of their own, in radians or metres. */
  readonly tracking?: number | undefined;
}

/** A motion, and how it is to be taken. */
export interface MotionSettings extends CellAdjustments {
  readonly motion: Motion;
  /** Default literal. */
  readonly wrap?: WrapRule | undefined;
}

/** Which vectors a monitor is asked for. */
export interface MonitorChoice {
  /** Default: every robot with what is attached to it, and all that stands. */
  readonly classes?: MonitorSettings['classes'] | undefined;
  /** By names of classes. Default: all of which bodies are tested against each other. */
  readonly pairs?: MonitorSettings['pairs'] | undefined;
}

/** A motion in a cell whose box covers it. */
export interface Question {
  readonly cell: Cell;
  readonly path: Path;
  /** What is assumed of the motion. */
  readonly assumptions?: readonly string[] | undefined;
}

/** Values of joints that no file gives a value, by name. */
export type GivenJoints = ReadonlyMap<string, number>;

/** The last of what was made, with what it was made from. */
interface Made<K, T> {
  readonly key: K;
  readonly made: T;
}

export class OpenCell {
  /** For people and for faults: what was opened. */
  readonly file: string;
  readonly description: CellDescription;
  readonly joints: GivenJoints;
  /** Reads the cell again with links that have no collision geometry tested by their visuals, where that is possible. */
  readonly byVisuals: (() => CellDescription) | undefined;
  private compiled: Cell | null;
  private adjusted: Made<string, OpenCell> | null = null;
  private asked: Made<{ motion: Motion; text: string | object }, Question> | null = null;
  private heldLast: Made<string, HeldCell> | null = null;
  private checkerLast: Made<{ cell: Cell; text: string }, Checker> | null = null;
  private statics: StaticChecker | null = null;
  private monitorLast: Made<{ text: string; changes: number }, Monitor> | null = null;

  /** `cell` is compiled from the description, here if it is not given. */
  constructor(
    {
      file,
      description,
      joints,
      byVisuals,
    }: Pick<OpenCell, 'file' | 'description' | 'joints'> & Partial<Pick<OpenCell, 'byVisuals'>>,
    cell: Cell | null = null,
  ) {
    this.file = file;
    this.byVisuals = byVisuals;
    this.description = description;
    this.joints = joints;
    this.compiled = cell;
  }

  /** Compiled when first needed. */
  get cell(): Cell {
    this.compiled ??= buildCell(this.description);
    return this.compiled;
  }

  /** This cell with what a question asks of it on top. */
  with({ clearance, selfClearance, tracking }: CellAdjustments): OpenCell {
    if ((clearance ?? selfClearance ?? tracking) === undefined) return this;
    const key = contentsDigest([clearance, selfClearance, tracking]);
    if (this.adjusted?.key === key) return this.adjusted.made;
    let description = adjustCell(this.description, { clearance, selfClearance });
    if (tracking !== undefined) description = withTracking(description, tracking);
    const cell = buildCell(description, { like: this.compiled ?? undefined });
    const made = new OpenCell({ ...this.named, description }, cell);
    this.adjusted = { key, made };
    return made;
  }

  /** The same cell, said to be read from other files: what certificates name it by. */
  readFrom(files: CellDescription['files']): OpenCell {
    const description = { ...this.description, files };
    return new OpenCell({ ...this.named, description }, { ...this.cell, description });
  }

  /** What a motion means in this cell. The last one is remembered. */
  question({ motion, wrap = 'literal', ...adjustments }: MotionSettings): Question {
    const open = this.with(adjustments);
    if (open !== this) return open.question({ motion, wrap });
    const key = this.asked?.key;
    // The path that was kept for a motion may be another than a motion of the same numbers has.
    if (this.asked && key?.motion === motion && key.text === motionKey(motion, wrap)) {
      return this.asked.made;
    }
    return this.keep({ motion, wrap }, pathOfMotion(this.cell.tree, motion, wrap));
  }

  /** Remembers the path that a motion means. */
  keep({ motion, wrap = 'literal' }: MotionSettings, path: Path): Question {
    const { assumptions } = motion;
    const made = { cell: askAbout(this.cell, path).cell, path, assumptions };
    this.asked = { key: { motion, text: motionKey(motion, wrap) }, made };
    return made;
  }

  /**
   * A checker, prepared. The last one is remembered, and serves all motions that the cell's box covers: most motions,
   * so that a chunk of motion costs little more than its check.
   */
  checkerFor({ cell }: Pick<Question, 'cell'>, options: CheckerOptions): Checker {
    const text = contentsDigest(options);
    const key = this.checkerLast?.key;
    if (this.checkerLast && key?.cell === cell && key.text === text) return this.checkerLast.made;
    const made = createChecker(cell, options);
    this.checkerLast = { key: { cell, text }, made };
    return made;
  }

  /** Has the next check answer as if nobody had asked before. */
  forgetChecks(): void {
    if (this.checkerLast?.made.isAsNew !== true) this.checkerLast = null;
  }

  /** A checker that answers as if it had just been made: the last one, where it keeps nothing, or another. */
  newCheckerFor(question: Pick<Question, 'cell'>, options: CheckerOptions): Checker {
    this.forgetChecks();
    return this.checkerFor(question, options);
  }

  /** A checker of configurations, as if nobody had asked it before. */
  get staticChecker(): StaticChecker {
    // What came near is kept among a crowd, and changes the order in which pairs are looked at.
    if (this.cell.crowd) return new StaticChecker(this.cell);
    this.statics ??= new StaticChecker(this.cell);
    this.statics.forget();
    return this.statics;
  }

  /** A monitor that covers a configuration. The last one for the cell as it is is remembered. */
  monitorFor(q: Float64Array, { classes, pairs }: MonitorChoice): Monitor {
    const settings = { ...(classes && { classes }), ...(pairs && { pairs }) };
    const { cell } = askAbout(this.cell, [q]);
    if (cell !== this.cell) return createMonitor(cell, settings);
    const text = contentsDigest([classes, pairs]);
    const last = this.monitorLast;
    // A caller may have changed the bodies of the one that it was given.
    if (last?.key.text === text && last.made.changes.count === last.key.changes) return last.made;
    const made = createMonitor(cell, settings);
    this.monitorLast = { key: { text, changes: made.changes.count }, made };
    return made;
  }

  /** This cell with all but some degrees of freedom held where they stand. The last one is remembered. */
  held(standing: Float64Array, moving: readonly number[]): HeldCell {
    const still = stillDofs(this.cell.tree, moving).map((d) => standing[d]);
    const key = contentsDigest([moving, still]);
    if (this.heldLast?.key === key) return this.heldLast.made;
    const made = new HeldCell(this.cell, standing, new Set(moving));
    this.heldLast = { key, made };
    return made;
  }

  private get named() {
    return { file: this.file, joints: this.joints };
  }
}

/** A motion may be altered in place: its object alone does not tell what it was when it was asked about. */
function motionKey(motion: Motion, wrap: WrapRule): string | object {
  try {
    return contentsDigest([motion, wrap]);
  } catch {
    // A caller's own class, whose contents cannot be compared: no other key is this one.
    return {};
  }
}

// ------------------------------------------------------------------------------------------- opening

export interface OpenCellRequest extends CellSource {
  /** Seconds that reading and preparing may take, and a little longer. Default: as long as it takes. */
  readonly timeLimit_s?: number | undefined;
}

/** What is open, for who cannot hold it. */
export interface OpenCellAnswer {
  readonly file: string;
  /** Names of the degrees of freedom: what the numbers of a configuration mean. */
  readonly joints: readonly string[];
  readonly bodies: readonly string[];
  /** How many pairs of bodies are tested. */
  readonly testedPairs: number;
  readonly clearance: number;
  /** The same within a robot, where that is another. */
  readonly selfClearance?: number;
  readonly assumptions: readonly string[];
  readonly notes: readonly Fault[];
}

/** Milliseconds that preparing a cell may take longer, so that a small limit gets an answer, too. */
const GRACE_MS = 10_000;

/** Reads and compiles a cell. Throws an InputError for files that make none. */
export function openCell(request: OpenCellRequest, context: JobContext = {}): OpenCell {
  const pause = pauseOf(request, context);
  context.onProgress?.({ phase: 'reading', done: 0, of: 0 });
  const { file } = request;
  const description = describeSource(request, { ...context, pause });
  pause?.();
  context.onProgress?.({ phase: 'preparing', done: 0, of: 0 });
  const { store } = context;
  const read = { file, description, joints: givenJoints(request), byVisuals: undefined };
  const kind = request.kind ?? kindOfCell(request.files.get(file)!, file);
  if (kind === 'model' || visualOnlyLinks(description, 'ignored').length === 0) {
    return openDescription(read, { pause, store });
  }
  const byVisuals = () => describeSource({ ...request, testVisuals: true }, context);
  return openDescription({ ...read, byVisuals }, { pause, store });
}

/** Compiles a cell that was read. */
export function openDescription(
  read: Pick<OpenCell, 'file' | 'description' | 'joints'> & Partial<Pick<OpenCell, 'byVisuals'>>,
  { pause, store }: { pause?: (() => void) | undefined; store?: CompiledStore | undefined } = {},
): OpenCell {
  const like = compiledWith(read.description);
  const cell = aboutFile(read.file, () => buildCell(read.description, { pause, store, like }));
  refuseIdle(cell);
  return new OpenCell(read, cell);
}

/** A cell that was compiled elsewhere. */
export function openCompiled(cell: Cell, file = 'the cell'): OpenCell {
  return new OpenCell({ file, description: cell.description, joints: new Map() }, cell);
}

export function givenJoints({ joints = {} }: Pick<CellSource, 'joints'>): GivenJoints {
  return new Map(Object.entries(joints));
}

export function answerOf({ file, cell }: OpenCell): OpenCellAnswer {
  return {
    file,
    joints: cell.tree.dofs.map(({ name }) => name),
    bodies: cell.bodies.map(({ name }) => name),
    testedPairs: testedCount(cell),
    ...clearanceJson(cell.description),
    assumptions: assumptionsOf(cell),
    notes: cell.notes,
  };
}

/** What a cell asks while it is prepared for somebody with a signal or a deadline. */
export function pauseFor(context: JobContext): (() => void) | undefined {
  return pauseOf({}, context);
}

/** What a cell asks while it is prepared: whether its time has passed, or nobody waits any more. */
function pauseOf(
  { timeLimit_s }: Pick<OpenCellRequest, 'timeLimit_s'>,
  { signal, deadline: end = Infinity }: JobContext,
): (() => void) | undefined {
  if (timeLimit_s === undefined && !signal && end === Infinity) return undefined;
  const deadline = performance.now() + 1000 * (timeLimit_s ?? Infinity) + GRACE_MS;
  return () => {
    if (signal?.aborted) throw stopped();
    const now = performance.now();
    if (now > end) throw tooLate();
    if (now < deadline) return;
    throw new InputError({
      code: 'check/time-limit',
      message: `the time limit of ${timeLimit_s} s ended while the cell was prepared`,
      hint: 'every two bodies are looked at once: give more time, or make one body of things that stand still together',
    });
  };
}

/** The same, when the deadline of whoever asked is over. */
function tooLate(): InputError {
  return new InputError({
    code: 'job/deadline',
    message: 'the time was over before the cell was prepared',
    hint: 'give it more time',
  });
}

/** Where there is no answer yet that could be given early. */
export function stopped(): InputError {
  return new InputError({ code: 'job/stopped', message: 'the job was stopped' });
}
