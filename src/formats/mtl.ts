/** The colours of Wavefront OBJ files, which stand in files of their own. Textures are not read. */

import type { Colour, MeshColours } from '../kinematics/index.ts';
import { utf8OrBytes } from '../math/index.ts';
import type { ReadReference } from './gltfFile.ts';
import { ColourList, colourOf, numbersIn, withOpacity } from './meshColours.ts';

/** The diffuse colours in a material file, by the names of the materials. Never throws. */
export function readMtl(bytes: Uint8Array): ReadonlyMap<string, Colour> {
  const colours = new Map<string, Colour>();
  const opacities = new Map<string, number>();
  let name = '';
  for (const line of utf8OrBytes(bytes).split(/[\r\n]+/)) {
    const [, keyword, rest] = /^\s*(\S+)\s*(.*?)\s*$/.exec(line) ?? [];
    if (keyword === 'newmtl') name = rest;
    else if (keyword === 'd') opacities.set(name, Number(rest));
    else if (keyword === 'Kd') {
      const colour = colourOf(numbersIn(rest).slice(0, 3));
      if (colour) colours.set(name, colour);
    }
  }
  return new Map(
    [...colours].map(([key, colour]) => [key, withOpacity(colour, opacities.get(key) ?? 1)]),
  );
}

/** What the `mtllib` and `usemtl` statements of an OBJ file say. */
export class ObjMaterials {
  private readonly read: ReadReference;
  private readonly libraries = new Set<string>();
  private readonly uses: { readonly name: string; readonly firstTriangle: number }[] = [];

  constructor(read: ReadReference) {
    this.read = read;
  }

  library(names: string): void {
    this.libraries.add(names);
  }

  use(name: string, firstTriangle: number): void {
    this.uses.push({ name, firstTriangle });
  }

  /** Reads the material files. One that is not there is no fault: the mesh is the same without it. */
  finish(triangleCount: number): MeshColours | undefined {
    const known = new Map<string, Colour>();
    for (const names of this.libraries) {
      for (const [name, colour] of this.colours(names)) known.set(name, colour);
    }
    if (known.size === 0) return undefined;
    const list = new ColourList();
    list.add(null, this.uses[0]?.firstTriangle ?? triangleCount);
    this.uses.forEach(({ name, firstTriangle }, i) => {
      const end = this.uses[i + 1]?.firstTriangle ?? triangleCount;
      list.add(known.get(name) ?? null, end - firstTriangle);
    });
    return list.finish();
  }

  /** A statement may name several files; or one whose name has spaces. */
  private colours(names: string): (readonly [string, Colour])[] {
    for (const files of [[names], names.split(' ')]) {
      // No other file is asked for, whatever a mesh says.
      const found = files
        .filter((file) => /\.mtl$/i.test(file))
        .map((file) => this.read(file))
        .filter((bytes) => bytes !== undefined);
      if (found.length > 0) return found.flatMap((bytes) => [...readMtl(bytes)]);
    }
    return [];
  }
}
