/**
 * Meshes in the colours of their shells or pieces, with the lines on them: boundaries, holes, branch edges, cuts. A coloured mesh
 * takes the place of what was drawn, in the same object, so that it moves, is pointed at and is stretched like that.
 */
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  type Material,
  type Mesh,
  MeshPhongMaterial,
} from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import type { Triangles } from '../../src/geometry/index.ts';
import { numberedColour } from '../../src/report/index.ts';
import {
  type ColouredMesh,
  type ColouringAnswer,
  LINE_KINDS,
  type LineKind,
} from '../engine/protocol.ts';
import type { MeshData } from './figure.ts';
import type { Theme } from './types.ts';

/** Of lines, on dark and on light ground. */
export const LINE_COLOURS: Record<Theme, Record<LineKind, number>> = {
  dark: { boundary: 0xf2f6fb, hole: 0xff6ad5, branch: 0xff4a1c, cut: 0x000000 },
  light: { boundary: 0x103c78, hole: 0xa0148c, branch: 0xe03c00, cut: 0x000000 },
};
const WIDTHS: Record<LineKind, number> = { boundary: 1.8, hole: 2.4, branch: 3.2, cut: 2.2 };

/** What is shown of an answer. */
export interface ColouringCounts extends Record<LineKind, number> {
  readonly by: ColouringAnswer['by'];
  readonly shells: number;
  readonly open: number;
  readonly pieces: number;
}

export class ColouredMeshes {
  private answer: ColouringAnswer | null = null;
  /** By body and part: number of the mesh. */
  private numbers = new Map<string, number>();
  private readonly made = new Map<number, { faces: BufferGeometry; lines: LineSegments2[] }>();
  private readonly faces: MeshPhongMaterial;
  private readonly strokes: Record<LineKind, LineMaterial>;

  constructor() {
    this.faces = new MeshPhongMaterial({
      vertexColors: true,
      flatShading: true,
      side: DoubleSide,
      specular: 0x1c1c1c,
      shininess: 18,
      // Lines lie on them.
      polygonOffset: true,
      polygonOffsetFactor: 1.5,
      polygonOffsetUnits: 2,
    });
    this.faces.forceSinglePass = true;
    const stroke = (kind: LineKind) => new LineMaterial({ linewidth: WIDTHS[kind] });
    this.strokes = {
      boundary: stroke('boundary'),
      hole: stroke('hole'),
      branch: stroke('branch'),
      cut: stroke('cut'),
    };
    this.setTheme('dark');
  }

  get isOn(): boolean {
    return this.answer !== null;
  }

  setTheme(theme: Theme): void {
    for (const kind of LINE_KINDS) this.strokes[kind].color.setHex(LINE_COLOURS[theme][kind]);
  }

  /** Takes an answer; what shows the one before must be taken off first. */
  set(answer: ColouringAnswer | null): void {
    for (const { faces, lines } of this.made.values()) {
      faces.dispose();
      for (const each of lines) each.geometry.dispose();
    }
    this.made.clear();
    this.answer = answer;
    this.numbers = new Map(answer?.parts.map(({ body, part, mesh }) => [`${part} ${body}`, mesh]));
  }

  /** Puts colours on meshes, those of one body in the order of its parts; those that have none stay. Which have some. */
  putOn(meshes: readonly Mesh[]): Mesh[] {
    const parts = new Map<string, number>();
    return meshes.filter((mesh) => {
      const { name, geometry } = (mesh.userData as MeshData).part;
      const part = parts.get(name) ?? 0;
      parts.set(name, part + 1);
      const number = this.numbers.get(`${part} ${name}`);
      if (number === undefined || geometry.kind !== 'mesh') return false;
      const coloured = this.answer!.meshes[number];
      // Of another mesh, until the answer about this one is there.
      if (3 * coloured.of.length !== geometry.triangles.indices.length) return false;
      const { faces, lines } = this.of(number, coloured, geometry.triangles);
      mesh.geometry = faces;
      for (const each of lines) {
        const line = new LineSegments2(each.geometry, each.material);
        line.raycast = () => {};
        line.renderOrder = 1;
        mesh.add(line);
      }
      return true;
    });
  }

  /** For all coloured faces. */
  get material(): Material {
    return this.faces;
  }

  /** What there is on these bodies; on all if none are named. */
  counts(body: string | null): ColouringCounts | null {
    if (!this.answer) return null;
    const { by, meshes, parts } = this.answer;
    const sum = { by, shells: 0, open: 0, pieces: 0, boundary: 0, hole: 0, branch: 0, cut: 0 };
    for (const part of parts) {
      if (body !== null && part.body !== body) continue;
      const { shells, open, pieces, counts } = meshes[part.mesh];
      sum.shells += shells;
      sum.open += open;
      sum.pieces += pieces;
      for (const kind of LINE_KINDS) sum[kind] += counts[kind];
    }
    return sum;
  }

  dispose(): void {
    this.set(null);
    this.faces.dispose();
    for (const kind of LINE_KINDS) this.strokes[kind].dispose();
  }

  private of(number: number, coloured: ColouredMesh, triangles: Triangles) {
    let made = this.made.get(number);
    if (!made) {
      const lines = LINE_KINDS.filter((kind) => coloured.lines[kind].length > 0).map((kind) => {
        const geometry = new LineSegmentsGeometry().setPositions(coloured.lines[kind]);
        return new LineSegments2(geometry, this.strokes[kind]);
      });
      made = { faces: colouredGeometry(coloured, triangles), lines };
      this.made.set(number, made);
    }
    return made;
  }
}

/** Takes lines off again. Faces go with whoever puts the geometry back. */
export function takeLinesOff(meshes: readonly Mesh[]): void {
  for (const mesh of meshes) mesh.clear();
}

/** Every triangle by itself, in the colour of its shell or piece. */
export function colouredGeometry(
  { of }: ColouredMesh,
  { positions, indices }: Triangles,
): BufferGeometry {
  const points = new Float32Array(3 * indices.length);
  const colours = new Float32Array(3 * indices.length);
  for (let i = 0; i < indices.length; i++) {
    const colour = linearColour(of[Math.floor(i / 3)]);
    for (let k = 0; k < 3; k++) {
      points[3 * i + k] = positions[3 * indices[i] + k];
      colours[3 * i + k] = colour[k];
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(points, 3));
  geometry.setAttribute('color', new BufferAttribute(colours, 3));
  geometry.computeVertexNormals();
  geometry.computeBoundingBox();
  geometry.computeBoundingSphere();
  return geometry;
}

const linear: (readonly number[])[] = [];

/** As the graphics card computes with it. */
function linearColour(n: number): readonly number[] {
  linear[n] ??= numberedColour(n).map((x) => (x / 255) ** 2.2);
  return linear[n];
}
