/** The side of the page: the broad phase and what it saves, what is so now, what fixed steps see, the impacts. */
import { column, impactTimesText, toleranceText } from '../../src/words/index.ts';
import type { FlightAnswer } from '../engine/protocol.ts';
import { button, element, fill } from '../model/dom.ts';
import { count, plural } from '../model/format.ts';
import { facts, section } from '../timeline/fields.ts';
import { decimalsFor } from './clock.ts';
import type { Recording } from './recording.ts';
import { stepsTextOf } from './stepsText.ts';

/** More would be a list that nobody reads. */
const MOST_IMPACTS = 200;

const APART =
  'Both runs miss nothing, but each finds an impact a little earlier or later within its bracket, and every bounce makes small differences larger: after many, the two are different tosses.';

export interface FactsActions {
  readonly setBroadPhase: (on: boolean) => void;
  readonly showSteps: (visible: boolean) => void;
  readonly goTo: (time: number) => void;
  /** Somebody wants the recording that is missing. */
  readonly compare: () => void;
}

/** A recording with the broad phase and one without, each once it is there. */
export interface Both {
  readonly on: Recording | null;
  readonly off: Recording | null;
}

export class FactsPanel {
  readonly root: HTMLElement;
  private readonly actions: FactsActions;
  private readonly broad: HTMLInputElement;
  private readonly broadNote = element('p', { class: 'muted' });
  private readonly now = element('div', { testid: 'flight-now' });
  private readonly work = element('div', { class: 'flight-work', testid: 'flight-work' });
  private readonly stepsText = element('p', { testid: 'flight-steps' });
  private readonly steps: HTMLElement;
  private readonly impacts = element('ol', { class: 'flight-impacts', testid: 'flight-impacts' });
  private readonly tolerance = element('p', { class: 'muted' });
  private readonly sentence = element('p', { testid: 'flight-sentence' });
  private shown: Recording | null = null;
  private current = -1;

  constructor(actions: FactsActions) {
    this.actions = actions;
    this.broad = checkbox('flight-broad', (on) => actions.setBroadPhase(on));
    this.broad.setAttribute('role', 'switch');
    this.broad.checked = true;
    const stepsBox = checkbox('flight-show-steps', (on) => actions.showSteps(on));
    this.steps = section(
      'Fixed steps',
      this.stepsText,
      element('label', { class: 'check' }, stepsBox, 'Show where they look'),
    );
    this.root = element(
      'div',
      { class: 'flight-facts' },
      section(
        'Broad phase',
        element('label', { class: 'check' }, this.broad, 'Broad phase'),
        this.broadNote,
      ),
      section('Now', this.now),
      section('Work', this.work),
      this.steps,
      section('Impacts', this.sentence, this.impacts, this.tolerance),
    );
    this.setRecording(null);
  }

  setBroadPhase(on: boolean): void {
    this.broad.checked = on;
    this.broadNote.textContent = on
      ? 'Only pairs whose boxes, swept over the next moments, meet are watched. All others surely do not touch.'
      : 'Every pair is watched of which at least one moves.';
  }

  setRecording(recording: Recording | null): void {
    this.shown = recording;
    this.current = -1;
    const answer = recording?.answer;
    this.steps.hidden = !answer?.fixed;
    this.stepsText.textContent = answer ? stepsTextOf(answer) : '';
    this.sentence.textContent = answer ? `${answer.sentence}.` : '';
    this.tolerance.textContent =
      answer && answer.impacts.length > 0 ? toleranceText(answer.tolerance) : '';
    fill(this.impacts, ...(answer ? this.impactItems(answer) : []));
    if (!recording) fill(this.now, element('p', { class: 'muted' }, 'Nothing to show yet.'));
  }

  /** What the broad phase saves. `awaited`: what is missing is on its way. */
  setWork({ on, off }: Both, awaited: boolean): void {
    const row = (name: string, value: (answer: FlightAnswer) => string) =>
      element(
        'tr',
        {},
        element('th', { scope: 'row' }, name),
        ...[on, off].map((each) =>
          element('td', { class: 'number' }, each ? value(each.answer) : awaited ? '…' : '–'),
        ),
      );
    fill(
      this.work,
      element(
        'table',
        { class: 'flight-table' },
        element(
          'thead',
          {},
          element(
            'tr',
            {},
            element('th', { scope: 'col' }, 'broad phase'),
            element('th', { scope: 'col' }, 'on'),
            element('th', { scope: 'col' }, 'off'),
          ),
        ),
        element(
          'tbody',
          {},
          row('pairs watched at most', ({ work }) => count(work.mostWatched)),
          row('looks at pairs', ({ work }) => count(work.looks)),
          row('distances computed', ({ work }) => count(work.queries)),
          row('impacts', ({ impacts }) => count(impacts.length)),
        ),
      ),
      (on === null) !== (off === null) &&
        !awaited &&
        button('Compute the other', () => this.actions.compare(), {
          class: 'small',
          testid: 'flight-compare',
        }),
      on && off && on.hits.length !== off.hits.length && element('p', { class: 'muted' }, APART),
    );
  }

  /** `pairs`: how many there are in all; null if that is not known yet. */
  showTime(time: number, pairs: number | null): void {
    const { shown } = this;
    if (!shown) return;
    const { answer, moment } = shown;
    const watched = count(moment.end - moment.first);
    const passed = shown.impactAt(time);
    fill(
      this.now,
      facts([
        ['time', `${column(time, decimalsFor(answer.end - answer.begin))} s`],
        ['pairs watched', pairs === null ? watched : `${watched} of ${count(pairs)}`],
        ['impacts so far', `${count((passed ?? -1) + 1)} of ${count(answer.impacts.length)}`],
      ]),
    );
    this.showCurrent(passed ?? -1);
  }

  private showCurrent(impact: number): void {
    if (impact === this.current) return;
    const items = this.impacts.children;
    items[this.current]?.firstElementChild?.removeAttribute('aria-current');
    items[impact]?.firstElementChild?.setAttribute('aria-current', 'true');
    this.current = impact;
  }

  private impactItems({ impacts, bodies }: FlightAnswer): HTMLElement[] {
    const items = impacts.slice(0, MOST_IMPACTS).map((impact) => {
      const made = button('', () => this.actions.goTo(impact.hit), { class: 'quiet' });
      made.append(
        element('span', {}, `${bodies[impact.a].name} – ${bodies[impact.b].name}`),
        element('span', { class: 'muted number' }, impactTimesText(impact)),
      );
      return element('li', {}, made);
    });
    const more = impacts.length - items.length;
    if (more > 0) {
      items.push(element('li', { class: 'muted' }, `and ${plural(more, 'impact')} more`));
    }
    return items;
  }
}

function checkbox(testid: string, change: (on: boolean) => void): HTMLInputElement {
  const made = element('input', { type: 'checkbox', testid });
  made.addEventListener('change', () => change(made.checked));
  return made;
}
