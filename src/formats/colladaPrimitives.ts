/**
 * Groups of COLLADA primitives: triangles, polygons, strips and fans. Each corner has one number for
 * every offset of the inputs; the one of the VERTEX input counts, and the others are not looked at.
 */
import type { GeometryContext } from './colladaContext.ts';
import type { Faces } from './faces.ts';
import { errorsAt, type Fail } from './meshScene.ts';
import type { XmlElement } from './xml.ts';

/** Reads one group of primitives into faces. */
export class GroupReader {
  private readonly group: XmlElement;
  private readonly vertexCount: number;
  private readonly faces: Faces;
  private readonly place: number;
  private readonly fail: Fail;
  private readonly context: GeometryContext;
  /** Numbers for each corner, and which of them is the vertex. */
  private readonly stride: number;
  private readonly offset: number;

  constructor(
    group: XmlElement,
    vertices: XmlElement,
    vertexCount: number,
    faces: Faces,
    place: number,
    context: GeometryContext,
  ) {
    this.group = group;
    this.vertexCount = vertexCount;
    this.faces = faces;
    this.place = place;
    this.fail = errorsAt(group);
    this.context = context;
    const input = onlyInput(group, 'VERTEX');
    const source = input.requireAttribute('source');
    if (context.find('vertices', source, input, 'source') !== vertices) {
      throw input.error('bad-input', 'the VERTEX input must name the <vertices> of the same mesh');
    }
    this.offset = integer(input, 'offset');
    this.stride = 1;
    for (const other of group.childrenNamed('input')) {
      this.stride = Math.max(this.stride, integer(other, 'offset') + 1);
    }
  }

  read(): void {
    const { group } = this;
    const hole = group.child('ph');
    if (hole) {
      const message = 'a polygon has holes (<ph>), which are not read';
      throw hole.error('polygon-hole', message, 'export triangles');
    }
    const lists = group.childrenNamed('p').map((list) => this.corners(list));
    const cornerCount = lists.reduce((sum, list) => sum + list.length, 0);
    this.context.budget.take(cornerCount, this.fail);
    switch (group.local) {
      case 'triangles':
        this.expectCount(cornerCount / 3, 'triangles');
        for (const list of lists) {
          if (list.length % 3 !== 0) throw this.wrongSize(list.length, 'a multiple of 3');
          for (let i = 0; i < list.length; i += 3) this.face(list, i, 3);
        }
        break;
      case 'polylist':
        if (lists.length > 1) throw this.fail('count-mismatch', '<polylist> must have one <p>');
        this.readPolylist(lists[0] ?? new Float64Array(0));
        break;
      case 'polygons':
        this.expectCount(lists.length, 'polygons');
        for (const list of lists) this.face(list, 0, list.length);
        break;
      default:
        this.expectCount(lists.length, 'strips or fans');
        for (const list of lists) this.readStrip(list, group.local === 'trifans');
    }
  }

  private readPolylist(corners: Float64Array): void {
    const sizes = this.group.child('vcount')?.numbers() ?? new Float64Array(0);
    this.expectCount(sizes.length, 'polygons');
    let sum = 0;
    for (const size of sizes) {
      if (!Number.isInteger(size)) throw this.fail('bad-number', `<vcount> has ${size}`);
      if (sum + size > corners.length) break;
      this.face(corners, sum, size);
      sum += size;
    }
    const wanted = sizes.reduce((total, size) => total + size, 0);
    if (wanted !== corners.length) {
      const message = `<vcount> adds up to ${wanted} corners, but <p> has ${corners.length}`;
      throw this.fail('count-mismatch', message);
    }
  }

  private readStrip(corners: ArrayLike<number>, isFan: boolean): void {
    if (corners.length < 3) throw this.wrongSize(corners.length, 'at least 3');
    for (let i = 2; i < corners.length; i++) {
      // Every other triangle of a strip is turned, so that all face the same side.
      const turn = isFan ? 0 : i % 2;
      this.faces.corner(corners[isFan ? 0 : i - 2]);
      this.faces.corner(corners[i - 1 + turn]);
      this.faces.corner(corners[i - turn]);
      this.faces.end(this.place);
    }
  }

  private face(corners: ArrayLike<number>, first: number, size: number): void {
    if (size < 3) throw this.wrongSize(size, 'at least 3');
    for (let i = 0; i < size; i++) this.faces.corner(corners[first + i]);
    this.faces.end(this.place);
  }

  /** The vertices that a <p> names. */
  private corners(list: XmlElement): Float64Array {
    const { stride, offset, vertexCount } = this;
    const values = list.numbers();
    if (values.length % stride !== 0) {
      throw list.error(
        'count-mismatch',
        `<p> has ${values.length} numbers, which is not a multiple of the ${stride} of each corner`,
      );
    }
    const corners = new Float64Array(values.length / stride);
    for (let i = 0; i < corners.length; i++) {
      const vertex = values[i * stride + offset];
      if (!Number.isInteger(vertex) || vertex < 0 || vertex >= vertexCount) {
        throw list.error(
          'index-out-of-range',
          `corner ${i} is vertex ${vertex}, but there are ${vertexCount}, counted from 0`,
        );
      }
      corners[i] = vertex;
    }
    return corners;
  }

  private expectCount(found: number, what: string): void {
    if (this.group.attribute('count') === undefined) return;
    const declared = integer(this.group, 'count');
    if (declared === found) return;
    const message = `<${this.group.name}> declares ${declared} ${what}, but has ${found}`;
    throw this.group.error('count-mismatch', message, undefined, 'count');
  }

  private wrongSize(size: number, expected: string) {
    return this.fail('face-size', `<${this.group.name}> has ${size} corners, expected ${expected}`);
  }
}

/** The one <input> with a semantic. */
export function onlyInput(owner: XmlElement, semantic: string): XmlElement {
  const inputs = owner
    .childrenNamed('input')
    .filter((input) => input.attribute('semantic') === semantic);
  if (inputs.length === 1) return inputs[0];
  throw owner.error(
    'bad-input',
    `<${owner.name}> has ${inputs.length} inputs for ${semantic}, expected 1`,
  );
}

/** A whole number from 0 on. */
export function integer(element: XmlElement, name: string, fallback?: number): number {
  const value = element.numberAttribute(name, fallback);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  const message = `"${name}" must be a whole number from 0 on, found ${value}`;
  throw element.error('bad-number', message, undefined, name);
}
