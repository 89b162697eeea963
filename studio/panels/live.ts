/** The live mode: on or off, what is asked, the vectors between classes, and what they cost. */
import { stepTimesText, vectorText } from '../../src/words/index.ts';
import { APPROACH_NAMES, type ApproachName, type VectorsAnswer } from '../engine/protocol.ts';
import type { App } from '../model/app.ts';
import { element, fill } from '../model/dom.ts';
import { plural } from '../model/format.ts';
import type { LiveSettings } from '../model/state.ts';

/** What people read. */
const APPROACHES: Readonly<Record<ApproachName, string>> = {
  own: 'kept bounds (the fastest)',
  plain: 'plain: every two pieces',
  initialization: 'initialization: from the step before',
  'local-update': 'local distance update',
  'static-hierarchies': 'static hierarchies',
  'dynamic-hierarchies': 'dynamic hierarchies',
  'virtual-manipulator': 'virtual manipulator',
};

export function livePanel({ store }: App): HTMLElement {
  const change = (values: Partial<LiveSettings>) =>
    store.update(({ live }) => ({ live: { ...live, ...values } }));
  const toggle = element('input', { type: 'checkbox', testid: 'live-on' });
  toggle.addEventListener('change', () => change({ isOn: toggle.checked }));
  const threshold = element('input', {
    type: 'number',
    min: 0,
    step: 10,
    placeholder: 'none',
    testid: 'live-threshold',
  });
  threshold.addEventListener('change', () => {
    const metres = threshold.valueAsNumber / 1000;
    change({ threshold: metres > 0 ? metres : null });
  });
  const approach = element(
    'select',
    { testid: 'live-approach' },
    ...APPROACH_NAMES.map((name) => element('option', { value: name }, APPROACHES[name])),
  );
  approach.addEventListener('change', () => change({ approach: approach.value as ApproachName }));
  const list = element('ul', { class: 'vectors', testid: 'vectors' });
  const cost = element('p', { class: 'muted', testid: 'live-cost' });
  const notes = element('p', { class: 'muted' });
  const details = element('div', {}, list, cost, notes);
  store.subscribe(['live', 'vectors', 'cell'], ({ live, vectors }) => {
    toggle.checked = live.isOn;
    approach.value = live.approach;
    const shown = live.threshold === null ? '' : String(live.threshold * 1000);
    if (document.activeElement !== threshold) threshold.value = shown;
    details.hidden = !live.isOn;
    if (!vectors) return;
    showRows(list, vectors, live, change);
    cost.textContent = costText(vectors);
    notes.textContent = vectors.notes.join('; ');
  });
  details.hidden = true;
  return element(
    'div',
    { class: 'section' },
    element('label', { class: 'check' }, toggle, 'Collision vectors wherever the joints stand (L)'),
    element(
      'p',
      { class: 'muted' },
      'The shortest vector between every two groups of bodies at each step, proven for that configuration. ' +
        'What lies between two steps is what a check proves.',
    ),
    element('label', { class: 'field' }, element('span', {}, 'Threshold, mm'), threshold),
    element('label', { class: 'field' }, element('span', {}, 'Approach'), approach),
    details,
  );
}

function showRows(
  list: HTMLElement,
  { vectors, nearest }: VectorsAnswer,
  { leftOut }: LiveSettings,
  change: (values: Partial<LiveSettings>) => void,
): void {
  // Rows stay while their classes do: somebody may be about to click one.
  if (list.childElementCount !== vectors.length) {
    fill(
      list,
      ...vectors.map((_, i) => {
        const box = element('input', { type: 'checkbox' });
        box.addEventListener('change', () => {
          const others = [...list.querySelectorAll('input')].flatMap((each, k) =>
            each.checked ? [] : [k],
          );
          // One at least is asked about.
          if (others.length < vectors.length) change({ leftOut: others });
          else box.checked = true;
        });
        const text = element('div', { class: 'who' });
        return element(
          'li',
          { testid: `vector-${i}` },
          element('label', { class: 'check' }, box, element('strong', {})),
          text,
        );
      }),
    );
  }
  vectors.forEach((vector, i) => {
    const row = list.children[i] as HTMLElement;
    const { classes, status } = vector;
    row.querySelector('input')!.checked = !leftOut.includes(i);
    const [a, b] = classes;
    row.querySelector('strong')!.textContent = a === b ? `${a}, itself` : `${a} – ${b}`;
    row.querySelector('.who')!.textContent = vectorText(vector);
    row.dataset.status = status;
    row.classList.toggle('nearest', i === nearest);
  });
}

function costText({ steps, looked }: VectorsAnswer): string {
  const looks = `${plural(looked.distances, 'distance')} and ${plural(looked.boxes, 'box', 'boxes')} looked at in the last`;
  return `${stepTimesText(steps)}; ${looks}`;
}
