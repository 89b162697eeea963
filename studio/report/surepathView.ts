/**
 * `<surepath-view src="report.json" controls>`: a report inside any page, without the studio. All of it is in a shadow
 * tree; besides `src` nothing is fetched, and what is wrong is said where the picture would be. docs/viewer.md.
 */
import { InputError } from '../../src/math/index.ts';
import {
  type ReportData,
  readReport,
  readReportJson,
  verdictSentence,
  verdictTone,
} from '../../src/report/index.ts';
import { element, fill } from '../model/dom.ts';
import { PackedView } from '../view/packed.ts';
import { Player } from './player.ts';
import type { SurepathView as Promised } from './surepath-view.d.ts';
import { type Bar, makeBar } from './viewControls.ts';
import { STYLE } from './viewStyle.ts';

/** A sign beside the colour. */
const SIGNS = { free: '✓', bad: '✕', warn: '?' } as const;
/** Bytes of data that are read: a report has two or three megabytes. */
const MOST_BYTES = 256 << 20;

/** What is shown now. */
interface Shown {
  readonly data: ReportData;
  readonly view: PackedView;
  readonly player: Player;
  readonly bar: Bar;
}

export class SurepathView extends HTMLElement implements Promised {
  static readonly observedAttributes = ['src', 'controls', 'loop', 'theme'];
  private readonly box = element('div', { class: 'box', part: 'box' });
  private readonly dark = matchMedia('(prefers-color-scheme: dark)');
  private given: ReportData | null = null;
  private shown: Shown | null = null;
  private loading: AbortController | null = null;
  private pace = 1;
  /** An element that is upgraded in place hears of its attributes before it is told that it is in the page. */
  private isLive = false;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    root.append(this.box);
  }

  connectedCallback(): void {
    this.isLive = true;
    this.dark.addEventListener('change', this.applyTheme);
    this.applyTheme();
    this.load();
  }

  disconnectedCallback(): void {
    this.isLive = false;
    this.dark.removeEventListener('change', this.applyTheme);
    this.clear();
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after || !this.isLive) return;
    if (name === 'src') this.load();
    else if (name === 'theme') this.applyTheme();
    else if (this.shown && name === 'controls') this.shown.bar.root.hidden = !this.controls;
    else if (this.shown && name === 'loop') this.shown.player.loop = this.loop;
  }

  get src(): string {
    return this.getAttribute('src') ?? '';
  }

  set src(address: string) {
    this.setAttribute('src', address);
  }

  get report(): ReportData | null {
    return this.shown?.data ?? this.given;
  }

  set report(data: ReportData | null) {
    this.given = data;
    if (this.isLive) this.load();
  }

  get controls(): boolean {
    return this.hasAttribute('controls');
  }

  set controls(on: boolean) {
    this.toggleAttribute('controls', on);
  }

  get autoplay(): boolean {
    return this.hasAttribute('autoplay');
  }

  set autoplay(on: boolean) {
    this.toggleAttribute('autoplay', on);
  }

  get loop(): boolean {
    return this.hasAttribute('loop');
  }

  set loop(on: boolean) {
    this.toggleAttribute('loop', on);
  }

  get position(): number {
    const player = this.shown?.player;
    return player ? (player.at - player.begin) / (player.end - player.begin) : 0;
  }

  set position(part: number) {
    if (Number.isFinite(part)) this.shown?.player.goToPart(part);
  }

  get speed(): number {
    return this.shown?.player.speed ?? this.pace;
  }

  set speed(speed: number) {
    if (!(speed > 0 && speed < Number.POSITIVE_INFINITY)) return;
    this.pace = speed;
    if (this.shown) this.shown.player.speed = speed;
  }

  get playing(): boolean {
    return this.shown?.player.isPlaying ?? false;
  }

  play(): void {
    this.shown?.player.play();
  }

  pause(): void {
    this.shown?.player.pause();
  }

  showWitness(number = 0): void {
    this.shown?.player.showWitness(number);
  }

  /** Shows the data at hand, or fetches it; what was asked before is given up. */
  private load(): void {
    this.clear();
    if (this.given) {
      const { given } = this;
      this.attempt(() => this.show(readReport(given)));
    } else if (this.src !== '') void this.fetch(this.src);
    else this.say('There is no report: set src, or the property report.');
  }

  private async fetch(address: string): Promise<void> {
    const own = new AbortController();
    this.loading = own;
    this.say('Loading…');
    try {
      const response = await fetch(address, { signal: own.signal });
      if (!response.ok) throw new Error(`the server says ${response.status}`);
      if (Number(response.headers.get('content-length')) > MOST_BYTES) {
        throw new Error('it has more than 256 megabytes');
      }
      const text = await response.text();
      if (own.signal.aborted) return;
      this.attempt(() => this.show(readReportJson(text, address)));
    } catch (error) {
      if (!own.signal.aborted) this.fail(error, `${address} cannot be loaded`);
    }
  }

  private attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.clear();
      this.fail(error, 'This report cannot be shown');
    }
  }

  private show(data: ReportData): void {
    const tone = verdictTone(data.verdict);
    const scene = element('div', { class: 'scene', part: 'scene' });
    const said = verdictSentence(data);
    fill(
      this.box,
      element(
        'div',
        { class: 'head', part: 'verdict', role: 'status' },
        element(
          'span',
          { class: 'word', 'data-tone': tone, testid: 'verdict' },
          `${SIGNS[tone]} ${data.verdict}`,
        ),
        element('span', { class: 'said', title: `${data.title}. ${said}` }, said),
      ),
      scene,
    );
    const view = new PackedView(scene, data.scene);
    const player = new Player(data, view);
    const bar = makeBar(player, data, () => view.fit());
    this.shown = { data, view, player, bar };
    player.speed = this.pace;
    player.loop = this.loop;
    player.onMove = bar.move;
    player.onPlaying = (isPlaying) => {
      bar.playing(isPlaying);
      this.dispatchEvent(new Event(isPlaying ? 'play' : 'pause'));
    };
    bar.root.hidden = !this.controls;
    this.box.append(bar.root);
    this.applyTheme();
    player.start();
    this.dispatchEvent(new Event('load'));
    if (this.autoplay && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
      player.goTo(player.begin);
      player.play();
    }
  }

  private say(text: string): void {
    fill(this.box, element('div', { class: 'message', role: 'status' }, text));
  }

  private fail(error: unknown, title: string): void {
    const fault = error instanceof InputError ? error.fault : null;
    const message = fault?.message ?? (error instanceof Error ? error.message : String(error));
    fill(
      this.box,
      element(
        'div',
        { class: 'message', role: 'alert', 'data-kind': 'fault', testid: 'fault' },
        element(
          'div',
          {},
          element('strong', {}, title),
          element('div', {}, message),
          fault?.hint !== undefined && element('small', {}, fault.hint),
        ),
      ),
    );
    this.dispatchEvent(new ErrorEvent('error', { error, message }));
  }

  private clear(): void {
    this.loading?.abort();
    this.loading = null;
    if (this.shown) {
      this.shown.player.onPlaying = () => {};
      this.shown.player.pause();
      this.shown.view.dispose();
    }
    this.shown = null;
    fill(this.box);
  }

  private readonly applyTheme = (): void => {
    const chosen = this.getAttribute('theme');
    const isDark = chosen === 'dark' || (chosen !== 'light' && this.dark.matches);
    this.box.dataset.theme = isDark ? 'dark' : 'light';
    this.shown?.view.setTheme(isDark ? 'dark' : 'light');
  };
}

if (!customElements.get('surepath-view')) customElements.define('surepath-view', SurepathView);
