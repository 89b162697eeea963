/** The page: makes its parts, connects them, and opens what it was asked for. begin.ts loads it. */
import {
  listenForShortcuts,
  makeAsking,
  makeDialogs,
  showGallery,
  showShortcuts,
} from './dialogs/index.ts';
import type { FlightPage } from './flight/index.ts';
import { connectAim } from './model/aim.ts';
import type { App } from './model/app.ts';
import type { BagOpener } from './model/bags.ts';
import { makeChooser } from './model/choose.ts';
import { connectColouring } from './model/colouring.ts';
import { element } from './model/dom.ts';
import { type FileMap, readDrop } from './model/drop.ts';
import { Editor } from './model/editing.ts';
import { type FirstCell, loadFirst, loadGallery, sessionGate } from './model/gallery.ts';
import { GateLink } from './model/gateLink.ts';
import { showHints } from './model/hint.ts';
import { makeRun } from './model/jobs.ts';
import { keepWork, keptWork } from './model/keeping.ts';
import type { KeptWork } from './model/keptWork.ts';
import { connectView } from './model/live.ts';
import { connectVectors } from './model/liveVectors.ts';
import { Opener } from './model/opening.ts';
import { snapshotOfHash } from './model/snapshot.ts';
import { Store } from './model/state.ts';
import { followSystem, preferredTheme, showTheme } from './model/theme.ts';
import { unpackIn } from './model/unpack.ts';
import {
  addObstacle,
  closestOverlay,
  headerPanel,
  jobsOverlay,
  jointsPanel,
  livePanel,
  makeTabs,
  notesOfPath,
  notesPanel,
  obstaclesPanel,
  pairsPanel,
  sceneTreePanel,
  toolbar,
  workOffer,
} from './panels/index.ts';
import { makeShortcuts } from './shortcuts.ts';
import { startEngine } from './startEngine.ts';
import {
  checkPanel,
  connectTrail,
  motionPanel,
  storyTeller,
  timelinePanel,
} from './timeline/index.ts';
import { StudioView } from './view/index.ts';

const engine = startEngine();
const root = document.getElementById('app')!;
const scene = element('div', { class: 'scene' });
const toasts = element('div', { class: 'toasts', role: 'status', 'aria-live': 'polite' });
const viewBox = element('main', { class: 'view' }, scene);
root.append(viewBox);

const store = new Store();
store.update({ theme: preferredTheme() });
showTheme(store.state.theme);
store.subscribe(['theme'], ({ theme }) => showTheme(theme));
followSystem((theme) => store.update({ theme }));

store.subscribe(['busy'], ({ busy }) => {
  viewBox.setAttribute('aria-busy', String(busy.length > 0));
});

const dialogs = makeDialogs(toasts);
const app: App = {
  store,
  engine,
  view: new StudioView(scene, false),
  dialogs,
  run: makeRun(store, engine),
  prepare: () => engine.prepare(),
};
const editor = new Editor(app);
connectAim(store);
connectView(app, editor);
connectVectors(app, app.view);
connectColouring(app, app.view);
const link = new GateLink(app);
const chooser = makeChooser();
const opener = new Opener(app, editor, makeAsking(chooser.choose));
opener.unpack = (files) =>
  unpackIn(
    store,
    () => new Worker(new URL('./model/unzipWorker.ts', import.meta.url), { type: 'module' }),
    files,
  );
let bags: BagOpener | null = null;
/** What reads bags is loaded with the first. */
opener.onBag = async (files) => {
  const { makeBagOpener } = await import('./dialogs/bag.ts');
  bags ??= makeBagOpener(app, opener);
  await bags.open(files);
};
opener.onMesh = (file, bytes) => void addObstacle(app, editor, 'mesh', { file, bytes });
chooser.onFiles = (files) => void give(files);
chooser.onError = (error) => dialogs.fault(error, 'These files cannot be read');

/** Says what went wrong, instead of leaving it to the console. */
function attempt(work: Promise<unknown>, title: string): void {
  work.catch((error) => dialogs.fault(error, title));
}

/** A link in the address is of what was open before. */
function forgetLink(): void {
  if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search);
}

let flight: FlightPage | null = null;

/** Shows an example of bodies that fly; the page for it is loaded when first asked for. */
async function fly(name: string): Promise<void> {
  const { FlightPage: Page } = await import('./flight/index.ts');
  flight ??= new Page(app, theme);
  flight.open(name);
}

function give(files: FileMap): Promise<void> {
  forgetLink();
  flight?.close();
  return opener.give(files);
}

const choose = async (folder: boolean) => {
  const files = await chooser.choose(folder);
  if (files) await give(files);
};
const gallery = () => {
  const { source } = store.state;
  const open = (name: string) => {
    forgetLink();
    attempt(opener.openGallery(name), 'This cell cannot be opened');
  };
  attempt(
    showGallery(
      { open, fly: (name) => attempt(fly(name), 'This example cannot be shown') },
      source.kind === 'gallery' ? source.name : null,
    ),
    'The gallery cannot be shown',
  );
};
const toggle = (side: 'left' | 'right') => {
  const hidden = root.classList.toggle(`without-${side}`);
  const button = document.querySelector(`[data-testid="toggle-${side}"]`);
  button?.setAttribute('aria-expanded', String(!hidden));
};
const theme = () =>
  store.update(({ theme: now }) => ({ theme: now === 'dark' ? 'light' : 'dark' }));

const shortcuts = makeShortcuts(app, editor, {
  gallery,
  theme,
  toggle,
  open: () => attempt(choose(false), 'This cannot be opened'),
  help: () => showShortcuts(shortcuts),
});
listenForShortcuts(shortcuts);

const noteCount = element('span', { class: 'count' });
store.subscribe(['cell', 'visuals', 'path', 'pathNotes'], (state) => {
  const { cell, visuals } = state;
  const seen = (visuals?.notes.length ?? 0) + (visuals?.missing.length ?? 0);
  const notes = (cell?.notes.length ?? 0) + seen + notesOfPath(state).length;
  noteCount.textContent = notes > 0 ? String(notes) : '';
});

const left = makeTabs('Cell', [
  { id: 'joints', title: 'Joints', panel: jointsPanel(app) },
  { id: 'scene', title: 'Scene', panel: sceneTreePanel(app) },
  { id: 'obstacles', title: 'Obstacles', panel: obstaclesPanel(app, editor) },
  { id: 'pairs', title: 'Pairs', panel: pairsPanel(app, editor) },
  { id: 'live', title: 'Live', panel: livePanel(app, link) },
  { id: 'notes', title: 'Notes', panel: notesPanel(app), count: noteCount },
]);
const right = makeTabs('Motion', [
  { id: 'motion', title: 'Motion', panel: motionPanel(app) },
  { id: 'check', title: 'Check', panel: checkPanel(app) },
]);
connectTrail(app);
// Whoever touches an obstacle in the view wants to see its numbers.
store.subscribe(['selection'], ({ selection }) => {
  if (selection !== null && left.shown() !== 'scene') left.show('obstacles');
});
// A new verdict is worth showing, unless they come by themselves.
let lastCheck = store.state.results.check;
store.subscribe(['results'], ({ results: { check, kept }, settings, keepPlanning }) => {
  const isAsked = !settings.keepChecking && !keepPlanning && !kept;
  if (check && check !== lastCheck && isAsked) right.show('check');
  lastCheck = check;
});

const keeping = keepWork(app, opener);
const teller = storyTeller(app, opener);
viewBox.append(toolbar(app), closestOverlay(app), teller.card, jobsOverlay(app), toasts);
root.append(
  headerPanel(app, {
    openFiles: () => attempt(choose(false), 'This cannot be opened'),
    openFolder: () => attempt(choose(true), 'This cannot be opened'),
    gallery,
    theme,
    toggle,
    help: () => showShortcuts(shortcuts),
    certificate: () => {
      right.show('check');
      document.querySelector<HTMLElement>('[data-testid="export-certificate"]')?.click();
    },
  }),
  element('aside', { class: 'side side-left', 'aria-label': 'Cell' }, ...left.elements),
  element(
    'aside',
    { class: 'side side-right', 'aria-label': 'Motion and check' },
    ...right.elements,
  ),
  element('section', { class: 'bottom', 'aria-label': 'Timeline' }, timelinePanel(app)),
  ...chooser.elements,
);

// ------------------------------------------------------------------------------------------ drops

showHints();
const veil = element('div', { class: 'drop-veil', hidden: true }, 'Drop to open');
document.body.append(veil);
let leaving = 0;
window.addEventListener('dragover', (event) => {
  event.preventDefault();
  if (!event.dataTransfer?.types.includes('Files')) return;
  veil.hidden = false;
  // No event says reliably that the hand has left the window.
  clearTimeout(leaving);
  leaving = window.setTimeout(() => {
    veil.hidden = true;
  }, 200);
});
window.addEventListener('drop', (event) => {
  event.preventDefault();
  veil.hidden = true;
  if (!event.dataTransfer) return;
  attempt(readDrop(event.dataTransfer).then(give), 'This cannot be opened');
});

// --------------------------------------------------------------------------------------- start-up

/** Opens what the address names, or the command line, or else the cell to begin with. */
async function openFirst(
  first: Promise<FirstCell | null> | null,
  kept: Promise<KeptWork | null>,
): Promise<void> {
  try {
    const snapshot = snapshotOfHash(location.hash);
    if (snapshot) {
      await opener.openSnapshot(snapshot);
      return;
    }
  } catch (error) {
    dialogs.fault(error, 'This link cannot be opened');
  }
  const session = await (first ?? loadFirst());
  const url = sessionGate(location.href);
  if (url !== '') store.update(({ gate }) => ({ gate: { ...gate, url } }));
  if (session) {
    await opener.openFirst(session);
    // Nobody chose a motion of the bag that was named.
    if (session.cell.entry === undefined && !store.state.cell) {
      await opener.openGallery((await loadGallery()).default);
    }
    return;
  }
  const { default: name, story } = await loadGallery();
  // For people who embed the page or show something else: `?story=no`.
  const isTold = story && new URLSearchParams(location.search).get('story') !== 'no';
  // Nor to somebody who was at work here.
  if (isTold && !(await kept)) await teller.tell(story);
  else await opener.openGallery(name);
}

window.addEventListener('hashchange', () => {
  attempt(
    (async () => {
      const snapshot = snapshotOfHash(location.hash);
      if (!snapshot) return;
      flight?.close();
      await opener.openSnapshot(snapshot);
    })(),
    'This link cannot be opened',
  );
});

/** What this tab had open before it was loaded again. */
function offerWork(kept: KeptWork | null): void {
  if (!kept || store.undoLabel !== null) return;
  const back = async () => {
    await opener.restore(kept);
    keeping.restored();
  };
  viewBox.append(workOffer(app, kept, back));
}

/** Opens the first cell, and draws. */
export function begin(first: Promise<FirstCell | null> | null): void {
  const kept = keptWork();
  // Offered once the first cell is open, which would else take the place of what is brought back.
  const offer = () => void kept.then(offerWork);
  attempt(openFirst(first, kept).finally(offer), 'The first cell cannot be opened');
  // Getting ready to draw blocks the page: not before the engine has its work.
  Promise.all([engine.ready, first?.then((cell) => cell?.files)])
    .catch(() => undefined)
    .then(() => setTimeout(() => app.view.start()));
}
