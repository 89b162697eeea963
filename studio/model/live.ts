/**
 * Keeps the view at what the store says, and asks the engine about every configuration that is shown:
 * the closest pair, what collides. Hands in the view change the store.
 */

import type { Engine } from '../engine/client.ts';
import type { Finding, OpenedCell, VisualsAnswer } from '../engine/protocol.ts';
import { sizeOf, stretched } from '../engine/sizes.ts';
import type { Ghosts, HandleMode, Layers, Phase, Theme, Touch } from '../view/types.ts';
import { aim, aimed, chosenGroup, type Target } from './aim.ts';
import { withValue } from './dofs.ts';
import type { Editor } from './editing.ts';
import { type Host, isCancelled } from './host.ts';
import { InHand } from './inHand.ts';

/** What is used of the view: all but its drawing, so that it can be followed without a browser. */
export interface LiveView {
  setCell(cell: OpenedCell, visuals: VisualsAnswer | null): void;
  setVisuals(visuals: VisualsAnswer | null): void;
  setConfiguration(q: ArrayLike<number>): void;
  setGhosts(ghosts: Ghosts): void;
  select(obstacle: number | null): void;
  addHandles(mode: HandleMode): void;
  setTool(link: string | null): void;
  setTarget(target: Target): void;
  setTurning(isOn: boolean, allowed: readonly number[] | null): void;
  setHidden(names: ReadonlySet<string>): void;
  setLayers(layers: Partial<Layers>): void;
  setTheme(theme: Theme): void;
  setClosest(finding: Finding | null): void;
  setColliding(bodies: Iterable<number>, touches?: readonly Touch[]): void;
  onSelect: (obstacle: number | null) => void;
  onPick: (name: string) => void;
  onMoveObstacle: (obstacle: number, pose: Float64Array, phase: Phase) => void;
  onStretchObstacle: (obstacle: number, factors: readonly number[]) => void;
  onDragTool: (link: string, pose: Float64Array, phase: Phase, turns: boolean) => void;
  onTurnJoint: (dof: number, value: number, phase: Phase) => void;
}

export interface LiveApp extends Pick<Host, 'store' | 'dialogs'> {
  readonly engine: Pick<Engine, 'call'>;
  readonly view: LiveView;
}

export function connectView(app: LiveApp, editor: Editor): void {
  const { store, view } = app;
  store.subscribe(['cell', 'visuals', 'configuration'], (state, changed) => {
    const { cell, visuals, configuration } = state;
    if (!cell) return;
    if (changed.has('cell')) view.setCell(cell, visuals);
    else if (changed.has('visuals')) view.setVisuals(visuals);
    if (configuration.length === cell.dofs.length) view.setConfiguration(configuration);
  });
  // After the cell: a view forgets what belonged to another one.
  store.subscribe(['start', 'goal', 'cell'], ({ start, goal }) => view.setGhosts({ start, goal }));
  store.subscribe(['selection', 'cell'], ({ selection }) => view.select(selection));
  store.subscribe(['handles'], ({ handles }) => view.addHandles(handles));
  store.subscribe(['tool', 'cell'], ({ tool }) => view.setTool(tool));
  store.subscribe(['target', 'cell'], ({ target }) => view.setTarget(target));
  store.subscribe(['turning', 'group', 'cell'], (state) =>
    view.setTurning(state.turning, chosenGroup(state)?.dofs ?? null),
  );
  store.subscribe(['hidden'], ({ hidden }) => view.setHidden(hidden));
  store.subscribe(['layers'], ({ layers }) => view.setLayers(layers));
  store.subscribe(['theme'], ({ theme }) => view.setTheme(theme));
  view.setTheme(store.state.theme);
  view.setLayers(store.state.layers);
  view.addHandles(store.state.handles);

  view.onSelect = (selection) => store.update({ selection });
  view.onPick = (name) => {
    if (store.state.cell?.tools.includes(name)) store.update({ tool: name });
  };
  connectObstacles(app, editor);
  connectTool(app);
  connectLinks(app);
  connectPose(app);
}

function connectObstacles({ store, view }: LiveApp, editor: Editor): void {
  const nameOf = (obstacle: number) =>
    store.state.cell?.description.obstacles[obstacle]?.name ?? 'obstacle';
  const inHand = new InHand(store, editor, () => {
    const { cell, visuals } = store.state;
    if (cell) view.setCell(cell, visuals);
  });
  view.onMoveObstacle = (obstacle, pose, phase) => {
    if (phase === 'end') void inHand.drop({ obstacle, pose });
    else inHand.move({ obstacle, pose });
  };
  // Whoever selects something else, or nothing, has let go of it without a change.
  store.subscribe(['selection'], () => inHand.release());
  view.onStretchObstacle = (obstacle, factors) => {
    const { cell } = store.state;
    const part = cell?.description.obstacles[obstacle]?.parts[0];
    const size = part && sizeOf(part.geometry, cell!.scales[obstacle][0]);
    if (!size) return;
    void editor.edit([{ kind: 'shape', obstacle, part: 0, size: stretched(size, factors) }], {
      label: `size of ${nameOf(obstacle)}`,
    });
  };
}

/** Dragging a tool: joints follow by inverse kinematics, from where they stand. */
function connectTool({ store, engine, view, dialogs }: LiveApp): void {
  view.onDragTool = async (link, pose, phase, turns) => {
    const { cell, target } = store.state;
    if (!cell) return;
    const moving = chosenGroup(store.state)?.dofs;
    try {
      const from = aimed(store.state);
      const rotation = turns || 'if possible';
      const request = { link, pose, from, rotation, ...(moving && { moving }) } as const;
      const answer = await engine.call('inverse', request);
      const isMeant = store.state.cell === cell && store.state.target === target;
      if (isMeant) {
        aim(store, answer.configuration, { undoable: `drag ${link}`, merge: `drag ${link}` });
      }
    } catch (error) {
      if (!isCancelled(error)) dialogs.say(messageOf(error), 'bad');
    }
    // One way of the hand is one step back.
    if (phase === 'end') store.seal();
  };
}

/** Turning a link: the joint above it has another value. */
function connectLinks({ store, view }: LiveApp): void {
  view.onTurnJoint = (dof, value, phase) => {
    const dofs = store.state.cell?.dofs ?? [];
    const name = dofs[dof]?.name ?? 'joint';
    aim(store, withValue(aimed(store.state), dofs, dof, value), {
      undoable: `move ${name}`,
      merge: `joint ${name}`,
    });
    if (phase === 'end') store.seal();
  };
}

/** One question at a time: while the answer is awaited, only the latest configuration waits. */
function connectPose({ store, engine, view, dialogs }: LiveApp): void {
  let asking = false;
  let again = false;
  const ask = async (): Promise<void> => {
    again = asking;
    if (asking) return;
    asking = true;
    const { cell, hand } = store.state;
    const configuration = aimed(store.state);
    try {
      if (cell && configuration.length === cell.dofs.length) {
        const moved = hand ? [hand] : [];
        const pose = await engine.call('pose', { configuration, moved });
        // Half a slider's way later the old answer is still better than none; of another cell it is not.
        if (store.state.cell === cell) store.update({ pose });
      }
    } catch (error) {
      if (!isCancelled(error)) dialogs.say(messageOf(error), 'bad');
    } finally {
      asking = false;
    }
    if (again) void ask();
  };
  store.subscribe(['cell', 'configuration', 'hand', 'target', 'start', 'goal'], () => void ask());
  store.subscribe(['pose'], ({ pose }) => {
    view.setClosest(pose?.closest ?? null);
    const bodies = new Set<number>();
    const touches: Touch[] = [];
    for (const pair of pose?.colliding ?? []) {
      bodies.add(pair.a);
      bodies.add(pair.b);
      const { trianglesA, trianglesB, points } = pair;
      touches.push({ trianglesA, trianglesB, point: points?.[0] ?? null });
    }
    view.setColliding(bodies, touches);
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
