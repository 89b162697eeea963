/** What the keys do. */
import type { Shortcut } from './dialogs/index.ts';
import type { App } from './model/app.ts';
import { COLOUR_BY } from './model/colouring.ts';
import { goHome } from './model/dofs.ts';
import type { Editor } from './model/editing.ts';
import { whyNot } from './model/hint.ts';
import { Nudges } from './model/nudge.ts';
import { recordWaypoint } from './model/path.ts';
import { removeSelected } from './panels/index.ts';
import { STANDARD_VIEWS } from './view/index.ts';

export interface ShortcutActions {
  readonly open: () => void;
  readonly gallery: () => void;
  readonly help: () => void;
  readonly theme: () => void;
  readonly toggle: (side: 'left' | 'right') => void;
}

export function makeShortcuts(app: App, editor: Editor, actions: ShortcutActions): Shortcut[] {
  const { store, view } = app;
  const press = (testid: string) => () => {
    const why = whyNot(testid);
    if (why !== null) app.dialogs.say(`Not now: ${why}.`, 'bad');
    else document.querySelector<HTMLElement>(`[data-testid="${testid}"]`)?.click();
  };
  const orSay = (act: () => boolean, text: string) => () => {
    if (!act()) app.dialogs.say(text);
  };
  const layer = (name: 'visual' | 'collision' | 'frames') => () =>
    store.update(({ layers }) => ({ layers: { ...layers, [name]: !layers[name] } }));
  const handles = (mode: 'translate' | 'rotate' | 'scale') => () =>
    store.update({ handles: store.state.handles === mode ? 'none' : mode });
  return [
    { keys: '?', what: 'This help', act: actions.help },
    { keys: 'Mod+Z', what: 'Undo', act: orSay(() => store.undo(), 'There is nothing to undo.') },
    {
      keys: 'Mod+Shift+Z',
      what: 'Redo',
      act: orSay(() => store.redo(), 'There is nothing to redo.'),
    },
    { keys: 'Mod+O', what: 'Open files', act: actions.open },
    { keys: 'G', what: 'Gallery', act: actions.gallery },
    { keys: 'Space', what: 'Play or pause' },
    { keys: 'Plus, Minus, 0', what: 'Zoom in the timeline, when it has the focus' },
    { keys: 'C', what: 'Check the path', act: press('run-check') },
    { keys: 'P', what: 'Plan from start to goal', act: press('plan') },
    { keys: 'W', what: 'Record a waypoint', act: () => recordWaypoint(app) },
    {
      keys: 'H',
      what: 'Joints to where the cell has them',
      act: () => goHome(store),
    },
    { keys: 'F', what: 'Show all of the cell', act: () => view.fit() },
    ...STANDARD_VIEWS.map((each, i) => ({
      keys: String(i + 1),
      what: `Look: ${each}`,
      act: () => view.lookFrom(each),
    })),
    {
      keys: 'D',
      what: 'Live: collision vectors wherever the joints stand',
      act: () => store.update(({ live }) => ({ live: { ...live, isOn: !live.isOn } })),
    },
    { keys: 'V', what: 'Visual geometry', act: layer('visual') },
    { keys: 'X', what: 'Collision geometry', act: layer('collision') },
    { keys: 'A', what: 'Frames', act: layer('frames') },
    {
      keys: 'B',
      what: 'Colours of bodies, shells or convex pieces',
      act: () =>
        store.update(({ colourBy }) => ({
          colourBy: COLOUR_BY[(COLOUR_BY.indexOf(colourBy) + 1) % COLOUR_BY.length],
        })),
    },
    {
      keys: 'N',
      what: 'Links turn when they are dragged',
      act: () => store.update(({ turning }) => ({ turning: !turning })),
    },
    { keys: 'M', what: 'Move handles', act: handles('translate') },
    { keys: 'R', what: 'Turn handles', act: handles('rotate') },
    { keys: 'S', what: 'Size handles', act: handles('scale') },
    ...stepKeys(app, editor),
    {
      keys: 'Delete',
      what: 'Remove the selected obstacle',
      act: () => removeSelected(app, editor),
    },
    { keys: 'Escape', what: 'Select nothing', act: () => store.update({ selection: null }) },
    { keys: '[', what: 'Show or hide the left side', act: () => actions.toggle('left') },
    { keys: ']', what: 'Show or hide the right side', act: () => actions.toggle('right') },
    { keys: 'T', what: 'Dark or light', act: actions.theme },
  ];
}

/** A key for each way along the axes of the world, and with shift ten times as far. */
const STEP_KEYS = [
  ['J', 0, -1],
  ['L', 0, 1],
  ['K', 1, -1],
  ['I', 1, 1],
  ['U', 2, -1],
  ['O', 2, 1],
] as const;

/** The selected obstacle moves, or turns if that is what the handles do. */
function stepKeys({ store }: App, editor: Editor): Shortcut[] {
  const nudges = new Nudges(store, editor);
  const keys = STEP_KEYS.flatMap(([key, axis, sign]) =>
    (['small', 'large'] as const).map((size) => ({
      keys: size === 'large' ? `Shift+${key}` : key,
      what: '',
      act: () => {
        const kind = store.state.handles === 'rotate' ? 'turn' : 'move';
        void nudges.step({ kind, axis, sign, size });
      },
    })),
  );
  const listed = ['x', 'y', 'z'].map((axis, i) => ({
    keys: STEP_KEYS.slice(2 * i, 2 * i + 2)
      .map(([key]) => key)
      .join(' '),
    what: `Obstacle along ${axis}, or about it with turn handles; shift: far`,
  }));
  return [...listed, ...keys];
}
