/** Playing: on and off, how fast, again and again, and the way from impact to impact. Seconds from the beginning. */
import { button, element, fill } from '../model/dom.ts';
import { Playback } from '../timeline/playback.ts';
import { SPEEDS, speedFor } from './clock.ts';

export interface TransportActions {
  readonly goTo: (position: number) => void;
  /** To the impact after, or before. */
  readonly step: (way: 1 | -1) => void;
}

export class FlightTransport {
  readonly root: HTMLElement;
  private readonly playback: Playback;
  private readonly play: HTMLButtonElement;
  private readonly speed: HTMLSelectElement;
  private readonly steps: readonly HTMLButtonElement[];
  private readonly readout = element('output', {
    class: 'tl-readout number',
    testid: 'flight-readout',
  });
  private position = 0;
  private duration = 0;

  constructor({ goTo, step }: TransportActions) {
    this.playback = new Playback(
      {
        request: (callback) => window.requestAnimationFrame(callback),
        cancel: (handle) => window.cancelAnimationFrame(handle),
      },
      goTo,
      (playing) => this.showPlaying(playing),
    );
    this.play = button('Play', () => this.toggle(), { class: 'tl-play', testid: 'flight-play' });
    this.speed = element(
      'select',
      { class: 'small', 'aria-label': 'Speed', title: 'Speed', testid: 'flight-speed' },
      ...SPEEDS.map((speed) => element('option', { value: speed }, `${speed}×`)),
    );
    this.speed.addEventListener('change', () => {
      this.playback.speed = Number(this.speed.value);
    });
    const loop = button('⟲', () => {
      this.playback.loop = !this.playback.loop;
      loop.setAttribute('aria-pressed', String(this.playback.loop));
    });
    loop.setAttribute('aria-label', 'Loop');
    loop.setAttribute('aria-pressed', 'false');
    loop.title = 'Play again and again';
    this.steps = ([-1, 1] as const).map((way) => {
      const label = way === 1 ? 'Next impact' : 'Impact before';
      const made = button(way === 1 ? '◆▸' : '◂◆', () => step(way), { title: label });
      made.setAttribute('aria-label', label);
      made.dataset.testid = way === 1 ? 'flight-next' : 'flight-before';
      return made;
    });
    this.root = element(
      'div',
      { class: 'tl-bar' },
      this.play,
      this.speed,
      loop,
      ...this.steps,
      this.readout,
    );
    this.showPlaying(false);
    this.setDuration(0);
  }

  /** Of another flight; 0: there is none. */
  setDuration(duration: number): void {
    this.playback.pause();
    this.duration = duration;
    this.play.disabled = !(duration > 0);
    for (const each of [this.speed, ...this.steps]) each.disabled = this.play.disabled;
    this.playback.speed = duration > 0 ? speedFor(duration) : 1;
    this.speed.value = String(this.playback.speed);
  }

  /** Where one is; it goes on from there if it plays. */
  show(position: number, text: string): void {
    this.position = position;
    this.readout.textContent = text;
  }

  /** Somebody went there. */
  seek(position: number): void {
    this.position = position;
    this.playback.seek(position);
  }

  toggle(): void {
    if (this.playback.playing) this.playback.pause();
    else this.playback.play(this.position, this.duration);
  }

  pause(): void {
    this.playback.pause();
  }

  private showPlaying(playing: boolean): void {
    const label = playing ? 'Pause' : 'Play';
    fill(this.play, playing ? '❚❚' : '▶');
    this.play.setAttribute('aria-label', label);
    this.play.title = `${label} (space)`;
  }
}
