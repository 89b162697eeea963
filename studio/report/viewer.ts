/**
 * The script inside a report: the picture in space, the scrubber, and what follows them. The page is
 * complete without it; all text of the cell is there already, and nothing is fetched.
 */
import {
  CHECKED,
  DATA_ID,
  LOOKS,
  Places,
  Poses,
  segmentAt,
  type ViewerData,
} from '../../src/report/index.ts';
import { column, markText, secondsText, tooNearText } from '../../src/words/index.ts';
import { PackedView } from '../view/packed.ts';
import type { Theme } from '../view/types.ts';
import { Along } from './along.ts';
import { clearest } from './outlook.ts';

/** Seconds that a path without times is played for, per segment, and at most. */
const PER_SEGMENT = 1.5;
const MOST_SECONDS = 20;
const LEAST_SECONDS = 4;

function element<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

class Viewer {
  private readonly data: ViewerData;
  private readonly view: PackedView;
  private readonly along: Along;
  private readonly places: Places;
  private readonly poses: Poses;
  private readonly witnessPoses: Poses;
  private readonly begin: number;
  private readonly end: number;
  private readonly scrub = element<HTMLInputElement>('scrub');
  private at: number;
  /** When the last picture of a playing path was drawn; 0 while it stands. */
  private last = 0;

  constructor(data: ViewerData) {
    this.data = data;
    const { knots } = data.axis;
    this.begin = knots[0];
    this.end = knots[knots.length - 1];
    this.at = this.begin;
    this.places = new Places(data.motion);
    this.poses = new Poses(data.motion);
    this.witnessPoses = new Poses(data.witnessPoses);
    const container = element('view');
    container.replaceChildren();
    this.view = new PackedView(container, data.scene);
    this.along = new Along(document, data.axis, (at) => {
      this.pause();
      this.goTo(at);
    });
    this.connect();
    this.goTo(this.begin);
    this.view.fit();
    this.view.setCamera(clearest(data.scene, this.poses, this.view.getCamera()));
    this.applyTheme();
    if (data.witnesses.length > 0) this.showWitness(0);
    container.dataset.state = 'ready';
  }

  private connect(): void {
    element('controls').hidden = false;
    this.scrub.addEventListener('input', () => {
      this.pause();
      const part = Number(this.scrub.value) / Number(this.scrub.max);
      this.goTo(this.begin + part * (this.end - this.begin));
    });
    element('play').addEventListener('click', () => this.toggle());
    element('fit').addEventListener('click', () => this.view.fit());
    const looks = document.getElementById('looks');
    looks?.addEventListener('click', () => {
      const on = looks.textContent === LOOKS;
      looks.textContent = on ? CHECKED : LOOKS;
      this.view.showVisuals(on);
      element('looks-note').hidden = !on;
    });
    document.addEventListener('keydown', (event) => {
      const target = event.target as HTMLElement;
      if (event.key !== ' ' || target.closest('button, input, select, summary, .scroll')) return;
      event.preventDefault();
      this.toggle();
    });
    for (const button of document.querySelectorAll<HTMLButtonElement>('button.jump')) {
      button.hidden = false;
      button.addEventListener('click', () => {
        this.showWitness(Number(button.dataset.witness));
        element('view').scrollIntoView({ block: 'nearest' });
      });
    }
    this.connectTheme();
    this.connectPrinting();
    connectFilter();
  }

  private connectTheme(): void {
    const theme = element<HTMLButtonElement>('theme');
    theme.hidden = false;
    theme.addEventListener('click', () => {
      document.documentElement.dataset.theme = this.theme() === 'dark' ? 'light' : 'dark';
      this.applyTheme();
    });
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.applyTheme());
  }

  private theme(): Theme {
    const chosen = document.documentElement.dataset.theme;
    if (chosen === 'dark' || chosen === 'light') return chosen;
    return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }

  private applyTheme(): void {
    this.view.setTheme(this.theme());
  }

  /** Paper gets a picture of the canvas, which browsers do not always print. */
  private connectPrinting(): void {
    const { view } = this;
    const image = document.createElement('img');
    image.alt = 'The cell, as last looked at';
    let folded: HTMLDetailsElement[] = [];
    addEventListener('beforeprint', () => {
      // Nothing can be unfolded on paper.
      folded = [...document.querySelectorAll<HTMLDetailsElement>('details:not([open])')];
      for (const details of folded) details.open = true;
      view.setTheme('light');
      // Draws at once; what was drawn is there until this task ends, and printing does not wait.
      view.picture().catch(() => undefined);
      image.src = view.canvas.toDataURL('image/png');
      element('view').append(image);
    });
    addEventListener('afterprint', () => {
      image.remove();
      for (const details of folded) details.open = false;
      this.applyTheme();
    });
  }

  private goTo(at: number): void {
    this.at = Math.min(this.end, Math.max(this.begin, at));
    const { index, part } = this.places.find(this.at);
    this.place(this.poses, index, part);
    this.view.setColliding([]);
    this.view.setClosest(null);
    this.tell();
  }

  /** Exactly where the two bodies were found. */
  private showWitness(i: number): void {
    const witness = this.data.witnesses[i];
    this.pause();
    this.at = witness.at;
    this.place(this.witnessPoses, i, 0);
    const { points, distance } = witness;
    this.view.setColliding(witness.bodies);
    this.view.setClosest(
      points ? [points[0], points[1]] : null,
      distance > 0 ? tooNearText(witness) : witness.verdict,
      witness.verdict === 'colliding',
    );
    this.tell(witness);
  }

  private place(poses: Poses, index: number, part: number): void {
    // Movers are counted with the world, poses without.
    this.view.setPoses((mover, out) => poses.readInto(mover - 1, index, part, out));
  }

  /** Where the cursor is; or a witness, whose numbers are its own. */
  private tell(witness?: { readonly segment: number; readonly t: number }): void {
    const { axis } = this.data;
    const { segment, t } = witness ?? segmentAt(axis, this.at);
    const seconds = axis.timed ? `, ${secondsText(this.at)}` : '';
    const place = witness ? markText({ segment, t }) : `segment ${segment}, t = ${column(t, 3)}`;
    const said = `${place}${seconds}`;
    element('readout').textContent = said;
    const part = (this.at - this.begin) / (this.end - this.begin);
    this.scrub.value = String(Math.round(part * Number(this.scrub.max)));
    this.scrub.setAttribute('aria-valuetext', said);
    this.along.setCursor(this.at);
  }

  private toggle(): void {
    if (this.last !== 0) {
      this.pause();
      return;
    }
    if (this.at >= this.end) this.goTo(this.begin);
    this.last = performance.now();
    this.tellPlaying();
    requestAnimationFrame((now) => this.play(now));
  }

  private pause(): void {
    this.last = 0;
    this.tellPlaying();
  }

  private tellPlaying(): void {
    const play = element('play');
    play.textContent = this.last === 0 ? 'Play' : 'Pause';
    play.setAttribute('aria-pressed', String(this.last !== 0));
  }

  private play(now: number): void {
    if (this.last === 0) return;
    const { axis } = this.data;
    const whole = this.end - this.begin;
    const segments = axis.knots.length - 1;
    const seconds = axis.timed
      ? whole
      : Math.min(MOST_SECONDS, Math.max(LEAST_SECONDS, PER_SEGMENT * segments));
    const speed = Number(element<HTMLSelectElement>('speed').value);
    const passed = Math.max(0, now - this.last) / 1000;
    this.goTo(this.at + (speed * passed * whole) / seconds);
    if (this.at >= this.end) {
      this.pause();
      return;
    }
    this.last = now;
    requestAnimationFrame((next) => this.play(next));
  }
}

/** Rows of the table of pairs that have all words. */
function connectFilter(): void {
  element('filter').hidden = false;
  const search = element<HTMLInputElement>('search');
  const rows = [...document.querySelectorAll<HTMLTableRowElement>('#pairs tbody tr')];
  const texts = rows.map(({ textContent }) => (textContent ?? '').toLowerCase());
  search.addEventListener('input', () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    rows.forEach((row, i) => {
      row.hidden = !words.every((word) => texts[i].includes(word));
    });
  });
}

const source = document.getElementById(DATA_ID);
if (source) new Viewer(JSON.parse(source.textContent ?? '') as ViewerData);
