/** What lies on the view: its tools, the closest pair, work under way. */
import { bodyName, type Finding, type PoseAnswer } from '../engine/protocol.ts';
import type { App } from '../model/app.ts';
import { button, element, fill, type Icon, setText } from '../model/dom.ts';
import { millimetres, plural, shortName } from '../model/format.ts';
import type { BusyJob, ColourBy, Layers, State } from '../model/state.ts';
import { STANDARD_VIEWS } from '../view/index.ts';
import { menu } from './menu.ts';

const LAYERS: readonly [keyof Layers, string][] = [
  ['visual', 'Visual geometry'],
  ['collision', 'Collision geometry'],
  ['obstacles', 'Obstacles'],
  ['frames', 'Frames'],
  ['grid', 'Grid'],
  ['trail', 'Trail of the whole robot'],
];

const COLOURS: readonly [ColourBy, string][] = [
  ['bodies', 'Bodies as they are'],
  ['shells', 'Shells and boundaries'],
  ['pieces', 'Convex pieces'],
];

export function toolbar(app: App): HTMLElement {
  const { store, view } = app;
  const handle = (mode: 'translate' | 'rotate' | 'scale', label: string, icon: Icon) => {
    const made = button(
      label,
      () => store.update({ handles: store.state.handles === mode ? 'none' : mode }),
      { icon },
    );
    const show = () => made.setAttribute('aria-pressed', String(store.state.handles === mode));
    store.subscribe(['handles'], show);
    show();
    return made;
  };
  return element(
    'div',
    { class: 'overlay toolbar', role: 'toolbar', 'aria-label': 'View' },
    button('Show all of it (F)', () => view.fit(), { icon: 'fit' }),
    menu(
      'Look from',
      () =>
        STANDARD_VIEWS.map((each, i) => ({
          label: each,
          note: String(i + 1),
          act: () => view.lookFrom(each),
        })),
      { icon: 'camera' },
    ),
    menu('Layers', () => LAYERS.map(([layer, label]) => layerBox(app, layer, label)), {
      icon: 'layers',
      testid: 'layers',
    }),
    menu(
      'Shells and pieces in colours (B)',
      () => COLOURS.map(([by, label]) => colourBox(app, by, label)),
      { icon: 'shells', testid: 'colours' },
    ),
    turning(app),
    handle('translate', 'Move the selected obstacle (M)', 'move'),
    handle('rotate', 'Turn the selected obstacle (R)', 'turn'),
    handle('scale', 'Size of the selected obstacle (S)', 'size'),
  );
}

/** Links turn when they are dragged, instead of the camera. */
function turning({ store }: App): HTMLElement {
  const made = button(
    'Turn links by dragging them (N)',
    () => store.update({ turning: !store.state.turning }),
    { icon: 'joint', testid: 'turning' },
  );
  const show = () => made.setAttribute('aria-pressed', String(store.state.turning));
  store.subscribe(['turning'], show);
  show();
  return made;
}

function layerBox({ store }: App, layer: keyof Layers, label: string): HTMLElement {
  const box = element('input', {
    type: 'checkbox',
    role: 'menuitemcheckbox',
    testid: `layer-${layer}`,
  });
  box.checked = store.state.layers[layer];
  box.addEventListener('change', () =>
    store.update(({ layers }) => ({ layers: { ...layers, [layer]: box.checked } })),
  );
  return element('label', { class: 'check' }, box, label);
}

function colourBox({ store }: App, by: ColourBy, label: string): HTMLElement {
  const box = element('input', {
    type: 'radio',
    name: 'colours',
    role: 'menuitemradio',
    testid: `colours-${by}`,
  });
  box.checked = store.state.colourBy === by;
  box.addEventListener('change', () => store.update({ colourBy: by }));
  return element('label', { class: 'check' }, box, label);
}

/** The closest pair where the joints stand, or what collides there. */
export function closestOverlay({ store }: App): HTMLElement {
  const distance = element('div', { class: 'distance' });
  const who = element('div', { class: 'who' });
  const more = element('div', { class: 'muted' });
  const of = element('div', { class: 'muted', testid: 'closest-of' });
  const box = element(
    'div',
    { class: 'overlay closest', testid: 'closest', hidden: true },
    of,
    distance,
    who,
    more,
  );
  store.subscribe(['pose', 'cell', 'target'], ({ pose, cell, target }) => {
    box.hidden = cell === null;
    if (!cell) return;
    of.textContent = target === 'present' ? '' : `at the ${target}`;
    const body = (k: number) => shortName(bodyName(cell, k) ?? '');
    const name = ({ a, b }: Finding) => `${body(a)} – ${body(b)}`;
    box.classList.toggle('waiting', pose === null);
    if (pose === null) return;
    const { colliding, closest } = pose;
    box.classList.toggle('colliding', colliding.length > 0);
    box.dataset.colliding = String(colliding.length > 0);
    if (colliding.length > 0) {
      distance.textContent = '✕ in collision';
      setText(who, colliding.slice(0, 3).map(name).join(', '));
    } else if (closest) {
      distance.textContent = millimetres(closest.distance);
      setText(who, name(closest));
    } else {
      distance.textContent = '–';
      who.textContent = 'no pair is tested';
    }
    setText(more, remarks(pose));
  });
  return box;
}

function remarks({ colliding, tooClose, limits }: PoseAnswer): string {
  const parts: string[] = [];
  if (colliding.length > 3) parts.push(`and ${plural(colliding.length - 3, 'pair')} more`);
  if (tooClose.length > 0) parts.push(`${plural(tooClose.length, 'pair')} below its clearance`);
  if (limits.length > 0)
    parts.push(`beyond limits: ${limits.map(({ dof }) => shortName(dof)).join(', ')}`);
  return parts.join('; ');
}

/** Bars with cancel buttons, for work that takes longer than a blink. */
export function jobsOverlay({ store }: App): HTMLElement {
  const list = element('div', { class: 'jobs', role: 'status' });
  const shown = new Map<number, { element: HTMLElement; show(job: BusyJob): void }>();
  store.subscribe(['busy'], ({ busy }: Readonly<State>) => {
    const visible = busy.filter((job) => job.visible);
    for (const [id, entry] of shown) {
      if (visible.some((job) => job.id === id)) continue;
      entry.element.remove();
      shown.delete(id);
    }
    for (const job of visible) {
      let entry = shown.get(job.id);
      if (!entry) {
        entry = jobEntry(job);
        shown.set(job.id, entry);
        list.append(entry.element);
      }
      entry.show(job);
    }
  });
  return list;
}

function jobEntry(first: BusyJob): { element: HTMLElement; show(job: BusyJob): void } {
  const label = element('div', {}, first.label);
  const note = element('div', { class: 'note' });
  const fillBar = element('div', { class: 'fill' });
  const bar = element(
    'div',
    { class: 'bar', role: 'progressbar', testid: 'progress', 'aria-label': first.label },
    fillBar,
  );
  const box = element(
    'div',
    { class: 'overlay job' },
    label,
    bar,
    note,
    button('Cancel', () => first.cancel(), { class: 'small', testid: 'cancel' }),
  );
  return {
    element: box,
    show({ progress }) {
      const known = progress !== null && progress.of > 0;
      bar.classList.toggle('unknown', !known);
      if (progress && known) {
        const part = Math.min(1, progress.done / progress.of);
        fillBar.style.transform = `scaleX(${part})`;
        bar.setAttribute('aria-valuenow', String(Math.round(part * 100)));
      } else {
        fillBar.style.transform = '';
        bar.removeAttribute('aria-valuenow');
      }
      fill(
        note,
        progress?.what ?? '',
        progress && known && ` ${progress.done} of ${progress.of}`,
        progress?.milestones !== undefined && `, ${progress.milestones} milestones`,
      );
    },
  };
}
