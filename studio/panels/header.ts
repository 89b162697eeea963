/** The bar at the top: what is open, and what can be done with all of it. */

import type { ObstacleSet } from '../../src/cell/index.ts';
import { visible } from '../../src/words/index.ts';
import type { OpenedCell } from '../engine/protocol.ts';
import type { App } from '../model/app.ts';
import { button, element, icon, setText } from '../model/dom.ts';
import { count, plural } from '../model/format.ts';
import { usable } from '../model/hint.ts';
import {
  copyLink,
  noLink,
  saveCell,
  savePath,
  savePicture,
  saveReport,
  saveState,
} from '../model/saving.ts';
import { menu } from './menu.ts';

export interface HeaderActions {
  readonly openFiles: () => void;
  readonly openFolder: () => void;
  readonly gallery: () => void;
  readonly help: () => void;
  readonly theme: () => void;
  readonly certificate: () => void;
  /** Shows or hides a side of the page. */
  readonly toggle: (side: 'left' | 'right') => void;
}

export function headerPanel(app: App, actions: HeaderActions): HTMLElement {
  const { store } = app;
  const name = element('h1', { testid: 'cell-name' });
  const facts = element('div', { class: 'cell-facts' });
  const undo = button('Undo', () => store.undo(), { icon: 'undo', class: 'quiet', testid: 'undo' });
  const redo = button('Redo', () => store.redo(), { icon: 'redo', class: 'quiet', testid: 'redo' });
  let shown = '';
  const showHistory = () => {
    // Joints that play change at every picture, and what can be undone does not.
    const now = JSON.stringify([store.undoLabel, store.redoLabel]);
    if (now === shown) return;
    shown = now;
    for (const [each, label, word] of [
      [undo, store.undoLabel, 'Undo'],
      [redo, store.redoLabel, 'Redo'],
    ] as const) {
      each.dataset.name = label === null ? word : `${word}: ${visible(label)}`;
      usable(each, label === null ? `there is nothing to ${word.toLowerCase()}` : null);
      each.setAttribute('aria-label', each.dataset.name);
    }
  };
  const showCell = () => {
    const { cell, edits } = store.state;
    setText(name, cell ? cell.name + (edits.length > 0 ? ' (changed)' : '') : 'No cell');
    name.title = visible(cell?.entry ?? '');
    facts.textContent = cell ? factsOf(cell).join(' · ') : '';
    document.title = cell ? `${visible(cell.name)} – Surepath studio` : 'Surepath studio';
  };
  store.subscribe(['cell', 'edits'], showCell);
  store.subscribe(
    ['cell', 'edits', 'path', 'start', 'goal', 'selection', 'configuration'],
    showHistory,
  );
  showHistory();
  showCell();
  return element(
    'header',
    { class: 'header' },
    element('div', { class: 'brand' }, mark(), element('span', { class: 'wide-only' }, 'Surepath')),
    name,
    facts,
    button('Left side: joints, obstacles, pairs, notes ([)', () => actions.toggle('left'), {
      icon: 'panelLeft',
      class: 'quiet',
      testid: 'toggle-left',
      'aria-expanded': 'true',
    }),
    button('Right side: motion and check (])', () => actions.toggle('right'), {
      icon: 'panelRight',
      class: 'quiet',
      testid: 'toggle-right',
      'aria-expanded': 'true',
    }),
    divider(),
    undo,
    redo,
    divider(),
    menu(
      'Open',
      () => [
        { label: 'Files…', note: 'cell, URDF, meshes, path', act: actions.openFiles },
        { label: 'Folder…', act: actions.openFolder },
      ],
      { icon: 'open', testid: 'open', text: 'Open', class: 'quiet' },
    ),
    galleryButton(actions.gallery),
    saveMenu(app, actions),
    divider(),
    button('Dark or light', actions.theme, { icon: 'theme', class: 'quiet', testid: 'theme' }),
    button('Help and shortcuts (?)', actions.help, { icon: 'help', class: 'quiet' }),
  );
}

function factsOf({ dofs, bodies, triangles, description }: OpenedCell): string[] {
  const members = (shape: ObstacleSet['shape']) =>
    (description.sets ?? [])
      .filter((set) => set.shape === shape)
      .reduce((sum, { centres }) => sum + centres.length / 3, 0);
  const [points, boxes] = [members('sphere'), members('box')];
  return [
    plural(dofs.length, 'joint'),
    plural(bodies.length, 'body', 'bodies'),
    `${count(triangles)} triangles`,
    ...(points > 0 ? [`${count(points)} points`] : []),
    ...(boxes > 0 ? [`${count(boxes)} boxes`] : []),
  ];
}

function galleryButton(gallery: () => void): HTMLElement {
  const made = button('Gallery', gallery, { icon: 'gallery', class: 'quiet', testid: 'gallery' });
  made.append(element('span', { class: 'wide-only' }, 'Gallery'));
  return made;
}

function saveMenu(app: App, { certificate }: HeaderActions): HTMLElement {
  const { store, dialogs } = app;
  const guard = (work: (app: App) => Promise<void>) => () => {
    work(app).catch((error) => dialogs.fault(error, 'This cannot be saved'));
  };
  return menu(
    'Save',
    () => {
      const { cell, path } = store.state;
      const needsCell = cell ? null : 'no cell';
      const needsPath = path ? null : 'no path';
      const link = noLink(app);
      return [
        {
          label: 'Cell',
          note: 'cell file and meshes',
          disabled: needsCell,
          act: guard(saveCell),
          testid: 'save-cell',
        },
        {
          label: 'Path',
          note: 'JSON',
          disabled: needsPath,
          act: guard((each) => savePath(each, 'json')),
          testid: 'save-path',
        },
        {
          label: 'Trajectory',
          note: 'ROS, YAML',
          disabled: needsPath,
          act: guard((each) => savePath(each, 'trajectory')),
          testid: 'save-trajectory',
        },
        { label: 'Certificate', disabled: needsPath, act: certificate, testid: 'save-certificate' },
        {
          label: 'Report',
          note: 'HTML to share',
          disabled: needsPath,
          act: guard(saveReport),
          testid: 'save-report',
        },
        null,
        {
          label: 'Picture',
          note: 'PNG',
          disabled: needsCell,
          act: guard(savePicture),
          testid: 'save-picture',
        },
        {
          label: 'State',
          note: 'opens as it is now',
          disabled: needsCell,
          act: guard(saveState),
          testid: 'save-state',
        },
        {
          label: 'Copy link',
          note: 'to this state',
          disabled: link,
          act: guard(copyLink),
          testid: 'copy-link',
        },
      ];
    },
    { icon: 'save', testid: 'save', text: 'Save', class: 'quiet' },
  );
}

function divider(): HTMLElement {
  return element('span', { class: 'divider', 'aria-hidden': 'true' });
}

/** The sign of the program: a path between two points. */
function mark(): SVGSVGElement {
  const svg = icon('open');
  svg.setAttribute('class', '');
  svg.setAttribute('viewBox', '0 0 32 32');
  const [path] = svg.children;
  path.setAttribute('d', 'M6 24c6-1 5-14 11-14 5 0 4 8 9 6');
  path.setAttribute('fill', 'none');
  path.setAttribute('stroke', 'var(--accent)');
  path.setAttribute('stroke-width', '4');
  path.setAttribute('stroke-linecap', 'round');
  return svg;
}
