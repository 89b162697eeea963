// @ts-check
// Plane outlines: closed polygons, counter-clockwise, as lists of [u, v] in metres.

/** @typedef {[number, number]} Point2 */
/** @typedef {Point2[]} Outline */

/** @type {(radius: number, count: number, centre?: Point2) => Outline} */
export function circle(radius, count, [u, v] = [0, 0]) {
  return Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count;
    return [u + radius * Math.cos(angle), v + radius * Math.sin(angle)];
  });
}

/** Points of an arc, both ends included; angles in degrees.
 * @type {(centre: Point2, radius: number, from: number, to: number, steps: number) => Outline} */
export function arc([u, v], radius, from, to, steps) {
  return Array.from({ length: steps + 1 }, (_, i) => {
    const angle = (Math.PI / 180) * (from + ((to - from) * i) / steps);
    return [u + radius * Math.cos(angle), v + radius * Math.sin(angle)];
  });
}

/** A rectangle about the origin with rounded corners of `steps` chords each; 1 step is a chamfer.
 * @type {(width: number, height: number, radius: number, steps?: number) => Outline} */
export function roundedRectangle(width, height, radius, steps = 3) {
  const u = width / 2 - radius;
  const v = height / 2 - radius;
  return [
    ...arc([u, v], radius, 0, 90, steps),
    ...arc([-u, v], radius, 90, 180, steps),
    ...arc([-u, -v], radius, 180, 270, steps),
    ...arc([u, -v], radius, 270, 360, steps),
  ];
}

/** An I-beam's section: flanges across v at both ends of u, pockets on the two v sides.
 * @type {(width: number, height: number, flange: number, pocket: number, bevel: number) => Outline} */
export function beamSection(width, height, flange, pocket, bevel) {
  const u = width / 2;
  const v = height / 2;
  const inner = u - flange;
  /** @type {Outline} */
  const quarter = [
    [u, v - bevel],
    [u - bevel, v],
    [inner + bevel / 2, v],
    [inner, v - bevel / 2],
    [inner - pocket / 2, v - pocket],
  ];
  const mirrored = (/** @type {number} */ s, /** @type {number} */ t) =>
    quarter.map(([a, b]) => /** @type {Point2} */ ([s * a, t * b]));
  return [
    ...mirrored(1, 1),
    ...mirrored(-1, 1).reverse(),
    ...mirrored(-1, -1),
    ...mirrored(1, -1).reverse(),
  ];
}

/** The convex hull of some outlines, as of the two bosses of a lever.
 * @type {(...outlines: Outline[]) => Outline} */
export function hullOf(...outlines) {
  const points = outlines.flat().sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (/** @type {Outline} */ list) => {
    /** @type {Outline} */
    const chain = [];
    for (const p of list) {
      while (
        chain.length > 1 &&
        turn(chain[chain.length - 2], chain[chain.length - 1], p) <= 1e-9
      ) {
        chain.pop();
      }
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return [...half(points), ...half([...points].reverse())];
}

/** The outline moved inward by `distance`, corner by corner.
 * @type {(outline: Outline, distance: number) => Outline} */
export function inset(outline, distance) {
  const n = outline.length;
  return outline.map((p, i) => {
    const a = outline[(i + n - 1) % n];
    const c = outline[(i + 1) % n];
    const [ax, ay] = direction(a, p);
    const [bx, by] = direction(p, c);
    // The inward normals are (-ay, ax) and (-by, bx); the mitre is their sum, scaled.
    const scale = distance / (1 + ax * bx + ay * by);
    return [p[0] - (ay + by) * scale, p[1] + (ax + bx) * scale];
  });
}

/** Triangles of a simple polygon as indices, by cutting the best-shaped ear first.
 * @type {(outline: Outline) => [number, number, number][]} */
export function triangulateOutline(outline) {
  const left = outline.map((_, i) => i);
  /** @type {[number, number, number][]} */
  const triangles = [];
  while (left.length > 3) {
    let best = -1;
    let bestQuality = 0;
    for (let i = 0; i < left.length; i++) {
      const [a, b, c] = corner(left, i).map((k) => outline[k]);
      const area = turn(a, b, c);
      if (area < 1e-12) continue;
      const longest = Math.max(length(a, b), length(b, c), length(c, a));
      const quality = area / (longest * longest);
      if (quality <= bestQuality) continue;
      const ear = corner(left, i);
      if (left.some((k) => !ear.includes(k) && inside(outline[k], a, b, c))) continue;
      best = i;
      bestQuality = quality;
    }
    if (best < 0) throw new Error('the outline is not a simple, counter-clockwise polygon');
    triangles.push(corner(left, best));
    left.splice(best, 1);
  }
  triangles.push([left[0], left[1], left[2]]);
  return triangles;
}

/** @type {(list: number[], i: number) => [number, number, number]} */
function corner(list, i) {
  const n = list.length;
  return [list[(i + n - 1) % n], list[i], list[(i + 1) % n]];
}

/** @type {(p: Point2, a: Point2, b: Point2, c: Point2) => boolean} */
function inside(p, a, b, c) {
  return turn(a, b, p) >= -1e-12 && turn(b, c, p) >= -1e-12 && turn(c, a, p) >= -1e-12;
}

/** @type {(a: Point2, b: Point2, c: Point2) => number} */
function turn(a, b, c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/** @type {(a: Point2, b: Point2) => number} */
function length(a, b) {
  return Math.hypot(b[0] - a[0], b[1] - a[1]);
}

/** @type {(a: Point2, b: Point2) => Point2} */
function direction(a, b) {
  const l = length(a, b);
  return [(b[0] - a[0]) / l, (b[1] - a[1]) / l];
}
