/**
 * The browser's own table of what tabs had open, on this machine alone: three entries for each tab, of which only those are
 * written that changed. Where a browser keeps nothing, as in private windows, there is nothing.
 */
import type { KeptEntries } from './keptWork.ts';

const BASE = 'surepath-studio';
const TABLE = 'work';
const TAB = 'surepath-tab';
const MOST_TABS = 6;

const PARTS = ['state', 'path', 'files'] as const;

/** Puts them in the place of what this tab had. */
export function writeKept(entries: Partial<KeptEntries>): Promise<unknown> {
  const tab = tabName();
  return inTable('readwrite', (table) => {
    for (const part of PARTS) {
      if (entries[part] !== undefined) table.put(entries[part], key(tab, part));
    }
    table.put(Date.now(), key(tab, 'when'));
    return () => null;
  });
}

/** What this tab had, and when; null: nothing, or nothing whole. Tabs of long ago are forgotten. */
export function readKeptEntries(): Promise<(KeptEntries & { readonly when: number }) | null> {
  const tab = tabName();
  return inTable('readwrite', (table) => {
    const [state, path, files, when] = [...PARTS, 'when'].map((part) => table.get(key(tab, part)));
    forgetOthers(table);
    return () => {
      const read = {
        ...{ state: state.result, path: path.result },
        ...{ files: files.result, when: when.result },
      };
      return isWhole(read) ? read : null;
    };
  });
}

export function forgetKept(): Promise<unknown> {
  const tab = tabName();
  return inTable('readwrite', (table) => {
    removeTab(table, tab);
    return () => null;
  });
}

function key(tab: string, part: string): string {
  return `${tab} ${part}`;
}

function removeTab(table: IDBObjectStore, tab: string): void {
  for (const part of [...PARTS, 'when']) table.delete(key(tab, part));
}

function forgetOthers(table: IDBObjectStore): void {
  const ages: { tab: string; when: number }[] = [];
  const walk = table.openCursor(null);
  // Only keys and numbers are kept meanwhile, not the files of all tabs.
  walk.onsuccess = () => {
    const at = walk.result;
    if (at) {
      const [tab, part] = String(at.key).split(' ');
      if (part === 'when') ages.push({ tab, when: Number(at.value) || 0 });
      at.continue();
      return;
    }
    ages.sort((a, b) => b.when - a.when);
    for (const { tab } of ages.slice(MOST_TABS)) removeTab(table, tab);
  };
}

function isWhole(
  read: Record<string, unknown>,
): read is KeptEntries & { when: number } & Record<string, unknown> {
  const { state, path, files, when } = read;
  return (
    typeof state === 'string' &&
    typeof path === 'object' &&
    typeof when === 'number' &&
    files instanceof Map &&
    [...files].every(([name, bytes]) => typeof name === 'string' && bytes instanceof Uint8Array)
  );
}

/** The same when the page is loaded again in this tab, another in another tab. */
function tabName(): string {
  try {
    const known = sessionStorage.getItem(TAB);
    if (known && /^\S+$/.test(known)) return known;
    const made = crypto.randomUUID?.() ?? String(Math.random());
    sessionStorage.setItem(TAB, made);
    return made;
  } catch {
    return 'only';
  }
}

let opened: Promise<IDBDatabase | null> | undefined;
let base: IDBDatabase | null = null;

/** It stays open: of a page that is being left, only what is asked for at once is still written. */
function openBase(): Promise<IDBDatabase | null> {
  opened ??= new Promise((done) => {
    try {
      const opening = indexedDB.open(BASE, 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore(TABLE);
      opening.onerror = () => done(null);
      opening.onblocked = () => done(null);
      opening.onsuccess = () => {
        base = opening.result;
        done(base);
      };
    } catch {
      done(null);
    }
  });
  return opened;
}

/** Null where the browser keeps nothing. `work` begins requests; what it gives back reads them when all are done. */
async function inTable<T>(
  mode: IDBTransactionMode,
  work: (table: IDBObjectStore) => () => T,
): Promise<T | null> {
  const ready = base ?? (await openBase());
  return new Promise((done) => {
    try {
      const asked = ready!.transaction(TABLE, mode);
      const result = work(asked.objectStore(TABLE));
      asked.oncomplete = () => done(result());
      asked.onabort = () => done(null);
    } catch {
      done(null);
    }
  });
}
