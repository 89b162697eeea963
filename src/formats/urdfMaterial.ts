/**
 * The colours of a URDF: a <visual> has a <material>, with a <color> of its own or with the name of a
 * material that has one, at the top of the file or at another visual. Textures are not drawn. A fault
 * is a note, as colours only concern looks.
 */
import type { Colour } from '../kinematics/index.ts';
import { type Fault, nameHint } from '../math/index.ts';
import { colourOf, numbersIn } from './meshColours.ts';
import { quote, type XmlElement } from './xml.ts';

export class Materials {
  private readonly notes: Fault[];
  private readonly named = new Map<string, Colour | null>();
  private readonly read = new Map<XmlElement, Colour | null>();
  /** Each thing is told once: finding its place costs a walk through the file. */
  private readonly told = new Set<string>();

  /** Of a whole file: materials may be defined behind the visuals that use them. */
  constructor(root: XmlElement, notes: Fault[]) {
    this.notes = notes;
    const visuals = root.childrenNamed('link').flatMap((link) => link.childrenNamed('visual'));
    for (const holder of [root, ...visuals]) {
      for (const material of holder.childrenNamed('material')) {
        const name = material.attribute('name') ?? '';
        const colour = this.own(material);
        if (colour !== undefined && name !== '' && !this.named.has(name)) {
          this.named.set(name, colour);
        }
      }
    }
  }

  /** The colour of a <visual>, null if it has none. */
  of(visual: XmlElement): Colour | null {
    const material = visual.child('material');
    if (!material) return null;
    const own = this.own(material);
    if (own !== undefined) return own;
    const name = material.attribute('name') ?? '';
    const found = this.named.get(name);
    if (found === undefined && name !== '') {
      const message = `there is no colour for the material ${quote(name)}`;
      this.note(material, 'unknown-material', message, () => nameHint(name, this.named.keys()));
    }
    return found ?? null;
  }

  /** Undefined if the material says nothing itself; null if it has a texture, or makes no sense. */
  private own(material: XmlElement): Colour | null | undefined {
    let colour = this.read.get(material);
    if (colour !== undefined) return colour;
    const element = material.child('color');
    if (element) colour = this.colour(element);
    else if (material.child('texture')) colour = null;
    else return undefined;
    this.read.set(material, colour);
    return colour;
  }

  private colour(element: XmlElement): Colour | null {
    const text = element.attribute('rgba') ?? '';
    const numbers = numbersIn(text);
    const colour = colourOf(numbers);
    if (!colour) {
      const message = `"rgba" must be four numbers, found ${quote(text)}: the colour is left out`;
      this.note(element, 'bad-colour', message);
    } else if (numbers.length === 3) {
      this.note(element, 'bad-colour', '"rgba" has three numbers: taken as an opaque colour');
    } else if (numbers.some((x, k) => x !== colour[k])) {
      const message = `"rgba" goes from 0 to 1, found ${quote(text)}: cut off there`;
      this.note(element, 'bad-colour', message);
    }
    return colour;
  }

  private note(
    element: XmlElement,
    code: string,
    message: string,
    hint: () => string | undefined = () => undefined,
  ): void {
    if (this.told.has(message)) return;
    this.told.add(message);
    this.notes.push(element.fault(code, message, hint()));
  }
}
