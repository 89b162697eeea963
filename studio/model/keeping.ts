/**
 * Work is not lost: what a tab has open and what was changed in it is kept in the browser, on this machine alone, and offered
 * when the page is loaded again. Verdicts are not kept: they are asked for again. Leaving asks where something is not saved.
 * At most 64 MB and the last few tabs; what is read back is checked as links are, since other pages had this address before.
 */
import type { Files } from '../engine/protocol.ts';
import type { App } from './app.ts';
import { isSaved } from './saving.ts';
import { keptText, readKept, type Snapshot, takeSnapshot } from './snapshot.ts';
import type { State } from './state.ts';

const BASE = 'surepath-studio';
const TABLE = 'work';
const TAB = 'surepath-tab';
const MOST_BYTES = 64e6;
const MOST_TABS = 6;
/** Milliseconds between two times that it is written. */
const PACE = 700;

/** What was kept of a tab. */
export interface Kept {
  readonly snapshot: Snapshot;
  /** The cell's files, where they came from a hand and not from the server. */
  readonly files: Files | null;
  readonly name: string;
  readonly when: number;
}

interface Entry {
  readonly text: string;
  readonly files: readonly (readonly [string, Uint8Array])[] | null;
  readonly name: string;
  readonly when: number;
}

/** Whether leaving would lose something that can be saved. */
export function isUnsaved({ cell, edits, path }: Readonly<State>): boolean {
  const changed = edits.length > 0 && cell !== null && !isSaved(cell);
  return changed || (path !== null && path.file === undefined && !isSaved(path));
}

/** Keeps the work from now on. `restored`: what is open was kept before. */
export function keepWork({ store, view }: App): { restored(): void } {
  let isWork = false;
  let source = store.state.source;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    const entry = entryOf(store.state, takeSnapshot(store.state, view.getCamera()));
    if (entry) void inTable('readwrite', (table) => put(table, entry));
  };
  store.subscribe(
    ['cell', 'edits', 'path', 'configuration', 'start', 'goal', 'settings', 'layers', 'source'],
    (state) => {
      if (state.source !== source) {
        source = state.source;
        isWork = false;
      }
      // What somebody did can be undone; a motion that plays by itself cannot.
      if (store.undoLabel !== null) isWork = true;
      if (isWork && timer === undefined) timer = setTimeout(write, PACE);
    },
  );
  window.addEventListener('pagehide', () => {
    if (timer !== undefined) write();
  });
  window.addEventListener('beforeunload', (event) => {
    if (isUnsaved(store.state)) event.preventDefault();
  });
  return {
    restored() {
      isWork = true;
      source = store.state.source;
    },
  };
}

/** What this tab had open before it was loaded again; null if nothing, or nothing that can be read. */
export async function keptWork(): Promise<Kept | null> {
  const entry = await inTable<unknown>('readonly', (table) => table.get(tabName()));
  if (!isEntry(entry)) return null;
  try {
    const files = entry.files ? new Map(entry.files) : null;
    return { snapshot: readKept(entry.text), files, name: entry.name, when: entry.when };
  } catch {
    return null;
  }
}

export function forgetWork(): void {
  void inTable('readwrite', (table) => table.delete(tabName()));
}

function entryOf(state: Readonly<State>, snapshot: Snapshot): Entry | null {
  const { cell, files, source, edits } = state;
  if (!cell) return null;
  const own = source.kind === 'files' ? [...files] : null;
  const text = keptText(snapshot);
  const size = (own ?? []).reduce((sum, [, { byteLength }]) => sum + byteLength, text.length);
  if (size > MOST_BYTES) return null;
  const name = cell.name + (edits.length > 0 ? ' (changed)' : '');
  return { text, files: own, name, when: Date.now() };
}

/** Puts it in the place of what this tab had, and forgets the oldest tabs. */
function put(table: IDBObjectStore, entry: Entry): IDBRequest {
  const keys = table.getAll();
  keys.onsuccess = () => {
    const names = table.getAllKeys();
    names.onsuccess = () => {
      const ages = (keys.result as unknown[]).map((each, i) => ({
        key: names.result[i],
        when: isEntry(each) ? each.when : 0,
      }));
      ages.sort((a, b) => b.when - a.when);
      for (const { key } of ages.slice(MOST_TABS)) table.delete(key);
    };
  };
  return table.put(entry, tabName());
}

function isEntry(value: unknown): value is Entry {
  if (typeof value !== 'object' || value === null) return false;
  const { text, files, name, when } = value as Partial<Entry>;
  const isFile = (each: unknown) =>
    Array.isArray(each) && typeof each[0] === 'string' && each[1] instanceof Uint8Array;
  return (
    typeof text === 'string' &&
    typeof name === 'string' &&
    typeof when === 'number' &&
    (files === null || (Array.isArray(files) && files.every(isFile)))
  );
}

/** The same when the page is loaded again in this tab, another in another tab. */
function tabName(): string {
  try {
    const known = sessionStorage.getItem(TAB);
    if (known) return known;
    const made = crypto.randomUUID?.() ?? String(Math.random());
    sessionStorage.setItem(TAB, made);
    return made;
  } catch {
    return 'only';
  }
}

/** Null where the browser keeps nothing, as in private windows. */
function inTable<T>(
  mode: IDBTransactionMode,
  work: (table: IDBObjectStore) => IDBRequest,
): Promise<T | null> {
  return new Promise((done) => {
    try {
      const opening = indexedDB.open(BASE, 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore(TABLE);
      opening.onerror = () => done(null);
      opening.onblocked = () => done(null);
      opening.onsuccess = () => {
        const base = opening.result;
        try {
          const asked = base.transaction(TABLE, mode);
          const request = work(asked.objectStore(TABLE));
          asked.oncomplete = () => {
            base.close();
            done(request.result as T);
          };
          asked.onerror = () => done(null);
          asked.onabort = () => done(null);
        } catch {
          base.close();
          done(null);
        }
      };
    } catch {
      done(null);
    }
  });
}
