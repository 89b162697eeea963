/** A planar arm of six joints among fourteen posts of a shape that the cell file has: what it passes is often near. */
import type { Cell } from '../../../src/cell/index.ts';
import { armUrdf, cellFrom } from '../oracles/cellText.ts';

export function armAmongPosts(shape: string): Cell {
  const posts = Array.from({ length: 14 }, (_, k) => {
    const [r, angle] = [0.55 + 0.12 * (k % 5), 0.45 * k];
    const at = `[${r * Math.cos(angle)}, ${r * Math.sin(angle)}, 0]`;
    return `  - {name: post${k}, shape: ${shape}, pose: {xyz: ${at}}}`;
  });
  const links = Array.from({ length: 7 }, (_, k) => `link${k}`);
  const beside = links.slice(1).map((name, k) => `[${links[k]}, ${name}]`);
  return cellFrom(
    `surepath: 1\nrobots: [{urdf: arm.urdf}]\nobstacles:\n${posts.join('\n')}\nallow: [${beside.join(', ')}]`,
    { 'arm.urdf': armUrdf('arm', new Array(7).fill(0.2)) },
  );
}
