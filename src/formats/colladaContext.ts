/** What reading a geometry of a COLLADA file needs of the rest of the file. */
import type { Fault } from '../math/index.ts';
import type { FirstOf, SceneBudget } from './meshScene.ts';
import type { XmlElement } from './xml.ts';

/** Finds the element of a kind that a reference such as `#id` names; throws if there is none. */
export type FindElement = (
  kind: string,
  reference: string,
  from: XmlElement,
  key: string,
) => XmlElement;

export interface GeometryContext {
  readonly find: FindElement;
  readonly budget: SceneBudget;
  readonly notes: Fault[];
  /** Lines and splines. */
  readonly withoutArea: FirstOf<XmlElement>;
  /** The numbers of a source are read once, however many geometries use them. */
  readonly sources: Map<XmlElement, Float64Array>;
}
