/** Which pairs are tested, assumed and excluded, why, and what changing that does. */

import { mmNumber, visible } from '../../src/words/index.ts';
import { showDialog } from '../dialogs/index.ts';
import {
  bodyName,
  type Change,
  type OpenedCell,
  type PairInfo,
  type PairStatus,
} from '../engine/protocol.ts';
import type { App } from '../model/app.ts';
import { button, element, fill, keepFocus } from '../model/dom.ts';
import type { Editor } from '../model/editing.ts';
import { count, plural } from '../model/format.ts';
import { PairMatrix } from './pairMatrix.ts';

const LISTED = 100;

export function pairsPanel(app: App, editor: Editor): HTMLElement {
  const view = pairsView(app, editor);
  const larger = button('Enlarge', () => showLarge(app, editor), { class: 'small' });
  view.head.append(larger);
  return view.element;
}

function showLarge(app: App, editor: Editor): void {
  const view = pairsView(app, editor);
  view.element.classList.add('large');
  showDialog({ title: 'Pairs', content: [view.element], wide: true, onClose: view.end });
}

/** The matrix with its search field, its legend and what is known of one pair. */
function pairsView(
  app: App,
  editor: Editor,
): { element: HTMLElement; head: HTMLElement; end: () => void } {
  const { store } = app;
  const matrix = new PairMatrix();
  const search = element('input', {
    type: 'search',
    placeholder: 'Search',
    'aria-label': 'Search bodies and reasons',
  });
  const counts = element('div', { class: 'legend' });
  const facts = element('div', {
    class: 'pair-facts',
    'aria-live': 'polite',
    testid: 'pair-facts',
  });
  const list = element('div', { class: 'list' });
  let selected: readonly [string, string] | null = null;
  let before: Record<PairStatus, number> | null = null;

  const find = (cell: OpenedCell) =>
    selected &&
    cell.pairs.find(({ a, b }) => {
      const names = [bodyName(cell, a)!, bodyName(cell, b)!];
      return names.includes(selected![0]) && names.includes(selected![1]);
    });
  const showFacts = (pair: PairInfo | null | undefined) => {
    const { cell } = store.state;
    if (cell && pair) keepFocus(facts, () => fill(facts, ...factsOf(app, editor, cell, pair)));
    else
      fill(
        facts,
        element('span', { class: 'muted' }, 'Choose a pair to see why, or to change it.'),
      );
  };
  const select = (pair: PairInfo) => {
    const { cell } = store.state;
    if (!cell) return;
    selected = [bodyName(cell, pair.a)!, bodyName(cell, pair.b)!];
    matrix.mark(pair);
    showFacts(pair);
  };
  const refresh = () => {
    const { cell } = store.state;
    if (!cell) {
      fill(counts);
      fill(list);
      showFacts(null);
      return;
    }
    const now = countOf(cell);
    fill(counts, ...legend(now, before), othersOf(cell));
    before = now;
    matrix.show(cell, search.value);
    const pair = find(cell) ?? null;
    matrix.mark(pair);
    showFacts(pair);
    fillList(list, cell, search.value, (pair) => {
      select(pair);
      facts.scrollIntoView({ block: 'nearest' });
    });
  };
  matrix.onSelect = select;
  matrix.onHover = (pair) => showFacts(pair ?? (store.state.cell && find(store.state.cell)));
  search.addEventListener('input', refresh);
  const ends = [
    store.subscribe(['cell'], (_, changed) => {
      // The counts of another cell are no difference to show.
      if (changed.has('source') || changed.has('files')) before = null;
      refresh();
    }),
    store.subscribe(['theme'], () => matrix.draw()),
  ];
  refresh();
  const head = element('div', { class: 'row' }, element('div', { class: 'grow' }, search));
  return {
    element: element(
      'div',
      { class: 'section' },
      head,
      counts,
      matrix.element,
      facts,
      clearanceField(app, editor, ends),
      list,
    ),
    head,
    end: () => {
      for (const end of ends) end();
    },
  };
}

function countOf(cell: OpenedCell): Record<PairStatus, number> {
  const counts = { tested: 0, assumed: 0, excluded: 0 };
  for (const { status } of cell.pairs) counts[status]++;
  const { otherPairs: others } = cell;
  if (others) for (const status of STATUSES) counts[status] += others[status];
  return counts;
}

const STATUSES = ['tested', 'assumed', 'excluded'] as const;

/** What is neither in the matrix nor found by a search. */
function othersOf({ otherPairs: others }: OpenedCell): HTMLElement | false {
  if (!others) return false;
  const sum = STATUSES.reduce((n, status) => n + others[status], 0);
  const text = `${count(sum)} pairs with ${count(others.members)} obstacles are counted, and not listed one by one`;
  return element('p', { class: 'muted', testid: 'other-pairs' }, text);
}

const SIGNS: Readonly<Record<PairStatus, string>> = { tested: '', assumed: '', excluded: '·' };

function legend(
  now: Record<PairStatus, number>,
  before: Record<PairStatus, number> | null,
): HTMLElement[] {
  return STATUSES.map((status) => {
    const more = before ? now[status] - before[status] : 0;
    return element(
      'span',
      {},
      element('span', { class: `swatch ${status}`, 'aria-hidden': 'true' }, SIGNS[status]),
      `${count(now[status])} ${status}`,
      more !== 0 && element('strong', {}, more > 0 ? ` (+${more})` : ` (−${-more})`),
    );
  });
}

/** Pairs that a search finds, for those who do not use the matrix. */
function fillList(
  list: HTMLElement,
  cell: OpenedCell,
  filter: string,
  select: (pair: PairInfo) => void,
): void {
  const wanted = filter.trim().toLowerCase();
  if (wanted === '') {
    fill(list);
    return;
  }
  const found = cell.pairs.filter(({ a, b, reason, status }) =>
    `${bodyName(cell, a)!}\n${bodyName(cell, b)!}\n${reason}\n${status}`
      .toLowerCase()
      .includes(wanted),
  );
  fill(
    list,
    ...found.slice(0, LISTED).map((pair) => {
      const row = button('', () => select(pair));
      row.append(
        element('span', { class: `swatch ${pair.status}` }, SIGNS[pair.status]),
        element(
          'span',
          { class: 'grow clip' },
          `${bodyName(cell, pair.a)!} – ${bodyName(cell, pair.b)!}`,
        ),
      );
      row.title = visible(pair.reason || pair.status);
      return row;
    }),
    found.length > LISTED &&
      element('p', { class: 'muted' }, `and ${count(found.length - LISTED)} more`),
    found.length === 0 &&
      element('p', { class: 'muted' }, 'No pair has that in a name or a reason.'),
  );
}

function factsOf(app: App, editor: Editor, cell: OpenedCell, pair: PairInfo): HTMLElement[] {
  const a = bodyName(cell, pair.a)!;
  const b = bodyName(cell, pair.b)!;
  const what = {
    tested: 'Tested on every path.',
    assumed: 'Assumed, not tested: every verdict says so.',
    excluded: 'Excluded by a fact, or proven: it needs no test.',
  }[pair.status];
  const change = (changes: readonly Change[], label: string) =>
    void editor.edit(changes, { label });
  const actions = element('div', { class: 'row wrap' });
  if (pair.status === 'tested') {
    actions.append(
      button(
        'Allow contact…',
        async () => {
          const reason = await app.dialogs.ask(
            `Allow ${a} to touch ${b}`,
            'Reason, which every verdict will carry',
            'may touch',
          );
          if (reason) change([{ kind: 'allow', a, b, reason }], `allow ${a} – ${b}`);
        },
        { class: 'small', testid: 'allow-pair' },
      ),
    );
  } else if (pair.status === 'assumed') {
    actions.append(
      button('Test it', () => change([{ kind: 'forbid', a, b }], `test ${a} – ${b}`), {
        class: 'small',
        testid: 'test-pair',
      }),
    );
  }
  if (pair.status === 'tested') {
    const input = element('input', {
      type: 'number',
      min: 0,
      step: 1,
      'data-key': 'clearance',
      value: mmNumber(pair.clearance),
    });
    input.addEventListener('change', () => {
      const distance = input.value === '' ? null : input.valueAsNumber / 1000;
      if (distance !== null && !(distance >= 0)) return;
      change([{ kind: 'pair-clearance', a, b, distance }], `clearance ${a} – ${b}`);
    });
    actions.append(
      element(
        'label',
        { class: 'row grow' },
        element('span', { class: 'muted' }, 'Clearance mm'),
        input,
      ),
    );
  }
  return [
    element('div', {}, element('strong', {}, a), ' – ', element('strong', {}, b)),
    element('div', { class: 'muted' }, what),
    pair.reason !== '' ? element('div', {}, `Reason: ${pair.reason}`) : element('div', {}),
    actions,
  ];
}

/** What is asked of all pairs that have no clearance of their own. */
function clearanceField(app: App, editor: Editor, ends: (() => void)[]): HTMLElement {
  const { store } = app;
  const input = element('input', { type: 'number', min: 0, step: 1 });
  const effect = element('span', { class: 'muted' });
  const show = () => {
    const { cell } = store.state;
    input.value = cell ? mmNumber(cell.description.clearance.default) : '';
    const own = cell?.description.clearance.pairs.length ?? 0;
    effect.textContent = own > 0 ? `${plural(own, 'rule')} for single pairs` : '';
  };
  input.addEventListener('change', () => {
    const distance = input.valueAsNumber / 1000;
    if (!(distance >= 0)) return show();
    void editor.edit([{ kind: 'clearance', distance }], { label: 'clearance of the cell' });
  });
  ends.push(store.subscribe(['cell'], show));
  show();
  return element(
    'label',
    { class: 'field' },
    element('span', {}, 'Clearance of all other pairs (mm)'),
    input,
    effect,
  );
}
