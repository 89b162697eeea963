/**
 * What the three panels share: the motion as the page plays it, and the jobs whose answers they show.
 *
 * An answer counts for the cell, the path and the settings it was asked about, and for nothing else: it
 * is dropped if any of them changed meanwhile, and the job is ended as soon as they do. What is kept of a
 * proof is its text, which is no answer: after an edit a recheck begins with it, by itself.
 */
import { keptShareText } from '../../src/words/index.ts';
import type {
  Answer,
  CheckAnswer,
  CheckSettings,
  ContactAnswer,
  Job,
  PathData,
  Request,
  WitnessData,
} from '../engine/protocol.ts';
import type { JobOptions } from '../model/host.ts';
import { NO_RESULTS, type Results, type Settings, type Store } from '../model/state.ts';
import type { Place } from './axis.ts';
import { keptShare } from './intervals.ts';
import { PageMotion, treeOf } from './motion.ts';

/** Milliseconds of quiet before checking again by itself: while a hand drags, every edit ends it. */
const QUIET_MS = 250;
/** Milliseconds after another job before going on with the details. */
const RESUME_MS = 500;
/** Seconds that the details after a check may take each. */
const DETAIL_SECONDS = 30;

/** Milliseconds between two looks at whether the engine has gone back. */
const ENGINE_MS = 20;

/** Segments of a path of which details are not found unasked. */
const LONG = 20_000;

const PROVISIONAL = 'provisional: not proven yet';

type Listener = () => void;

/** What it needs of the page. */
export interface Host {
  readonly store: Store;
  readonly engine: { readonly cellId: number };
  readonly dialogs: { fault(error: unknown, title?: string): void };
  /** What shows the cell, where something does. */
  readonly view?: { flyToContact(): void };
  run<K extends Job>(kind: K, request: Request<K>, options: JobOptions): Promise<Answer<K>>;
}

/** How a job is asked for. */
export interface Asking extends Pick<JobOptions, 'onProgress'> {
  readonly signal?: AbortSignal | undefined;
  /** Nobody asked for it: if it cannot be done nothing is said. */
  readonly isQuiet?: boolean;
}

export class Controller {
  readonly app: Host;
  motion: PageMotion | null = null;
  /** Why the path cannot be shown; null if it can. */
  problem: string | null = null;
  /** Where a contact begins, once that is known of the last check. */
  contact: ContactAnswer | null = null;
  private readonly listeners = new Set<Listener>();
  /** Ends all jobs about the path as it is. */
  private about = new AbortController();
  private checking: AbortController | null = null;
  private detailing: AbortController | null = null;
  /** The check whose details are not all found yet. */
  private wanted: CheckAnswer | null = null;
  private resuming: ReturnType<typeof setTimeout> | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The cell was edited, and nobody has looked since what is still proven. */
  private isEdited = false;
  /** What jobs were asked with. */
  private settings: CheckSettings;

  constructor(app: Host) {
    this.app = app;
    this.settings = app.store.state.settings.check;
    app.store.subscribe(['cell', 'path', 'settings'], ({ settings }, keys) => {
      const isOther = settings.check !== this.settings;
      this.settings = settings.check;
      // Settings of a check are part of its question: with others there is no answer yet.
      if (isOther) app.store.update({ results: NO_RESULTS });
      if (keys.has('cell')) this.isEdited = true;
      if (isOther || keys.has('cell') || keys.has('path')) this.changed();
    });
    app.store.subscribe(['keepPlanning'], () => this.again());
    app.store.subscribe(['hand'], ({ keepPlanning, hand }) => {
      if (!keepPlanning) return;
      if (hand) this.giveUp();
      else this.again();
    });
    this.rebuild();
  }

  /** Calls back when the motion, the contact or what is running changes. */
  listen(listener: Listener): void {
    this.listeners.add(listener);
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }

  // ------------------------------------------------------------------------------------ the motion

  /** Where one is on the path. */
  get place(): Place {
    const { time } = this.app.store.state;
    const last = (this.motion?.axis.segments ?? 1) - 1;
    const segment = Math.min(last, Math.max(0, Math.floor(time)));
    return { segment, t: Math.min(1, Math.max(0, time - segment)) };
  }

  /** The same on the axis. */
  get position(): number {
    return this.motion?.axis.position(this.place) ?? 0;
  }

  seek(position: number): void {
    if (this.motion) this.seekPlace(this.motion.axis.place(position));
  }

  /** `exact`: the configuration as somebody computed it there, to the bit. */
  seekPlace(place: Place, exact?: Float64Array): void {
    if (!this.motion) return;
    const configuration = exact ?? this.motion.configuration(place);
    this.app.store.update({ time: place.segment + place.t, configuration });
  }

  /** Goes to where a witness is, and looks at it from nearby. */
  showWitness(witness: WitnessData): void {
    this.seekPlace(witness, witness.configuration);
    this.app.view?.flyToContact();
  }

  private rebuild(): void {
    const { cell, path, settings } = this.app.store.state;
    this.motion = null;
    this.problem = null;
    if (!cell || !path) return;
    try {
      const tree = treeOf(cell.description.robots);
      this.motion = new PageMotion(tree, path, settings.check.wrap);
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
  }

  private changed(): void {
    this.endJobs();
    this.rebuild();
    this.tell();
    this.again();
  }

  private endJobs(): void {
    this.about.abort();
    this.about = new AbortController();
    this.checking = null;
    this.detailing = null;
    this.wanted = null;
    this.contact = null;
  }

  /** The cell will be another: what is under way is of one that nobody sees any more. */
  private giveUp(): void {
    clearTimeout(this.timer);
    const isIdle = !this.checking && !this.detailing && !this.wanted && !this.contact;
    this.endJobs();
    if (!isIdle) this.tell();
  }

  // -------------------------------------------------------------------------------------- settings

  setCheck(change: Partial<Record<keyof CheckSettings, unknown>>): void {
    const { store } = this.app;
    const check: Record<string, unknown> = { ...store.state.settings.check, ...change };
    for (const key of Object.keys(check)) if (check[key] === undefined) delete check[key];
    store.update({ settings: { ...store.state.settings, check: check as CheckSettings } });
  }

  set(change: Partial<Omit<Settings, 'check'>>): void {
    const { store } = this.app;
    store.update({ settings: { ...store.state.settings, ...change } });
    if (change.keepChecking) this.again();
    this.tell();
  }

  // ------------------------------------------------------------------------------------------ jobs

  get isChecking(): boolean {
    return this.checking !== null;
  }

  /** While the path is rechecked after an edit, or is a new one of the planner: what is proven of it, in words. */
  get stillProven(): string | null {
    const { check, kept } = this.results;
    const { provisional, path } = this.app.store.state;
    if (!this.motion || check) return null;
    if (path !== null && provisional === path) return PROVISIONAL;
    if (!kept) return null;
    return keptShareText(kept.left && keptShare(this.motion.axis, kept.left));
  }

  /**
   * Asks about the path as it is. Null if it was cancelled, if something was wrong (which is shown),
   * or if the answer is no longer about what is shown. Details that nobody asked for give way.
   */
  async ask<K extends Job>(
    kind: K,
    request: Request<K>,
    label: string,
    asking: Asking = {},
  ): Promise<Answer<K> | null> {
    this.interrupt();
    try {
      return await this.request(kind, request, label, asking);
    } finally {
      this.resume();
    }
  }

  /** Ends the search for details: somebody wants something else of the engine. */
  interrupt(): void {
    clearTimeout(this.resuming);
    this.detailing?.abort();
    this.detailing = null;
  }

  /** Goes on with the details that are missing, once nobody wants anything else. */
  resume(): void {
    clearTimeout(this.resuming);
    this.resuming = setTimeout(() => {
      const { check } = this.results;
      if (check && this.wanted === check && !this.detailing) void this.details(check.verdict);
    }, RESUME_MS);
  }

  private async request<K extends Job>(
    kind: K,
    request: Request<K>,
    label: string,
    { signal, isQuiet = false, onProgress }: Asking,
  ): Promise<Answer<K> | null> {
    const { about } = this;
    const both = signal ? AbortSignal.any([about.signal, signal]) : about.signal;
    try {
      await this.engineReady(both);
      if (both.aborted) return null;
      const options = { label, signal: both, ...(onProgress && { onProgress }) };
      const answer = await this.app.run(kind, request, options);
      return both.aborted ? null : answer;
    } catch (error) {
      const isCancelled = error instanceof Error && error.name === 'AbortError';
      if (!isCancelled && !both.aborted && !isQuiet)
        this.app.dialogs.fault(error, `${label} failed`);
      return null;
    }
  }

  /**
   * After undo the page shows a cell that the engine has yet to go back to. Asked before, it would answer
   * about the other one.
   */
  private async engineReady(signal: AbortSignal): Promise<void> {
    const { engine, store } = this.app;
    while (!signal.aborted && engine.cellId !== store.state.cell?.id) {
      await new Promise((resolve) => setTimeout(resolve, ENGINE_MS));
    }
  }

  /** The path and the settings, as jobs take them; null also while the cell has yet to follow a hand. */
  get question(): { path: NonNullable<Request<'check'>['path']>; settings: CheckSettings } | null {
    const { path, settings, hand, keepPlanning } = this.app.store.state;
    const isBehind = hand !== null && keepPlanning;
    return path && this.motion && !isBehind ? { path, settings: settings.check } : null;
  }

  /** Checks the path; then, unless told otherwise, finds out the details that the timeline draws. */
  async check(details = true): Promise<void> {
    const { question } = this;
    if (!question) return;
    const own = this.beginCheck({ sampled: this.results.sampled });
    const check = await this.ask('check', question, 'Checking', { signal: own.signal });
    await this.endCheck(own, check, details);
  }

  /**
   * After an edit: what of the last proof holds in the cell as it is, then the verdict, as if somebody had asked
   * for a check. What the answer rests on is this cell alone.
   */
  private async recheck(): Promise<void> {
    const { question, known } = this;
    if (!question || known === null) return;
    const own = this.beginCheck({ kept: { left: null } });
    const answer = await this.ask('recheck', { ...question, text: known }, 'Proving the rest', {
      signal: own.signal,
      isQuiet: true,
      onProgress: ({ left }) => {
        if (left && this.checking === own) this.put({ kept: { left } });
      },
    });
    if (answer?.text) this.learn(answer.text, question.path);
    await this.endCheck(own, answer?.check ?? null);
  }

  /** The text of the last proof of this path, in whichever cell; null if there is none. */
  private get known(): string | null {
    const { evidence, path } = this.app.store.state;
    return evidence && evidence.path === path ? evidence.text : null;
  }

  /** Remembers a proof of a path, for after an edit. */
  learn(text: string, path: PathData): void {
    this.app.store.update({ evidence: { text, path } });
  }

  private beginCheck(results: Partial<Results>): AbortController {
    clearTimeout(this.timer);
    this.isEdited = false;
    this.checking?.abort();
    const own = new AbortController();
    this.checking = own;
    this.contact = null;
    this.app.store.update({ results: { ...NO_RESULTS, ...results } });
    this.tell();
    return own;
  }

  private async endCheck(
    own: AbortController,
    check: CheckAnswer | null,
    details = true,
  ): Promise<void> {
    const isCurrent = this.checking === own;
    if (isCurrent) this.checking = null;
    // A verdict about another model than the one that is shown is no verdict about this one.
    const isOurs = check !== null && check.digest === this.app.store.state.cell?.digest;
    if (isOurs) this.put({ check });
    else if (isCurrent) this.put({ kept: null });
    if (check && !isOurs)
      this.app.dialogs.fault(new Error('the engine has another cell than the page'));
    this.tell();
    if (!isOurs || !details) return;
    this.wanted = check;
    await this.details(check.verdict);
  }

  /** Configurations that show why the path is not free. */
  get witnesses(): readonly WitnessData[] {
    const { check } = this.results;
    if (!check) return [];
    return check.witnesses.length > 0 ? check.witnesses : check.witness ? [check.witness] : [];
  }

  private get results(): Results {
    return this.app.store.state.results;
  }

  private put(results: Partial<Results>): void {
    this.app.store.update({ results: { ...this.results, ...results } });
  }

  /** Whether what is drawn of a proof would have more parts than anybody can look at: then only who asks gets it. */
  get isLong(): boolean {
    return (this.motion?.axis.segments ?? 0) > LONG;
  }

  /** What the timeline draws besides the verdict: for as long as nothing else is asked. */
  private async details(verdict: string): Promise<void> {
    clearTimeout(this.resuming);
    const own = new AbortController();
    this.detailing = own;
    const isOn = () => !own.signal.aborted && this.results.check?.verdict === verdict;
    const isBroken = verdict === 'colliding' || verdict === 'too-close';
    if (isBroken && !this.contact) await this.touch(own.signal);
    if (!this.isLong && isOn() && !this.results.cover) await this.cover(own.signal);
    if (!this.isLong && isOn() && !this.results.profile) await this.profile(own.signal);
    // Also what somebody cancelled is done with; only what was interrupted goes on later.
    if (isOn()) this.wanted = null;
    if (this.detailing === own) this.detailing = null;
  }

  /** The question with a limit: details are not worth waiting for. */
  private get detail() {
    const { question } = this;
    return (
      question && { ...question, settings: { ...question.settings, timeLimit: DETAIL_SECONDS } }
    );
  }

  /** The proof, slab by slab; of a path that is not free that of the pairs that are. */
  async cover(signal?: AbortSignal): Promise<void> {
    const { question } = this;
    const except = this.unsettled;
    if (!question || !except) return;
    const request = except.length > 0 ? { ...question, except } : question;
    const answer = await this.request('cover', request, 'Drawing the proof', { signal });
    if (!answer) return;
    const { text, ...cover } = answer;
    if (text !== undefined) this.learn(text, question.path);
    this.put({ cover });
  }

  /** Pairs that are not shown free; null if that is not known. */
  private get unsettled(): [number, number][] | null {
    const { check } = this.results;
    if (check?.verdict === 'free') return [];
    const found = check?.verdict === 'undecided' ? check.open : (this.contact?.unsafe ?? []);
    const pairs = new Map([...found, ...this.witnesses].map(({ a, b }) => [`${a} ${b}`, [a, b]]));
    return pairs.size > 0 ? ([...pairs.values()] as [number, number][]) : null;
  }

  /** Where a contact begins. */
  private async touch(signal: AbortSignal): Promise<void> {
    const { detail } = this;
    if (!detail) return;
    const contact = await this.request('contact', detail, 'Finding the first contact', {
      signal,
    });
    if (!contact) return;
    this.contact = contact;
    this.tell();
  }

  /** The clearance along the path; `accuracy` in metres. */
  async profile(signal?: AbortSignal, accuracy?: number): Promise<void> {
    const { detail } = this;
    if (!detail) return;
    const verdict = this.results.check?.verdict;
    const request = {
      ...detail,
      ...(verdict === undefined ? {} : { verdict }),
      ...(accuracy === undefined ? {} : { accuracy }),
    };
    const profile = await this.request('profile', request, 'Measuring the clearance', {
      signal,
    });
    if (profile) this.put({ profile });
  }

  async sample(resolution: number): Promise<void> {
    const { question } = this;
    if (!question) return;
    const sampled = await this.ask('sampled', { ...question, resolution }, 'Sampling');
    if (sampled) this.put({ sampled });
  }

  /** Checks by itself if that is wanted, and rechecks what was proven before an edit, once things have been quiet for a moment. */
  private again(): void {
    clearTimeout(this.timer);
    const { settings, keepPlanning, holding } = this.app.store.state;
    const keepChecking = settings.keepChecking || keepPlanning;
    const isKnown = this.isEdited && this.known !== null;
    if (!this.question || (!keepChecking && !isKnown)) return;
    // A cell that follows a hand does so when the hand rests.
    const quiet = holding !== null && keepPlanning ? 0 : QUIET_MS;
    this.timer = setTimeout(() => {
      if (this.results.check || this.isChecking) return;
      void (isKnown ? this.recheck() : this.check());
    }, quiet);
  }
}

const controllers = new WeakMap<Store, Controller>();

export function controllerOf(app: Host): Controller {
  let controller = controllers.get(app.store);
  if (!controller) {
    controller = new Controller(app);
    controllers.set(app.store, controller);
  }
  return controller;
}

/** What of a check's settings changes the cell: planners have to keep to it as well. */
export function adjustments({
  clearance,
  tracking,
}: CheckSettings): Pick<CheckSettings, 'clearance' | 'tracking'> {
  return {
    ...(clearance === undefined ? {} : { clearance }),
    ...(tracking === undefined ? {} : { tracking }),
  };
}
