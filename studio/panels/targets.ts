/** Which robot sliders and hands move, and which of its joints: two rows that panels share. */
import { aimAt, chooseGroup, chosenGroup, TARGETS, type Target } from '../model/aim.ts';
import type { App } from '../model/app.ts';
import { button, element, fill } from '../model/dom.ts';
import { usable } from '../model/hint.ts';

const NAMES: Readonly<Record<Target, readonly [string, string]>> = {
  present: ['Robot', 'Sliders and hands move the robot as it stands'],
  start: ['Start', 'Sliders and hands move the blue robot, where plans begin'],
  goal: ['Goal', 'Sliders and hands move the orange robot, where plans lead'],
};

export function targetRow({ store }: App): HTMLElement {
  const buttons = TARGETS.map((target) =>
    button(NAMES[target][0], () => aimAt(store, target), {
      class: `grow target-${target}`,
      title: NAMES[target][1],
      testid: `target-${target}`,
      'data-key': `target ${target}`,
    }),
  );
  const show = () => {
    TARGETS.forEach((target, i) => {
      buttons[i].setAttribute('aria-pressed', String(store.state.target === target));
      usable(buttons[i], store.state.cell === null ? 'no cell is open' : null);
    });
  };
  store.subscribe(['target', 'cell'], show);
  show();
  return element(
    'div',
    { class: 'row targets', role: 'group', 'aria-label': 'What sliders and hands move' },
    element('span', { class: 'muted' }, 'Move'),
    ...buttons,
  );
}

/** The planning group and the link of it that is dragged; hidden where no SRDF names any. */
export function groupRow({ store }: App): HTMLElement {
  const groups = element('select', {
    class: 'grow',
    'aria-label': 'Planning group',
    testid: 'group',
  });
  const tips = element('select', {
    class: 'grow',
    'aria-label': 'End of the group that is dragged',
    testid: 'group-tip',
  });
  groups.addEventListener('change', () => chooseGroup(store, groups.value || null));
  tips.addEventListener('change', () => store.update({ tool: tips.value }));
  const row = element(
    'div',
    { class: 'row', title: 'Only joints of this group are planned and dragged' },
    element('span', { class: 'muted' }, 'Group'),
    groups,
    tips,
  );
  const show = () => {
    const { cell, tool } = store.state;
    const group = chosenGroup(store.state);
    row.hidden = !cell?.groups?.length;
    fill(
      groups,
      element('option', { value: '' }, 'all joints'),
      ...(cell?.groups ?? []).map(({ name, dofs }) =>
        element('option', { value: name }, `${name} (${dofs.length})`),
      ),
    );
    groups.value = group?.name ?? '';
    const known = group?.tips ?? [];
    tips.hidden = known.length < 2;
    fill(tips, ...known.map((link) => element('option', { value: link }, link)));
    tips.value = tool ?? '';
  };
  store.subscribe(['cell', 'group', 'tool'], show);
  show();
  return row;
}
