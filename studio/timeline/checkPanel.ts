/** Checking: what to ask, the verdict with what it rests on, the certificate, and sampling beside it. */

import {
  capital,
  clockText,
  contactText,
  type FoundPair,
  freeText,
  limitText,
  markText,
  mmNumber,
  NO_ASSUMPTIONS,
  notProvenText,
  tallyText,
  undecidedText,
  untestedText,
  witnessText,
  workTime,
} from '../../src/words/index.ts';
import { bodyName, type CheckAnswer, type WitnessData } from '../engine/protocol.ts';
import { type App, button, element, fill, term, usable } from '../model/index.ts';
import { certificateSection } from './certificate.ts';
import { clearanceFacts } from './clearances.ts';
import { type Controller, controllerOf } from './controller.ts';
import { checkField, choiceField, facts, numberField, section } from './fields.ts';
import { samplingSection } from './sampling.ts';
import { count, NO_PATH, sentence, shortName, verdictWords } from './words.ts';

const METHODS = [
  { value: 'ladder', label: 'ladder (fastest)' },
  { value: 'adaptive', label: 'adaptive bisection' },
  { value: 'refined', label: 'refined bisection' },
];

export function checkPanel(app: App): HTMLElement {
  const control = controllerOf(app);
  return element(
    'div',
    { class: 'tl-check' },
    verdictSection(app, control),
    settingsSection(app, control),
    samplingSection(app, control),
    certificateSection(app, control),
  );
}

// -------------------------------------------------------------------------------------- the verdict

function verdictSection(app: App, control: Controller): HTMLElement {
  const { store } = app;
  const run = button('Check path', () => void control.check(), {
    class: 'primary grow',
    testid: 'run-check',
  });
  const keep = checkField('keep checking', (keepChecking) => control.set({ keepChecking }), {
    title: 'Check again whenever the cell, the path or a setting changes',
    testid: 'keep-checking',
  });
  const sign = element('span', { class: 'tl-sign', 'aria-hidden': 'true' });
  const title = element('strong', { testid: 'verdict', class: 'tl-title' });
  const meaning = element('p', {});
  const box = element(
    'div',
    { class: 'tl-verdict' },
    sign,
    element('div', { class: 'grow' }, title, meaning),
  );
  const details = element('div', { class: 'tl-details' });

  const show = () => {
    const { results, settings } = store.state;
    const { check } = results;
    const words = verdictWords(check?.verdict ?? null);
    box.dataset.kind = words.kind;
    title.dataset.verdict = check?.verdict ?? 'not-checked';
    sign.textContent = control.isChecking ? '…' : words.sign;
    title.textContent = control.isChecking ? 'checking' : words.title;
    meaning.textContent = control.isChecking
      ? control.stillProven
        ? sentence(control.stillProven)
        : 'Nothing is claimed until it is done.'
      : (control.problem ??
        (control.motion
          ? meaningOf(check, words.meaning, settings.check.timeLimit !== undefined)
          : 'There is no path.'));
    const why = control.motion ? null : (control.problem ?? NO_PATH);
    usable(run, control.isChecking ? 'it is being checked' : why);
    keep.show(settings.keepChecking);
    fill(details, ...(check ? detailsOf(app, control, check) : []));
  };
  control.listen(show);
  store.subscribe(['results', 'settings'], show);
  show();
  return element(
    'section',
    { class: 'section' },
    element('div', { class: 'row' }, run, keep.root),
    box,
    details,
  );
}

function meaningOf(check: CheckAnswer | null, meaning: string, isTimed: boolean): string {
  if (check?.verdict === 'free') return sentence(freeText(check));
  if (check?.verdict === 'undecided') {
    const left = new Set(check.open.map(({ segment }) => segment)).size;
    return sentence(undecidedText(isTimed, left, check.segments));
  }
  return meaning;
}

function detailsOf(app: App, control: Controller, check: CheckAnswer): Node[] {
  const nodes: Node[] = check.limits.length > 0 ? [limitsOf(control, check)] : [];
  const all = control.witnesses;
  if (all.length > 0) {
    nodes.push(
      element(
        'div',
        { testid: 'witness', class: 'tl-witnesses' },
        ...all.slice(0, 20).map((witness) => witnessOf(app, control, witness, check.delta)),
        all.length > 20 ? element('p', { class: 'muted' }, `and ${all.length - 20} more`) : null,
      ),
    );
  }
  const contact = control.contact?.contact;
  if (contact && contact.segment + contact.from > 0) {
    nodes.push(
      element(
        'p',
        { class: 'muted' },
        sentence(contactText(contact, ` on segment ${contact.segment}`)),
      ),
    );
  }
  if (check.open.length > 0) nodes.push(openOf(app, check));
  nodes.push(assumptionsOf(check.assumptions));
  const { stats } = check;
  const { profile } = app.store.state.results;
  nodes.push(
    facts([
      ...(profile ? clearanceFacts(profile, check.verdict === 'free') : []),
      ['time', workTime(check.milliseconds)],
      ['method', check.method],
      ['segments', count(check.segments)],
      ['pairs', tallyText(check.tally)],
      ['configurations', count(stats.configurations)],
      ['pair tests', count(stats.tests)],
      ['hull distances', count(stats.gjkCalls)],
      ['triangle pairs', count(stats.trianglePairs)],
      ['model', check.digest.slice(0, 16)],
    ]),
  );
  const untested = untestedText(check.tally);
  if (untested !== '') {
    nodes.push(element('p', { class: 'muted', testid: 'untested' }, sentence(untested)));
  }
  for (const note of check.notes) {
    nodes.push(
      element('p', { class: 'muted' }, note.message + (note.hint ? `; ${note.hint}` : '')),
    );
  }
  return nodes;
}

function witnessOf(
  app: App,
  control: Controller,
  witness: WitnessData,
  delta: number,
): HTMLElement {
  const { cell } = app.store.state;
  const name = (body: number) => shortName((cell && bodyName(cell, body)) ?? `body ${body}`);
  const found: FoundPair = { ...witness, pair: [name(witness.a), name(witness.b)] };
  return element(
    'div',
    { class: 'tl-witness' },
    element('span', { class: 'tl-diamond', 'aria-hidden': 'true' }, '◆'),
    element(
      'div',
      { class: 'grow' },
      element('div', { class: 'tl-who' }, witnessText(found, delta)),
      element('div', { class: 'muted number' }, `${markText(witness)}${clockText(witness.time)}`),
    ),
    button('Show', () => control.showWitness(witness), {
      class: 'small',
      testid: 'show-witness',
      title: 'Go to this configuration, and look at the place',
    }),
  );
}

/** Beside the verdict, which is about collisions alone. */
function limitsOf(control: Controller, { limits }: CheckAnswer): HTMLElement {
  const shown = limits.slice(0, 20).map((left) =>
    element(
      'div',
      { class: 'tl-witness' },
      element('div', { class: 'grow' }, limitText(left)),
      left.held
        ? null
        : button('Show', () => control.seekPlace(left), {
            class: 'small',
            testid: 'show-limit',
            title: 'Go to this configuration',
          }),
    ),
  );
  const more = limits.length - shown.length;
  return element(
    'div',
    { class: 'tl-limits', testid: 'limits' },
    element('strong', { class: 'tl-limits-title' }, 'Leaves limits of joints'),
    ...shown,
    more > 0 ? element('p', { class: 'muted' }, `and ${more} more`) : null,
  );
}

function openOf(app: App, check: CheckAnswer): HTMLElement {
  const { cell } = app.store.state;
  const pairs = new Map<string, number>();
  for (const { a, b } of check.open) {
    const [p, q] = [a, b].map((body) => (cell && bodyName(cell, body)) ?? body);
    const name = `${p} – ${q}`;
    pairs.set(name, (pairs.get(name) ?? 0) + 1);
  }
  return element(
    'details',
    {},
    element('summary', {}, capital(notProvenText(pairs.size, check.open.length))),
    element(
      'ul',
      { class: 'tl-list' },
      ...[...pairs].slice(0, 50).map(([name, n]) => element('li', {}, `${name}: ${count(n)}`)),
    ),
  );
}

function assumptionsOf(assumptions: readonly string[]): HTMLElement {
  if (assumptions.length === 0) {
    return element('p', { class: 'muted', testid: 'assumptions' }, NO_ASSUMPTIONS);
  }
  return element(
    'details',
    { open: true, testid: 'assumptions' },
    element('summary', {}, `Assuming (${assumptions.length})`),
    element('ul', { class: 'tl-list' }, ...assumptions.map((text) => element('li', {}, text))),
  );
}

// ----------------------------------------------------------------------------------------- settings

function settingsSection(app: App, control: Controller): HTMLElement {
  const { store } = app;
  const milli = (key: 'clearance' | 'delta') => (mm: number | undefined) =>
    control.setCheck({ [key]: mm === undefined ? undefined : mm / 1000 });
  const clearance = numberField([term('clearance'), ', mm'], milli('clearance'), {
    min: 0,
    placeholder: 'as in the cell',
    testid: 'clearance',
    title: 'Distance that all tested pairs have to keep. Empty: as the cell says',
  });
  const delta = numberField([term('delta'), ', mm'], milli('delta'), {
    min: 0,
    placeholder: '0.1',
    title: 'Bodies nearer than the clearance plus this need not be told apart',
  });
  const tracking = numberField(
    term('tracking'),
    (value) => control.setCheck({ tracking: value === undefined ? undefined : value }),
    {
      min: 0,
      placeholder: 'as in the cell',
      title:
        'How far joints may stray from the path, in radians or metres. Empty: as the cell says',
    },
  );
  const limit = numberField('time limit, s', (value) => control.setCheck({ timeLimit: value }), {
    min: 0,
    placeholder: 'none',
    title: 'What is not settled by then is undecided',
  });
  const method = choiceField([term('ladder', 'method')], METHODS, (value) =>
    control.setCheck({ method: value }),
  );
  const wrap = choiceField(
    'turns without limit',
    [
      { value: 'literal', label: 'as the numbers say' },
      { value: 'short', label: 'the short way' },
    ],
    (value) => control.setCheck({ wrap: value }),
  );
  const all = checkField('find every pair that is not free', (value) =>
    control.setCheck({ all: value || undefined }),
  );
  const show = () => {
    const { check } = store.state.settings;
    const mm = (metres: number | undefined) =>
      metres === undefined ? undefined : Number(mmNumber(metres));
    clearance.show(mm(check.clearance));
    delta.show(mm(check.delta));
    tracking.show(check.tracking);
    limit.show(check.timeLimit);
    method.show(check.method ?? 'ladder');
    wrap.show(check.wrap ?? 'literal');
    all.show(check.all ?? false);
  };
  store.subscribe(['settings'], show);
  show();
  return section(
    'Question',
    element('div', { class: 'tl-two' }, clearance.root, delta.root, tracking.root, limit.root),
    method.root,
    wrap.root,
    all.root,
  );
}
