/**
 * The story that the page opens on: a motion that sampling calls free, playing, with the contact that it missed. Both answers
 * are computed when it is told. It ends as soon as somebody opens or changes something.
 */
import { missedContactText, sampledText } from '../../src/words/index.ts';
import type { App } from '../model/app.ts';
import { button, element, fill } from '../model/dom.ts';
import type { Story } from '../model/gallery.ts';
import type { Opener } from '../model/opening.ts';
import { controllerOf } from './controller.ts';

export interface StoryTeller {
  /** The card, empty until something is told. */
  readonly card: HTMLElement;
  tell(story: Story): Promise<void>;
}

export function storyTeller(app: App, opener: Opener): StoryTeller {
  const { store } = app;
  const card = element('section', {
    class: 'overlay story',
    testid: 'story',
    'aria-label': 'What this shows',
    hidden: true,
  });
  let told: unknown = null;
  const end = () => {
    told = null;
    card.hidden = true;
  };
  store.subscribe(['cell', 'path'], ({ path }) => {
    if (told !== null && path !== told) end();
  });
  const tell = async ({ cell, path, resolution }: Story): Promise<void> => {
    if (!(await opener.openGallery(cell))) return;
    await opener.openPath(path);
    // Nothing that somebody did, so nothing to be undone.
    store.forget();
    store.update({ settings: { ...store.state.settings, resolution } });
    const own = store.state.path;
    told = own;
    const control = controllerOf(app);
    const says = element('p', {}, 'Sampling this motion …');
    const close = button('Close', end, {
      icon: 'close',
      class: 'quiet small',
      testid: 'story-close',
    });
    fill(card, close, says);
    card.hidden = false;
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) press('loop', 'play');
    await control.sample(resolution);
    const { sampled } = store.state.results;
    if (told !== own || sampled?.verdict !== 'no collision found') return end();
    fill(says, sampledText(sampled.samples, resolution));
    await control.check();
    const witness = store.state.results.check?.witness;
    const { cell: now } = store.state;
    if (told !== own || !witness || !now) return;
    const names = [witness.a, witness.b].map((body) => now.bodies[body]?.name ?? String(body));
    card.append(
      element('p', { testid: 'story-missed' }, missedContactText(names[0], names[1])),
      button(
        'Show the contact and the proof',
        () => {
          pause();
          control.showWitness(witness);
          end();
        },
        { class: 'primary', testid: 'story-show' },
      ),
    );
  };
  return { card, tell };
}

function press(...testids: string[]): void {
  for (const testid of testids) find(testid)?.click();
}

function pause(): void {
  const play = find('play');
  if (play?.getAttribute('aria-label') === 'Pause') play.click();
}

function find(testid: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-testid="${testid}"]`);
}
