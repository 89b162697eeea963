/** What can be taken away from the page: cell, path, picture, state. */
import type { App } from './app.ts';
import { element } from './dom.ts';
import { plainName } from './format.ts';
import { markSaved } from './saved.ts';
import { fitsLink, linkOf, takeSnapshot, writeStateFile } from './snapshot.ts';
import { zip } from './zip.ts';

/** Hands bytes or text to the user as a file. */
export function download(name: string, contents: BlobPart | Blob, type: string): void {
  const blob = contents instanceof Blob ? contents : new Blob([contents], { type });
  const url = URL.createObjectURL(blob);
  const link = element('a', { href: url, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  // The browser may still be reading it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** The cell file alone if it refers to nothing, else all of it as one archive. */
export async function saveCell({ store, run }: App): Promise<void> {
  const { cell } = store.state;
  const { entry, files } = await run('saveCell', {}, { label: 'Saving the cell' });
  const name = plainName(store.state.cell?.name);
  if (files.size === 1) {
    const [[, bytes]] = files;
    download(`${name}${/\.[^./]*$/.exec(entry)?.[0] ?? '.yaml'}`, copied(bytes), 'text/yaml');
  } else download(`${name}.zip`, zip(files), 'application/zip');
  markSaved(cell);
}

export async function savePath({ store, run }: App, format: 'json' | 'trajectory'): Promise<void> {
  const { path } = store.state;
  if (!path) return;
  const text = await run('savePath', { path, format }, { label: 'Saving the path' });
  const name = plainName(path.name, 'path');
  if (format === 'json') download(`${name}.json`, text, 'application/json');
  else download(`${name}.trajectory.yaml`, text, 'text/yaml');
  markSaved(path);
}

export async function savePicture({ store, view }: App): Promise<void> {
  download(`${plainName(store.state.cell?.name)}.png`, await view.picture(), 'image/png');
}

/** A file that opens the same state again, with the cell as it is now. */
export async function saveState({ store, view, run }: App): Promise<void> {
  const { entry, files } = await run('saveCell', {}, { label: 'Saving the state' });
  const { cell, path, files: opened } = store.state;
  const snapshot = { ...takeSnapshot(store.state, view.getCamera()), entry };
  const all = new Map(files);
  for (const { file } of cell?.paths ?? []) {
    const bytes = opened.get(file);
    if (bytes) all.set(file, bytes);
  }
  const name = plainName(cell?.name);
  download(`${name}.surepath.json`, writeStateFile(snapshot, all), 'application/json');
  markSaved(cell, path);
}

/** Why there can be no link, or null. */
export function noLink({ store, view }: App): string | null {
  const { cell, source } = store.state;
  if (!cell) return 'no cell';
  if (source.kind !== 'gallery') return 'for gallery cells only';
  return fitsLink(takeSnapshot(store.state, view.getCamera())) ? null : 'not with added meshes';
}

/** Puts a link to this state into the address bar and on the clipboard. */
export async function copyLink({ store, view, dialogs }: App): Promise<void> {
  const hash = linkOf(takeSnapshot(store.state, view.getCamera()));
  if (hash === null) {
    dialogs.say('This path is too long for a link: save the state as a file instead.', 'bad');
    return;
  }
  history.replaceState(null, '', hash);
  try {
    await navigator.clipboard.writeText(location.href);
    dialogs.say('Link copied.');
  } catch {
    dialogs.say('The link is in the address bar.');
  }
}

/** The check as one HTML file that can be mailed. */
export async function saveReport({ store, run, dialogs }: App): Promise<void> {
  const { path, settings, cell } = store.state;
  if (!path || !cell) return;
  const response = await fetch('./report-viewer.js');
  if (!response.ok) {
    dialogs.say('The script of reports is not on this server: build the studio first.', 'bad');
    return;
  }
  const viewer = await response.text();
  const html = await run(
    'report',
    {
      path,
      settings: settings.check,
      viewer,
      title: `${cell.name}: ${path.name}`,
      date: new Date().toISOString().slice(0, 10),
    },
    { label: 'Writing the report' },
  );
  download(`${plainName(cell.name)}.report.html`, html, 'text/html');
}

function copied(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}
