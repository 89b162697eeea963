/** Where the joints stand: sliders and numbers, named states, which tool can be dragged. */
import { about } from '../../src/words/index.ts';
import type { DofInfo, OpenedCell } from '../engine/protocol.ts';
import { aim, aimed } from '../model/aim.ts';
import type { App } from '../model/app.ts';
import { withValue } from '../model/dofs.ts';
import { breakable, button, element, fill, keepFocus } from '../model/dom.ts';
import { fromShown, short, toShown } from '../model/format.ts';
import { usable } from '../model/hint.ts';
import { recordWaypoint } from '../model/path.ts';
import { groupRow, targetRow } from './targets.ts';

/** Range of a slider for a joint without limits. */
const FREE_LENGTH = 5;
const STEPS = 2000;

interface Row {
  readonly element: HTMLElement;
  show(value: number): void;
}

export function jointsPanel(app: App): HTMLElement {
  const { store } = app;
  const body = element('div', {});
  let rows: Row[] = [];
  let shownDofs: OpenedCell['dofs'] | null = null;
  let shownAngles = store.state.settings.angles;
  let endTool = () => {};
  const build = (cell: OpenedCell | null) => {
    rows = [];
    endTool();
    if (!cell) {
      fill(body, element('p', { class: 'empty' }, 'No cell is open.'));
      return;
    }
    const degrees = store.state.settings.angles === 'degrees';
    rows = cell.dofs.map((dof, i) => makeRow(app, dof, i, degrees));
    const tool = cell.tools.length > 0 ? toolPicker(app, cell) : null;
    if (tool) endTool = tool.end;
    keepFocus(body, () =>
      fill(body, head(app, cell, tool?.element ?? null), ...sections(cell, rows)),
    );
    showValues();
  };
  const showValues = () => {
    const configuration = aimed(store.state);
    for (const [i, row] of rows.entries()) row.show(configuration[i]);
  };
  store.subscribe(['cell', 'settings'], ({ cell, settings }, changed) => {
    const same =
      shownDofs !== null &&
      cell !== null &&
      JSON.stringify(cell.dofs) === JSON.stringify(shownDofs) &&
      rows.length > 0;
    if (same && (!changed.has('settings') || settings.angles === shownAngles)) return;
    shownAngles = settings.angles;
    shownDofs = cell?.dofs ?? null;
    build(cell);
  });
  store.subscribe(['configuration', 'start', 'goal', 'target'], showValues);
  build(store.state.cell);
  const moved = element('div', { class: 'section' }, targetRow(app), groupRow(app));
  return element('div', {}, moved, body);
}

/** States, recording, the tool. */
function head(app: App, cell: OpenedCell, tool: HTMLElement | null): HTMLElement {
  const { store } = app;
  const states = element(
    'select',
    { 'aria-label': 'Named state', class: 'grow' },
    element(
      'option',
      { value: '' },
      cell.states.length > 0 ? 'Go to a named state…' : 'No named states',
    ),
    ...cell.states.map(({ name }, i) => element('option', { value: i }, name)),
  );
  usable(states, cell.states.length > 0 ? null : 'the files name no states (SRDF group_state)');
  states.addEventListener('change', () => {
    const state = cell.states[Number(states.value)];
    if (states.value === '' || !state) return;
    const next = Float64Array.from(aimed(store.state));
    for (const dof of state.dofs) next[dof] = state.values[dof];
    aim(store, next, { undoable: `go to ${state.name}` });
    states.value = '';
  });
  const angles = button('°', () => {
    const { settings } = store.state;
    store.update({
      settings: { ...settings, angles: settings.angles === 'degrees' ? 'radians' : 'degrees' },
    });
  });
  angles.textContent = store.state.settings.angles === 'degrees' ? 'deg' : 'rad';
  angles.dataset.key = 'angles';
  angles.title = 'Show angles in degrees or radians';
  return element(
    'div',
    { class: 'section' },
    element('div', { class: 'row' }, states, angles),
    element(
      'div',
      { class: 'row' },
      button('Record waypoint', () => recordWaypoint(app), {
        class: 'grow',
        testid: 'record-waypoint',
        title: 'Adds this configuration to the end of the path (W)',
      }),
      button('Home', () => aim(store, Float64Array.from(cell.home), { undoable: 'go home' }), {
        title: 'The configuration that the cell was opened with (H)',
      }),
    ),
    tool,
  );
}

function toolPicker({ store }: App, cell: OpenedCell): { element: HTMLElement; end: () => void } {
  const select = element(
    'select',
    { class: 'grow', 'aria-label': 'Link to drag in the view' },
    element('option', { value: '' }, 'nothing'),
    ...cell.tools.map((name) => element('option', { value: name }, name)),
  );
  select.value = store.state.tool ?? '';
  select.addEventListener('change', () => store.update({ tool: select.value || null }));
  const end = store.subscribe(['tool'], ({ tool }) => {
    select.value = tool ?? '';
  });
  return {
    element: element(
      'label',
      { class: 'row' },
      element('span', { class: 'muted' }, 'Drag'),
      select,
    ),
    end,
  };
}

/** One section for each robot. */
function sections(cell: OpenedCell, rows: readonly Row[]): HTMLElement[] {
  const made: HTMLElement[] = [];
  let robot: string | null = null;
  for (const [i, dof] of cell.dofs.entries()) {
    if (dof.robot !== robot || made.length === 0) {
      robot = dof.robot;
      made.push(element('div', { class: 'section' }, robot !== '' && element('h2', {}, robot)));
    }
    made.at(-1)!.append(rows[i].element);
  }
  return made;
}

function makeRow(app: App, dof: DofInfo, index: number, degrees: boolean): Row {
  const { store } = app;
  const [lower, upper] = rangeOf(dof);
  const shown = (value: number) => toShown(value, dof.unit, degrees);
  const digits = dof.unit === 'angle' ? (degrees ? 2 : 4) : 4;
  const id = `dof-${index}`;
  const slider = element('input', {
    type: 'range',
    min: lower,
    max: upper,
    step: 'any',
    testid: `joint-${dof.name}`,
    'aria-labelledby': id,
  });
  const number = element('input', {
    type: 'number',
    step: dof.unit === 'angle' && degrees ? 1 : 0.01,
    'aria-labelledby': id,
    testid: `value-${dof.name}`,
  });
  const unit = dof.unit === 'angle' ? (degrees ? '°' : ' rad') : dof.unit === 'length' ? ' m' : '';
  const bound = (value: number) =>
    Number.isFinite(value) ? `${limitNumber(shown(value), dof.unit, degrees)}${unit}` : 'no limit';
  const isBounded = Number.isFinite(dof.lower) || Number.isFinite(dof.upper);
  const limits = isBounded ? `${bound(dof.lower)} … ${bound(dof.upper)}` : 'no limits';
  const row = element(
    'div',
    { class: 'joint' },
    element(
      'div',
      { class: 'who' },
      element('label', { class: 'name', id, title: dof.name }, ...breakable(localName(dof))),
      element('span', { class: 'limits' }, limits),
    ),
    number,
    slider,
  );
  const set = (value: number) =>
    aim(store, withValue(aimed(store.state), store.state.cell?.dofs ?? [], index, value), {
      undoable: `move ${dof.name}`,
      merge: `joint ${dof.name}`,
    });
  slider.addEventListener('input', () => set(Number(slider.value)));
  // The hand has let go: the next time is another step back.
  for (const end of ['change', 'keyup', 'blur']) slider.addEventListener(end, () => store.seal());
  // A slider without steps needs arrow keys of its own.
  slider.addEventListener('keydown', (event) => {
    const step = stepOf(event, lower, upper);
    if (step === 0) return;
    event.preventDefault();
    set(Math.min(upper, Math.max(lower, aimed(store.state)[index] + step)));
  });
  number.addEventListener('change', () => {
    const value = number.valueAsNumber;
    if (Number.isFinite(value)) set(fromShown(value, dof.unit, degrees));
    store.seal();
    number.value = short(shown(aimed(store.state)[index]), digits);
  });
  let last = Number.NaN;
  return {
    element: row,
    show(value) {
      // Of hundreds of joints a slider moves one.
      if (value === last) return;
      last = value;
      slider.value = String(value);
      slider.setAttribute('aria-valuetext', `${short(shown(value), digits)}${unit}`);
      number.value = short(shown(value), digits);
      row.classList.toggle('outside', value < dof.lower || value > dof.upper);
    },
  };
}

/** Rounded as people read it, and never to nothing: a slide of 0.386 m has no limit of 0 m. */
function limitNumber(value: number, unit: string, degrees: boolean): string {
  return unit === 'angle' ? short(value, degrees ? 1 : 3) : about(value, 4);
}

function stepOf({ key, shiftKey }: KeyboardEvent, lower: number, upper: number): number {
  const range = upper - lower;
  const small = shiftKey ? range / STEPS : range / 200;
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return small;
    case 'ArrowLeft':
    case 'ArrowDown':
      return -small;
    case 'PageUp':
      return range / 20;
    case 'PageDown':
      return -range / 20;
    default:
      return 0;
  }
}

function rangeOf(dof: DofInfo): [number, number] {
  if (dof.unit === 'quaternion') return [-1, 1];
  const wide = dof.unit === 'angle' ? Math.PI : FREE_LENGTH;
  return [
    Number.isFinite(dof.lower) ? dof.lower : -wide,
    Number.isFinite(dof.upper) ? dof.upper : wide,
  ];
}

/** The section says which robot it is. */
function localName({ name, robot }: DofInfo): string {
  return robot !== '' && name.startsWith(`${robot}/`) ? name.slice(robot.length + 1) : name;
}
