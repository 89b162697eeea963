/** The camera on its way to a place: over half a second, or at once for people who want no movement. */
import { Vector3 } from 'three';
import type { ContactPlace } from './contactMarks.ts';
import type { Picking } from './picking.ts';
import type { Stage } from './stage.ts';
import type { CameraState } from './types.ts';

const DURATION = 650;

export class CameraFlight {
  private readonly set: (camera: CameraState) => void;
  private frame = 0;

  constructor(set: (camera: CameraState) => void) {
    this.set = set;
  }

  start(from: CameraState, to: CameraState): void {
    this.end();
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.set(to);
      return;
    }
    const begin = performance.now();
    const [a, b] = [from, to].map(({ position, target }) => ({
      position: new Vector3(...position),
      target: new Vector3(...target),
    }));
    const step = () => {
      const part = Math.min(1, (performance.now() - begin) / DURATION);
      const eased = part * part * (3 - 2 * part);
      this.set({
        position: new Vector3().lerpVectors(a.position, b.position, eased).toArray(),
        target: new Vector3().lerpVectors(a.target, b.target, eased).toArray(),
      });
      this.frame = part < 1 ? requestAnimationFrame(step) : 0;
    };
    this.frame = requestAnimationFrame(step);
  }

  /** Somebody else leads the camera. */
  readonly end = (): void => {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
  };
}

/** Directions to look from, those near the present one first: turned about z and lifted. */
function* outlooks(away: Vector3): Generator<Vector3> {
  const up = new Vector3(0, 0, 1);
  for (const lift of [0, 0.8]) {
    for (const turn of [0, 0.8, -0.8, 1.8, -1.8, Math.PI]) {
      const way = away.clone().normalize().applyAxisAngle(up, turn);
      way.z = Math.max(way.z, 0.15) + lift;
      yield way.normalize();
    }
  }
}

/** Where to look at a contact from: near, and from a side that nothing hides it from, if there is one. */
export function outlookOn(place: ContactPlace, stage: Stage, picking: Picking): CameraState {
  const { radius, camera, rig } = stage;
  const at = new Vector3(...place.at);
  const distance = Math.max(0.5 * radius, 6 * place.extent);
  const away = camera.position.clone().sub(rig.controls.target);
  for (const way of outlooks(away)) {
    const position = at.clone().addScaledVector(way, distance);
    if (picking.sees(position, at, 0.04 * radius)) {
      return { position: position.toArray(), target: place.at };
    }
  }
  return { position: at.clone().add(away.setLength(distance)).toArray(), target: place.at };
}
