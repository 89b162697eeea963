/** The dialog that adds an obstacle: its name, size and place. */
import { identityPose } from '../../src/math/index.ts';
import { showDialog } from '../dialogs/index.ts';
import type { NewShape, OpenedCell } from '../engine/protocol.ts';
import type { App } from '../model/app.ts';
import { button, type Child, element } from '../model/dom.ts';
import { readChosen } from '../model/drop.ts';
import type { Editor } from '../model/editing.ts';

type Kind = NewShape['kind'];

/** Metres, where nothing better is known. */
const SIZE = 0.3;

/** Asks for what is needed and adds it; a mesh may be given already. */
export async function addObstacle(
  app: App,
  editor: Editor,
  kind: Kind,
  given?: { readonly file: string; readonly bytes: Uint8Array },
): Promise<void> {
  const { cell } = app.store.state;
  if (!cell) return;
  const mesh = kind === 'mesh' ? (given ?? (await chooseMesh())) : undefined;
  if (kind === 'mesh' && !mesh) return;
  const sizes = sizesOf(kind).map(([label, value]) => field(label, value));
  // A mesh has a place of its own; anything else must not begin inside of the robot.
  const free = kind === 'mesh' ? [0, 0, 0] : app.view.roomFor(SIZE);
  const place = (['x (m)', 'y (m)', 'z (m)'] as const).map((label, i) => field(label, free[i]));
  const wanted = mesh ? baseName(mesh.file) : kind;
  const name = element('input', { type: 'text', value: freeName(cell, wanted), maxlength: 200 });
  const add = () => {
    const values = sizes.map(({ input }) => input.valueAsNumber);
    const at = place.map(({ input }) => input.valueAsNumber);
    const wrong = [...sizes, ...place].filter(
      ({ input }, i) =>
        !Number.isFinite(input.valueAsNumber) || (i < sizes.length && input.valueAsNumber <= 0),
    );
    for (const { input } of [...sizes, ...place]) {
      input.setAttribute('aria-invalid', String(wrong.some((each) => each.input === input)));
    }
    if (wrong.length > 0) {
      wrong[0].input.focus();
      return;
    }
    dialog.close();
    const pose = identityPose();
    pose.set(at, 9);
    const label = name.value.trim() || freeName(cell, wanted);
    void editor.edit([{ kind: 'add', name: label, shape: shapeOf(kind, values, mesh), pose }], {
      label: `add ${label}`,
      select: cell.description.obstacles.length,
    });
  };
  const content: Child[] = [
    element('label', { class: 'field' }, element('span', {}, 'Name'), name),
    element('div', { class: 'fields' }, ...sizes.map((each) => each.element)),
    element('div', { class: 'fields' }, ...place.map((each) => each.element)),
  ];
  if (mesh) content.unshift(element('p', { class: 'mono' }, mesh.file));
  const dialog = showDialog({
    title: `Add a ${kind}`,
    testid: 'add-obstacle',
    content,
    actions: [
      button('Cancel', () => dialog.close()),
      button('Add', add, { class: 'primary', testid: 'add-obstacle-ok' }),
    ],
  });
  dialog.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      // The rest of the key press must not go to the button that gets the focus back.
      event.preventDefault();
      add();
    }
  });
  name.focus();
  name.select();
}

function sizesOf(kind: Kind): [label: string, value: number][] {
  switch (kind) {
    case 'box':
      return [
        ['length x (m)', SIZE],
        ['width y (m)', SIZE],
        ['height z (m)', SIZE],
      ];
    case 'sphere':
      return [['radius (m)', SIZE / 2]];
    case 'cylinder':
      return [
        ['radius (m)', SIZE / 2],
        ['height (m)', SIZE],
      ];
    case 'mesh':
      return [['scale', 1]];
  }
}

function shapeOf(
  kind: Kind,
  values: readonly number[],
  mesh: { readonly file: string; readonly bytes: Uint8Array } | undefined,
): NewShape {
  switch (kind) {
    case 'box':
      return { kind, size: [values[0], values[1], values[2]] };
    case 'sphere':
      return { kind, radius: values[0] };
    case 'cylinder':
      return { kind, radius: values[0], length: values[1] };
    case 'mesh':
      return { kind, file: mesh!.file, bytes: mesh!.bytes, scale: values[0] };
  }
}

function field(label: string, value: number): { element: HTMLElement; input: HTMLInputElement } {
  const input = element('input', { type: 'number', step: 'any', value });
  return {
    element: element('label', { class: 'field' }, element('span', {}, label), input),
    input,
  };
}

/** A name that no body of the cell has. */
export function freeName(cell: Pick<OpenedCell, 'bodies' | 'description'>, wanted: string): string {
  const taken = new Set([
    ...cell.bodies.map(({ name }) => name),
    ...cell.description.obstacles.map(({ name }) => name),
  ]);
  if (!taken.has(wanted)) return wanted;
  for (let i = 2; ; i++) if (!taken.has(`${wanted}_${i}`)) return `${wanted}_${i}`;
}

function baseName(file: string): string {
  return file.replace(/^.*\//, '').replace(/\.[^.]*$/, '') || 'mesh';
}

function chooseMesh(): Promise<{ file: string; bytes: Uint8Array } | undefined> {
  return new Promise((resolve) => {
    const input = element('input', { type: 'file', accept: '.stl,.obj,.ply,.dae,.gltf,.glb' });
    input.addEventListener('cancel', () => resolve(undefined));
    input.addEventListener('change', async () => {
      const [first] = input.files ? await readChosen(input.files) : [];
      resolve(first && { file: first[0], bytes: first[1] });
    });
    input.click();
  });
}
