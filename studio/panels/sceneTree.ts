/** The tree of the scene: every body with an eye, found by name, chosen by a click. */
import type { App } from '../model/app.ts';
import { append, button, element, fill } from '../model/dom.ts';
import { count, plural } from '../model/format.ts';
import { shownRows, type TreeRow, toggled, treeRows } from '../model/sceneTree.ts';
import { VirtualList } from './virtualList.ts';

const ROW = 34;
/** Rows; styles keep the list within the page. */
const MOST = 60;

export function sceneTreePanel(app: App): HTMLElement {
  const { store } = app;
  const search = element('input', {
    type: 'search',
    placeholder: 'find a body',
    'aria-label': 'Find a body',
    class: 'grow',
    testid: 'tree-search',
  });
  const folded = new Set<string>();
  let branches: ReturnType<typeof treeRows> = [];
  let rows: TreeRow[] = [];
  const list = new VirtualList({
    rowHeight: ROW,
    most: MOST,
    label: 'Bodies of the scene',
    testid: 'scene-tree',
    makeRow: (index) => rowOf(app, rows[index], folded, show),
  });
  const note = element('p', { class: 'muted' });
  const hiddenNote = element('div', { class: 'row notice', testid: 'hidden-note' });
  const show = () => {
    rows = shownRows(branches, folded, search.value);
    list.set(rows.length);
    const bodies = rows.filter(({ branch }) => branch === '').length;
    note.textContent = !store.state.cell
      ? 'No cell is open.'
      : search.value.trim() === ''
        ? ''
        : bodies === 0
          ? 'No body has this in its name.'
          : `${plural(bodies, 'body', 'bodies')} found`;
  };
  const showHidden = () => {
    const { size } = store.state.hidden;
    hiddenNote.hidden = size === 0;
    fill(
      hiddenNote,
      element(
        'span',
        { class: 'grow' },
        `${plural(size, 'body is', 'bodies are')} hidden, and checked like all others.`,
      ),
      button('Show all', () => store.update({ hidden: new Set() }), { class: 'small' }),
    );
  };
  const build = () => {
    const { cell } = store.state;
    branches = cell ? treeRows(cell) : [];
    // A branch of thousands would hide all others.
    show();
  };
  search.addEventListener('input', show);
  store.subscribe(['cell'], ({ cell, hidden }) => {
    const names = new Set(cell ? [...namesOf(treeRows(cell))] : []);
    const left = [...hidden].filter((name) => names.has(name));
    if (left.length < hidden.size) store.update({ hidden: new Set(left) });
    build();
  });
  store.subscribe(['selection', 'tool'], ({ selection }) => {
    list.refresh();
    const at = selection === null ? -1 : rows.findIndex(({ obstacle }) => obstacle === selection);
    if (at >= 0) list.reveal(at);
  });
  store.subscribe(['hidden'], () => {
    list.refresh();
    showHidden();
  });
  build();
  showHidden();
  return element(
    'div',
    {},
    element('div', { class: 'section' }, element('div', { class: 'row' }, search), note),
    hiddenNote,
    element('div', { class: 'section' }, list.root),
  );
}

function namesOf(branches: ReturnType<typeof treeRows>): string[] {
  return branches.flatMap(({ rows }) => rows.flatMap(({ names }) => names));
}

function rowOf(app: App, row: TreeRow, folded: Set<string>, show: () => void): HTMLElement {
  const { store } = app;
  const { hidden, selection, tool } = store.state;
  const isHidden = row.names.length > 0 && row.names.every((name) => hidden.has(name));
  const isMixed = !isHidden && row.names.some((name) => hidden.has(name));
  const what = row.branch === '' ? row.text : `all of ${row.text}`;
  const eye = button(
    `${isHidden ? 'Show' : 'Hide'} ${what}`,
    () => store.update({ hidden: toggled(store.state.hidden, row.names) }),
    {
      icon: isHidden ? 'hidden' : 'eye',
      class: 'eye',
      'aria-pressed': isMixed ? 'mixed' : String(isHidden),
      'data-key': `eye ${row.branch}${row.names[0]}`,
      testid: `eye-${row.branch || row.text}`,
    },
  );
  const isChosen =
    row.obstacle === null
      ? row.kind === 'link' && tool === row.names[0] && selection === null
      : selection === row.obstacle;
  const name = button('', () => choose(app, row, folded, show), {
    class: 'grow quiet tree-name',
    ...(row.branch === ''
      ? { 'aria-pressed': String(isChosen) }
      : { 'aria-expanded': String(!folded.has(row.branch)) }),
    'data-key': `name ${row.branch}${row.names[0]}`,
    title: row.names.length === 1 ? row.names[0] : row.text,
    testid: `tree-${row.branch || row.text}`,
  });
  append(name, [
    row.branch !== '' && element('span', { class: 'fold' }, folded.has(row.branch) ? '▸' : '▾'),
    element('span', { class: 'grow clip' }, row.text),
    row.branch !== '' && element('span', { class: 'tag' }, count(row.names.length)),
    row.members !== undefined && element('span', { class: 'tag' }, count(row.members)),
    row.kind === 'attached' && element('span', { class: 'tag' }, 'attached'),
  ]);
  return element(
    'div',
    {
      class: `tree-row depth-${row.depth}${isHidden ? ' hidden-body' : ''}`,
    },
    name,
    eye,
  );
}

/** An obstacle is selected, a link is what is dragged if it can be, a branch folds. */
function choose({ store }: App, row: TreeRow, folded: Set<string>, show: () => void): void {
  if (row.branch !== '') {
    if (!folded.delete(row.branch)) folded.add(row.branch);
    show();
  } else if (row.obstacle !== null) {
    store.update({ selection: store.state.selection === row.obstacle ? null : row.obstacle });
  } else if (row.kind === 'link') store.update({ tool: row.names[0], selection: null });
}
