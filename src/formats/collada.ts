/**
 * COLLADA 1.4 and 1.5 (.dae): the meshes of the scene, with the transforms of its nodes. Without a
 * scene, all visual scenes; without these, all geometries. Geometries that the scene does not use
 * are noted; so are skins and morphs, which are read as the mesh that they start from.
 *
 * Frame and units, as in the tools that show and use robots:
 * - <unit> is applied: coordinates come out in metres. RViz and Gazebo do so; MoveIt's collision
 *   meshes drop it. A unit that is not one metre is noted.
 * - <up_axis> is not applied: x, y and z stay x, y and z. Assimp turns a file to y-up at its root;
 *   RViz and MoveIt remove that turn again, so URDF origins are written for coordinates as they
 *   stand in the file. An axis other than z is noted.
 *
 * Transforms are applied in their order, as in the file; <lookat> and <skew> are errors.
 *
 * Cost: linear in the file's size, and in what the scene builds of it, which is limited.
 */
import type { Fault } from '../math/index.ts';
import type { GeometryContext } from './colladaContext.ts';
import { type ColladaMesh, readGeometry } from './colladaGeometry.ts';
import { ColladaColours } from './colladaMaterial.ts';
import { matrixOf, transformOf } from './colladaTransform.ts';
import { countOf, noTriangles } from './faces.ts';
import { type MeshFile, refuseHopeless } from './meshFile.ts';
import {
  type Affine,
  composeAffine,
  errorsAt,
  FirstOf,
  identityAffine,
  SceneBudget,
  SceneBuilder,
  scaling,
} from './meshScene.ts';
import { quote, readXml, type XmlElement } from './xml.ts';

/** Nodes within nodes, also by <instance_node>. */
const MAX_NODE_DEPTH = 500;

/** What else a node may have: transforms, and what has no surface. */
const OTHER_CHILDREN = new Set(
  'matrix translate rotate scale asset extra instance_camera instance_light evaluate_scene'.split(
    ' ',
  ),
);

/** Reads a COLLADA file. Throws InputError; `file` is the name to use in it. */
export function readCollada(bytes: Uint8Array, file?: string, colours = false): MeshFile {
  refuseHopeless(bytes, 'dae', file);
  const root = readXml(bytes, { file, format: 'dae' });
  if (root.local !== 'COLLADA') {
    throw root.error('unrecognized', `the root is <${root.name}>, expected <COLLADA>`);
  }
  const version = root.requireAttribute('version');
  if (!/^1\.[45](\.|$)/.test(version)) {
    const message = `COLLADA ${quote(version)} is not read, only 1.4 and 1.5`;
    throw root.error('unsupported-version', message, undefined, 'version');
  }
  return new Reader(root, bytes.length, file, colours).read();
}

class Reader {
  private readonly root: XmlElement;
  private readonly file: string | undefined;
  private readonly builder: SceneBuilder;
  private readonly context: GeometryContext;
  private readonly notes: Fault[] = [];
  /** By kind and id; an id that occurs twice makes an error when it is used. */
  private readonly ids = new Map<string, XmlElement | 'twice'>();
  private readonly geometries: XmlElement[] = [];
  private readonly visualScenes: XmlElement[] = [];
  private readonly triangles = new Map<XmlElement, ColladaMesh>();
  /** Nodes and controllers that are being read, to notice circles. */
  private readonly open = new Set<XmlElement>();
  private readonly deformed = new FirstOf<XmlElement>();
  private readonly colours: ColladaColours | undefined;

  constructor(root: XmlElement, size: number, file: string | undefined, colours: boolean) {
    this.root = root;
    this.file = file;
    const budget = new SceneBudget(() => size);
    this.builder = new SceneBuilder(budget);
    this.context = {
      find: (kind, reference, from, key) => this.find(kind, reference, from, key),
      budget,
      notes: this.notes,
      withoutArea: new FirstOf<XmlElement>(),
      sources: new Map(),
    };
    this.index(root);
    if (colours) this.colours = new ColladaColours((kind, id) => this.lookUp(kind, id));
  }

  read(): MeshFile {
    const placement = this.readAsset();
    const named = this.root.child('scene')?.child('instance_visual_scene');
    const scenes = named ? [this.target('visual_scene', named)] : this.visualScenes;
    if (scenes.length > 0) for (const scene of scenes) this.addNode(scene, placement);
    else for (const geometry of this.geometries) this.addGeometry(geometry, placement, geometry);
    const { line, column } = this.root;
    if (this.builder.triangleCount === 0) throw noTriangles('dae', this.file, { line, column });

    const unused = new FirstOf<XmlElement>();
    for (const geometry of this.geometries) if (!this.triangles.has(geometry)) unused.add(geometry);
    const { withoutArea } = this.context;
    this.note(unused, 'unused-geometry', 'left out, as the scene does not use it: geometry');
    this.note(this.deformed, 'deformed', 'read as stored, not as joints or weights bend it: mesh');
    this.note(withoutArea, 'ignored-primitive', 'ignored, as lines have no area: group or spline');
    const colours = this.colours?.finish();
    const looks = colours && { colours };
    return { format: 'dae', ...this.builder.finish(), ...looks, notes: this.notes };
  }

  /** Collects ids, geometries and scenes. Elements are nested no deeper than calls can be. */
  private index(element: XmlElement): void {
    const { local } = element;
    if (local === 'geometry') this.geometries.push(element);
    if (local === 'visual_scene') this.visualScenes.push(element);
    if (local === 'unit' && element.parent?.parent !== this.root) this.checkNestedUnit(element);
    const id = element.attribute('id');
    if (id !== undefined) {
      const key = `${local}#${id}`;
      this.ids.set(key, this.ids.has(key) ? 'twice' : element);
    }
    for (const child of element.children) this.index(child);
  }

  /** Parts of a file may have units of their own. */
  private checkNestedUnit(unit: XmlElement): void {
    const own = this.root.child('asset')?.child('unit')?.numberAttribute('meter', 1) ?? 1;
    if (unit.parent?.local !== 'asset' || unit.numberAttribute('meter', 1) === own) return;
    throw unit.error('unsupported-unit', 'a part with a unit of its own is not read');
  }

  /** The map from the scene to metres; notes what is unusual. */
  private readAsset(): Affine {
    const asset = this.root.child('asset');
    const axis = asset?.child('up_axis');
    if (axis && axis.text.trim() !== 'Z_UP') {
      const message = `<up_axis> ${quote(axis.text.trim())} is not applied: coordinates stay as they are in the file`;
      this.notes.push(axis.fault('up-axis', message, 'RViz and MoveIt do the same'));
    }
    const unit = asset?.child('unit');
    const metres = unit?.numberAttribute('meter', 1) ?? 1;
    if (!unit || metres === 1) return identityAffine();
    if (!(metres > 0)) {
      throw unit.error('bad-unit', `a unit must be positive, found ${metres}`, undefined, 'meter');
    }
    const message = `coordinates were multiplied by ${metres}, the file's unit, to become metres`;
    this.notes.push(unit.fault('unit', message, 'RViz does the same; MoveIt does not'));
    return scaling(metres, metres, metres);
  }

  /** A <node>, or a <visual_scene>, which has nodes but no transforms. */
  private addNode(node: XmlElement, parent: Affine): void {
    if (this.open.has(node)) throw node.error('cycle', 'a node contains itself');
    if (this.open.size >= MAX_NODE_DEPTH) {
      throw node.error('too-deep', `nodes are nested more than ${MAX_NODE_DEPTH} deep`);
    }
    this.open.add(node);
    this.context.budget.take(1, errorsAt(node));
    let placement = parent;
    for (const child of node.children) {
      const step = transformOf(child);
      if (step) placement = composeAffine(placement, step);
    }
    for (const child of node.children) {
      if (child.local === 'node') this.addNode(child, placement);
      else if (child.local === 'instance_node') this.addNode(this.target('node', child), placement);
      else if (child.local === 'instance_geometry') {
        this.addGeometry(this.target('geometry', child), placement, child);
      } else if (child.local === 'instance_controller') {
        this.addController(this.target('controller', child), placement, child);
      } else if (!OTHER_CHILDREN.has(child.local)) {
        throw child.error('unknown-element', `<${child.name}> is nothing that a node can have`);
      }
    }
    this.open.delete(node);
  }

  private addGeometry(geometry: XmlElement, placement: Affine, from: XmlElement): void {
    let triangles = this.triangles.get(geometry);
    if (!triangles) {
      triangles = readGeometry(geometry, this.context);
      this.triangles.set(geometry, triangles);
    }
    const name = geometry.attribute('name') ?? geometry.attribute('id') ?? '';
    this.builder.add(name, triangles, placement, errorsAt(from));
    this.colours?.add(triangles, from);
  }

  /** The mesh that a skin or morph starts from; a skin places it with its bind shape matrix. */
  private addController(controller: XmlElement, placement: Affine, from: XmlElement): void {
    if (this.open.has(controller)) throw controller.error('cycle', 'a controller contains itself');
    if (this.open.size >= MAX_NODE_DEPTH) {
      throw controller.error('too-deep', `controllers are nested more than ${MAX_NODE_DEPTH} deep`);
    }
    this.open.add(controller);
    const skin = controller.child('skin');
    const base = skin ?? controller.requireChild('morph');
    this.deformed.add(controller);
    const bind = skin?.child('bind_shape_matrix');
    const placed = bind ? composeAffine(placement, matrixOf(bind)) : placement;
    const reference = base.requireAttribute('source');
    if (this.ids.has(`controller${reference}`)) {
      this.addController(this.find('controller', reference, base, 'source'), placed, from);
    } else this.addGeometry(this.find('geometry', reference, base, 'source'), placed, from);
    this.open.delete(controller);
  }

  private target(kind: string, instance: XmlElement): XmlElement {
    return this.find(kind, instance.requireAttribute('url'), instance, 'url');
  }

  private find(kind: string, reference: string, from: XmlElement, key: string): XmlElement {
    if (!reference.startsWith('#')) {
      const message = `${quote(reference)} is in another file, which is not read`;
      throw from.error('external-reference', message, 'export everything into one file', key);
    }
    const found = this.lookUp(kind, reference);
    if (found === 'twice') {
      const message = `two elements <${kind}> have the id ${quote(reference.slice(1))}`;
      throw from.error('repeated-id', message, undefined, key);
    }
    if (found) return found;
    throw from.error(
      'unresolved-reference',
      `there is no <${kind}> with the id ${quote(reference.slice(1))}`,
      undefined,
      key,
    );
  }

  private lookUp(kind: string, reference: string): XmlElement | 'twice' | undefined {
    return this.ids.get(kind + reference) ?? this.ids.get(kind + decodeReference(reference));
  }

  private note({ count, first }: FirstOf<XmlElement>, code: string, message: string): void {
    if (!first) return;
    this.notes.push(first.fault(code, `${message} (${countOf(count, 'time')})`));
  }
}

/** References are URIs, in which ids may be %-escaped. */
function decodeReference(reference: string): string {
  try {
    return decodeURIComponent(reference);
  } catch {
    return reference;
  }
}
