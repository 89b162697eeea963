/**
 * The script inside a report: the picture in space, the scrubber, and what follows them. The page is
 * complete without it; all text of the cell is there already, and nothing is fetched.
 */
import { CHECKED, DATA_ID, LOOKS, type ViewerData } from '../../src/report/index.ts';
import { visible } from '../../src/words/index.ts';
import { PackedView } from '../view/packed.ts';
import type { Theme } from '../view/types.ts';
import { Along } from './along.ts';
import { Player } from './player.ts';

function element<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

class Viewer {
  private readonly view: PackedView;
  private readonly along: Along;
  private readonly player: Player;
  private readonly scrub = element<HTMLInputElement>('scrub');

  constructor(data: ViewerData) {
    const container = element('view');
    container.replaceChildren();
    this.view = new PackedView(container, data.scene);
    const player = new Player(data, this.view);
    this.player = player;
    this.along = new Along(document, data.axis, (at) => {
      player.pause();
      player.goTo(at);
    });
    player.onMove = (said, part) => this.tell(said, part);
    player.onPlaying = (isPlaying) => this.tellPlaying(isPlaying);
    this.connect();
    this.applyTheme();
    player.start();
    container.dataset.state = 'ready';
  }

  private connect(): void {
    element('controls').hidden = false;
    this.scrub.addEventListener('input', () => {
      this.player.goToPart(Number(this.scrub.value) / Number(this.scrub.max));
    });
    element('play').addEventListener('click', () => this.player.toggle());
    const speed = element<HTMLSelectElement>('speed');
    const setSpeed = () => {
      this.player.speed = Number(speed.value);
    };
    speed.addEventListener('change', setSpeed);
    // A page that is loaded again may have kept what was chosen.
    setSpeed();
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
      this.player.toggle();
    });
    for (const button of document.querySelectorAll<HTMLButtonElement>('button.jump')) {
      button.hidden = false;
      button.addEventListener('click', () => {
        this.player.showWitness(Number(button.dataset.witness));
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

  private tell(said: string, part: number): void {
    element('readout').textContent = visible(said);
    this.scrub.value = String(Math.round(part * Number(this.scrub.max)));
    this.scrub.setAttribute('aria-valuetext', visible(said));
    this.along.setCursor(this.player.at);
  }

  private tellPlaying(isPlaying: boolean): void {
    const play = element('play');
    play.textContent = isPlaying ? 'Pause' : 'Play';
    play.setAttribute('aria-pressed', String(isPlaying));
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
