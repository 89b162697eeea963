/**
 * glTF 2.0: JSON (.gltf) and binary (.glb). All primitives that make triangles, with the transforms
 * of their nodes. Read is the default scene; without one, all scenes; without any, all nodes; and
 * without nodes, all meshes. Meshes that are not in the scene are noted.
 *
 * Frame and units: coordinates stay as they are in the file, in metres and, as glTF has it, with y
 * up. Robot tools differ: MoveIt reads glTF through Assimp, which does not turn it, and RViz did the
 * same until 2025; newer RViz and Drake turn it to z-up. So every file comes with a note.
 *
 * A skin or morph targets deform a mesh over time; read is the mesh as stored, at its node, with a
 * note. What would change or multiply the geometry in a way that is not read here (compression,
 * GPU instances, required extensions that are unknown) is an error.
 *
 * Cost: linear in the file's size, and in what the scene builds of it, which is limited.
 */
import type { Fault } from '../math/index.ts';
import { countOf, noTriangles } from './faces.ts';
import { compressed, GltfFile, type ReadReference } from './gltfFile.ts';
import type { JsonObject } from './gltfJson.ts';
import { GltfColours } from './gltfMaterial.ts';
import { type GltfMesh, GltfMeshReader } from './gltfMesh.ts';
import { type MeshFile, refuseHopeless } from './meshFile.ts';
import {
  type Affine,
  affineOfMatrix,
  composeAffine,
  errorsAt,
  FirstOf,
  identityAffine,
  quaternionRotation,
  SceneBudget,
  SceneBuilder,
  scaling,
  translation,
} from './meshScene.ts';

/** Extensions that do not touch the geometry, and the one that does and is read. */
const KNOWN_EXTENSIONS =
  /^(KHR_mesh_quantization|KHR_(materials|texture|lights|xmp|animation)_\w+|EXT_(texture|lights)_\w+|MSFT_texture_dds)$/;
const COMPRESSION = /(draco|meshopt)\w*compression$/;
/** A rotation is a unit quaternion; files round it, often to 32 bits. */
const QUATERNION_ERROR = 1e-3;

/** Reads a glTF or GLB file; `read` gives the files that it refers to. Throws InputError. */
export function readGltf(
  bytes: Uint8Array,
  file?: string,
  read?: ReadReference,
  colours = false,
): MeshFile {
  refuseHopeless(bytes, 'gltf', file);
  return new Reader(new GltfFile(bytes, file, read), file, colours).read();
}

class Reader {
  private readonly gltf: GltfFile;
  private readonly root: JsonObject;
  private readonly file: string | undefined;
  private readonly budget: SceneBudget;
  private readonly builder: SceneBuilder;
  private readonly meshes = new Map<number, GltfMesh>();
  private readonly meshReader: GltfMeshReader;
  private readonly skins = new FirstOf<JsonObject>();
  private readonly colours: GltfColours | undefined;

  constructor(gltf: GltfFile, file: string | undefined, colours: boolean) {
    this.gltf = gltf;
    this.root = gltf.root;
    this.file = file;
    this.budget = new SceneBudget(() => gltf.size);
    this.builder = new SceneBuilder(this.budget);
    this.meshReader = new GltfMeshReader(gltf, this.budget);
    if (colours) this.colours = new GltfColours(gltf.root);
  }

  read(): MeshFile {
    this.checkVersion();
    this.checkExtensions();
    const nodes = this.root.objects('nodes');
    if (nodes.length > 0) {
      const reached = this.addNodes(this.findRoots(nodes));
      if (reached < nodes.length && !this.root.has('scene') && !this.root.has('scenes')) {
        throw this.root.error(
          'node-cycle',
          'some nodes are their own ancestors',
          undefined,
          'nodes',
        );
      }
    } else {
      this.root.objects('meshes').forEach((mesh, i) => {
        this.addMesh(i, '', identityAffine(), mesh);
      });
    }
    if (this.builder.triangleCount === 0) throw noTriangles('gltf', this.file, this.root.place());
    const colours = this.colours?.finish();
    const looks = colours && { colours };
    return { format: 'gltf', ...this.builder.finish(), ...looks, notes: this.notes() };
  }

  private checkVersion(): void {
    const asset = this.root.object('asset');
    const version = asset.string('version');
    const minimum = asset.string('minVersion', '2.0');
    if (/^2\.\d+$/.test(version) && minimum === '2.0') return;
    const found = minimum === '2.0' ? version : `at least ${minimum}`;
    const message = `the file is glTF ${found}, expected 2.0`;
    throw asset.error('unsupported-version', message, 'export glTF 2.0');
  }

  private checkExtensions(): void {
    for (const name of this.root.strings('extensionsRequired')) {
      if (COMPRESSION.test(name)) throw compressed(this.root, name);
      if (KNOWN_EXTENSIONS.test(name)) continue;
      throw this.root.error(
        'unsupported-extension',
        `the file requires the extension "${name}", which is not read`,
        'export without it',
        'extensionsRequired',
      );
    }
  }

  private findRoots(nodes: JsonObject[]): number[] {
    const scenes = this.root.objects('scenes');
    if (this.root.has('scene')) {
      const chosen = this.gltf.entry('scenes', this.root.integer('scene'), this.root, 'scene');
      return chosen.integers('nodes');
    }
    if (scenes.length > 0) return [...new Set(scenes.flatMap((scene) => scene.integers('nodes')))];
    const children = new Set(nodes.flatMap((node) => node.integers('children')));
    return nodes.map((_, i) => i).filter((i) => !children.has(i));
  }

  /** With a stack of its own, as nodes may be nested deeper than calls. Returns how many there are. */
  private addNodes(roots: number[]): number {
    const seen = new Set<number>();
    const open = roots
      .map((index) => ({ index, parent: identityAffine(), from: this.root }))
      .reverse();
    for (let next = open.pop(); next; next = open.pop()) {
      const node = this.gltf.entry('nodes', next.index, next.from, 'children');
      if (seen.has(next.index)) {
        const message = `node ${next.index} has two parents, or is its own ancestor`;
        throw next.from.error('node-cycle', message, undefined, 'children');
      }
      seen.add(next.index);
      this.budget.take(1, errorsAt(node));
      if (node.optional('extensions')?.has('EXT_mesh_gpu_instancing')) {
        const message = 'EXT_mesh_gpu_instancing is not read, and would leave out instances';
        throw node.error('unsupported-extension', message, 'export the instances as nodes');
      }
      const placement = composeAffine(next.parent, localPlacement(node));
      if (node.has('mesh')) {
        if (node.has('skin')) this.skins.add(node);
        this.addMesh(node.integer('mesh'), node.string('name', ''), placement, node);
      }
      for (const index of node.integers('children').toReversed()) {
        open.push({ index, parent: placement, from: node });
      }
    }
    return seen.size;
  }

  private addMesh(index: number, nodeName: string, placement: Affine, from: JsonObject): void {
    const mesh = this.gltf.entry('meshes', index, from, 'mesh');
    let triangles = this.meshes.get(index);
    if (!triangles) {
      triangles = this.meshReader.read(mesh);
      this.meshes.set(index, triangles);
    }
    this.builder.add(mesh.string('name', '') || nodeName, triangles, placement, errorsAt(from));
    this.colours?.add(triangles);
  }

  private notes(): Fault[] {
    const upAxis = this.root.error(
      'up-axis',
      'coordinates stay as they are in the file, with y up',
      'MoveIt does the same; newer versions of RViz turn glTF to z-up',
    );
    const notes: Fault[] = [upAxis.fault];
    const note = ({ first }: FirstOf<JsonObject>, code: string, message: string) => {
      if (first) notes.push(first.error(code, message).fault);
    };
    const unused = new FirstOf<JsonObject>();
    this.root.objects('meshes').forEach((mesh, i) => {
      if (!this.meshes.has(i)) unused.add(mesh);
    });
    const { skins } = this;
    const { morphs, withoutArea } = this.meshReader;
    note(
      unused,
      'unused-mesh',
      `left out ${countOf(unused.count, 'mesh', 'meshes')} that the scene does not use`,
    );
    note(
      skins,
      'skin',
      `${countOf(skins.count, 'skinned mesh', 'skinned meshes')}: read as stored, not as the joints bend it`,
    );
    note(
      morphs,
      'morph',
      `${countOf(morphs.count, 'primitive')} with morph targets: read without them`,
    );
    note(
      withoutArea,
      'ignored-primitive',
      `ignored ${countOf(withoutArea.count, 'primitive')}: points and lines have no area`,
    );
    return notes;
  }
}

/** A node in its parent's frame: a matrix, column by column, or translation, rotation and scale. */
function localPlacement(node: JsonObject): Affine {
  if (node.has('matrix')) {
    const columns = node.numbers('matrix', 16);
    const placement = affineOfMatrix(columns.map((_, i) => columns[4 * (i % 4) + (i >> 2)]));
    if (placement) return placement;
    throw node.error('bad-matrix', 'the last row of "matrix" must be 0 0 0 1', undefined, 'matrix');
  }
  let placement = identityAffine();
  if (node.has('translation')) {
    const [x, y, z] = node.numbers('translation', 3);
    placement = translation(x, y, z);
  }
  if (node.has('rotation')) {
    const [x, y, z, w] = node.numbers('rotation', 4);
    const length = Math.hypot(x, y, z, w);
    if (!(Math.abs(length - 1) <= QUATERNION_ERROR)) {
      const message = `"rotation" must be a unit quaternion, found one of length ${length}`;
      throw node.error('bad-rotation', message, undefined, 'rotation');
    }
    const rotation = quaternionRotation(x / length, y / length, z / length, w / length);
    placement = composeAffine(placement, rotation);
  }
  if (node.has('scale')) {
    const [x, y, z] = node.numbers('scale', 3);
    placement = composeAffine(placement, scaling(x, y, z));
  }
  return placement;
}
