/**
 * Work is not lost: what a tab has open and what was done in it is kept in the browser, on this machine alone, and offered
 * when the page is loaded again. Verdicts are not kept: they are asked for again. Leaving asks where something is not saved.
 * What is read back is checked as links are, since other pages had this address before.
 */
import type { Files, PathData } from '../engine/protocol.ts';
import type { App } from './app.ts';
import { readKeptEntries, writeKept } from './keptTable.ts';
import {
  fits,
  type KeptEntries,
  type KeptWork,
  keptPath,
  readWork,
  stateText,
} from './keptWork.ts';
import type { Opener } from './opening.ts';
import { isUnsaved } from './saved.ts';
import { takeSnapshot } from './snapshot.ts';

/** Milliseconds between two times that it is written. */
const PACE = 700;

/** Keeps the work from now on. `restored`: what is open was kept before. */
export function keepWork({ store, view }: App, opener: Opener): { restored(): void } {
  let isWork = false;
  let { source } = store.state;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let files: Files | null = null;
  let path: PathData | null | undefined;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    const { state } = store;
    if (!state.cell || !fits(state)) return;
    const entries: Partial<KeptEntries> = {
      state: stateText(state, takeSnapshot(state, view.getCamera()), opener.asked),
      ...(state.files !== files && { files: state.files }),
      ...(state.path !== path && { path: keptPath(state.path) }),
    };
    ({ files, path } = state);
    void writeKept(entries);
  };
  store.subscribe(
    ['cell', 'edits', 'path', 'configuration', 'start', 'goal', 'settings', 'layers', 'files'],
    (state) => {
      if (state.source !== source) {
        source = state.source;
        isWork = source.kind === 'files';
      }
      // What somebody did can be undone; a motion that plays by itself cannot.
      if (store.undoLabel !== null) isWork = true;
      if (isWork) timer ??= setTimeout(write, PACE);
    },
  );
  window.addEventListener('beforeunload', (event) => {
    if (timer !== undefined) write();
    if (isUnsaved(store.state)) event.preventDefault();
  });
  return {
    restored() {
      isWork = true;
      ({ source } = store.state);
    },
  };
}

/** What this tab had open before it was loaded again; null if nothing, or nothing that can be read. */
export async function keptWork(): Promise<KeptWork | null> {
  const entries = await readKeptEntries();
  try {
    return entries && readWork(entries);
  } catch {
    return null;
  }
}
