/**
 * What the page loads first, and small for that reason: it begins what takes time, the engine's start and
 * the way of the first cell's files, and then fetches the page itself.
 */
import { loadFirst, loadGallery } from './model/gallery.ts';
import { startEngine } from './startEngine.ts';

startEngine();

/** Null where a link names the cell. */
const first = location.hash === '' ? loadFirst() : null;
loadGallery().catch(() => undefined);

import('./main.ts').then(
  ({ begin }) => begin(first),
  (error) => {
    document.getElementById('app')!.textContent = `The studio could not be loaded: ${error}`;
  },
);
