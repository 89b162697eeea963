/**
 * A record of values with listeners and a memory. Changes that say `undoable` can be taken back;
 * those with the same `merge` word in a row, as of a slider being dragged, are one step.
 */

export interface ChangeOptions {
  /** What undoing this is called, as in "Undo: move table". */
  undoable?: string;
  /** Changes in a row with the same word are taken back together. */
  merge?: string;
}

interface Step<S> {
  readonly label: string;
  readonly merge: string | undefined;
  /** Values before and after, of the keys that the step changed and that are remembered. */
  before: Partial<S>;
  after: Partial<S>;
}

type Listener<S> = (state: Readonly<S>, changed: ReadonlySet<keyof S>) => void;

const DEPTH = 200;

export class History<S extends object> {
  private current: S;
  private readonly remembered: ReadonlySet<keyof S>;
  private readonly listeners = new Set<{ keys: readonly (keyof S)[]; listener: Listener<S> }>();
  private done: Step<S>[] = [];
  private undone: Step<S>[] = [];

  private readonly complete: (values: Partial<S>, state: Readonly<S>) => Partial<S>;

  /**
   * `remembered`: the keys that undo brings back; all others go on as they are. `complete` adds to a
   * change what follows from it, also when it is undone.
   */
  constructor(
    initial: S,
    remembered: readonly (keyof S)[],
    complete: (values: Partial<S>, state: Readonly<S>) => Partial<S> = (values) => values,
  ) {
    this.current = initial;
    this.remembered = new Set(remembered);
    this.complete = complete;
  }

  get state(): Readonly<S> {
    return this.current;
  }

  /** Changes values; listeners of changed keys are called before this returns. */
  update(
    change: Partial<S> | ((state: Readonly<S>) => Partial<S>),
    { undoable, merge }: ChangeOptions = {},
  ): void {
    const asked = typeof change === 'function' ? change(this.current) : change;
    const values = this.complete(asked, this.current);
    const changed = this.differing(values);
    if (changed.size === 0) return;
    if (undoable !== undefined) this.remember(undoable, merge, values, changed);
    this.apply(values, changed);
  }

  /** Calls back when one of the keys changes. Returns what ends that. */
  subscribe(keys: readonly (keyof S)[], listener: Listener<S>): () => void {
    const entry = { keys, listener };
    this.listeners.add(entry);
    return () => this.listeners.delete(entry);
  }

  /** What undo and redo would take back or bring again; null: nothing. */
  get undoLabel(): string | null {
    return this.done.at(-1)?.label ?? null;
  }

  get redoLabel(): string | null {
    return this.undone.at(-1)?.label ?? null;
  }

  undo(): boolean {
    const step = this.done.pop();
    if (!step) return false;
    this.undone.push(step);
    this.restore(step.before);
    return true;
  }

  redo(): boolean {
    const step = this.undone.pop();
    if (!step) return false;
    this.done.push(step);
    this.restore(step.after);
    return true;
  }

  /** Forgets all steps, as when another cell is opened. */
  forget(): void {
    this.done = [];
    this.undone = [];
  }

  /** Ends a run of merged changes: the next one is a step of its own. */
  seal(): void {
    const last = this.done.at(-1);
    if (last) this.done[this.done.length - 1] = { ...last, merge: undefined };
  }

  private restore(remembered: Partial<S>): void {
    const values = this.complete(remembered, this.current);
    this.apply(values, this.differing(values));
  }

  private differing(values: Partial<S>): Set<keyof S> {
    const changed = new Set<keyof S>();
    for (const key of Object.keys(values) as (keyof S)[]) {
      if (!Object.is(values[key], this.current[key])) changed.add(key);
    }
    return changed;
  }

  private remember(
    label: string,
    merge: string | undefined,
    values: Partial<S>,
    changed: ReadonlySet<keyof S>,
  ): void {
    const before: Partial<S> = {};
    const after: Partial<S> = {};
    let any = false;
    for (const key of changed) {
      if (!this.remembered.has(key)) continue;
      before[key] = this.current[key];
      after[key] = values[key] as S[keyof S];
      any = true;
    }
    if (!any) return;
    this.undone = [];
    const last = this.done.at(-1);
    if (last && merge !== undefined && last.merge === merge) {
      last.before = { ...before, ...last.before };
      last.after = { ...last.after, ...after };
      return;
    }
    this.done.push({ label, merge, before, after });
    if (this.done.length > DEPTH) this.done.shift();
  }

  private apply(values: Partial<S>, changed: ReadonlySet<keyof S>): void {
    if (changed.size === 0) return;
    this.current = { ...this.current, ...values };
    // A listener may unsubscribe others, or update again: it then sees the newer state.
    for (const { keys, listener } of [...this.listeners]) {
      if (keys.some((key) => changed.has(key))) listener(this.current, changed);
    }
  }
}
