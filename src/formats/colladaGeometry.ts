/**
 * The geometries of COLLADA. The VERTEX input of a primitive leads through <vertices> to its POSITION
 * input, from there to a <source>, and through the source's <accessor> to an array of numbers.
 *
 * Polygons with holes (<ph>), boundary representations and convex hulls that are only named are
 * errors, because a mesh with a part missing would be a wrong answer. Lines and splines have no
 * area and are noted.
 */
import type { Triangles } from '../geometry/index.ts';
import type { Fault } from '../math/index.ts';
import type { GeometryContext } from './colladaContext.ts';
import { GroupReader, integer, onlyInput } from './colladaPrimitives.ts';
import { Faces } from './faces.ts';
import { errorsAt } from './meshScene.ts';
import type { XmlElement } from './xml.ts';

const PRIMITIVES = new Set(['triangles', 'polylist', 'polygons', 'tristrips', 'trifans']);
const WITHOUT_AREA = new Set(['lines', 'linestrips']);
const OTHER = new Set(['source', 'vertices', 'extra']);

/** Triangles, and in their order how many have the material that a symbol stands for. */
export interface ColladaMesh extends Triangles {
  readonly materials: readonly { readonly symbol: string; readonly triangleCount: number }[];
}

const NO_MESH: ColladaMesh = {
  positions: new Float64Array(0),
  indices: new Uint32Array(0),
  materials: [],
};

/** The triangles of a <geometry>, in its own frame and units; none if it has no surface. */
export function readGeometry(geometry: XmlElement, context: GeometryContext): ColladaMesh {
  const mesh = geometry.child('mesh');
  if (!mesh) {
    const kind = geometry.children.find(({ local }) => local !== 'asset' && local !== 'extra');
    if (kind?.local !== 'spline') {
      throw (kind ?? geometry).error(
        'unsupported-geometry',
        `cannot read <${kind?.name ?? 'geometry'}>: only a <mesh> is read, and leaving a surface out would be wrong`,
        'export the model as a mesh',
      );
    }
    context.withoutArea.add(kind);
    return NO_MESH;
  }
  const groups: XmlElement[] = [];
  for (const child of mesh.children) {
    if (PRIMITIVES.has(child.local)) groups.push(child);
    else if (WITHOUT_AREA.has(child.local)) context.withoutArea.add(child);
    else if (!OTHER.has(child.local)) {
      throw child.error('unsupported-geometry', `cannot read <${child.name}> in a mesh`);
    }
  }
  if (groups.length === 0) return NO_MESH;
  const vertices = mesh.requireChild('vertices');
  const positions = readPositions(vertices, context);
  const faces = new Faces();
  const materials = groups.map((group, place) => {
    const before = faces.triangleCount;
    new GroupReader(group, vertices, positions.length / 3, faces, place, context).read();
    const symbol = group.attribute('material') ?? '';
    return { symbol, triangleCount: faces.triangleCount - before };
  });
  // Lines cost a walk through the text each, so faces know their group and notes get its line.
  const notes: Fault[] = [];
  const indices = faces.split(positions, 'byte', 'dae', undefined, notes);
  for (const { code, message, hint, byte } of notes) {
    context.notes.push(groups[byte ?? 0].fault(code.slice('dae/'.length), message, hint));
  }
  return { positions, indices, materials };
}

/** Positions by <vertices>, its POSITION input, the <source> and its <accessor>. */
function readPositions(vertices: XmlElement, context: GeometryContext): Float64Array {
  const input = onlyInput(vertices, 'POSITION');
  const source = context.find('source', input.requireAttribute('source'), input, 'source');
  const accessor = source.requireChild('technique_common').requireChild('accessor');
  const array = context.find(
    'float_array',
    accessor.requireAttribute('source'),
    accessor,
    'source',
  );
  let values = context.sources.get(array);
  if (!values) {
    const declared = array.attribute('count') === undefined ? undefined : integer(array, 'count');
    values = array.numbers(declared);
    context.sources.set(array, values);
  }
  const count = integer(accessor, 'count');
  const stride = integer(accessor, 'stride', 1);
  const offset = integer(accessor, 'offset', 0);
  const axes = findAxes(accessor, stride);
  const end = offset + stride * (count - 1) + Math.max(...axes) + 1;
  if (count > 0 && end > values.length) {
    throw accessor.error(
      'out-of-bounds',
      `the accessor reads up to number ${end} of an array that has ${values.length}`,
    );
  }
  context.budget.take(count, errorsAt(accessor));
  const positions = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) positions[3 * i + k] = values[offset + stride * i + axes[k]];
  }
  return positions;
}

/** Where x, y and z stand within a stride: <param>s without a name are there to be skipped. */
function findAxes(accessor: XmlElement, stride: number): number[] {
  const names = accessor.childrenNamed('param').map((param) => param.attribute('name') ?? '');
  const isUnnamed =
    names.every((name) => name === '') && (names.length === 0 || names.length === 3);
  const axes = isUnnamed ? [0, 1, 2] : ['X', 'Y', 'Z'].map((axis) => names.indexOf(axis));
  if (!axes.includes(-1) && Math.max(...axes) < stride) return axes;
  throw accessor.error(
    'bad-accessor',
    `the accessor of positions needs parameters X, Y and Z within its stride of ${stride}`,
  );
}
