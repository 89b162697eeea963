/** A canvas as a slider: it takes the focus and keys, and is dragged along by the pointer. */
import { visible } from '../../src/words/index.ts';

export interface SliderParts {
  readonly testid: string;
  /** What it is called for who cannot see it. */
  readonly label: string;
  /** Whether there is anything to drag along. */
  readonly isReady: () => boolean;
  readonly onDrag: (event: PointerEvent) => void;
  readonly onKey: (event: KeyboardEvent) => void;
}

export function makeSlider(canvas: HTMLCanvasElement, parts: SliderParts): void {
  const { testid, label, isReady, onDrag, onKey } = parts;
  canvas.tabIndex = 0;
  canvas.dataset.testid = testid;
  canvas.setAttribute('role', 'slider');
  canvas.setAttribute('aria-label', visible(label));
  canvas.setAttribute('aria-valuemin', '0');
  let dragging = false;
  canvas.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !isReady()) return;
    dragging = true;
    canvas.setPointerCapture(event.pointerId);
    onDrag(event);
  });
  canvas.addEventListener('pointermove', (event) => {
    if (dragging) onDrag(event);
  });
  for (const end of ['pointerup', 'pointercancel'] as const) {
    canvas.addEventListener(end, () => {
      dragging = false;
    });
  }
  canvas.addEventListener('keydown', onKey);
}
