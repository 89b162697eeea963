/**
 * The live mode: asks the engine for collision vectors wherever the joints stand, and has them drawn. One question at a
 * time; while its answer is awaited, only the latest configuration waits. Off, it asks and draws nothing.
 */
import { vectorLabel } from '../../src/words/index.ts';
import type { VectorData, VectorsAnswer } from '../engine/protocol.ts';
import type { Arrow } from '../view/types.ts';
import { isCancelled } from './host.ts';
import type { LiveApp } from './live.ts';
import type { State } from './state.ts';

/** What is used of the view. */
export interface VectorView {
  readonly vectors: { set(arrows: readonly Arrow[]): void };
}

export function connectVectors(
  app: Pick<LiveApp, 'store' | 'engine' | 'dialogs'>,
  view: VectorView,
) {
  const { store, engine, dialogs } = app;
  let isAsking = false;
  let isStale = false;
  const ask = async (): Promise<void> => {
    isStale = isAsking;
    if (isAsking) return;
    const { cell, configuration, hand, live, gate } = store.state;
    // Attached, the gate says what is so.
    if (gate.status === 'attached') return;
    if (!live.isOn || !cell || configuration.length !== cell.dofs.length) return;
    isAsking = true;
    try {
      const request = { configuration, moved: hand ? [hand] : [], ...settingsOf(store.state) };
      const vectors = await engine.call('vectors', request);
      const now = store.state;
      const isWanted = now.live.isOn && now.gate.status !== 'attached';
      if (now.cell === cell && isWanted) store.update({ vectors });
    } catch (error) {
      if (!isCancelled(error)) {
        dialogs.say(error instanceof Error ? error.message : String(error), 'bad');
      }
    } finally {
      isAsking = false;
    }
    if (isStale) void ask();
  };
  store.subscribe(
    ['cell', 'configuration', 'hand', 'live', 'gate'],
    ({ live, vectors, gate }, changed) => {
      if (changed.has('cell') && live.leftOut.length > 0) {
        // Class pairs of another cell are others.
        store.update({ live: { ...live, leftOut: [] } });
        return;
      }
      const isFromGate = gate.status === 'attached' || gate.status === 'lost';
      // A gate's vectors are of the state it told them with, which comes with them.
      const isElsewhere =
        (changed.has('configuration') || changed.has('hand')) && !changed.has('vectors');
      if (vectors && (isFromGate ? isElsewhere : !live.isOn)) store.update({ vectors: null });
      void ask();
    },
  );
  store.subscribe(['vectors', 'gate'], ({ vectors, gate }) => {
    // Once asked anew they are the page's own.
    const isLost = gate.status === 'lost' && vectors?.steps === null;
    view.vectors.set(vectors ? arrowsOf(vectors, isLost) : []);
  });
}

function settingsOf({ live, vectors }: Readonly<State>) {
  const { threshold, approach, leftOut } = live;
  const all = vectors?.vectors.map((_, i) => i) ?? [];
  return {
    approach,
    ...(threshold !== null && { threshold }),
    ...(leftOut.length > 0 && { pairs: all.filter((i) => !leftOut.includes(i)) }),
  };
}

/** One for each vector that has points; greyed if they may no longer be so. */
export function arrowsOf({ vectors, nearest }: VectorsAnswer, isLost = false): Arrow[] {
  const arrows = vectors.flatMap((vector, i) => arrowOf(vector, i === nearest) ?? []);
  return isLost ? arrows.map((arrow) => ({ ...arrow, kind: 'lost' })) : arrows;
}

function arrowOf(vector: VectorData, isShortest: boolean): Arrow | null {
  const { points, status, depth, direction } = vector;
  const text = vectorLabel(vector);
  if (!points) return null;
  const [r, s] = points;
  if (status === 'colliding') {
    if (depth === null || !direction) return null;
    const out = r.map((x, k) => x + depth * direction[k]);
    return { from: r, to: out, text, kind: 'overlap' };
  }
  return { from: s, to: r, text, kind: isShortest ? 'shortest' : 'other' };
}
