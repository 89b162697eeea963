/**
 * Light that shows shape: one lamp that stands still above the cell and casts soft shadows, a weak one over the viewer's
 * shoulder, and a sky that is brighter than the ground. Shadows are computed when something has moved, not when the camera has.
 */
import {
  DirectionalLight,
  HemisphereLight,
  type Object3D,
  PCFShadowMap,
  type Scene,
  type Sphere,
  Vector3,
  type WebGLRenderer,
} from 'three';
import { drawsInSoftware } from './renderer.ts';

/** Where the lamp hangs, as seen from the middle of the cell. */
const LAMP = new Vector3(-0.25, -0.75, 1.2).normalize();
/** Pixels of the shadow map along a side. */
const MAP = 2048;
const MAP_IN_SOFTWARE = 1024;

export class Lights {
  private readonly lamp = new DirectionalLight(0xfffaf2, 2.15);

  constructor(scene: Scene, camera: Object3D) {
    const { lamp } = this;
    const shoulder = new DirectionalLight(0xffffff, 0.75);
    shoulder.position.set(0.6, 0.5, 1);
    camera.add(shoulder, shoulder.target);
    const sky = new HemisphereLight(0xeaf1fb, 0x6e6a66, 1.15);
    sky.position.set(0, 0, 1);
    lamp.castShadow = true;
    lamp.shadow.autoUpdate = false;
    lamp.shadow.radius = 3.5;
    lamp.shadow.intensity = 0.82;
    scene.add(sky, lamp, lamp.target);
  }

  /** The renderer is there: shadows as fine as it can afford. */
  prepare(renderer: WebGLRenderer): void {
    renderer.shadowMap.enabled = true;
    renderer.shadowMap.type = PCFShadowMap;
    const side = drawsInSoftware(renderer) ? MAP_IN_SOFTWARE : MAP;
    this.lamp.shadow.mapSize.set(side, side);
    this.moved();
  }

  /** Something that casts a shadow is elsewhere. */
  moved(): void {
    this.lamp.shadow.needsUpdate = true;
  }

  /** Shines on what is within the bounds. */
  fit({ center, radius }: Sphere): void {
    const { lamp } = this;
    lamp.target.position.copy(center);
    lamp.position.copy(center).addScaledVector(LAMP, 4 * radius);
    const { camera } = lamp.shadow;
    const reach = 1.35 * radius;
    Object.assign(camera, { left: -reach, right: reach, top: reach, bottom: -reach });
    camera.near = radius;
    camera.far = 8 * radius;
    camera.updateProjectionMatrix();
    // About one pixel of the map, so that nothing shadows itself in stripes.
    lamp.shadow.normalBias = (3 * reach) / MAP_IN_SOFTWARE;
    lamp.shadow.bias = -2e-4;
    this.moved();
  }

  dispose(): void {
    this.lamp.dispose();
  }
}
