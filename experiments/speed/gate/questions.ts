/** Requests of all kinds about the small cell, by a seeded generator; all are right, though a job may find fault with some. */
import type { CellRecord, DeskMethod } from 'surepath/gate';
import type { Random } from 'surepath/math';

/** A method and its params, without the cell. */
export interface Question {
  readonly method: DeskMethod;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The next one, about the cell as it is. */
export function questions(random: Random, { version, edits }: CellRecord): Question {
  const q = () => Array.from({ length: 3 }, () => random.between(-2.4, 2.4));
  const waypoints = (n: number) => Array.from({ length: n }, q);
  const kind = random.unit();
  if (kind < 0.3) return { method: 'state', params: { q: q() } };
  if (kind < 0.38) return { method: 'state', params: { q: byName(q()), version } };
  if (kind < 0.42) return { method: 'vector', params: { q: q() } };
  if (kind < 0.75) return { method: 'motion', params: { waypoints: waypoints(2) } };
  if (kind < 0.77) {
    return { method: 'motion', params: { waypoints: waypoints(3), firstContact: true } };
  }
  if (kind < 0.78) {
    return { method: 'motion', params: { waypoints: waypoints(2), clearances: true } };
  }
  if (kind < 0.83) {
    const times = [0, 1, 2.5];
    return { method: 'motion', params: { trajectory: { waypoints: waypoints(3), times } } };
  }
  if (kind < 0.85) return { method: 'certificate', params: { waypoints: waypoints(2) } };
  if (kind < 0.865) {
    const params = { from: q(), to: [q()], iterations: 30, seed: 1, smooth: false };
    return { method: 'plan', params };
  }
  if (kind < 0.89) return { method: 'info', params: {} };
  // Faults that only the job finds.
  if (kind < 0.93) return { method: 'state', params: { q: [0, 0] } };
  if (kind < 0.95) return { method: 'motion', params: { waypoints: [byName(q())] } };
  return { method: 'edit', params: { edits: [edit(random, edits.length)] } };
}

function byName([shoulder, elbow, wrist]: readonly number[]): Record<string, number> {
  return { 'arm/shoulder': shoulder, 'arm/elbow': elbow, 'arm/wrist': wrist };
}

/** Some cannot be made: a name that is taken, an obstacle that is not there. */
function edit(random: Random, count: number): Record<string, unknown> {
  const xyz = [random.between(-1, 1), random.between(-1, 1), random.between(0.1, 1.2)];
  const name = `thing ${random.below(6)}`;
  const kind = random.unit();
  if (kind < 0.3) {
    const shape = { kind: 'box', size: [0.1, 0.2, 0.1] };
    return { kind: 'add-obstacle', name, shape, pose: { xyz } };
  }
  if (kind < 0.5) return { kind: 'move-obstacle', obstacle: 'post', pose: { xyz } };
  if (kind < 0.7) return { kind: 'move-obstacle', obstacle: name, pose: { xyz } };
  if (kind < 0.9) return { kind: 'remove-obstacle', obstacle: name };
  return { kind: 'clearance', distance: (count % 5) / 1000 };
}
