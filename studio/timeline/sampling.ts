/** What a checker that only samples would have said, beside what is proven. */

import { column, workTime } from '../../src/words/index.ts';
import type { CheckAnswer, SampledAnswer } from '../engine/protocol.ts';
import { type App, button, element, fill, term, usable } from '../model/index.ts';
import { comparison, resolutionOf, STEPS, stepOf } from './compare.ts';
import type { Controller } from './controller.ts';
import { facts, section } from './fields.ts';
import { count, NO_PATH, verdictWords } from './words.ts';

export function samplingSection(app: App, control: Controller): HTMLElement {
  const { store } = app;
  const slider = element('input', {
    type: 'range',
    min: 0,
    max: STEPS,
    step: 1,
    testid: 'resolution',
    'aria-label': 'Resolution of sampling',
  });
  const value = element('output', { class: 'number' });
  const run = button('Sample', () => void control.sample(store.state.settings.resolution), {
    testid: 'run-sampling',
  });
  const answer = element('div', { class: 'tl-details', 'aria-live': 'polite', testid: 'sampled' });
  const text = () => {
    const { resolution } = store.state.settings;
    value.textContent = `${column(resolution, 3)} rad`;
    slider.value = String(stepOf(resolution));
    slider.setAttribute('aria-valuetext', value.textContent);
  };
  slider.addEventListener('input', () => control.set({ resolution: resolutionOf(slider.value) }));
  slider.addEventListener('change', () => {
    if (store.state.results.sampled) void control.sample(store.state.settings.resolution);
  });
  const show = () => {
    const { results } = store.state;
    usable(run, control.motion ? null : (control.problem ?? NO_PATH));
    fill(answer, ...(results.sampled ? answerOf(results.sampled, results.check) : []));
  };
  control.listen(show);
  store.subscribe(['results'], show);
  store.subscribe(['settings'], text);
  show();
  text();
  return section(
    'What sampling would have said',
    element(
      'div',
      { class: 'row' },
      element('span', { class: 'muted' }, term('sampling', 'step')),
      slider,
      value,
      run,
    ),
    answer,
  );
}

function answerOf(sampled: SampledAnswer, check: CheckAnswer | null): Node[] {
  const side = (title: string, verdict: string | null, rows: (readonly [string, string])[]) => {
    const words = verdictWords(verdict);
    return element(
      'div',
      { class: 'tl-side', 'data-kind': words.kind },
      element('div', { class: 'muted' }, title),
      element('strong', {}, `${words.sign} ${words.title}`),
      facts(rows),
    );
  };
  const nodes: Node[] = [
    element(
      'div',
      { class: 'tl-two' },
      side('sampling', sampled.verdict, [
        ['samples', count(sampled.samples)],
        ['time', workTime(sampled.milliseconds)],
      ]),
      side(
        'proof',
        check?.verdict ?? null,
        check
          ? [
              ['samples', count(check.stats.configurations)],
              ['time', workTime(check.milliseconds)],
            ]
          : [],
      ),
    ),
  ];
  const said = comparison(sampled, check);
  if (said) nodes.push(element('p', { testid: 'comparison' }, said));
  return nodes;
}
