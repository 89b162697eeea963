/**
 * Bodies that fly, on a page of their own over the one with the cell: that one rests and is as it was when this one is
 * left. The engine records an example with the broad phase and without; what is shown is one of the two, at a time.
 */
import { column } from '../../src/words/index.ts';
import { type App, isCancelled } from '../model/app.ts';
import { button, element, fill } from '../model/dom.ts';
import { FLIGHTS } from '../model/flights.ts';
import { pressed } from '../model/keys.ts';
import { jobsOverlay } from '../panels/overlays.ts';
import { FlightBand } from './band.ts';
import { decimalsFor } from './clock.ts';
import { FactsPanel } from './facts.ts';
import { FlightView } from './flightView.ts';
import type { Recording } from './recording.ts';
import { Runs } from './runs.ts';
import { FlightTransport } from './transport.ts';

export class FlightPage {
  private readonly app: App;
  private readonly runs: Runs;
  private readonly dialog: HTMLDialogElement;
  private readonly view: FlightView;
  private readonly band: FlightBand;
  private readonly facts: FactsPanel;
  private readonly transport: FlightTransport;
  private readonly leave: HTMLButtonElement;
  private readonly examples: HTMLSelectElement;
  private readonly about = element('p', { class: 'flight-about' });
  /** Says what was found wherever one is in the page. */
  private readonly announced = element('div', { class: 'visually-hidden', role: 'status' });
  private readonly message = element('div', { class: 'flight-message', hidden: true });
  private readonly viewBox: HTMLElement;
  private example = '';
  private broadPhase = true;
  private recording: Recording | null = null;
  private position = 0;

  /** `theme` changes between dark and light. */
  constructor(app: App, theme: () => void) {
    this.app = app;
    this.runs = new Runs(app);
    const scene = element('div', { class: 'scene' });
    this.viewBox = element(
      'main',
      { class: 'view flight-view' },
      scene,
      this.message,
      this.announced,
      jobsOverlay(app),
    );
    this.leave = button('Back', () => this.close(), { testid: 'flight-leave' });
    this.examples = element(
      'select',
      { 'aria-label': 'Example', testid: 'flight-example' },
      ...FLIGHTS.map(({ name, title }) => element('option', { value: name }, title)),
    );
    this.examples.addEventListener('change', () => this.choose(this.examples.value));
    this.facts = new FactsPanel({
      setBroadPhase: (on) => this.setBroadPhase(on),
      showSteps: (visible) => this.view.showSteps(visible),
      compare: () => void this.compare(),
      goTo: (time) => this.seek(time - (this.recording?.answer.begin ?? 0)),
    });
    this.band = new FlightBand((position) => this.seek(position));
    this.transport = new FlightTransport({
      goTo: (position) => this.goTo(position),
      step: (way) => this.stepTo(way),
    });
    this.dialog = element(
      'dialog',
      { class: 'flight', testid: 'flight', 'aria-label': 'Bodies that fly' },
      element(
        'header',
        { class: 'header' },
        this.leave,
        element('h1', {}, 'Bodies that fly'),
        this.examples,
        element('span', { class: 'grow' }),
        button('Show all of it (F)', () => this.view.fit(), { icon: 'fit', class: 'quiet' }),
        button('Dark or light', theme, { icon: 'theme', class: 'quiet' }),
      ),
      this.viewBox,
      element(
        'aside',
        { class: 'side flight-side', 'aria-label': 'Facts' },
        element('div', { class: 'section' }, this.about, hint()),
        this.facts.root,
      ),
      element(
        'section',
        { class: 'flight-bottom', 'aria-label': 'Time' },
        this.transport.root,
        this.band.canvas,
      ),
    );
    document.body.append(this.dialog);
    this.view = new FlightView(scene);
    this.dialog.addEventListener('close', () => this.rest());
    this.dialog.addEventListener('keydown', (event) => this.key(event));
    const { store } = app;
    const showTheme = () => {
      this.view.setTheme(store.state.theme);
      this.band.redraw();
    };
    store.subscribe(['theme'], showTheme);
    store.subscribe(['busy'], ({ busy }) => {
      this.viewBox.setAttribute('aria-busy', String(busy.length > 0));
    });
    showTheme();
  }

  open(name: string): void {
    const cell = this.app.store.state.cell?.name;
    const where = cell ? `Back to ${cell}` : 'Back';
    fill(this.leave, `← ${where}`);
    this.leave.title = `${where} (Escape)`;
    if (!this.dialog.open) this.dialog.showModal();
    this.app.view.stop();
    this.view.start();
    this.choose(name);
  }

  close(): void {
    if (this.dialog.open) this.dialog.close();
  }

  /** Nothing is drawn or computed while the page with the cell is back. */
  private rest(): void {
    this.transport.pause();
    this.runs.cancel();
    this.view.stop();
    this.app.view.start();
    // Ending a run ends its worker, and the cell that it had.
    this.app.prepare();
  }

  private choose(name: string): void {
    const example = FLIGHTS.find((each) => each.name === name) ?? FLIGHTS[0];
    if (example.name !== this.example) this.runs.cancel();
    this.example = example.name;
    this.examples.value = example.name;
    this.about.textContent = example.about;
    this.facts.setBroadPhase(this.broadPhase);
    this.show(null);
    void this.load();
  }

  private setBroadPhase(on: boolean): void {
    this.broadPhase = on;
    this.facts.setBroadPhase(on);
    void this.load();
  }

  /** Shows what is chosen, once it is there; then has the other one recorded too, for the comparison. */
  private async load(): Promise<void> {
    const { example, broadPhase } = this;
    const isChosen = () =>
      this.dialog.open && this.example === example && this.broadPhase === broadPhase;
    this.say('');
    const run = this.runs.ask(example, broadPhase);
    this.showBoth();
    try {
      const recording = await run;
      if (isChosen()) this.show(recording);
      if (isChosen()) this.announced.textContent = `${recording.answer.sentence}.`;
    } catch (error) {
      if (isChosen()) this.failed(error);
      return;
    }
    if (isChosen()) await this.compare();
  }

  /** Has the recording made that is not shown. */
  private async compare(): Promise<void> {
    const { example, broadPhase } = this;
    const run = this.runs.ask(example, !broadPhase);
    this.showBoth();
    try {
      await run;
    } catch (error) {
      // What is shown is not touched by it.
      if (this.dialog.open) this.app.dialogs.fault(error, 'The comparison cannot be computed');
    }
    if (this.example === example) this.showBoth();
  }

  /** What was asked for cannot be had: back to what is shown, if anything is. */
  private failed(error: unknown): void {
    if (this.recording) {
      this.broadPhase = this.recording.answer.broadPhase;
      this.facts.setBroadPhase(this.broadPhase);
      this.showBoth();
    } else {
      this.say(isCancelled(error) ? 'Cancelled.' : 'This example could not be computed.');
    }
    this.app.dialogs.fault(error, 'This example cannot be computed');
  }

  private show(recording: Recording | null): void {
    const before = this.recording;
    this.recording = recording;
    const same = recording !== null && before?.answer.example === recording.answer.example;
    const { begin = 0, end = 0 } = recording?.answer ?? {};
    this.view.setRecording(recording, same);
    this.facts.setRecording(recording);
    if (!same) this.transport.setDuration(end - begin);
    this.showBoth();
    this.goTo(same ? Math.min(this.position, end - begin) : 0);
  }

  /** The two recordings side by side, as far as they are there. */
  private showBoth(): void {
    const on = this.runs.get(this.example, true);
    const off = this.runs.get(this.example, false);
    const awaited = [true, false].some((each) => this.runs.isAwaited(this.example, each));
    this.facts.setWork({ on, off }, awaited);
    const most = (off ?? on)?.answer.work.mostWatched ?? 1;
    this.band.setRecording(this.recording, most);
    this.facts.showTime(this.time, this.pairs);
  }

  /** All pairs that there are; null as long as nobody has watched them all. */
  private get pairs(): number | null {
    return this.runs.get(this.example, false)?.answer.work.mostWatched ?? null;
  }

  private get time(): number {
    return (this.recording?.answer.begin ?? 0) + this.position;
  }

  /** By hand: if it plays, it goes on from there. */
  private seek(position: number): void {
    this.transport.seek(position);
    this.goTo(position);
  }

  private goTo(position: number): void {
    this.position = position;
    const answer = this.recording?.answer;
    this.view.goTo(this.time);
    this.band.setCursor(position);
    this.facts.showTime(this.time, this.pairs);
    const text = answer ? `${column(this.time, decimalsFor(answer.end - answer.begin))} s` : '';
    this.transport.show(position, text);
  }

  private stepTo(way: 1 | -1): void {
    const { recording, time } = this;
    if (!recording) return;
    this.transport.pause();
    this.seek(recording.within(recording.hitBeside(time, way)) - recording.answer.begin);
  }

  private key(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.target !== event.currentTarget) {
      const held = (event.target as HTMLElement).closest('input, select, button');
      if (event.defaultPrevented || held) return;
    }
    const acts: Record<string, () => void> = {
      ' ': () => this.transport.toggle(),
      B: () => this.setBroadPhase(!this.broadPhase),
      F: () => this.view.fit(),
    };
    const found = Object.keys(acts).find((keys) => pressed(keys, event));
    if (found === undefined) return;
    event.preventDefault();
    acts[found]();
  }

  private say(text: string): void {
    this.message.hidden = text === '';
    fill(
      this.message,
      this.announced,
      element('p', { role: 'status', testid: 'flight-message' }, text),
      button('Try again', () => void this.load(), { testid: 'flight-again' }),
    );
  }
}

function hint(): HTMLElement {
  const key = (keys: string, what: string) =>
    element('span', {}, element('kbd', {}, keys), ` ${what}`);
  return element(
    'p',
    { class: 'flight-keys muted' },
    key('Space', 'plays'),
    key('Page Down', 'next impact'),
    key('B', 'broad phase'),
    key('F', 'show all'),
    key('Esc', 'back'),
  );
}
