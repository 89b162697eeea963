/** Dots of some pixels where bodies are that are too small to be seen. */
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Points, PointsMaterial } from 'three';

export class Dots {
  readonly object: Points;
  private readonly material: PointsMaterial;
  private bodies: readonly number[] = [];

  constructor(colour: number) {
    this.material = new PointsMaterial({ size: 8, sizeAttenuation: false, color: colour });
    this.material.depthTest = false;
    this.object = new Points(new BufferGeometry(), this.material);
    this.object.frustumCulled = false;
    this.object.renderOrder = 15;
    this.object.raycast = () => {};
    this.object.visible = false;
  }

  /** The bodies, by number. */
  set(bodies: readonly number[]): void {
    this.bodies = bodies;
    this.object.visible = bodies.length > 0;
    this.object.geometry.dispose();
    this.object.geometry = new BufferGeometry();
    const places = new BufferAttribute(new Float32Array(3 * bodies.length), 3);
    this.object.geometry.setAttribute('position', places.setUsage(DynamicDrawUsage));
  }

  /** Twelve numbers per body. */
  place(poses: Float64Array): void {
    const places = this.object.geometry.getAttribute('position') as BufferAttribute | undefined;
    if (!places) return;
    this.bodies.forEach((body, i) => {
      for (let k = 0; k < 3; k++) places.array[3 * i + k] = poses[12 * body + 9 + k];
    });
    places.needsUpdate = true;
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.material.dispose();
  }
}
