/**
 * The meshes of glTF: all primitives that make triangles, indexed or not. Points and lines have no
 * area and are counted; what a primitive cannot be is an error.
 */
import { Growing } from '../arrays/index.ts';
import type { Triangles } from '../geometry/index.ts';
import { readIndices, readPositions } from './gltfAccessor.ts';
import { compressed, type GltfFile } from './gltfFile.ts';
import type { JsonObject } from './gltfJson.ts';
import { errorsAt, FirstOf, type SceneBudget } from './meshScene.ts';

const TRIANGLES = 4;
const STRIP = 5;
const FAN = 6;

/** Triangles, and in their order how many belong to each primitive. */
export interface GltfMesh extends Triangles {
  readonly primitives: readonly {
    readonly primitive: JsonObject;
    readonly triangleCount: number;
  }[];
}

export class GltfMeshReader {
  private readonly gltf: GltfFile;
  private readonly budget: SceneBudget;
  /** Primitives with morph targets. */
  readonly morphs = new FirstOf<JsonObject>();
  /** Points and lines. */
  readonly withoutArea = new FirstOf<JsonObject>();

  constructor(gltf: GltfFile, budget: SceneBudget) {
    this.gltf = gltf;
    this.budget = budget;
  }

  /** All primitives of a mesh, in its own frame. */
  read(mesh: JsonObject): GltfMesh {
    const positions = new Growing(Float64Array);
    const indices = new Growing(Uint32Array);
    const primitives: GltfMesh['primitives'][number][] = [];
    /** Primitives often share their vertices. */
    const firstVertices = new Map<number, { base: number; count: number }>();
    for (const primitive of mesh.objects('primitives')) {
      const mode = primitive.integer('mode', TRIANGLES);
      if (mode > FAN) {
        throw primitive.error(
          'bad-value',
          `"mode" must be 0 to 6, found ${mode}`,
          undefined,
          'mode',
        );
      }
      if (mode < TRIANGLES) {
        this.withoutArea.add(primitive);
        continue;
      }
      const extensions = primitive.optional('extensions');
      if (extensions?.has('KHR_draco_mesh_compression')) {
        throw compressed(primitive, 'KHR_draco_mesh_compression');
      }
      if (primitive.objects('targets').length > 0) this.morphs.add(primitive);
      const attributes = primitive.object('attributes');
      const accessor = attributes.integer('POSITION');
      let vertices = firstVertices.get(accessor);
      if (!vertices) {
        const entry = this.gltf.entry('accessors', accessor, attributes, 'POSITION');
        const points = readPositions(this.gltf, entry);
        this.budget.take(points.length / 3, errorsAt(primitive));
        vertices = { base: positions.length / 3, count: points.length / 3 };
        for (let i = 0; i < points.length; i++) positions.push(points[i]);
        firstVertices.set(accessor, vertices);
      }
      const before = indices.length;
      this.addTriangles(primitive, mode, vertices.base, vertices.count, indices);
      primitives.push({ primitive, triangleCount: (indices.length - before) / 3 });
    }
    return { positions: positions.finish(), indices: indices.finish(), primitives };
  }

  private addTriangles(
    primitive: JsonObject,
    mode: number,
    base: number,
    vertexCount: number,
    out: Growing<Uint32Array<ArrayBuffer>>,
  ): void {
    const corners = primitive.has('indices') ? this.readCorners(primitive, vertexCount) : undefined;
    const count = corners?.length ?? vertexCount;
    if (mode === TRIANGLES ? count % 3 !== 0 : count < 3) {
      const expected = mode === TRIANGLES ? 'a multiple of 3' : 'at least 3';
      throw primitive.error('bad-count', `a primitive has ${count} corners, expected ${expected}`);
    }
    const push = (i: number) => out.push(base + (corners ? corners[i] : i));
    const triangleCount = mode === TRIANGLES ? count / 3 : count - 2;
    this.budget.take(triangleCount, errorsAt(primitive));
    for (let t = 0; t < triangleCount; t++) {
      // Every other triangle of a strip is turned, so that all face the same side.
      const turn = mode === STRIP ? t % 2 : 0;
      const first = mode === TRIANGLES ? 3 * t : t;
      push(mode === FAN ? 0 : first);
      push(first + 1 + turn);
      push(first + 2 - turn);
    }
  }

  private readCorners(primitive: JsonObject, vertexCount: number): Uint32Array {
    const entry = this.gltf.entry('accessors', primitive.integer('indices'), primitive, 'indices');
    const corners = readIndices(this.gltf, entry);
    for (let i = 0; i < corners.length; i++) {
      if (corners[i] < vertexCount) continue;
      throw primitive.error(
        'index-out-of-range',
        `corner ${i} of a primitive is vertex ${corners[i]}, but there are ${vertexCount}, counted from 0`,
      );
    }
    return corners;
  }
}
