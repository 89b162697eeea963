/**
 * Keeps the view at what the store says, and asks the engine about every configuration that is shown:
 * the closest pair, what collides. Hands in the view change the store.
 */
import type { App } from './app.ts';
import { isCancelled } from './app.ts';
import type { Editor } from './editing.ts';

export function connectView(app: App, editor: Editor): void {
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
  store.subscribe(['layers'], ({ layers }) => view.setLayers(layers));
  store.subscribe(['theme'], ({ theme }) => view.setTheme(theme));
  view.setTheme(store.state.theme);
  view.setLayers(store.state.layers);
  view.addHandles(store.state.handles);

  view.onSelect = (selection) => store.update({ selection });
  view.onPick = (name) => {
    if (store.state.cell?.tools.includes(name)) store.update({ tool: name });
  };
  view.onMoveObstacle = (obstacle, pose, phase) => {
    if (phase !== 'end') return;
    const name = store.state.cell?.description.obstacles[obstacle]?.name ?? 'obstacle';
    void editor.edit([{ kind: 'move', obstacle, pose }], { label: `move ${name}` });
  };
  connectTool(app);
  connectPose(app);
}

/** Dragging a tool: joints follow by inverse kinematics, from where they stand. */
function connectTool({ store, engine, view, dialogs }: App): void {
  view.onDragTool = async (link, pose) => {
    const { cell, configuration } = store.state;
    if (!cell) return;
    try {
      const answer = await engine.call('inverse', { link, pose, from: configuration });
      if (store.state.cell === cell) store.update({ configuration: answer.configuration });
    } catch (error) {
      if (!isCancelled(error)) dialogs.say(messageOf(error), 'bad');
    }
  };
}

/** One question at a time: while the answer is awaited, only the latest configuration waits. */
function connectPose({ store, engine, view, dialogs }: App): void {
  let asking = false;
  let again = false;
  const ask = async (): Promise<void> => {
    again = asking;
    if (asking) return;
    asking = true;
    const { cell, configuration } = store.state;
    try {
      if (cell && configuration.length === cell.dofs.length) {
        const pose = await engine.call('pose', { configuration });
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
  store.subscribe(['cell', 'configuration'], () => void ask());
  store.subscribe(['pose'], ({ pose }) => {
    view.setClosest(pose?.closest ?? null);
    const bodies = new Set<number>();
    const triangles: ArrayLike<number>[] = [];
    for (const pair of pose?.colliding ?? []) {
      bodies.add(pair.a);
      bodies.add(pair.b);
      triangles.push(pair.trianglesA, pair.trianglesB);
    }
    view.setColliding(bodies, triangles);
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
