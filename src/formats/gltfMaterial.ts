/**
 * The colours of glTF: the base colour of each primitive's material. Textures are not read: what has
 * one and no factor besides has no colour. Nothing here is an error.
 */
import type { Colour, MeshColours } from '../kinematics/index.ts';
import { InputError } from '../math/index.ts';
import type { JsonObject } from './gltfJson.ts';
import type { GltfMesh } from './gltfMesh.ts';
import { ColourList, colourOf, withOpacity } from './meshColours.ts';

export class GltfColours {
  private readonly root: JsonObject;
  private readonly list = new ColourList();
  private readonly known = new Map<number, Colour | null>();
  /** Set by the first thing that is not as the format has it; from there on nothing has a colour. */
  private broken = false;

  constructor(root: JsonObject) {
    this.root = root;
  }

  /** One more mesh. */
  add({ primitives }: GltfMesh): void {
    for (const { primitive, triangleCount } of primitives) {
      this.list.add(this.colour(primitive), triangleCount);
    }
  }

  finish(): MeshColours | undefined {
    return this.list.finish();
  }

  private colour(primitive: JsonObject): Colour | null {
    if (this.broken || !primitive.has('material')) return null;
    try {
      const number = primitive.integer('material');
      let colour = this.known.get(number);
      if (colour === undefined) {
        const material = this.root.objects('materials')[number];
        colour = material ? colourOfMaterial(material) : null;
        this.known.set(number, colour);
      }
      return colour;
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.broken = true;
      return null;
    }
  }
}

function colourOfMaterial(material: JsonObject): Colour | null {
  const pbr = material.optional('pbrMetallicRoughness');
  if (!pbr?.has('baseColorFactor')) return pbr?.has('baseColorTexture') ? null : [1, 1, 1, 1];
  const [r, g, b, a] = pbr.numbers('baseColorFactor', 4);
  const colour = colourOf([encoded(r), encoded(g), encoded(b)]);
  const blends = material.string('alphaMode', 'OPAQUE') === 'BLEND';
  return colour && withOpacity(colour, blends ? a : 1);
}

/** Factors are amounts of light; screens take the numbers of sRGB, of which few digits can be seen. */
function encoded(x: number): number {
  const value = x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055;
  return Math.round(1e4 * value) / 1e4;
}
