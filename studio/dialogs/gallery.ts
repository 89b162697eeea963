/** The embedded cells and the examples of bodies that fly, to be chosen from. */
import { kilobytes } from '../../src/words/index.ts';
import { button, element } from '../model/dom.ts';
import { FLIGHTS, type FlightExample } from '../model/flights.ts';
import { type GalleryCell, loadGallery } from '../model/gallery.ts';
import { showDialog } from './dialog.ts';

export interface GalleryActions {
  /** Gets the name of the cell that was chosen. */
  readonly open: (name: string) => void;
  /** Gets the name of the example of bodies that fly. */
  readonly fly: (name: string) => void;
}

/** `current` is the cell that is open. */
export async function showGallery(
  { open, fly }: GalleryActions,
  current: string | null,
): Promise<void> {
  const { cells } = await loadGallery();
  const dialog = showDialog({
    title: 'Gallery',
    wide: true,
    testid: 'gallery-dialog',
    content: [
      element(
        'p',
        { class: 'muted' },
        'Cells that come with Surepath. Your own: Open, or drop its folder anywhere on the page. ',
        button('Bodies that fly ↓', () => toFlights(dialog), {
          class: 'small',
          testid: 'gallery-flights',
        }),
      ),
      element(
        'div',
        { class: 'cards' },
        ...cells.map((cell) =>
          card(cell, cell.name === current, () => {
            dialog.close();
            open(cell.name);
          }),
        ),
      ),
      element('h3', {}, 'Bodies that fly'),
      element(
        'p',
        { class: 'muted' },
        'Rigid bodies and a schedule that misses no impact. The cell that is open stays open.',
      ),
      element(
        'div',
        { class: 'cards flights' },
        ...FLIGHTS.map((example) =>
          flightCard(example, () => {
            dialog.close();
            fly(example.name);
          }),
        ),
      ),
    ],
  });
  dialog.querySelector<HTMLElement>('.card')?.focus();
}

function card(cell: GalleryCell, current: boolean, click: () => void): HTMLElement {
  const made = button('', click, {
    class: 'card',
    testid: `gallery-${cell.name}`,
    'aria-current': current ? 'true' : undefined,
  });
  const paths = cell.files.filter(({ path }) => path.includes('/paths/')).length;
  const size = cell.files.reduce((sum, file) => sum + file.size, 0);
  made.append(
    picture(cell.name),
    element('span', { class: 'name' }, cell.name),
    element('span', {}, cell.title),
    element(
      'span',
      { class: 'muted' },
      kilobytes(size) +
        (paths > 0 ? `, ${paths} ${paths === 1 ? 'path' : 'paths'}` : '') +
        (current ? ', open now' : ''),
    ),
  );
  return made;
}

/** Made from the cell by scripts/galleryPictures.mjs; a cell without one has none. */
function picture(name: string): HTMLImageElement {
  const made = element('img', {
    ...{ src: `./gallery/${encodeURIComponent(name)}.webp`, alt: '', loading: 'lazy' },
    ...{ width: 320, height: 200 },
  });
  made.addEventListener('error', () => made.remove());
  return made;
}

/** They are below the cells, of which there are many. */
function toFlights(dialog: HTMLElement): void {
  const [first] = dialog.querySelectorAll<HTMLElement>('.flights .card');
  first?.scrollIntoView({ block: 'center' });
  first?.focus();
}

function flightCard({ name, title, about }: FlightExample, click: () => void): HTMLElement {
  const made = button('', click, { class: 'card', testid: `flight-${name}` });
  made.append(
    element('span', { class: 'name' }, title),
    element('span', { class: 'muted' }, about),
  );
  return made;
}
