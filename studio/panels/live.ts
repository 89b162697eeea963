/** The live mode: on or off, what is asked, the vectors between classes, and what they cost. */
import { stepTimesText, vectorText } from '../../src/words/index.ts';
import { APPROACH_NAMES, type ApproachName, type VectorsAnswer } from '../engine/protocol.ts';
import type { App } from '../model/app.ts';
import { button, element, fill, setText } from '../model/dom.ts';
import { plural } from '../model/format.ts';
import type { GateLink } from '../model/gateLink.ts';
import type { LiveSettings, State } from '../model/state.ts';

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

export function livePanel({ store }: App, link: GateLink): HTMLElement {
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
  store.subscribe(['live', 'vectors', 'cell', 'gate'], ({ live, vectors, gate }) => {
    toggle.checked = live.isOn;
    approach.value = live.approach;
    const shown = live.threshold === null ? '' : String(live.threshold * 1000);
    if (document.activeElement !== threshold) threshold.value = shown;
    details.hidden = !vectors || (!live.isOn && gate.status === 'off');
    if (!vectors) return;
    list.classList.toggle('lost', gate.status === 'lost' && vectors.steps === null);
    showRows(list, vectors, live, change);
    cost.textContent = costText(vectors);
    setText(notes, vectors.notes.join('; '));
  });
  details.hidden = true;
  return element(
    'div',
    { class: 'section' },
    element('label', { class: 'check' }, toggle, 'Collision vectors wherever the joints stand (D)'),
    element(
      'p',
      { class: 'muted' },
      'The shortest vector between every two groups of bodies at each step, proven for that configuration. ' +
        'What lies between two steps is what a check proves.',
    ),
    element('label', { class: 'field' }, element('span', {}, 'Threshold, mm'), threshold),
    element('label', { class: 'field' }, element('span', {}, 'Approach'), approach),
    gateSection(store, link),
    details,
  );
}

/** Attaching to a gate, and what it says. */
function gateSection(store: App['store'], link: GateLink): HTMLElement {
  const url = element('input', {
    type: 'url',
    placeholder: 'its address',
    testid: 'gate-url',
  });
  const token = element('input', { type: 'password', autocomplete: 'off', placeholder: 'none' });
  const toggle = button(
    'Attach',
    () => {
      const { status } = store.state.gate;
      if (status === 'attached' || status === 'connecting') link.detach();
      else void link.attach(url.value.trim(), token.value);
    },
    { testid: 'gate-attach' },
  );
  const said = element('p', { class: 'muted', role: 'status', testid: 'gate-said' });
  const show = ({ gate }: Pick<State, 'gate'>) => {
    const { status, verdict, version, note } = gate;
    if (document.activeElement !== url && gate.url !== '') url.value = gate.url;
    toggle.textContent = status === 'attached' || status === 'connecting' ? 'Detach' : 'Attach';
    const of = version === null ? '' : ` (version ${version} of its cell)`;
    fill(
      said,
      verdict !== null &&
        element('strong', {}, `gate${status === 'lost' ? ', when last heard of' : ''}: ${verdict}`),
      verdict !== null && `${of} `,
      note || (status === 'connecting' ? 'connecting…' : ''),
    );
    said.dataset.status = status;
  };
  store.subscribe(['gate'], show);
  show(store.state);
  return element(
    'details',
    { class: 'section', testid: 'gate' },
    element('summary', {}, 'Joint states from a gate'),
    element(
      'div',
      { class: 'gate' },
      element('label', { class: 'field' }, element('span', {}, 'Gate'), url),
      element('label', { class: 'field' }, element('span', {}, 'Token'), token),
      element('div', { class: 'row' }, toggle),
      said,
    ),
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
    setText(row.querySelector('strong')!, a === b ? `${a}, itself` : `${a} – ${b}`);
    setText(row.querySelector('.who')!, vectorText(vector));
    row.dataset.status = status;
    row.classList.toggle('nearest', i === nearest);
  });
}

function costText({ steps, looked }: VectorsAnswer): string {
  if (!steps || !looked) return '';
  const looks = `${plural(looked.distances, 'distance')} and ${plural(looked.boxes, 'box', 'boxes')} looked at in the last`;
  return `${stepTimesText(steps)}; ${looks}`;
}
