/**
 * The bottom of the page: playing and scrubbing, the verdict along the path, and below it either the
 * clearance or the cover of the proof, all over one axis.
 */

import { accuracyText, coveredText, coverText, visible } from '../../src/words/index.ts';
import { bodyName } from '../engine/protocol/bodyNames.ts';
import type { CoverAnswer, OpenedCell, ProfileAnswer } from '../engine/protocol.ts';
import { type App, button, element, fill, setText, term } from '../model/index.ts';
import type { TimeAxis } from './axis.ts';
import { Band, type Mark } from './band.ts';
import type { Chart } from './chart.ts';
import { clearanceTitle, fillPairs, gapText, plotContent } from './clearances.ts';
import { sameConfiguration } from './configurations.ts';
import { type Controller, controllerOf } from './controller.ts';
import { CoverLanes } from './cover.ts';
import { bandOf, keptBand, safeBand } from './intervals.ts';
import { JointPlot } from './jointPlot.ts';
import { laneSources, lanesOf } from './lanes.ts';
import type { PageMotion } from './motion.ts';
import { ClearancePlot } from './plot.ts';
import type { ScaleKind } from './scale.ts';
import { drawTrace } from './trace.ts';
import { Transport } from './transport.ts';
import { plural, sentence, verdictWords } from './words.ts';
import { Zoom } from './zoom.ts';

export function timelinePanel(app: App): HTMLElement {
  return new TimelinePanel(app).root;
}

class TimelinePanel {
  readonly root: HTMLElement;
  private readonly app: App;
  private readonly control: Controller;
  private readonly band: Band;
  private readonly plot: ClearancePlot;
  private readonly cover: CoverLanes;
  private readonly joints: JointPlot;
  private readonly transport: Transport;
  private readonly zoom: Zoom;
  private readonly scale: HTMLSelectElement;
  private readonly finer: HTMLButtonElement;
  private readonly text = element('span', { class: 'tl-text muted' });
  private readonly tip = element('div', {
    class: 'tl-tip number',
    'aria-live': 'polite',
    hidden: true,
  });
  /** Says the verdict wherever one is in the page; the panel with it may be hidden. */
  private readonly announced = element('div', {
    class: 'visually-hidden',
    role: 'status',
    testid: 'announced',
  });
  private readonly pairChoice: HTMLSelectElement;
  private readonly filter: HTMLInputElement;
  private readonly tabs: Record<Tab, HTMLButtonElement>;
  private readonly bodies: Record<Tab, HTMLElement>;
  private readonly notes: Record<Tab, HTMLElement>;
  private tab: Tab = 'clearance';
  /** What the charts were made for. */
  private shown: PageMotion | null | undefined;
  private shownCell: OpenedCell | null = null;
  private shownCover: CoverAnswer | null = null;
  private shownGhost: Float64Array | null = null;
  private shownProfile: ProfileAnswer | null | undefined;

  constructor(app: App) {
    this.app = app;
    this.control = controllerOf(app);
    this.transport = new Transport(this.control);
    const seek = (position: number) => this.transport.seek(position);
    this.band = new Band(seek);
    const tip = (text: string, isLow: boolean) => {
      setText(this.tip, text);
      this.tip.hidden = text === '';
      this.tip.classList.toggle('low', isLow);
    };
    this.plot = new ClearancePlot(seek);
    this.cover = new CoverLanes(seek, tip);
    this.joints = new JointPlot(seek);
    this.zoom = new Zoom(this.charts, () => this.control.position);
    this.scale = element(
      'select',
      { class: 'small', 'aria-label': 'Scale of the clearance', title: 'Scale', testid: 'scale' },
      ...SCALES.map(([value, label]) => element('option', { value }, label)),
    );
    this.scale.addEventListener('change', () => this.plot.setScale(this.scale.value as ScaleKind));
    this.finer = button('Finer', () => void this.measureFiner(), { testid: 'finer' });
    this.pairChoice = element('select', { class: 'small', 'aria-label': 'Clearance of' });
    this.pairChoice.addEventListener('change', () => this.showProfile());
    this.filter = element('input', {
      type: 'search',
      placeholder: 'filter pairs',
      'aria-label': 'Filter pairs',
    });
    this.filter.addEventListener('input', () => {
      this.cover.setFilter(this.filter.value);
      this.showNotes();
    });
    this.notes = {
      clearance: element('div', { class: 'tl-note' }),
      cover: element('div', { class: 'tl-note' }),
      curves: element('div', { class: 'tl-note' }),
    };
    this.bodies = {
      clearance: tabPanel('clearance', this.plot.canvas, this.notes.clearance),
      cover: tabPanel('cover', this.cover.root, this.tip, this.notes.cover),
      curves: tabPanel('curves', this.joints.canvas, this.notes.curves),
    };
    this.tabs = {
      clearance: this.tabButton('clearance', 'Clearance'),
      cover: this.tabButton('cover', 'Cover'),
      curves: this.tabButton('curves', 'Joint plots'),
    };
    this.root = element(
      'section',
      { class: 'tl', 'aria-label': 'Timeline', testid: 'timeline' },
      this.transport.root,
      this.band.canvas,
      element(
        'div',
        { class: 'tl-bar tl-tabs' },
        element(
          'div',
          { role: 'tablist', class: 'tl-tablist', 'aria-label': 'What to draw' },
          this.tabs.clearance,
          this.tabs.cover,
          this.tabs.curves,
        ),
        element('span', { class: 'tl-terms' }, term('cover', '?', 'slab')),
        this.text,
        this.finer,
        this.scale,
        this.pairChoice,
        this.filter,
        this.joints.tools,
      ),
      this.bodies.clearance,
      this.bodies.cover,
      this.bodies.curves,
      this.announced,
    );
    this.transport.root.append(this.zoom.root);
    this.listen();
    this.choose('clearance');
    this.showMotion();
  }

  private tabButton(tab: Tab, label: string): HTMLButtonElement {
    const made = button(label, () => this.choose(tab), {
      role: 'tab',
      id: `tab-${tab}`,
      'aria-controls': `panel-${tab}`,
      class: 'small',
      testid: `tab-${tab}`,
    });
    made.addEventListener('keydown', (event) => {
      const i = TABS.indexOf(tab);
      const steps = { ArrowRight: 1, ArrowLeft: -1, Home: -i, End: TABS.length - 1 - i };
      if (!(event.key in steps)) return;
      const step = steps[event.key as keyof typeof steps];
      const other = TABS[(i + step + TABS.length) % TABS.length];
      this.choose(other);
      this.tabs[other].focus();
      event.preventDefault();
    });
    return made;
  }

  private listen(): void {
    const { store } = this.app;
    this.control.listen(() => this.showMotion());
    store.subscribe(['results'], () => this.showResults());
    store.subscribe(['time'], () => this.showCursor());
    store.subscribe(['settings'], () => this.showJoints());
    this.root.addEventListener('keydown', (event) => {
      const isTyping = event.target instanceof HTMLInputElement;
      if (isTyping || event.defaultPrevented || !this.zoom.key(event)) return;
      event.preventDefault();
      event.stopPropagation();
    });
    store.subscribe(['configuration'], () => this.showGhost());
    store.subscribe(['theme'], () => {
      // The page's colours change with the attribute, which is set by another listener.
      requestAnimationFrame(() => {
        for (const chart of this.charts) chart.redraw();
        this.showTrace();
      });
    });
  }

  private get charts(): readonly Chart[] {
    return [this.band, this.plot, this.cover, this.joints];
  }

  private get axis(): TimeAxis | null {
    return this.control.motion?.axis ?? null;
  }

  private showMotion(): void {
    const { axis } = this;
    const { cell } = this.app.store.state;
    if (this.control.motion === this.shown && cell === this.shownCell) {
      this.showResults();
      return;
    }
    this.shown = this.control.motion;
    this.shownCell = cell;
    this.transport.showMotion();
    for (const chart of this.charts) chart.setAxis(axis);
    this.zoom.setAxis(axis);
    this.band.setLabels(this.control.motion?.labels ?? []);
    this.showJoints();
    this.showResults();
    this.showCursor();
  }

  private showJoints(): void {
    const { cell, settings } = this.app.store.state;
    this.joints.setMotion(this.control.motion, cell, settings.angles === 'degrees');
  }

  private showCursor(): void {
    const { position } = this.control;
    for (const chart of this.charts) chart.setCursor(position);
    this.zoom.reveal(position);
    this.transport.showCursor();
  }

  private showResults(): void {
    this.showBand();
    this.showCover();
    this.showProfile(true);
    this.showNotes();
    this.showTrace();
  }

  private showBand(): void {
    const { axis } = this;
    const { check, sampled, kept } = this.app.store.state.results;
    const { witnesses, stillProven } = this.control;
    this.transport.showWitnesses();
    this.showGhost();
    const said = check ? `Verdict: ${verdictWords(check.verdict).title}` : (stillProven ?? '');
    if (this.announced.textContent !== said) this.announced.textContent = said;
    if (!axis) {
      this.band.setIntervals([], [], 'no path');
      return;
    }
    const marks: Mark[] = witnesses.map((witness) => ({
      at: axis.position(witness),
      label: verdictWords(witness.verdict).title,
    }));
    const { contact } = this.control;
    const verdict = check?.verdict ?? null;
    const known = contact && verdict !== 'free' && contact.safe.length + contact.unsafe.length > 0;
    const band =
      !check && kept?.left
        ? keptBand(axis, kept.left)
        : known
          ? safeBand(axis, contact.safe)
          : bandOf(axis, verdict, check?.open ?? []);
    this.band.setIntervals(band, marks, stillProven ?? verdictWords(verdict).title);
    const at = sampled?.at ?? new Float64Array(0);
    const samples = new Float64Array(at.length / 2);
    for (let i = 0; i < samples.length; i++) {
      samples[i] = axis.position({ segment: at[2 * i], t: at[2 * i + 1] });
    }
    this.band.setSamples(samples);
  }

  /** The witness in the view; not where the joints stand there themselves, red where they collide. */
  private showGhost(): void {
    const witness = this.control.witnesses[0]?.configuration ?? null;
    const isThere = witness && sameConfiguration(witness, this.app.store.state.configuration);
    const ghost = isThere ? null : witness;
    if (ghost === this.shownGhost) return;
    this.shownGhost = ghost;
    this.app.view.setWitness(ghost);
  }

  private showCover(): void {
    const { cell, results } = this.app.store.state;
    const { axis } = this;
    const { cover, profile } = results;
    if (axis) {
      this.cover.gapOf = (lane, bar) => gapText(profile, axis, lane, bar.at);
    }
    if (cover === this.shownCover) return;
    this.shownCover = cover;
    const name = (body: number) => (cell && bodyName(cell, body)) ?? `body ${body}`;
    this.cover.setLanes(axis && cover ? lanesOf(laneSources(cover, name), axis) : []);
  }

  private showProfile(isNew = false): void {
    const { cell, results, settings } = this.app.store.state;
    const { profile } = results;
    const { axis, pairChoice } = this;
    if (isNew && profile === this.shownProfile) return;
    this.shownProfile = profile;
    if (!cell || !axis || !profile) {
      fill(pairChoice);
      this.showTools();
      this.plot.setContent(null);
      return;
    }
    const apart = results.check?.verdict === 'free';
    const shown = { cell, axis, profile, apart, asked: settings.check.clearance };
    if (isNew) fillPairs(pairChoice, shown);
    this.showTools();
    this.plot.setContent(plotContent(shown, pairChoice.value));
  }

  private showNotes(): void {
    const { cell, results } = this.app.store.state;
    const { check, cover, profile } = results;
    const { notes, control, tabs } = this;
    const none =
      control.problem ??
      (control.motion
        ? check
          ? null
          : control.stillProven
            ? sentence(control.stillProven)
            : 'Check the path to see what is proven of it.'
        : 'Load, record or plan a path; then it can be played and checked here.');
    showNote(
      notes.clearance,
      profile ? null : (none ?? 'The clearance along the path has not been measured.'),
      none === null ? button('Measure it', () => void control.profile()) : null,
    );
    showNote(notes.curves, control.motion ? null : none, null);
    const { all, lanes } = this.cover.shown;
    const isFree = check?.verdict === 'free';
    if (cover) {
      showNote(notes.cover, all > 0 && lanes === 0 ? 'No pair has this in its name.' : null, null);
    } else {
      showNote(
        notes.cover,
        none ?? (isFree ? 'The proof is not drawn yet.' : noProof(check?.verdict)),
        none === null && isFree ? button('Draw it', () => void control.cover()) : null,
      );
    }
    this.showLegend();
    this.showTools();
    tabs.cover.textContent = cover ? `Cover (${plural(cover.slabs, 'slab')})` : 'Cover';
    const covered = cover && check ? coveredText(check.tally, cover.pairs.length) : '';
    const proven = `${plural(cover?.pairs.length ?? 0, 'pair')} proven free all along${covered && `: ${covered}`}`;
    const swept = cover && cover.sweeps > 0;
    tabs.cover.title = swept
      ? coverText(cover.pairs.length, cover.slabs, cover.sweeps, true)
      : cover
        ? proven
        : '';
    tabs.clearance.title = cell && profile ? visible(clearanceTitle(cell, profile)) : '';
  }

  private showLegend(): void {
    const isShown = this.tab === 'cover' && this.app.store.state.results.cover !== null;
    const { check } = this.app.store.state.results;
    const isPart = check !== null && check.verdict !== 'free';
    this.text.textContent = isShown
      ? `${isPart ? 'pairs that stay free; ' : ''}${COVER_LEGEND}`
      : '';
    this.text.title = isShown ? COVER_HELP : '';
  }

  private showTrace(): void {
    drawTrace(this.app, this.control.motion);
  }

  private choose(tab: Tab): void {
    this.tab = tab;
    for (const each of TABS) {
      const isChosen = each === tab;
      this.tabs[each].setAttribute('aria-selected', String(isChosen));
      this.tabs[each].tabIndex = isChosen ? 0 : -1;
      this.bodies[each].hidden = !isChosen;
    }
    this.showLegend();
    this.showTools();
  }

  /** What goes with the chart that is shown, and with what is in it. */
  private showTools(): void {
    const { profile, cover } = this.app.store.state.results;
    const isPlot = this.tab === 'clearance' && profile !== null;
    this.pairChoice.hidden = !isPlot;
    this.scale.hidden = !isPlot;
    this.joints.tools.hidden = this.tab !== 'curves' || !this.axis;
    this.filter.hidden = this.tab !== 'cover' || cover === null;
    this.finer.hidden = !isPlot || !(profile.accuracy > FINEST);
    if (!profile) return;
    this.finer.title =
      `Measured to ${accuracyText(profile.accuracy, profile.relative)}` +
      `${profile.complete ? '' : ', not everywhere: the search ended early'}. ` +
      'Measure again, ten times as closely.';
  }

  private async measureFiner(): Promise<void> {
    const { profile } = this.app.store.state.results;
    if (profile) await this.control.profile(undefined, profile.accuracy / 10);
  }
}

const TABS = ['clearance', 'cover', 'curves'] as const;
type Tab = (typeof TABS)[number];

function tabPanel(tab: Tab, ...children: HTMLElement[]): HTMLElement {
  const own = { id: `panel-${tab}`, role: 'tabpanel', 'aria-labelledby': `tab-${tab}` };
  return element('div', { class: 'tl-body', ...own }, ...children);
}

const SCALES: readonly (readonly [ScaleKind, string])[] = [
  ['root', 'square roots'],
  ['log', 'logarithmic'],
  ['linear', 'linear'],
];

/** Metres: closer than this nobody needs to know a clearance. */
const FINEST = 1.5e-6;

const COVER_LEGEND = 'bar: interval, dot: its sample';
const COVER_HELP =
  'Every bar is an interval that is proven by the sample at its dot; the brighter, the shorter';

/** Why there is nothing to draw of a path that is not free. */
function noProof(verdict: string | undefined): string {
  const others = 'That of pairs that are is drawn here once it is found.';
  return verdict === 'undecided'
    ? `The search ended before all pairs were shown free. ${others}`
    : `Not all pairs are free. ${others}`;
}

/** Text over an empty chart, and what one could do about it. */
function showNote(note: HTMLElement, text: string | null, action: HTMLElement | null): void {
  note.hidden = text === null;
  fill(note, text === null ? null : element('div', {}, element('p', {}, text), action));
}
