/** The obstacles: a list, and what can be changed of the one that is selected. */

import type { ObstacleDescription } from '../../src/cell/index.ts';
import { poseFromRpy } from '../../src/math/index.ts';
import type { OpenedCell } from '../engine/protocol.ts';
import type { App } from '../model/app.ts';
import { append, button, element, fill, type Icon, keepFocus } from '../model/dom.ts';
import type { Editor } from '../model/editing.ts';
import { count, rpyOf, short } from '../model/format.ts';
import { addObstacle } from './addObstacle.ts';
import { numberField } from './numberField.ts';
import { obstacleSizes } from './obstacleSizes.ts';
import { VirtualList } from './virtualList.ts';

const DEGREES = 180 / Math.PI;

export function obstaclesPanel(app: App, editor: Editor): HTMLElement {
  const { store } = app;
  let rows: (index: number) => HTMLElement = () => element('div', {});
  const list = new VirtualList({
    rowHeight: 36,
    most: 12,
    label: 'Obstacles',
    testid: 'obstacle-list',
    makeRow: (index) => rows(index),
  });
  const none = element('p', { class: 'empty' }, 'This cell has no obstacles.');
  const details = element('div', {});
  let revealed: number | null = null;
  const refresh = () => {
    const { cell, selection } = store.state;
    const obstacles = cell?.description.obstacles ?? [];
    const surfaces = new Set(
      cell?.bodies.filter((body) => !body.solid).map((body) => body.obstacle),
    );
    rows = (i) => row(app, obstacles[i], i, i === selection, surfaces.has(i));
    list.set(obstacles.length);
    if (selection !== null && selection !== revealed) list.reveal(selection);
    revealed = selection;
    none.hidden = obstacles.length > 0;
    const selected = selection === null ? undefined : obstacles[selection];
    if (cell && selected) {
      keepFocus(details, () => fill(details, form(app, editor, cell, selected, selection!)));
    } else {
      const text = obstacles.length > 0 ? 'Select an obstacle here or in the view.' : '';
      fill(details, element('p', { class: 'empty' }, text));
    }
  };
  store.subscribe(['cell', 'selection'], refresh);
  store.subscribe(['handles'], refresh);
  refresh();
  const add = (kind: 'box' | 'sphere' | 'cylinder' | 'mesh', label: string) =>
    button(label, () => void addObstacle(app, editor, kind), { testid: `add-${kind}` });
  return element(
    'div',
    {},
    element(
      'div',
      { class: 'section' },
      element('h2', {}, 'Add'),
      element(
        'div',
        { class: 'row even' },
        add('box', 'Box'),
        add('sphere', 'Sphere'),
        add('cylinder', 'Cylinder'),
        add('mesh', 'Mesh…'),
      ),
    ),
    element('div', { class: 'section' }, list.root, none),
    details,
  );
}

function row(
  { store }: App,
  obstacle: ObstacleDescription,
  index: number,
  selected: boolean,
  surface: boolean,
): HTMLElement {
  const made = button(
    '',
    () => store.update({ selection: store.state.selection === index ? null : index }),
    {
      'aria-pressed': String(selected),
      'data-key': index,
      testid: `obstacle-${obstacle.name}`,
    },
  );
  append(made, [
    element('span', { class: 'grow clip' }, obstacle.name),
    surface && element('span', { class: 'tag', title: 'It has no inside' }, 'surface'),
    element('span', { class: 'tag' }, kindOf(obstacle)),
  ]);
  return made;
}

/** `box`, `mesh`, `3 parts`. */
function kindOf({ parts }: ObstacleDescription): string {
  return parts.length === 1 ? parts[0].geometry.kind : `${parts.length} parts`;
}

function form(
  app: App,
  editor: Editor,
  cell: OpenedCell,
  obstacle: ObstacleDescription,
  index: number,
): HTMLElement {
  const { store } = app;
  const { pose } = obstacle;
  const rpy = rpyOf(pose).map((angle) => angle * DEGREES);
  const move = (next: Float64Array) =>
    void editor.edit([{ kind: 'move', obstacle: index, pose: next }], {
      label: `move ${obstacle.name}`,
      merge: `move ${index}`,
    });
  const place = ['x', 'y', 'z'].map((axis, i) =>
    numberField({
      label: `${axis} (m)`,
      value: short(pose[9 + i], 4),
      step: 0.01,
      change: (value) => {
        const next = Float64Array.from(pose);
        next[9 + i] = value;
        move(next);
      },
    }),
  );
  const turn = ['roll', 'pitch', 'yaw'].map((axis, i) =>
    numberField({
      label: `${axis} (°)`,
      value: short(rpy[i], 2),
      step: 1,
      change: (value) => {
        const angles = rpy.map((angle) => angle / DEGREES);
        angles[i] = value / DEGREES;
        move(poseFromRpy(angles[0], angles[1], angles[2], pose[9], pose[10], pose[11]));
      },
    }),
  );
  const name = element('input', {
    type: 'text',
    value: obstacle.name,
    maxlength: 200,
    'data-key': 'name',
  });
  name.addEventListener('change', () => {
    const text = name.value.trim();
    if (text === '' || text === obstacle.name) {
      name.value = obstacle.name;
      return;
    }
    void editor.edit([{ kind: 'rename', obstacle: index, name: text }], {
      label: `rename ${obstacle.name}`,
    });
  });
  const handle = (mode: 'translate' | 'rotate' | 'scale', label: string, icon: Icon) =>
    button(label, () => store.update({ handles: store.state.handles === mode ? 'none' : mode }), {
      icon,
      'data-key': mode,
      'aria-pressed': String(store.state.handles === mode),
    });
  const body = cell.bodies.find((each) => each.obstacle === index);
  const meshes = obstacle.parts.some(({ geometry }) => geometry.kind === 'mesh');
  const solid = element('input', { type: 'checkbox', 'data-key': 'solid' });
  solid.checked = obstacle.solid;
  solid.addEventListener('change', () => {
    void editor.edit([{ kind: 'solid', obstacle: index, solid: solid.checked }], {
      label: `${solid.checked ? 'solid' : 'surface'} ${obstacle.name}`,
    });
  });
  return element(
    'div',
    { class: 'section', testid: 'obstacle-form' },
    element(
      'div',
      { class: 'row' },
      element('h2', { class: 'grow' }, 'Selected'),
      handle('translate', 'Move with handles', 'move'),
      handle('rotate', 'Turn with handles', 'turn'),
      handle('scale', 'Size with handles', 'size'),
    ),
    element('label', { class: 'field' }, element('span', {}, 'Name'), name),
    element('div', { class: 'fields' }, ...place),
    element('div', { class: 'fields' }, ...turn),
    obstacleSizes(editor, cell, index),
    store.state.handles === 'scale' &&
      obstacle.parts.length > 1 &&
      element('p', { class: 'muted' }, 'Handles change the size of obstacles in one part.'),
    meshes &&
      element(
        'label',
        { class: 'check' },
        solid,
        'Closed meshes are solid',
        body && !body.solid && element('span', { class: 'tag' }, 'surface'),
      ),
    element(
      'div',
      { class: 'row' },
      element(
        'span',
        { class: 'muted grow' },
        body && body.triangles > 0 ? `${count(body.triangles)} triangles` : '',
      ),
      button('Remove', () => removeSelected(app, editor), { testid: 'remove-obstacle' }),
    ),
  );
}

/** Takes the selected obstacle away. */
export function removeSelected({ store }: App, editor: Editor): void {
  const { cell, selection } = store.state;
  const obstacle = selection === null ? undefined : cell?.description.obstacles[selection];
  if (!obstacle || selection === null) return;
  void editor.edit([{ kind: 'remove', obstacle: selection }], {
    label: `remove ${obstacle.name}`,
    select: null,
  });
}
