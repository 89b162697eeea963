/**
 * Planning again and again while things move. After every change of the cell, and wherever a hand with an obstacle rests, the
 * path is rechecked, which the controller does; where it is not free any more a way is planned from where the joints stand to where the path led. Such a path is
 * provisional until its own check says free. Whatever is under way is given up when something changes again.
 */
import type { OpenedCell, PlanAnswer, PlanRequestData } from '../engine/protocol.ts';
import { chosenGroup, withinGroup } from '../model/aim.ts';
import { isCancelled, type JobOptions } from '../model/host.ts';
import type { State } from '../model/state.ts';
import { sameConfiguration } from './configurations.ts';
import { adjustments, type Controller, type Host } from './controller.ts';
import { sentence, verdictWords } from './words.ts';

/** What a planner is asked, with the group and the settings that are chosen. */
export function planRequest(
  state: Readonly<State>,
  from: Float64Array,
  goal: Float64Array,
): PlanRequestData {
  const group = chosenGroup(state);
  const { settings } = state;
  return {
    from,
    goals: [withinGroup(group, from, goal)],
    ...settings.plan,
    ...(group && { moving: group.dofs }),
    settings: adjustments(settings.check),
  };
}

const IN_HAND = 'The obstacle is in the hand: the path is checked wherever it rests.';

export class KeepPlanning {
  /** What is going on, in words; empty if nothing is. */
  onStatus: (text: string) => void = () => {};
  private readonly app: Host;
  private readonly control: Controller;
  private running: AbortController | null = null;
  /** The cell that the last path was planned in. */
  private plannedIn: OpenedCell | null = null;
  /** The last answer that was looked at: of one there is one plan. */
  private seen: unknown = null;

  constructor(app: Host, control: Controller) {
    this.app = app;
    this.control = control;
    const { store } = app;
    store.subscribe(['cell', 'hand', 'keepPlanning'], ({ keepPlanning, hand, path }) => {
      this.stop();
      if (!keepPlanning) this.say('');
      else if (hand && path) this.say(IN_HAND);
    });
    store.subscribe(['path'], ({ provisional, path }) => {
      // Another path than the one that was planned here.
      if (provisional !== null && provisional !== path) store.update({ provisional: null });
    });
    store.subscribe(['results', 'keepPlanning'], (state) => this.look(state));
  }

  get isPlanning(): boolean {
    return this.running !== null;
  }

  private look(state: Readonly<State>): void {
    const { results, keepPlanning, provisional, path, hand, cell } = state;
    const { check } = results;
    if (!check) return;
    const isNew = check !== this.seen;
    if (check.verdict === 'free') {
      this.seen = check;
      if (provisional === path && path !== null) this.app.store.update({ provisional: null });
      if (isNew && keepPlanning) this.say('The path is proven free.');
      return;
    }
    if (!keepPlanning || !isNew || hand || this.running) return;
    this.seen = check;
    if (provisional === path && path !== null && cell === this.plannedIn) {
      // What a planner proves the check proves too; if not, planning again would give the same.
      this.say('The new path is not shown free: it stays provisional.');
      return;
    }
    void this.plan();
  }

  private async plan(): Promise<void> {
    const { app, control } = this;
    const { cell, path, configuration, goal } = app.store.state;
    if (!cell || !path) return;
    const from = Float64Array.from(configuration);
    const to = goal ?? path.waypoints[path.waypoints.length - 1];
    if (sameConfiguration(from, to)) {
      this.say('The path is not free; the joints stand at its end already.');
      return;
    }
    const own = new AbortController();
    this.running = own;
    this.say('The path is not free any more: planning another from here.');
    try {
      const options: JobOptions = { label: 'Planning again', signal: own.signal };
      const answer = await app.run('plan', planRequest(app.store.state, from, to), options);
      if (own.signal.aborted || app.store.state.cell !== cell) return;
      this.running = null;
      this.plannedIn = cell;
      this.take(answer, from);
      if (answer.path) await control.check();
    } catch (error) {
      if (!isCancelled(error)) this.say(error instanceof Error ? error.message : String(error));
    } finally {
      if (this.running === own) this.running = null;
    }
  }

  private take({ path, verdict, notes }: PlanAnswer, from: Float64Array): void {
    if (!path) {
      const { title } = verdictWords(verdict);
      this.say(sentence([`no other way was found: ${title}`, ...notes].join('; ')));
      return;
    }
    const { store } = this.app;
    const { holding } = store.state;
    store.update(
      { path, time: 0, configuration: from, provisional: path },
      { undoable: 'plan again', ...(holding !== null && { merge: holding }) },
    );
    this.say('A new path: provisional until it is proven.');
  }

  private stop(): void {
    this.running?.abort();
    this.running = null;
  }

  private say(text: string): void {
    this.onStatus(text);
  }
}
