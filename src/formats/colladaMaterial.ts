/**
 * The colours of COLLADA: a group of triangles names a symbol, the instance of its geometry binds the
 * symbol to a <material>, which has an <effect> with a <diffuse> colour. Textures are not read. Nothing
 * here is an error: triangles without a colour that can be found have none.
 */
import type { Colour, MeshColours } from '../kinematics/index.ts';
import type { ColladaMesh } from './colladaGeometry.ts';
import { ColourList, colourOf, numbersIn, withOpacity } from './meshColours.ts';
import type { XmlElement } from './xml.ts';

/** The element of a kind with an id such as `#id`; `twice` if there are several. */
export type LookUp = (kind: string, reference: string) => XmlElement | 'twice' | undefined;

const SHADERS = ['lambert', 'phong', 'blinn', 'constant'];

export class ColladaColours {
  private readonly lookUp: LookUp;
  private readonly list = new ColourList();
  private readonly known = new Map<string, Colour | null>();

  constructor(lookUp: LookUp) {
    this.lookUp = lookUp;
  }

  /** One more mesh; `instance` is the element that places it. */
  add({ materials }: ColladaMesh, instance: XmlElement): void {
    const bound = new Map(
      (instance.child('bind_material')?.child('technique_common')?.children ?? []).map((each) => [
        each.attribute('symbol') ?? '',
        each.attribute('target') ?? '',
      ]),
    );
    for (const { symbol, triangleCount } of materials) {
      // Files without bindings often have the material's id for a symbol.
      this.list.add(this.colour(bound.get(symbol) ?? `#${symbol}`), triangleCount);
    }
  }

  finish(): MeshColours | undefined {
    return this.list.finish();
  }

  private colour(reference: string): Colour | null {
    let colour = this.known.get(reference);
    if (colour === undefined) {
      const instance = this.found('material', reference)?.child('instance_effect');
      const effect = this.found('effect', instance?.attribute('url') ?? '');
      colour = effect ? colourOfEffect(effect) : null;
      this.known.set(reference, colour);
    }
    return colour;
  }

  private found(kind: string, reference: string): XmlElement | undefined {
    const element = this.lookUp(kind, reference);
    return element === 'twice' ? undefined : element;
  }
}

function colourOfEffect(effect: XmlElement): Colour | null {
  const technique = effect.child('profile_COMMON')?.child('technique');
  const shader = technique?.children.find(({ local }) => SHADERS.includes(local));
  if (!shader) return null;
  const diffuse = numbersOf(shader.child(shader.local === 'constant' ? 'emission' : 'diffuse'));
  const colour = diffuse && colourOf(diffuse.slice(0, 3));
  return colour ? withOpacity(colour, opacityOf(shader)) : null;
}

/** <transparent> is a colour, and how it means opacity is an attribute; <transparency> scales it. */
function opacityOf(shader: XmlElement): number {
  const transparent = shader.child('transparent');
  const colour = numbersOf(transparent);
  if (!transparent || colour?.length !== 4) return 1;
  const amount = Number(shader.child('transparency')?.child('float')?.text ?? 1);
  const mode = transparent.attribute('opaque') ?? 'A_ONE';
  const [r, g, b, a] = colour;
  const share = mode.startsWith('RGB') ? 0.2127 * r + 0.7152 * g + 0.0722 * b : a;
  return mode.endsWith('ZERO') ? 1 - amount * share : amount * share;
}

function numbersOf(holder: XmlElement | undefined): number[] | undefined {
  const colour = holder?.child('color');
  return colour && numbersIn(colour.text);
}
