/** Bytes that are a mesh file of two formats: which one a reader sees is said by the name alone. */

const CORNERS = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const FACES = [
  [0, 2, 1],
  [0, 1, 3],
  [0, 3, 2],
  [1, 2, 3],
];

/** A tetrahedron: of one size as binary STL, of another as Wavefront OBJ. The STL is the comment of the OBJ. */
export function tetrahedronOfTwoFormats(asStl: number, asObj: number): Uint8Array {
  const vertices = CORNERS.map((p) => `v ${p.map((x) => x * asObj).join(' ')}\n`);
  const faces = FACES.map((f) => `f ${f.map((v) => v + 1).join(' ')}\n`);
  const text = `${vertices.join('')}${faces.join('')}#`;
  if (text.length > 80) throw new Error('the text is longer than the head of an STL file');
  const bytes = new Uint8Array(84 + 50 * FACES.length).fill(0x20);
  bytes.set(new TextEncoder().encode(text));
  const view = new DataView(bytes.buffer);
  view.setUint32(80, FACES.length, true);
  FACES.forEach((face, i) => {
    const start = 84 + 50 * i;
    bytes.fill(0, start, start + 50);
    face.forEach((v, corner) => {
      CORNERS[v].forEach((x, k) => {
        view.setFloat32(start + 12 + 12 * corner + 4 * k, x * asStl, true);
      });
    });
  });
  return bytes;
}
