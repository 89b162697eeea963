/**
 * Marks on a scene: the shortest distance, triangles that touch, where a tool went. They lie on top of things, so that what they tell is never hidden.
 */
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DynamicDrawUsage,
  Group,
  InterleavedBufferAttribute,
  Points,
  PointsMaterial,
  Vector3,
} from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import { PALETTE } from './materials.ts';
import type { Trace } from './types.ts';

/** Lines of some pixels' width. */
export class Lines {
  readonly object: LineSegments2;
  private readonly material: LineMaterial;

  constructor(width: number, colour: number, order: number) {
    this.material = new LineMaterial({
      linewidth: width,
      color: colour,
      depthTest: false,
      depthWrite: false,
      transparent: true,
    });
    this.object = new LineSegments2(new LineSegmentsGeometry(), this.material);
    this.object.renderOrder = order;
    this.object.frustumCulled = false;
    this.object.visible = false;
    this.object.raycast = () => {};
  }

  /** Six numbers per line; with colours, six more per line. An empty list shows nothing. */
  set(segments: ArrayLike<number>, colours?: ArrayLike<number>): void {
    this.object.visible = segments.length > 0;
    if (segments.length === 0 || (!colours && this.overwrite(segments))) return;
    const old = this.object.geometry;
    const geometry = new LineSegmentsGeometry();
    geometry.setPositions(Float32Array.from(segments));
    if (colours) geometry.setColors(Float32Array.from(colours));
    if (this.material.vertexColors !== (colours !== undefined)) {
      this.material.vertexColors = colours !== undefined;
      this.material.needsUpdate = true;
    }
    this.object.geometry = geometry;
    old.dispose();
  }

  /** As many lines as before go where those were. */
  private overwrite(segments: ArrayLike<number>): boolean {
    const start = this.object.geometry.getAttribute('instanceStart');
    if (!(start instanceof InterleavedBufferAttribute) || this.material.vertexColors) return false;
    const { data } = start;
    if (data.array.length !== segments.length) return false;
    for (let i = 0; i < segments.length; i++) data.array[i] = segments[i];
    data.needsUpdate = true;
    return true;
  }

  hide(): void {
    this.object.visible = false;
  }

  setDepthTest(on: boolean): void {
    this.material.depthTest = on;
  }

  setColour(colour: number): void {
    this.material.color.setHex(colour);
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.material.dispose();
  }
}

/** The line between two nearest points, with a dot at each end. */
export class ClosestMark {
  readonly group = new Group();
  readonly middle = new Vector3();
  private readonly lines = new Lines(3, PALETTE.orange, 20);
  private readonly dots: Points;

  constructor() {
    const geometry = new BufferGeometry();
    const ends = new BufferAttribute(new Float32Array(6), 3);
    geometry.setAttribute('position', ends.setUsage(DynamicDrawUsage));
    const material = new PointsMaterial({
      size: 9,
      sizeAttenuation: false,
      color: PALETTE.orange,
      depthTest: false,
      transparent: true,
    });
    material.onBeforeCompile = (shader) => {
      // Round, not square.
      shader.fragmentShader = shader.fragmentShader.replace(
        '#include <clipping_planes_fragment>',
        `#include <clipping_planes_fragment>
         if (length(gl_PointCoord - 0.5) > 0.5) discard;`,
      );
    };
    this.dots = new Points(geometry, material);
    this.dots.frustumCulled = false;
    this.dots.renderOrder = 21;
    this.dots.raycast = () => {};
    this.group.add(this.lines.object, this.dots);
    this.group.visible = false;
  }

  set(points: readonly [ArrayLike<number>, ArrayLike<number>] | null, colour: number): void {
    this.group.visible = points !== null;
    if (!points) return;
    const ends = this.dots.geometry.getAttribute('position') as BufferAttribute;
    for (let k = 0; k < 3; k++) {
      ends.array[k] = points[0][k];
      ends.array[3 + k] = points[1][k];
    }
    ends.needsUpdate = true;
    this.middle.set(points[0][0] + points[1][0], points[0][1] + points[1][1], 0);
    this.middle.z = points[0][2] + points[1][2];
    this.middle.multiplyScalar(0.5);
    this.lines.set(ends.array);
    this.lines.setColour(colour);
    (this.dots.material as PointsMaterial).color.setHex(colour);
  }

  dispose(): void {
    this.lines.dispose();
    this.dots.geometry.dispose();
    (this.dots.material as PointsMaterial).dispose();
  }
}

/** Outlines of triangles, 9 numbers each, as lines. */
export function outlines(triangles: readonly ArrayLike<number>[]): number[] {
  const lines: number[] = [];
  for (const list of triangles) {
    for (let i = 0; i + 8 < list.length; i += 9) {
      for (let k = 0; k < 3; k++) {
        const a = i + 3 * k;
        const b = i + 3 * ((k + 1) % 3);
        lines.push(list[a], list[a + 1], list[a + 2], list[b], list[b + 1], list[b + 2]);
      }
    }
  }
  return lines;
}

/** Traces as lines with colours: those given, or one colour per trace. */
export function traceLines(traces: readonly Trace[]): { lines: number[]; colours: number[] } {
  const lines: number[] = [];
  const colours: number[] = [];
  const order = [PALETTE.sky, PALETTE.orange, PALETTE.green, PALETTE.purple];
  traces.forEach((trace, n) => {
    const own = linear(order[n % order.length]);
    const { points, colours: given } = trace;
    for (let i = 0; i + 5 < points.length; i += 3) {
      for (let k = 0; k < 6; k++) {
        lines.push(points[i + k]);
        colours.push(given ? screenToLinear(given[i + k]) : own[k % 3]);
      }
    }
  });
  return { lines, colours };
}

/** Red, green, blue as the graphics card computes with them. */
export function linear(colour: number): [number, number, number] {
  return new Color(colour).toArray() as [number, number, number];
}

function screenToLinear(x: number): number {
  return x < 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
}
