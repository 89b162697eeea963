/** Where a path comes from: a file, the sliders, or a planner between start and goal. */

import { about, column, secondsText } from '../../src/words/index.ts';
import type { PathData } from '../engine/protocol.ts';
import { type App, button, element, fill, isCancelled, usable } from '../model/index.ts';
import { recordWaypoint } from '../model/path.ts';
import { type WaypointChange, withChange } from '../model/waypoint.ts';
import { VirtualList } from '../panels/virtualList.ts';
import { adjustments, type Controller, controllerOf } from './controller.ts';
import { choiceField, facts, section } from './fields.ts';
import { planSection } from './planSection.ts';
import { count, NO_PATH, plural, verdictWords } from './words.ts';

/** Pixels of a row, of which few are in the page. */
const ROW = 34;

export function motionPanel(app: App): HTMLElement {
  const control = controllerOf(app);
  return element(
    'div',
    { class: 'tl-motion' },
    pathSection(app, control),
    planSection(app, control),
  );
}

function pathSection(app: App, control: Controller): HTMLElement {
  const { store } = app;
  const files = element('select', {
    class: 'grow',
    'aria-label': 'Path of this cell',
    testid: 'path-file',
  });
  files.addEventListener('change', () => {
    if (files.value !== '') void open(app, files.value);
  });
  const input = element('input', {
    type: 'file',
    accept: '.json,.yaml,.yml,.csv',
    class: 'visually-hidden',
    'aria-label': 'Open a path file',
    // The button beside it opens it.
    tabindex: -1,
  });
  input.addEventListener('change', async () => {
    const file = input.files?.[0];
    input.value = '';
    if (file) await open(app, file.name, new Uint8Array(await file.arrayBuffer()));
  });
  const about = element('div', { class: 'tl-details' });
  const list = new VirtualList({
    rowHeight: ROW,
    most: 8,
    label: 'Waypoints',
    testid: 'waypoints',
    makeRow: (i) => waypointRow(app, control, store.state.path!, i),
  });
  list.root.classList.add('tl-waypoints');
  const waypoints = element('details', {}, element('summary', {}, 'Waypoints'), list.root);
  const record = button('Record', () => recordWaypoint(app), {
    class: 'grow',
    testid: 'record',
    title: 'Adds where the joints stand to the end of the path',
  });
  const clear = button(
    'Clear',
    () => store.update({ path: null, time: 0 }, { undoable: 'clear path' }),
    {
      title: 'Takes the path away',
    },
  );
  let mode: 'blends' | 'stops' = 'blends';
  const smooth = button('Smooth', () => void shorten(app, control), {
    class: 'grow',
    testid: 'smooth',
    title: 'Shortcuts, each proven free; the path never gets longer',
  });
  const time = button('Time', () => void giveTimes(app, control, mode), {
    class: 'grow',
    testid: 'time-path',
    title: 'Times within the limits of the joints, as a controller executes them',
  });
  const modes = choiceField(
    'at waypoints',
    [
      { value: 'blends', label: 'blend' },
      { value: 'stops', label: 'stop' },
    ],
    (value) => {
      mode = value as typeof mode;
    },
  );

  const show = () => {
    const { cell, path } = store.state;
    const own = path?.file ?? '';
    fill(
      files,
      element(
        'option',
        { value: '' },
        cell?.paths.length ? 'Paths of this cell…' : 'No path files',
      ),
      ...(cell?.paths ?? []).map(({ file }) =>
        element('option', { value: file }, beside(file, cell?.entry ?? '')),
      ),
    );
    files.value = cell?.paths.some(({ file }) => file === own) ? own : '';
    const noPath = control.motion ? null : (control.problem ?? NO_PATH);
    usable(files, cell?.paths.length ? null : 'no path files came with this cell');
    usable(record, cell ? null : 'no cell is open');
    usable(clear, path ? null : NO_PATH);
    for (const each of [smooth, time]) {
      usable(
        each,
        path?.tracks ? 'a path of several robots, each in its own time, stays so' : noPath,
      );
    }
    fill(
      about,
      path ? facts(factsOf(path, control)) : element('p', { class: 'muted' }, 'No path yet.'),
    );
    waypoints.hidden = !path;
    list.set(path?.waypoints.length ?? 0);
  };
  control.listen(show);
  show();
  return section(
    'Path',
    element('div', { class: 'row' }, files, fileButton(input), input),
    element('div', { class: 'row' }, record, clear),
    about,
    waypoints,
    element('div', { class: 'row tl-finish' }, smooth, time, modes.root),
  );
}

/** A file as seen from the folder of the cell's own. */
function beside(file: string, entry: string): string {
  const folder = entry.slice(0, entry.lastIndexOf('/') + 1);
  return file.startsWith(folder) ? file.slice(folder.length) : file;
}

function fileButton(input: HTMLInputElement): HTMLElement {
  return button('File…', () => input.click(), { title: 'Open a path file' });
}

function factsOf(path: PathData, control: Controller): [string, string][] {
  const rows: [string, string][] = [
    ['name', path.name],
    ['waypoints', count(path.waypoints.length)],
  ];
  const { motion } = control;
  if (!motion) return rows;
  if (motion.axis.timed) rows.push(['duration', secondsText(motion.axis.end)]);
  rows.push(['segments', motion.path.summary ?? `${count(motion.axis.segments)}, straight`]);
  return rows;
}

function waypointRow(app: App, control: Controller, path: PathData, i: number): HTMLElement {
  const { store } = app;
  const last = path.waypoints.length - 1;
  const label = path.labels?.[i];
  const name = label ? `${i}, ${label}` : `waypoint ${i}`;
  const action = (
    key: string,
    text: string,
    title: string,
    change: () => WaypointChange,
    why: string | false = false,
  ) => {
    const made = button(text, () => changeWaypoint(app, path, change()), {
      class: 'small quiet',
      'aria-label': `${title}: waypoint ${i}`,
      title,
      'data-key': `${key} ${i}`,
      testid: `${key}-${i}`,
    });
    usable(made, why || null);
    return made;
  };
  const here = () => store.state.configuration;
  return element(
    'div',
    { class: 'row', title: [...path.waypoints[i]].map((x) => column(x, 4)).join('  ') },
    button(name, () => goTo(control, path, i), {
      class: 'small quiet grow',
      'data-key': `go ${i}`,
      testid: `waypoint-${i}`,
    }),
    action('set', 'set', 'Put it where the joints stand', () => ({ kind: 'set', i, q: here() })),
    action('insert', '+', 'Insert where the joints stand after it', () => ({
      kind: 'insert',
      i,
      q: here(),
    })),
    action(
      'earlier',
      '↑',
      'Move it up',
      () => ({ kind: 'earlier', i }),
      i === 0 && 'it is the first',
    ),
    action(
      'later',
      '↓',
      'Move it down',
      () => ({ kind: 'later', i }),
      i === last && 'it is the last',
    ),
    action(
      'remove',
      '×',
      'Remove it',
      () => ({ kind: 'remove', i }),
      last === 0 && 'a path has a waypoint at least: Clear takes it away',
    ),
  );
}

/** Waypoints of the file are knots of the motion, except where a blend passes by. */
function goTo(control: Controller, path: PathData, i: number): void {
  const last = path.waypoints.length - 1;
  if (control.motion?.path.waypoints.length === path.waypoints.length) {
    control.seekPlace(i === last && i > 0 ? { segment: i - 1, t: 1 } : { segment: i, t: 0 });
  } else control.app.store.update({ configuration: path.waypoints[i] });
}

const CHANGES: Readonly<Record<WaypointChange['kind'], string>> = {
  set: 'set',
  insert: 'insert after',
  remove: 'remove',
  earlier: 'move',
  later: 'move',
};

/** Shows the changed path where it was changed: the joints stand on its waypoint. */
function changeWaypoint({ store, dialogs }: App, path: PathData, change: WaypointChange): void {
  const changed = withChange(path, change);
  if (!changed) {
    dialogs.say('The joints stand there already: move a joint first.');
    return;
  }
  const { kind, i } = change;
  store.update(
    {
      path: changed.path,
      time: changed.at,
      configuration: Float64Array.from(changed.path.waypoints[changed.at]),
    },
    { undoable: `${CHANGES[kind]} waypoint ${i}` },
  );
  // Who moves a waypoint by keys goes on moving the same one.
  const next = document.querySelector<HTMLButtonElement>(`[data-key="${kind} ${changed.at}"]`);
  if (next && !next.disabled) next.focus();
  else document.querySelector<HTMLElement>(`[data-key="go ${changed.at}"]`)?.focus();
}

async function open(app: App, file: string, bytes?: Uint8Array): Promise<void> {
  const { store, dialogs } = app;
  const { cell } = store.state;
  try {
    const request = bytes ? { file, bytes } : { file };
    const { path, notes } = await app.run('readPath', request, { label: 'Reading the path' });
    if (store.state.cell !== cell) return;
    showFromStart(app, path, `open ${path.name}`);
    store.update({ pathNotes: { path, notes } });
    if (notes.length > 0) dialogs.say(notes.map((note) => note.message).join('; '));
  } catch (error) {
    if (!isCancelled(error)) dialogs.fault(error, 'This path cannot be opened');
  }
}

/** The cursor at the beginning, and the joints where it says. */
function showFromStart({ store }: App, path: PathData, undoable: string): void {
  const configuration = Float64Array.from(path.waypoints[0]);
  store.update({ path, time: 0, configuration }, { undoable });
}

async function shorten(app: App, control: Controller): Promise<void> {
  const { store, dialogs } = app;
  const { question } = control;
  if (!question) return;
  const { plan, check } = store.state.settings;
  const answer = await control.ask(
    'smooth',
    {
      path: question.path,
      seed: plan.seed ?? 1,
      timeLimit: plan.timeLimit ?? 10,
      settings: adjustments(check),
    },
    'Smoothing',
  );
  if (!answer) return;
  if (answer.taken === 0) {
    dialogs.say(
      [`None of ${plural(answer.tried, 'shortcut')} made it shorter.`, ...answer.notes].join(' '),
    );
    return;
  }
  showFromStart(app, answer.path, 'smooth path');
  dialogs.say(
    [
      `Length ${about(answer.before, 5)} before, ${about(answer.length, 5)} now: ` +
        `${plural(answer.taken, 'shortcut')} of ${count(answer.tried)} tried.`,
      ...answer.notes,
    ].join(' '),
  );
  await control.check();
}

async function giveTimes(app: App, control: Controller, mode: 'blends' | 'stops'): Promise<void> {
  const { question } = control;
  if (!question) return;
  const answer = await control.ask('time', { path: question.path, mode }, 'Timing');
  if (!answer) return;
  showFromStart(app, answer.path, 'time path');
  app.dialogs.say(
    `${secondsText(answer.duration)}, ${plural(answer.blends, 'blend')}, ` +
      `${plural(answer.stops, 'stop')}; ${verdictWords(answer.verdict).title}`,
    answer.verdict === 'free' ? 'good' : 'bad',
  );
  await control.check();
}
