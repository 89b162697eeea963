// @ts-check
// Meshes of a given number of triangles, and small files of them.

/** @typedef {{ positions: Float64Array, indices: Uint32Array }} Triangles */

/** @type {(mesh: Triangles) => number} */
export function triangleCount({ indices }) {
  return indices.length / 3;
}

/**
 * The same surface with `count` triangles: the longest edge is halved again and again. An edge of a
 * closed surface gives two triangles more, so an odd number takes an open edge somewhere.
 * Coordinates become 32-bit numbers, as the files have them.
 * @type {(mesh: Triangles, count: number) => Triangles}
 */
export function refined(mesh, count) {
  const splitter = new EdgeSplitter(mesh);
  if (splitter.count > count) throw new Error(`${splitter.count} triangles are more than ${count}`);
  while (splitter.count < count) splitter.split(count - splitter.count);
  return splitter.triangles();
}

/** The mesh of several links with so many triangles in all: what is missing goes to the largest.
 * @type {(meshes: Record<string, Triangles>, count: number) => Record<string, Triangles>} */
export function refinedTogether(meshes, count) {
  const names = Object.keys(meshes);
  const counts = new Map(names.map((name) => [name, triangleCount(meshes[name])]));
  let missing = count - [...counts.values()].reduce((a, b) => a + b, 0);
  const extent = (/** @type {string} */ name) => {
    const { positions } = meshes[name];
    let most = 0;
    for (let i = 0; i < positions.length; i++) most = Math.max(most, Math.abs(positions[i]));
    return most / /** @type {number} */ (counts.get(name));
  };
  while (missing > 1) {
    const coarsest = names.reduce((a, b) => (extent(b) > extent(a) ? b : a));
    counts.set(coarsest, /** @type {number} */ (counts.get(coarsest)) + 2);
    missing -= 2;
  }
  if (missing !== 0) throw new Error(`cannot make ${count} triangles of these links`);
  return Object.fromEntries(
    names.map((name) => [name, refined(meshes[name], /** @type {number} */ (counts.get(name)))]),
  );
}

class EdgeSplitter {
  /** @type {number[]} */
  #positions;
  /** @type {number[]} */
  #indices;
  /** Triangles at an edge, by its two vertices. @type {Map<number, number[]>} */
  #edges = new Map();
  /** A heap of edges, the longest first; some are gone by now. @type {{ length: number, key: number }[]} */
  #heap = [];

  /** @param {Triangles} mesh */
  constructor({ positions, indices }) {
    this.#positions = Array.from(positions, Math.fround);
    this.#indices = Array.from(indices);
    for (let t = 0; t < this.count; t++) this.#enter(t);
  }

  get count() {
    return this.#indices.length / 3;
  }

  triangles() {
    return {
      positions: Float64Array.from(this.#positions),
      indices: Uint32Array.from(this.#indices),
    };
  }

  /** Halves the longest edge that gives at most so many triangles more. */
  split(/** @type {number} */ most) {
    const [key, around] = most === 1 ? this.#longestOpen() : this.#longest(most);
    const [a, b] = [Math.floor(key / SHIFT), key % SHIFT];
    const middle = this.#positions.length / 3;
    for (let k = 0; k < 3; k++) {
      const sum = this.#positions[3 * a + k] + this.#positions[3 * b + k];
      this.#positions.push(Math.fround(sum / 2));
    }
    for (const t of [...around]) {
      this.#leave(t);
      const corners = this.#indices.slice(3 * t, 3 * t + 3);
      const last = this.count;
      this.#indices.push(...corners.map((v) => (v === a ? middle : v)));
      corners.forEach((v, i) => {
        if (v === b) this.#indices[3 * t + i] = middle;
      });
      this.#enter(t);
      this.#enter(last);
    }
  }

  /** @returns {[number, number[]]} */
  #longest(/** @type {number} */ most) {
    for (;;) {
      const top = this.#pop();
      const around = this.#edges.get(top.key);
      // One with too many triangles is passed over only for the last few, and not needed after that.
      if (around && around.length > 0 && around.length <= most) return [top.key, around];
    }
  }

  /** @returns {[number, number[]]} */
  #longestOpen() {
    let best = -1;
    let most = 0;
    for (const [key, around] of this.#edges) {
      if (around.length !== 1 || this.#length(key) <= most) continue;
      best = key;
      most = this.#length(key);
    }
    if (best < 0) throw new Error('an odd number of triangles, but no open edge');
    return [best, /** @type {number[]} */ (this.#edges.get(best))];
  }

  #keys(/** @type {number} */ t) {
    const [a, b, c] = this.#indices.slice(3 * t, 3 * t + 3);
    return [edgeKey(a, b), edgeKey(b, c), edgeKey(c, a)];
  }

  #enter(/** @type {number} */ t) {
    for (const key of this.#keys(t)) {
      const around = this.#edges.get(key);
      if (around) around.push(t);
      else {
        this.#edges.set(key, [t]);
        this.#push({ length: this.#length(key), key });
      }
    }
  }

  #leave(/** @type {number} */ t) {
    for (const key of this.#keys(t)) {
      const around = /** @type {number[]} */ (this.#edges.get(key));
      around.splice(around.indexOf(t), 1);
    }
  }

  /** Squared. */
  #length(/** @type {number} */ key) {
    const [a, b] = [Math.floor(key / SHIFT), key % SHIFT];
    let sum = 0;
    for (let k = 0; k < 3; k++) {
      const d = this.#positions[3 * a + k] - this.#positions[3 * b + k];
      sum += d * d;
    }
    return sum;
  }

  #push(/** @type {{ length: number, key: number }} */ item) {
    const heap = this.#heap;
    let i = heap.length;
    heap.push(item);
    while (i > 0) {
      const up = (i - 1) >> 1;
      if (!before(item, heap[up])) break;
      heap[i] = heap[up];
      i = up;
    }
    heap[i] = item;
  }

  #pop() {
    const heap = this.#heap;
    const top = heap[0];
    const item = /** @type {typeof top} */ (heap.pop());
    if (heap.length === 0) return top;
    let i = 0;
    for (;;) {
      let down = 2 * i + 1;
      if (down >= heap.length) break;
      if (down + 1 < heap.length && before(heap[down + 1], heap[down])) down++;
      if (!before(heap[down], item)) break;
      heap[i] = heap[down];
      i = down;
    }
    heap[i] = item;
    return top;
  }
}

const SHIFT = 2 ** 24;

/** @type {(a: number, b: number) => number} */
function edgeKey(a, b) {
  return Math.min(a, b) * SHIFT + Math.max(a, b);
}

/** Longer first; among equals the one that was made first, so that all machines agree.
 * @type {(a: { length: number, key: number }, b: { length: number, key: number }) => boolean} */
function before(a, b) {
  return a.length > b.length || (a.length === b.length && a.key < b.key);
}

/** Binary PLY with 32-bit coordinates, and 16-bit vertex numbers where they will do.
 * @type {(mesh: Triangles) => Uint8Array} */
export function smallPly({ positions, indices }) {
  const vertexCount = positions.length / 3;
  const wide = vertexCount > 0xffff;
  const header = new TextEncoder().encode(
    `ply\nformat binary_little_endian 1.0\nelement vertex ${vertexCount}\n` +
      'property float x\nproperty float y\nproperty float z\n' +
      `element face ${indices.length / 3}\n` +
      `property list uchar ${wide ? 'uint' : 'ushort'} vertex_indices\nend_header\n`,
  );
  const size = wide ? 4 : 2;
  const length = 4 * positions.length + ((1 + 3 * size) * indices.length) / 3;
  const bytes = new Uint8Array(header.length + length);
  const view = new DataView(bytes.buffer);
  bytes.set(header);
  let at = header.length;
  for (let i = 0; i < positions.length; i++, at += 4) view.setFloat32(at, positions[i], true);
  for (let i = 0; i < indices.length; i++, at += size) {
    if (i % 3 === 0) view.setUint8(at++, 3);
    if (wide) view.setUint32(at, indices[i], true);
    else view.setUint16(at, indices[i], true);
  }
  return bytes;
}
