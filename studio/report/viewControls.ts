/** The bar below the picture of `<surepath-view>`: play, slider, speed, the next witness, the whole cell. */
import type { ReportData } from '../../src/report/index.ts';
import { visible } from '../../src/words/index.ts';
import { element, setText } from '../model/dom.ts';
import type { Player } from './player.ts';

const STEPS = 1000;
const SPEEDS = ['0.25', '0.5', '1', '2', '4'];

export interface Bar {
  readonly root: HTMLElement;
  move(said: string, part: number): void;
  playing(isPlaying: boolean): void;
}

export function makeBar(player: Player, { witnesses }: ReportData, fit: () => void): Bar {
  const play = element('button', { type: 'button', part: 'play', testid: 'play' }, 'Play');
  play.addEventListener('click', () => player.toggle());
  const scrub = element('input', {
    type: 'range',
    min: 0,
    max: STEPS,
    value: 0,
    'aria-label': 'Where on the path',
    testid: 'scrub',
  });
  scrub.addEventListener('input', () => player.goToPart(Number(scrub.value) / STEPS));
  const speed = element(
    'select',
    { 'aria-label': 'Speed' },
    ...SPEEDS.map((value) => element('option', { value }, `× ${value}`)),
  );
  speed.value = String(player.speed);
  speed.addEventListener('change', () => {
    player.speed = Number(speed.value);
  });
  let next = 0;
  const jump = element(
    'button',
    { type: 'button', testid: 'witness', hidden: witnesses.length === 0 },
    witnesses.length > 1 ? 'Next witness' : 'Witness',
  );
  jump.title = 'Go to where two bodies were found in contact or too close';
  jump.addEventListener('click', () => {
    player.showWitness(next);
    next = (next + 1) % Math.max(1, witnesses.length);
  });
  const whole = element('button', { type: 'button' }, 'Whole cell');
  whole.addEventListener('click', fit);
  const where = element('span', { class: 'where', testid: 'where' });
  return {
    root: element('div', { class: 'bar', part: 'bar' }, play, scrub, where, speed, jump, whole),
    move(said, part) {
      setText(where, said);
      scrub.value = String(Math.round(part * STEPS));
      scrub.setAttribute('aria-valuetext', visible(said));
    },
    playing(isPlaying) {
      play.textContent = isPlaying ? 'Pause' : 'Play';
    },
  };
}
