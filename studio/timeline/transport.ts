/** Playing, speed, where one is, the way to the witness, and which link leaves a trace. */

import { column, markText } from '../../src/words/index.ts';
import type { OpenedCell } from '../engine/protocol.ts';
import { button, element, fill, setText, usable } from '../model/index.ts';
import type { Controller } from './controller.ts';
import { Playback, SPEEDS } from './playback.ts';
import { NO_PATH } from './words.ts';

export class Transport {
  readonly root: HTMLElement;
  private readonly control: Controller;
  private readonly playback: Playback;
  private readonly play: HTMLButtonElement;
  private readonly readout = element('output', { class: 'tl-readout number' });
  private readonly jump: HTMLButtonElement;
  private readonly traced: HTMLSelectElement;

  constructor(control: Controller) {
    this.control = control;
    this.playback = new Playback(
      {
        request: (callback) => window.requestAnimationFrame(callback),
        cancel: (handle) => window.cancelAnimationFrame(handle),
      },
      (position) => control.seek(position),
      (playing) => this.showPlaying(playing),
    );
    this.play = button('Play', () => this.toggle(), { class: 'tl-play', testid: 'play' });
    this.jump = button('Go to witness', () => this.toWitness(), {
      class: 'small tl-jump',
      testid: 'jump-to-witness',
      hidden: true,
    });
    this.traced = element('select', {
      class: 'small',
      'aria-label': 'Trace of link',
      testid: 'trace',
    });
    this.traced.addEventListener('change', () => {
      control.set({ traced: this.traced.value === '' ? null : this.traced.value });
    });
    this.root = element(
      'div',
      { class: 'tl-bar' },
      this.play,
      this.speeds(),
      this.looping(),
      this.readout,
      this.jump,
      element('span', { class: 'grow' }),
      this.traced,
    );
    document.addEventListener('keydown', (event) => {
      const isOther = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented;
      if (event.key !== ' ' || isOther || isTyping(event.target)) return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      this.toggle();
    });
    this.showPlaying(false);
  }

  private speeds(): HTMLElement {
    const speeds = element(
      'select',
      { class: 'small', 'aria-label': 'Speed', title: 'Speed', testid: 'speed' },
      ...SPEEDS.map((speed) =>
        element('option', { value: speed, selected: speed === 1 }, `${speed}×`),
      ),
    );
    speeds.addEventListener('change', () => {
      this.playback.speed = Number(speeds.value);
    });
    return speeds;
  }

  private looping(): HTMLElement {
    const loop = button(
      '⟲',
      () => {
        this.playback.loop = !this.playback.loop;
        loop.setAttribute('aria-pressed', String(this.playback.loop));
      },
      {
        'aria-label': 'Loop',
        'aria-pressed': 'false',
        title: 'Play again and again',
        testid: 'loop',
      },
    );
    return loop;
  }

  /** Goes to a position on the axis; on a witness to its own configuration, to the bit. */
  seek(position: number): void {
    const { control } = this;
    this.playback.seek(position);
    const witness = control.witnesses.find((w) => control.motion?.axis.position(w) === position);
    if (witness) control.seekPlace(witness, witness.configuration);
    else control.seek(position);
  }

  private toggle(): void {
    const { motion, position } = this.control;
    if (this.playback.playing) this.playback.pause();
    else if (motion) this.playback.play(position, motion.axis.end);
  }

  /** The next witness after where one is, or the first. */
  private toWitness(): void {
    const { motion, witnesses, position } = this.control;
    if (!motion || witnesses.length === 0) return;
    const next = witnesses.find((w) => motion.axis.position(w) > position + 1e-9) ?? witnesses[0];
    this.playback.pause();
    this.control.showWitness(next);
  }

  /** Another path, or another cell. */
  showMotion(): void {
    const { motion, app } = this.control;
    const { cell, settings } = app.store.state;
    this.playback.pause();
    usable(this.play, motion ? null : (this.control.problem ?? NO_PATH));
    fill(
      this.traced,
      element('option', { value: '' }, 'no trace'),
      ...linksOf(cell).map((link) => element('option', { value: link }, `trace ${link}`)),
    );
    this.traced.value = settings.traced ?? '';
    // The link may be one of another cell.
    if (this.traced.selectedIndex < 0) this.traced.value = '';
    usable(this.traced, motion ? null : (this.control.problem ?? NO_PATH));
  }

  showWitnesses(): void {
    this.jump.hidden = this.control.witnesses.length === 0;
  }

  showCursor(): void {
    const { motion, position, place, problem } = this.control;
    if (!motion) {
      setText(this.readout, problem ?? 'no path');
      return;
    }
    const begin = motion.path.times?.[0] ?? 0;
    const time = motion.axis.timed ? `${column(begin + position, 3)} s · ` : '';
    setText(this.readout, time + markText(place));
  }

  private showPlaying(playing: boolean): void {
    const label = playing ? 'Pause' : 'Play';
    fill(this.play, playing ? '❚❚' : '▶');
    this.play.setAttribute('aria-label', label);
    this.play.title = `${label} (space)`;
  }
}

/** Links that one may want to trace: tools first, then what else moves. */
function linksOf(cell: OpenedCell | null): string[] {
  if (!cell) return [];
  const links = new Set(cell.tools);
  for (const { name, kind, frame } of cell.bodies)
    if (kind === 'link' && frame > 0) links.add(name);
  return [...links].slice(0, 200);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, select, textarea, button, a, [role="tab"], [contenteditable]') !== null
  );
}
