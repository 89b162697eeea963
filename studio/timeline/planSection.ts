/** Planning between two ghosts, with the trees growing in the view. */
import type { PlannerName } from '../../src/plan/index.ts';
import { about, secondsText, visible, workTime } from '../../src/words/index.ts';
import type { PlanAnswer, Progress } from '../engine/protocol.ts';
import { aimAt, chooseGroup, chosenGroup, withinGroup } from '../model/aim.ts';
import {
  type App,
  button,
  element,
  fill,
  isCancelled,
  type Settings,
  setText,
  usable,
} from '../model/index.ts';
import { PLANNERS } from '../model/planners.ts';
import { describeConfiguration, sameConfiguration, withState } from './configurations.ts';
import type { Controller } from './controller.ts';
import { checkField, choiceField, facts, numberField, section } from './fields.ts';
import { KeepPlanning, planRequest } from './keepPlanning.ts';
import { count, verdictWords } from './words.ts';

export function planSection(app: App, control: Controller): HTMLElement {
  const planning = new Planning(app, control);
  return section(
    'Plan',
    endPicker(app, 'start'),
    endPicker(app, 'goal'),
    groupChoice(app),
    settingsOf(app, control),
    planning.root,
  );
}

// -------------------------------------------------------------------------------------- start, goal

function endPicker(app: App, end: 'start' | 'goal'): HTMLElement {
  const { store } = app;
  const title = end === 'start' ? 'Start' : 'Goal';
  const states = element('select', {
    class: 'grow',
    'aria-label': `${title} from a named state`,
    testid: `${end}-state`,
  });
  const set = (q: Float64Array | null, label: string) =>
    store.update({ [end]: q }, { undoable: `${label} ${end}` });
  states.addEventListener('change', () => {
    const { cell, start, goal, configuration } = store.state;
    const state = cell?.states.find(({ name }) => name === states.value);
    states.value = '';
    if (!state) return;
    const base = (end === 'start' ? start : (goal ?? start)) ?? configuration;
    set(withState(base, state), 'set');
  });
  const here = button('Here', () => set(Float64Array.from(store.state.configuration), 'set'), {
    class: 'small',
    testid: `${end}-here`,
    title: `The joints as they stand are the ${end}`,
  });
  const drag = button('Drag', () => aimAt(store, store.state.target === end ? 'present' : end), {
    class: 'small',
    testid: `${end}-drag`,
    title: `Hands and sliders move the robot of the ${end}: its tool, and its links where they turn by dragging`,
  });
  const go = button(
    'Show',
    () => {
      const q = store.state[end];
      if (q) store.update({ configuration: Float64Array.from(q) });
    },
    { class: 'small', title: `Moves the joints to the ${end}` },
  );
  const clear = button('×', () => set(null, 'clear'), {
    class: 'small quiet',
    'aria-label': `Clear the ${end}`,
  });
  const text = element('span', { class: 'muted clip grow' });
  const show = () => {
    const { cell } = store.state;
    const q = store.state[end];
    usable(here, cell ? null : 'no cell is open');
    usable(drag, cell ? null : 'no cell is open');
    drag.setAttribute('aria-pressed', String(store.state.target === end));
    usable(go, q ? null : `no ${end} is chosen`);
    usable(clear, q ? null : `no ${end} is chosen`);
    const chosen = q
      ? cell
        ? describeConfiguration(cell, q)
        : ''
      : end === 'start'
        ? 'where the joints stand'
        : 'choose one';
    setText(text, chosen);
    text.title = visible(chosen);
  };
  const fillStates = () => {
    const { cell } = store.state;
    fill(
      states,
      element('option', { value: '' }, 'named state…'),
      ...(cell?.states ?? []).map(({ name }) => element('option', { value: name }, name)),
    );
    usable(states, cell?.states.length ? null : 'the files name no states (SRDF group_state)');
    show();
  };
  store.subscribe(['cell'], fillStates);
  store.subscribe([end, 'target'], show);
  fillStates();
  return element(
    'div',
    { class: `tl-end tl-end-${end}` },
    element(
      'div',
      { class: 'row' },
      element('span', { class: 'tl-ghost', 'aria-hidden': 'true' }, end === 'start' ? '●' : '◎'),
      element('strong', {}, title),
      text,
      clear,
    ),
    element('div', { class: 'row' }, states, here, drag, go),
  );
}

/** The planning group, where an SRDF names any. */
function groupChoice({ store }: App): HTMLElement {
  const field = element('div', {});
  const show = () => {
    const groups = store.state.cell?.groups ?? [];
    const choice = choiceField(
      'planning group',
      [
        { value: '', label: 'all joints' },
        ...groups.map(({ name }) => ({ value: name, label: name })),
      ],
      (value) => chooseGroup(store, value || null),
      'plan-group',
    );
    choice.show(chosenGroup(store.state)?.name ?? '');
    fill(field, groups.length > 0 && choice.root);
  };
  store.subscribe(['cell', 'group'], show);
  show();
  return field;
}

// ----------------------------------------------------------------------------------------- settings

function settingsOf(app: App, control: Controller): HTMLElement {
  const { store } = app;
  const set = (change: Partial<Settings['plan']>) =>
    control.set({ plan: { ...store.state.settings.plan, ...change } });
  const line = element('p', { class: 'muted' });
  const names = Object.keys(PLANNERS) as PlannerName[];
  const planner = choiceField(
    'planner',
    names.map((value) => ({ value, label: value })),
    (value) => set({ planner: value as PlannerName }),
    'planner',
  );
  const seed = numberField('seed', (value) => set({ seed: Math.round(value ?? 1) }), {
    min: 0,
    max: 2 ** 31,
    step: 1,
    testid: 'seed',
    title: 'Of the random numbers: same seed, same path',
  });
  const limit = numberField('time limit, s', (value) => set({ timeLimit: value ?? 10 }), {
    min: 0.1,
    max: 3600,
    testid: 'time-limit',
  });
  const smooth = checkField('smooth', (value) => set({ smooth: value }), { testid: 'plan-smooth' });
  const timed = checkField('timed', (value) => set({ timed: value }), { testid: 'plan-timed' });
  const show = () => {
    const { plan } = store.state.settings;
    const name = plan.planner ?? 'rrt-connect';
    planner.show(name);
    line.textContent = PLANNERS[name];
    seed.show(plan.seed ?? 1);
    limit.show(plan.timeLimit ?? 10);
    smooth.show(plan.smooth ?? true);
    timed.show(plan.timed !== undefined && plan.timed !== false);
  };
  store.subscribe(['settings'], show);
  show();
  return element(
    'div',
    { class: 'tl-details' },
    planner.root,
    line,
    element('div', { class: 'tl-two' }, seed.root, limit.root),
    element('div', { class: 'row' }, smooth.root, timed.root),
  );
}

// ----------------------------------------------------------------------------------------- planning

class Planning {
  readonly root: HTMLElement;
  private readonly app: App;
  private readonly control: Controller;
  private readonly start: HTMLButtonElement;
  private readonly end: HTMLButtonElement;
  private readonly trees: { show(value: boolean): void; readonly root: HTMLElement };
  private readonly answer = element('div', { class: 'tl-details', 'aria-live': 'polite' });
  private readonly growth = element('p', { class: 'muted number', testid: 'tree' });
  private running: AbortController | null = null;
  /** Edges that were checked and free, and those that wait for that. */
  private edges = 0;
  private open = 0;

  constructor(app: App, control: Controller) {
    this.app = app;
    this.control = control;
    this.start = button('Plan', () => void this.plan(), { class: 'primary grow', testid: 'plan' });
    this.end = button('Cancel', () => this.running?.abort(), {
      testid: 'cancel-plan',
      hidden: true,
    });
    this.trees = checkField('show trees', (value) => {
      app.view.showTree(value);
    });
    this.trees.show(true);
    this.root = element(
      'div',
      { class: 'tl-details' },
      element('div', { class: 'row' }, this.start, this.end, this.trees.root),
      keepRow(app, control),
      this.growth,
      this.answer,
    );
    app.store.subscribe(['cell'], () => {
      this.running?.abort();
      this.forget();
    });
    app.store.subscribe(['cell', 'start', 'goal', 'configuration', 'group'], () => this.show());
    app.store.subscribe(['cell', 'start', 'goal'], () => {
      // After all listeners: the view takes a new cell first.
      queueMicrotask(() => {
        const { start, goal } = app.store.state;
        app.view.setGhosts({ start, goal });
      });
    });
    this.show();
  }

  private forget(): void {
    fill(this.answer);
    this.growth.textContent = '';
    this.edges = 0;
    this.open = 0;
    this.app.view.clearTree(this.app.store.state.settings.plan.planner !== 'sbl');
  }

  private show(): void {
    const { cell, goal, start, configuration } = this.app.store.state;
    const from = start ?? configuration;
    const group = chosenGroup(this.app.store.state);
    const same = goal !== null && sameConfiguration(withinGroup(group, from, goal), from);
    const why = !cell
      ? 'no cell is open'
      : !goal
        ? 'choose a goal first: a named state, Drag, or Here for where the joints stand'
        : same
          ? 'start and goal are the same'
          : this.running !== null
            ? 'it is planning already'
            : null;
    usable(this.start, why);
    this.end.hidden = this.running === null;
  }

  private async plan(): Promise<void> {
    const { app, control } = this;
    const { cell, goal, configuration, start } = app.store.state;
    if (!cell || !goal || this.running) return;
    const from = start ?? Float64Array.from(configuration);
    const running = new AbortController();
    this.running = running;
    this.forget();
    this.show();
    control.interrupt();
    try {
      const answer = await app.run('plan', planRequest(app.store.state, from, goal), {
        label: 'Planning',
        signal: running.signal,
        onProgress: (progress) => this.grow(running, progress),
      });
      if (running.signal.aborted || app.store.state.cell !== cell) return;
      this.say(answer);
      if (!answer.path) return;
      app.store.update(
        { path: answer.path, time: 0, start: from, configuration: Float64Array.from(from) },
        { undoable: 'plan' },
      );
      this.done();
      await control.check();
    } catch (error) {
      if (!isCancelled(error)) app.dialogs.fault(error, 'Planning failed');
      else this.growth.textContent = 'cancelled';
    } finally {
      if (this.running === running) this.done();
      control.resume();
    }
  }

  private done(): void {
    this.running = null;
    this.show();
  }

  private grow(running: AbortController, progress: Progress): void {
    const { tree, milestones, iterations, what, notes } = progress;
    if (running.signal.aborted) return;
    // At once: the search may be long.
    if (notes) fill(this.answer, ...noteLines(notes));
    if (tree) {
      let open = 0;
      for (let e = 0; e < tree.open.length; e++) open += tree.open[e];
      this.edges += tree.open.length - open;
      this.open += open - tree.closed.length;
      this.app.view.addTree(tree);
    }
    const { stride } = this.app.view.treeEdges;
    const counters = [
      what,
      iterations === undefined ? '' : `${count(iterations)} iterations`,
      milestones === undefined ? '' : `${count(milestones)} milestones`,
      this.edges === 0 ? '' : `${count(this.edges)} free edges`,
      this.open === 0 ? '' : `${count(this.open)} not checked yet`,
      stride === 1 ? '' : `1 edge in ${stride} drawn`,
    ];
    this.growth.textContent = counters.filter(Boolean).join(', ');
  }

  private say(answer: PlanAnswer): void {
    const words = verdictWords(answer.verdict);
    const { stats, phases, path } = answer;
    this.growth.textContent = '';
    fill(
      this.answer,
      element(
        'p',
        { class: 'tl-verified', 'data-kind': words.kind, testid: 'plan-verdict' },
        `${words.sign} ${path ? `path found: ${words.title}` : words.title}`,
      ),
      element('p', { class: 'muted' }, path && answer.verdict === 'free' ? '' : words.meaning),
      ...noteLines(answer.notes),
      facts([
        ...(path ? lengthRows(answer) : []),
        ['time', workTime(phases.planning + phases.smoothing + phases.timing)],
        ['iterations', count(stats.iterations)],
        ['milestones', count(stats.milestones)],
        ['edges checked', `${count(stats.edges)}, ${count(stats.freeEdges)} free`],
      ]),
    );
  }
}

/** The switch for planning again by itself, and what it is doing. */
function keepRow(app: App, control: Controller): HTMLElement {
  const status = element('p', { class: 'muted', role: 'status', testid: 'keep-planning-status' });
  const keep = checkField('keep planning', (keepPlanning) => app.store.update({ keepPlanning }), {
    title:
      'When a change of the cell breaks the path, another is planned from where the joints stand',
    testid: 'keep-planning',
  });
  const keeper = new KeepPlanning(app, control);
  keeper.onStatus = (text) => {
    setText(status, text);
  };
  const show = () => keep.show(app.store.state.keepPlanning);
  app.store.subscribe(['keepPlanning'], show);
  show();
  return element('div', { class: 'tl-details' }, keep.root, status);
}

function noteLines(notes: readonly string[]): HTMLElement[] {
  return notes.map((text) => element('p', { class: 'muted', testid: 'plan-note' }, text));
}

function lengthRows({ planned, length, duration, path }: PlanAnswer): [string, string][] {
  const isShorter = length < planned * (1 - 1e-9);
  return [
    ['length', isShorter ? `${about(planned, 5)} → ${about(length, 5)}` : about(length, 5)],
    ['waypoints', count(path!.waypoints.length)],
    ...(duration === undefined ? [] : [['duration', secondsText(duration)] as [string, string]]),
  ];
}
