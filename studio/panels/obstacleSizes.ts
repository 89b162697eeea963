/** Fields for the sizes of an obstacle, part by part. */
import type { ObstacleDescription } from '../../src/cell/index.ts';
import { about } from '../../src/words/index.ts';
import type { OpenedCell, PartSize } from '../engine/protocol.ts';
import { type Geometry, SIZE_NAMES, sizeFault, sizeOf } from '../engine/sizes.ts';
import { element } from '../model/dom.ts';
import type { Editor } from '../model/editing.ts';
import { short } from '../model/format.ts';
import { numberField } from './numberField.ts';

export function obstacleSizes(editor: Editor, cell: OpenedCell, index: number): HTMLElement {
  const obstacle = cell.description.obstacles[index];
  return element(
    'div',
    { testid: 'obstacle-sizes' },
    ...obstacle.parts.map((_, part) => partSizes(editor, cell, obstacle, index, part)),
  );
}

function partSizes(
  editor: Editor,
  cell: OpenedCell,
  { name, parts }: ObstacleDescription,
  obstacle: number,
  part: number,
): HTMLElement {
  const { geometry, name: own } = parts[part];
  const size = sizeOf(geometry, cell.scales[obstacle][part]);
  const note = remark(geometry);
  const several = parts.length > 1;
  const message = element('p', { class: 'error', role: 'alert', hidden: true });
  const fields =
    size &&
    sizeFields(size, several ? `part ${part + 1}, ` : '', message, (sizes) => {
      const next = { kind: size.kind, sizes };
      void editor.edit([{ kind: 'shape', obstacle, part, size: next }], {
        label: `size of ${name}`,
        merge: `size ${obstacle} ${part}`,
      });
    });
  return element(
    'div',
    { role: 'group', 'aria-label': several ? `Size of part ${part + 1}` : 'Size' },
    several && element('p', { class: 'muted' }, `${own ?? `Part ${part + 1}`}: ${geometry.kind}`),
    fields && element('div', { class: 'fields' }, ...fields),
    note !== '' && element('p', { class: 'muted' }, note),
    message,
  );
}

function sizeFields(
  { kind, sizes }: PartSize,
  prefix: string,
  message: HTMLElement,
  set: (sizes: readonly number[]) => void,
): HTMLElement[] {
  return SIZE_NAMES[kind].map((name, i) => {
    const say = (input: HTMLInputElement, fault: string | null) => {
      input.setAttribute('aria-invalid', String(fault !== null));
      message.hidden = fault === null;
      message.textContent = fault === null ? '' : `${fault[0].toUpperCase()}${fault.slice(1)}.`;
    };
    const unit = name === 'scale' ? '×' : 'm';
    return numberField({
      label: `${name} (${unit})`,
      key: `${prefix}${name}`,
      // All digits that a hand or a file may have meant, however small it is.
      value: about(sizes[i], 6),
      step: name === 'scale' ? 0.1 : 0.01,
      change: (value, input) => {
        const fault = sizeFault(name, value);
        say(input, fault);
        if (fault === null) set(sizes.map((size, k) => (k === i ? value : size)));
      },
      refuse: (input) => say(input, sizeFault(name, Number.NaN)),
    });
  });
}

/** What a factor makes of it, and why something has no size. */
function remark(geometry: Geometry): string {
  if (geometry.kind === 'half-space') return 'A half-space has no end and no size.';
  if (geometry.kind !== 'mesh' && geometry.kind !== 'hull') return '';
  const { positions } = geometry.kind === 'mesh' ? geometry.triangles : geometry.hull;
  return `${extents(positions)
    .map((x) => short(x, 3))
    .join(' × ')} m`;
}

const known = new WeakMap<Float64Array, number[]>();

/** Along its own x, y and z. */
function extents(positions: Float64Array): number[] {
  let found = known.get(positions);
  if (!found) {
    const [low, high] = [[0, 0, 0].fill(Infinity), [0, 0, 0].fill(-Infinity)];
    for (let i = 0; i < positions.length; i++) {
      low[i % 3] = Math.min(low[i % 3], positions[i]);
      high[i % 3] = Math.max(high[i % 3], positions[i]);
    }
    found = high.map((x, k) => x - low[k]);
    known.set(positions, found);
  }
  return found;
}
