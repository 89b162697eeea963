/** The embedded cells, to be chosen from. */
import { kilobytes } from '../../src/words/index.ts';
import { button, element } from '../model/dom.ts';
import { type GalleryCell, loadGallery } from '../model/gallery.ts';
import { showDialog } from './dialog.ts';

/** `open` gets the name of the cell that was chosen; `current` is the one that is open. */
export async function showGallery(
  open: (name: string) => void,
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
        'Cells that come with Surepath. Your own: Open, or drop its folder anywhere on the page.',
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
