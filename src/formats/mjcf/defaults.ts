/**
 * Default classes of an MJCF model: what attributes of an element are where it does not say so itself. Classes stand
 * inside each other, and the inner ones have what the outer ones say.
 */
import { nameHint } from '../../math/index.ts';
import type { XmlElement } from '../xml.ts';
import { Fields, type Givers } from './fields.ts';
import type { ModelFiles } from './modelFiles.ts';

/** The class around all others. */
const MAIN = 'main';

interface DefaultClass {
  readonly outer: DefaultClass | null;
  /** By name of an element: who writes its attributes, those of this class alone. */
  readonly own: Map<string, Map<string, XmlElement>>;
}

export class Defaults {
  private readonly classes = new Map<string, DefaultClass>();
  private readonly model: ModelFiles;

  constructor(model: ModelFiles) {
    this.model = model;
    this.classes.set(MAIN, { outer: null, own: new Map() });
    for (const section of model.sections('default')) this.read(section, null);
  }

  private read(element: XmlElement, outer: DefaultClass | null): void {
    const name = element.attribute('class') ?? (outer ? undefined : MAIN);
    if (name === undefined || name === '') {
      throw element.error('missing-attribute', 'a <default> inside of another needs a "class"');
    }
    const known = this.classes.get(name);
    if (known && outer !== null) {
      throw element.error('duplicate-class', `there are two classes "${name}"`, undefined, 'class');
    }
    // What stands at the top is the main class whatever it is called.
    const own = known ?? (outer ? { outer, own: new Map() } : this.classes.get(MAIN)!);
    this.classes.set(name, own);
    for (const child of this.model.childrenOf(element)) {
      if (child.name === 'default') {
        this.read(child, own);
        continue;
      }
      const givers = own.own.get(child.name) ?? new Map<string, XmlElement>();
      for (const attribute of child.attributes.keys()) givers.set(attribute, child);
      own.own.set(child.name, givers);
    }
  }

  /**
   * The attributes of an element with the defaults of its class: the one that it names, else `inherited`, which the
   * body around it gives, else the main one. `kind` is what the defaults call it.
   */
  fields(element: XmlElement, inherited?: string, kind = element.name): Fields {
    const own = element.attribute('class');
    const name = own ?? inherited ?? MAIN;
    const attribute = own === undefined ? undefined : 'class';
    return new Fields(element, this.givers(element, name, attribute, kind));
  }

  /** Throws where there is no such class. */
  givers(element: XmlElement, name: string, attribute?: string, kind = element.name): Givers {
    const found = this.classes.get(name);
    if (!found) {
      throw element.error(
        'unknown-class',
        `there is no default class "${name}"`,
        nameHint(name, this.classes.keys()),
        attribute,
      );
    }
    const chain: DefaultClass[] = [];
    for (let each: DefaultClass | null = found; each; each = each.outer) chain.unshift(each);
    const givers = new Map<string, XmlElement>();
    for (const each of chain) {
      for (const [name_, giver] of each.own.get(kind) ?? []) givers.set(name_, giver);
    }
    return givers;
  }
}
