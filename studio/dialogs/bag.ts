/** The motions of a bag, to be chosen from, and the surroundings that they are to be shown in. Loaded with the first bag. */
import type { BagMotionInfo, ReadBagAnswer } from '../engine/protocol.ts';
import { type BagOffer, BagOpener, type BagPlace, type BagWish, canShow } from '../model/bags.ts';
import { button, element, fill } from '../model/dom.ts';
import { plural, short } from '../model/format.ts';
import type { Host } from '../model/host.ts';
import type { Opener } from '../model/opening.ts';
import { showDialog } from './dialog.ts';
import { faultElement } from './faultText.ts';

/** Opens bags, and asks in a window. */
export function makeBagOpener(app: Host, opener: Opener): BagOpener {
  return new BagOpener(app, opener, chooseMotion);
}

/** Motions that are listed at a time. */
const MOST = 200;
/** From so many on they can be searched. */
const MANY = 12;

function chooseMotion({ file, answer, places }: BagOffer): Promise<BagWish | null> {
  return new Promise((resolve) => {
    let wish: BagWish | null = null;
    let place = places[0];
    const search = element('input', {
      ...{ type: 'search', placeholder: 'Topic, message or joint', 'aria-label': 'Search motions' },
      on: { input: () => refresh() },
    });
    const list = element('div', { class: 'bag-motions', testid: 'bag-motions' });
    const take = (motion: BagMotionInfo) => {
      wish = { motion, place };
      dialog.close();
    };
    const refresh = () => {
      const words = search.value.toLowerCase();
      const found = answer.motions.filter((motion) => textOf(motion).includes(words));
      const more = found.length - MOST;
      fill(
        list,
        ...found.slice(0, MOST).map((motion) => row(motion, place, answer, take)),
        found.length === 0 && element('p', { class: 'empty' }, 'No motion is called that.'),
        more > 0 && element('p', { class: 'muted' }, `and ${plural(more, 'motion')} more: search`),
      );
    };
    const choose = (next: BagPlace) => {
      place = next;
      refresh();
    };
    refresh();
    const dialog = showDialog({
      title: `Motions of ${file}`,
      wide: true,
      testid: 'bag-dialog',
      content: [
        ...notesOf(answer).map((note) => faultElement(note, 'note')),
        placeChoice(places, answer, choose),
        element(
          'p',
          { class: 'muted' },
          `${plural(answer.motions.length, 'motion')}. The one that is chosen becomes the path; a verdict is about it alone.`,
        ),
        answer.motions.length > MANY && search,
        list,
      ],
      actions: [button('Cancel', () => dialog.close())],
      onClose: () => resolve(wish),
    });
    list.querySelector<HTMLElement>('button:not(:disabled)')?.focus();
  });
}

function notesOf({ notes, sceneFault }: ReadBagAnswer) {
  return sceneFault ? [...notes, sceneFault] : notes;
}

/** What is looked through. */
function textOf({ name, kind, joints }: BagMotionInfo): string {
  return [name, kind, ...joints].join(' ').toLowerCase();
}

function placeChoice(
  places: readonly BagPlace[],
  answer: ReadBagAnswer,
  choose: (place: BagPlace) => void,
): HTMLElement {
  const words = placeWords(answer);
  const [only] = places;
  if (places.length === 1) {
    return element(
      'p',
      {},
      `${words[only][0]}. `,
      element('span', { class: 'muted' }, words[only][1]),
    );
  }
  return element(
    'fieldset',
    { class: 'bag-places' },
    element('legend', {}, 'Surroundings'),
    ...places.map((place, i) =>
      element(
        'label',
        {},
        element('input', {
          ...{ type: 'radio', name: 'bag-place', checked: i === 0, testid: `bag-place-${place}` },
          on: { change: () => choose(place) },
        }),
        element('span', {}, words[place][0], element('span', { class: 'muted' }, words[place][1])),
      ),
    ),
  );
}

/** Each with what it means. */
function placeWords({ scenes, sceneFault, motions }: ReadBagAnswer) {
  const hasAll = motions.every(({ hasScene, fault }) => hasScene || fault);
  const hasSome = motions.some(({ hasScene }) => hasScene);
  const which = hasSome ? 'another planning scene of the bag' : 'the planning scene of the bag';
  const left =
    scenes > 0 || sceneFault
      ? `Left out is ${which}, which the verdict will say it assumes.`
      : 'The bag has no planning scene.';
  const own = scenes > 0 ? 'in the planning scene that stood meanwhile' : 'with nothing around it';
  return {
    cell: [
      'The open cell as it is',
      scenes > 0 && hasAll ? 'It has the planning scene of the bag.' : left,
    ],
    joined: [
      'The open cell with the planning scene of the bag',
      'Obstacles of the scene stand beside those of the cell, or take the place of its scene.',
    ],
    bag: ['The robot of the bag', `It is opened in the place of this cell, ${own}.`],
  } as const;
}

function row(
  motion: BagMotionInfo,
  place: BagPlace,
  { scenes }: ReadBagAnswer,
  take: (motion: BagMotionInfo) => void,
): HTMLElement {
  const { name, fault, scene, kind } = motion;
  const made = button('', () => take(motion), {
    class: 'card bag-motion',
    disabled: !canShow(motion, place),
    testid: 'bag-motion',
  });
  // Parts of a recording are named by their scene.
  const around = scenes > 1 && kind === 'sent' ? `, while scene ${scene} stood` : '';
  const isLeft = place === 'cell' && !motion.hasScene ? '; its planning scene is left out' : '';
  made.append(
    element('span', { class: 'name' }, name),
    element('span', {}, fault ? 'It cannot be read.' : `${whatOf(motion)}${around}${isLeft}`),
    element('span', { class: 'muted' }, fault ? fault.message : jointsOf(motion, place)),
  );
  return made;
}

function whatOf({ kind, time, duration, waypoints }: BagMotionInfo): string {
  const from = short(time, 3);
  const long = duration === null ? 'without times' : `${short(duration, 3)} s long`;
  return kind === 'executed'
    ? `Executed, from ${from} s, ${long}, ${plural(waypoints, 'state')}`
    : `Sent at ${from} s, ${long}, ${plural(waypoints, 'waypoint')}`;
}

/** Names, and which of them the cell does not have. */
function jointsOf({ joints, known }: BagMotionInfo, place: BagPlace): string {
  const more = joints.length > 10 ? ` and ${joints.length - 10} more` : '';
  const names = `${joints.slice(0, 10).join(', ')}${more}`;
  if (place === 'bag' || known === joints.length) return names;
  if (known === 0) return `${names}: joints that the open cell does not have`;
  return `${names}: ${plural(joints.length - known, 'joint')} left out, which the open cell does not have`;
}
