/** What the cell's files say besides: assumptions, notes of the readers, what is not drawn, facts. */

import { NO_ASSUMPTIONS } from '../../src/words/index.ts';
import { faultElement } from '../dialogs/index.ts';
import type { Fault, OpenedCell } from '../engine/protocol.ts';
import type { App } from '../model/app.ts';
import { button, element, fill } from '../model/dom.ts';
import { count, plural } from '../model/format.ts';
import type { State } from '../model/state.ts';

export function notesPanel(app: App): HTMLElement {
  const { store } = app;
  const body = element('div', {});
  const refresh = () => {
    const { cell } = store.state;
    if (cell) fill(body, ...sections(app, cell));
    else fill(body, element('p', { class: 'empty' }, 'No cell is open.'));
  };
  store.subscribe(['cell', 'edits', 'visuals', 'path', 'pathNotes'], refresh);
  refresh();
  return body;
}

function sections(app: App, cell: OpenedCell): HTMLElement[] {
  const made: HTMLElement[] = [
    element(
      'div',
      { class: 'section' },
      element('h2', {}, 'Assumptions'),
      cell.assumptions.length === 0
        ? element('p', { class: 'muted' }, NO_ASSUMPTIONS)
        : element('ul', {}, ...cell.assumptions.map((text) => element('li', {}, text))),
    ),
  ];
  const { missing = [], notes: unseen = [] } = app.store.state.visuals ?? {};
  const notes = [...cell.notes, ...unseen];
  if (notes.length > 0) {
    made.push(
      element(
        'div',
        { class: 'section' },
        element('h2', {}, 'Notes from the files'),
        ...notes.map((note) => faultElement(note, 'note')),
      ),
    );
  }
  const ofPath = notesOfPath(app.store.state);
  if (ofPath.length > 0) {
    made.push(
      element(
        'div',
        { class: 'section', testid: 'path-notes' },
        element('h2', {}, 'Notes of the path'),
        ...ofPath.map((note) => faultElement(note, 'note')),
      ),
    );
  }
  if (missing.length > 0) {
    made.push(
      element(
        'div',
        { class: 'section' },
        element('h2', {}, 'Not drawn'),
        element(
          'p',
          { class: 'muted' },
          'These are for the eye only and were not found. Drop them on the page to see them:',
        ),
        element(
          'ul',
          { class: 'names' },
          ...missing.map(({ reference }) => element('li', {}, reference)),
        ),
      ),
    );
  }
  made.push(facts(app, cell));
  return made;
}

/** Of the path that is shown, as long as nobody changed it. */
export function notesOfPath({ path, pathNotes }: Readonly<State>): readonly Fault[] {
  return path && pathNotes?.path === path ? pathNotes.notes : [];
}

function facts({ dialogs, store }: App, cell: OpenedCell): HTMLElement {
  const surfaces = cell.bodies.filter(({ solid }) => !solid).length;
  const { edits } = store.state;
  const lines = [
    `${plural(cell.description.robots.length, 'robot')}, ${plural(cell.dofs.length, 'degree')} of freedom`,
    `${plural(cell.bodies.length, 'body', 'bodies')}, ${count(surfaces)} with open surfaces`,
    `${plural(cell.triangles, 'triangle')} of collision geometry`,
    `Opened from ${cell.entry}`,
  ];
  if (edits.length > 0) lines.push(`${plural(edits.length, 'change')} since it was opened`);
  return element(
    'div',
    { class: 'section' },
    element('h2', {}, 'Cell'),
    ...lines.map((line) => element('p', {}, line)),
    element(
      'div',
      { class: 'row' },
      element('span', { class: 'mono clip grow', title: cell.digest }, cell.digest),
      button(
        'Copy digest',
        async () => {
          await navigator.clipboard.writeText(cell.digest);
          dialogs.say('Digest of the cell copied.');
        },
        { class: 'small' },
      ),
    ),
  );
}
