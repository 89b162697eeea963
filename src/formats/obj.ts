/**
 * Wavefront OBJ: vertices, faces, and the names of objects and groups. Texture coordinates and
 * normals are skipped, and materials unless asked for; points, lines and curves have no area and are noted. A
 * statement that defines a surface in a way that is not read here is an error, because a mesh
 * with a part missing would be a wrong answer; so is a statement that is not OBJ at all.
 *
 * Vertex numbers count from 1, or from -1 backwards from the latest vertex. A triangle belongs to
 * the latest `o` or `g` before it. OBJ has neither counts nor an end mark, so a file that was cut
 * off between two statements cannot be told from a smaller one.
 */
import { Growing } from '../arrays/index.ts';
import type { Fault } from '../math/index.ts';
import { countOf, Faces, noTriangles, Tally } from './faces.ts';
import type { ReadReference } from './gltfFile.ts';
import { GroupList, type MeshFile, refuseHopeless } from './meshFile.ts';
import { ObjMaterials } from './mtl.ts';
import { Scanner } from './scan.ts';

/** Looks only, or parameters of something that is reported elsewhere. */
const SKIPPED = new Set(
  (
    'vt vn vp s mg usemtl mtllib usemap maplib bevel c_interp d_interp lod ' +
    'shadow_obj trace_obj ctech stech'
  ).split(' '),
);
/** Without area, or part of the definition of a curve or surface. */
const NOTED = new Set(
  'p l curv curv2 cstype deg bmat step parm trim hole scrv sp end con'.split(' '),
);
/** With area, or bringing in other files. */
const REFUSED = new Set('surf bsp bzp cdc cdp res call csh'.split(' '));

const SLASH = 47;

/** Can an OBJ file begin with this word? */
export function isObjKeyword(word: string): boolean {
  return /^(v|f|fo|o|g)$/.test(word) || SKIPPED.has(word) || NOTED.has(word) || REFUSED.has(word);
}

/**
 * Reads an OBJ file. Throws InputError; `file` is the name to use in it. `materials` gives material
 * files by name; without it colours are not read.
 */
export function readObj(bytes: Uint8Array, file?: string, materials?: ReadReference): MeshFile {
  refuseHopeless(bytes, 'obj', file);
  const scan = new Scanner(bytes, 'obj', file, true);
  const coordinates = new Growing(Float64Array);
  const faces = new Faces();
  const groups = new GroupList();
  const ignored = new Map<string, Tally>();
  const looks = materials && new ObjMaterials(materials);
  do {
    if (!scan.wordOnLine()) continue;
    if (scan.is('v')) readVertex(scan, coordinates);
    else if (scan.is('f') || scan.is('fo')) {
      readFace(scan, coordinates.length / 3, faces);
    } else {
      const keyword = scan.text();
      if (keyword === 'o' || keyword === 'g') groups.begin(readName(scan), faces.triangleCount);
      else if (looks && keyword === 'usemtl') looks.use(readName(scan), faces.triangleCount);
      else if (looks && keyword === 'mtllib') looks.library(readName(scan));
      else skipStatement(scan, keyword, ignored);
    }
  } while (scan.nextLine());

  if (faces.triangleCount === 0) throw noTriangles('obj', file, { line: scan.line });
  const notes: Fault[] = [];
  for (const [keyword, { count, place }] of ignored) {
    notes.push({
      code: 'obj/ignored-statement',
      message: `ignored ${countOf(count, `"${keyword}" statement`)}: points, lines and curves have no area`,
      file,
      ...place,
    });
  }
  const positions = coordinates.finish();
  const indices = faces.split(positions, 'line', 'obj', file, notes);
  const colours = looks?.finish(faces.triangleCount);
  return {
    format: 'obj',
    triangles: { positions, indices },
    groups: groups.finish(faces.triangleCount),
    ...(colours && { colours }),
    notes,
  };
}

const VALUES = ['coordinate x', 'coordinate y', 'coordinate z', 'a weight or colour'];

/** `v x y z`, then possibly a weight w (which only curves use), then possibly a colour r g b. */
function readVertex(scan: Scanner, coordinates: Growing<Float64Array<ArrayBuffer>>): void {
  for (let k = 0; k < 3; k++) {
    scan.wordOnLine();
    coordinates.push(scan.number(VALUES[k]));
  }
  let count = 3;
  while (scan.wordOnLine()) {
    scan.number(VALUES[3]);
    if (++count > 7) break;
  }
  if (count === 5 || count > 7) {
    throw scan.error(
      'vertex-size',
      `a vertex has ${count > 7 ? 'more than 7' : count} values, expected 3, or 4 with a weight, and 3 more with a colour`,
    );
  }
}

function readFace(scan: Scanner, vertexCount: number, faces: Faces): void {
  const line = scan.line;
  while (scan.wordOnLine()) faces.corner(readCorner(scan, vertexCount));
  if (faces.cornerCount < 3) {
    throw scan.error('face-size', `a face has ${faces.cornerCount} corners, expected at least 3`);
  }
  faces.end(line);
}

/** `v`, `v/vt`, `v//vn` or `v/vt/vn`: the vertex, counted from 0. What the others name is not checked. */
function readCorner(scan: Scanner, vertexCount: number): number {
  const { bytes, start, end } = scan;
  let at = start;
  let vertex = 0;
  for (let part = 0; part < 3; part++) {
    const negative = bytes[at] === 45;
    if (negative || bytes[at] === 43) at++;
    const firstDigit = at;
    let value = 0;
    for (; at < end && bytes[at] >= 48 && bytes[at] <= 57; at++) {
      value = value * 10 + (bytes[at] - 48);
    }
    // Texture coordinates may be left out, and some programs write `1/` or `1//`.
    const isLeftOut = part > 0 && at === firstDigit && bytes[at - 1] === SLASH;
    if (at === firstDigit && !isLeftOut) break;
    if (part === 0) vertex = negative ? vertexCount - value : value - 1;
    if (at === end) return checkedVertex(scan, vertex, vertexCount);
    if (bytes[at] !== SLASH) break;
    at++;
  }
  throw scan.error(
    'bad-corner',
    `a corner of a face must read like 1, 1/2, 1//3 or 1/2/3, found ${scan.quoted()}`,
  );
}

function checkedVertex(scan: Scanner, vertex: number, vertexCount: number): number {
  if (vertex >= 0 && vertex < vertexCount) return vertex;
  throw scan.error(
    'index-out-of-range',
    `a face refers to vertex ${scan.quoted()}, but ${countOf(vertexCount, 'vertex', 'vertices')} came before it`,
    'vertices count from 1, and must come before the faces that use them',
  );
}

function readName(scan: Scanner): string {
  const words = [];
  while (scan.wordOnLine()) words.push(scan.text());
  return words.join(' ');
}

function skipStatement(scan: Scanner, keyword: string, ignored: Map<string, Tally>): void {
  if (NOTED.has(keyword)) {
    let tally = ignored.get(keyword);
    if (!tally) {
      tally = new Tally();
      ignored.set(keyword, tally);
    }
    tally.add({ line: scan.line });
  } else if (REFUSED.has(keyword)) {
    throw scan.error(
      'unsupported-surface',
      `cannot read "${keyword}": only polygons are read, and leaving a surface out would be wrong`,
      'export the model as polygons',
    );
  } else if (!SKIPPED.has(keyword)) {
    throw scan.error('unknown-statement', `${scan.quoted()} is not a statement of an OBJ file`);
  }
  while (scan.wordOnLine());
}
