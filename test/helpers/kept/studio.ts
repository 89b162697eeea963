/** The studio's engine with its workers, over edits, undo and jobs that are cancelled; compared with a session that was opened for one question. */
import { identityPose, poseFromRpy, type Random } from '../../../src/math/index.ts';
import { Engine, type WorkerLike } from '../../../studio/engine/client.ts';
import { Host } from '../../../studio/engine/host.ts';
import {
  APPROACH_NAMES,
  type Change,
  type MovedObstacle,
  type OpenedCell,
} from '../../../studio/engine/protocol.ts';
import { Session } from '../../../studio/engine/session.ts';
import { armUrdf } from '../oracles/cellText.ts';
import { tetrahedronOfTwoFormats } from '../oracles/twoFormats.ts';
import { wrongVector } from './openCells.ts';
import type { Tally } from './tally.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const FILES = new Map([
  ['arm.urdf', utf8(armUrdf('arm', [0.4, 0.4, 0.3]))],
  [
    'cell.yaml',
    utf8(`surepath: 1
robots: [{urdf: arm.urdf}]
allow:
  - {between: [link0, link1], reason: one arm}
  - {between: [link1, link2], reason: one arm}
obstacles:
  - {name: ball, shape: {sphere: {radius: 0.05}}, pose: {xyz: [0.4, 0.5, 0]}}
  - {name: post, shape: {box: [0.1, 0.1, 1]}, pose: {xyz: [0, -0.6, 0]}}
`),
  ],
]);

/** A worker in this process: messages are copied, and come later. */
class NearWorker implements WorkerLike {
  onmessage: WorkerLike['onmessage'] = null;
  onerror: WorkerLike['onerror'] = null;
  private ended = false;
  private last: Promise<void> = Promise.resolve();
  private readonly host = new Host((message) => {
    if (!this.ended) this.onmessage?.({ data: structuredClone(message) } as never);
  });

  postMessage(message: unknown): void {
    const data = structuredClone(message) as Parameters<Host['receive']>[0];
    this.last = this.last.then(async () => {
      await Promise.resolve();
      if (!this.ended) await this.host.receive(data);
    });
  }

  terminate(): void {
    this.ended = true;
  }
}

export class StudioDesk {
  private readonly engine = new Engine(() => new NearWorker());
  private cell!: OpenedCell;
  private readonly changes: Change[] = [];
  private readonly earlier: { readonly id: number; readonly changes: readonly Change[] }[] = [];
  private readonly tally: Tally;
  private readonly random: Random;
  private added = 0;

  constructor(tally: Tally, random: Random) {
    this.tally = tally;
    this.random = random;
  }

  async begin(): Promise<void> {
    const answer = await this.engine.call('open', { files: FILES });
    if (!answer.opened) throw new Error('the cell was not opened');
    this.cell = answer.cell;
    this.earlier.push({ id: answer.cell.id, changes: [] });
  }

  async step(): Promise<void> {
    const { random, tally } = this;
    if (random.unit() < 0.35) await this.edit();
    const anew = this.anew();
    tally.same('studio: cell', this.cell.digest, anew.opened!.digest);
    const configuration = this.configuration();
    const moved = this.inHand();
    if (random.unit() < 0.1) this.cancelled();
    const pose = { configuration, moved };
    const kept = await this.engine.call('pose', pose, { keep: true });
    const fresh = await anew.run('pose', pose);
    // Of several pairs that collide any may be called the closest.
    const told = ({ colliding, tooClose, closest, limits }: typeof kept) => ({
      colliding: colliding.map(({ a, b }) => `${a} ${b}`).sort(),
      tooClose: tooClose.map(({ a, b }) => `${a} ${b}`).sort(),
      closest: closest?.colliding ? 0 : closest?.distance,
      limits,
    });
    tally.same('studio: pose', told(kept), told(fresh));
    const approach = APPROACH_NAMES[random.below(APPROACH_NAMES.length)];
    const asked = { ...pose, approach, ...(random.unit() < 0.3 && { threshold: 0.1 }) };
    const vectors = await this.engine.call('vectors', asked, { keep: true });
    const others = await anew.run('vectors', { ...asked, approach: 'plain' });
    vectors.vectors.forEach((vector, i) => {
      const other = others.vectors[i];
      const isSame = vector.classes.join() === other.classes.join();
      const loose = approach === 'local-update' ? { ...vector, distance: other.distance } : vector;
      tally.fits('studio: vectors', isSame ? wrongVector(loose, other) : vector.classes.join());
    });
    if (random.unit() < 0.4) await this.jobs(anew);
  }

  close(): void {
    this.engine.close();
  }

  private async jobs(anew: Session): Promise<void> {
    const { random, tally } = this;
    const path = { name: 'path', waypoints: [this.configuration(), this.configuration()] };
    const clearance = random.unit() < 0.3 ? 0.02 : undefined;
    const request = { path, settings: clearance === undefined ? {} : { clearance } };
    const kept = await this.engine.call('check', request);
    tally.same('studio: check', kept, await anew.run('check', request));
    if (random.unit() < 0.3) {
      // The same mesh may have the name of the file that it was first added from.
      const { digest, exact } = await this.engine.call('saveCell', {});
      const other = await anew.run('saveCell', {});
      tally.same('studio: saved', [digest, exact], [other.digest, other.exact]);
    }
  }

  /** A job whose worker ends over it: the next one begins anew. */
  private cancelled(): void {
    const control = new AbortController();
    const path = { name: 'path', waypoints: [this.configuration(), this.configuration()] };
    void this.engine.call('check', { path }, { signal: control.signal }).catch(() => {});
    setTimeout(() => control.abort(), 0);
  }

  private async edit(): Promise<void> {
    const { earlier, random } = this;
    if (random.unit() < 0.25) {
      const { id, changes } = earlier[random.below(earlier.length)];
      this.cell = await this.engine.call('edit', { changes: [{ kind: 'restore', id }] });
      this.changes.splice(0, this.changes.length, ...changes);
      return;
    }
    const change = this.change();
    try {
      this.cell = await this.engine.call('edit', { changes: [change] });
    } catch {
      this.tally.same('studio: refused edit', true, true);
      return;
    }
    this.changes.push(change);
    earlier.push({ id: this.cell.id, changes: [...this.changes] });
  }

  private change(): Change {
    const { random, cell } = this;
    const { obstacles } = cell.description;
    const obstacle = random.below(Math.max(1, obstacles.length));
    const name = obstacles[obstacle]?.name ?? 'none';
    const pose = this.pose();
    switch (random.below(10)) {
      case 0:
      case 1: {
        const file = `mesh${this.added}.${random.unit() < 0.5 ? 'stl' : 'obj'}`;
        const bytes = tetrahedronOfTwoFormats(0.05, 0.3);
        const scale = random.unit() < 0.3 ? 2 : 1;
        const mesh = { kind: 'mesh', file, bytes, scale } as const;
        const ball = { kind: 'sphere', radius: random.between(0.03, 0.1) } as const;
        const shape = random.unit() < 0.6 ? mesh : ball;
        return { kind: 'add', name: `added${this.added++}`, shape, pose };
      }
      case 2:
        return { kind: 'remove', obstacle };
      case 3:
        return { kind: 'allow', a: 'link2', b: name, reason: 'a try' };
      case 4:
        return { kind: 'forbid', a: 'link2', b: name };
      case 5:
        return { kind: 'clearance', distance: random.unit() < 0.5 ? 0 : 0.02 };
      case 6:
        return { kind: 'tracking', tolerance: random.unit() < 0.5 ? 0 : 0.01 };
      case 7: {
        const part = obstacles[obstacle]?.parts[0];
        const kind = part?.geometry.kind;
        const size = { kind: kind as 'mesh', sizes: [random.between(0.5, 2)] };
        if (kind === 'mesh') return { kind: 'shape', obstacle, part: 0, size };
        const radius = { kind: 'sphere', sizes: [random.between(0.02, 0.2)] } as const;
        return { kind: 'shape', obstacle, part: 0, size: radius };
      }
      default:
        return { kind: 'move', obstacle, pose };
    }
  }

  private anew(): Session {
    const session = new Session();
    session.open({ files: new Map([...FILES].map(([name, bytes]) => [name, bytes.slice()])) });
    if (this.changes.length > 0) session.rebuild(structuredClone(this.changes));
    return session;
  }

  private configuration(): Float64Array {
    return Float64Array.from(this.cell.dofs, () => this.random.between(-3.2, 3.2));
  }

  private pose(): Float64Array {
    const { random } = this;
    const at = () => random.between(-0.8, 0.8);
    if (random.unit() < 0.3) return identityPose().fill(at(), 9, 10);
    return poseFromRpy(at(), at(), at(), at(), at(), 0.1 * at());
  }

  private inHand(): MovedObstacle[] {
    const { random, cell } = this;
    const { obstacles } = cell.description;
    if (obstacles.length === 0 || random.unit() < 0.6) return [];
    return [{ obstacle: random.below(obstacles.length), pose: this.pose() }];
  }
}
