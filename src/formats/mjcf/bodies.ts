/**
 * The tree of bodies of an MJCF model. <frame> places what is inside of it, <replicate> repeats it; both are gone
 * here. Everything has a name: what the file leaves without one is called by its number.
 */
import { composePoses, identityPose, nameHint } from '../../math/index.ts';
import type { XmlElement } from '../xml.ts';
import type { Defaults } from './defaults.ts';
import { Fields } from './fields.ts';
import { type Geom, type GeomReading, readGeom } from './geoms.ts';
import { type Joint, readJoint } from './joints.ts';
import type { ModelFiles } from './modelFiles.ts';
import { readPlacement } from './placement.ts';

export interface Body {
  readonly element: XmlElement;
  readonly name: string;
  /** Null for the world. */
  readonly parent: Body | null;
  /** In the frame of the parent, with all joints as the file has them. */
  readonly pose: Float64Array;
  /** The first is nearest to the parent. */
  readonly joints: readonly Joint[];
  readonly geoms: readonly Geom[];
  readonly children: readonly Body[];
}

/** What stands inside of a body. */
const READ = ['body', 'joint', 'freejoint', 'geom', 'frame', 'replicate'];
const IGNORED = ['inertial', 'site', 'camera', 'light', 'plugin'];
const UNSUPPORTED = ['composite', 'flexcomp', 'attach'];
const BODY_ATTRIBUTES = [
  ...['name', 'childclass', 'mocap', 'pos', 'quat', 'axisangle', 'xyaxes', 'zaxis', 'euler'],
  ...['gravcomp', 'user', 'sleep'],
];
const COPY_ATTRIBUTES = ['count', 'offset', 'euler', 'sep', 'childclass'];
/** More than any machine has; a model may ask for any number of copies. */
const MAX_BODIES = 20_000;

export interface BodyReading extends GeomReading {
  readonly model: ModelFiles;
  readonly defaults: Defaults;
}

/** A body while it is read. */
interface Open extends Body {
  readonly joints: Joint[];
  readonly geoms: Geom[];
  readonly children: Body[];
}

/** Where an element stands in its body. */
interface Place {
  readonly body: Open;
  /** Of the frames around it, in the body's frame. */
  readonly frame: Float64Array;
  readonly childclass: string | undefined;
  /** Of copies: behind every name. */
  readonly suffix: string;
}

class Reader {
  private readonly reading: BodyReading;
  private readonly names = {
    body: new Set<string>(),
    joint: new Set<string>(),
    geom: new Set<string>(),
  };
  /** Names that the file gives to bodies. */
  private readonly written = new Set<string>();
  private count = 0;

  constructor(reading: BodyReading, sections: readonly XmlElement[]) {
    this.reading = reading;
    for (const section of sections) this.findNames(section);
  }

  private findNames(element: XmlElement): void {
    for (const child of this.reading.model.childrenOf(element)) {
      const name = child.name === 'body' ? child.attribute('name') : undefined;
      if (name !== undefined) this.written.add(name);
      this.findNames(child);
    }
  }

  readInto(element: XmlElement, place: Place): void {
    for (const child of this.reading.model.childrenOf(element)) this.readChild(child, place);
  }

  private readChild(element: XmlElement, place: Place): void {
    const { settings, defaults } = this.reading;
    const { body, childclass } = place;
    switch (element.name) {
      case 'body':
        this.readBody(element, place);
        return;
      case 'geom': {
        const fields = defaults.fields(element, childclass);
        const name = this.name(element, 'geom', place.suffix);
        body.geoms.push(readGeom(fields, place.frame, name, this.reading));
        return;
      }
      case 'joint':
      case 'freejoint': {
        if (!body.parent) throw element.error('misplaced', 'the world has no joints');
        const fields =
          element.name === 'freejoint' ? new Fields(element) : defaults.fields(element, childclass);
        const fallback = () => `${body.name}.joint${body.joints.length || ''}`;
        const name = this.name(element, 'joint', place.suffix) ?? fallback();
        body.joints.push(this.placed(readJoint(fields, name, settings), place.frame));
        return;
      }
      case 'frame':
        this.readInto(
          element,
          this.inside(element, place, readPlacement(new Fields(element), settings)),
        );
        return;
      case 'replicate':
        this.replicate(element, place);
        return;
      default:
        refuseUnknown(element);
    }
  }

  /** Joints stand in the body's frame, whatever <frame> is around them. */
  private placed(joint: Joint, frame: Float64Array): Joint {
    if (frame.every((each, i) => each === IDENTITY[i])) return joint;
    const [x, y, z] = joint.at;
    const pose = composePoses(frame, Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, x, y, z));
    const [a, b, c] = joint.axis;
    const turned = (row: number) => frame[row] * a + frame[row + 1] * b + frame[row + 2] * c;
    return { ...joint, at: [pose[9], pose[10], pose[11]], axis: [turned(0), turned(3), turned(6)] };
  }

  private inside(element: XmlElement, place: Place, pose: Float64Array): Place {
    const frame = composePoses(place.frame, pose);
    return { ...place, frame, childclass: this.childclass(element, place.childclass) };
  }

  private childclass(element: XmlElement, outer: string | undefined): string | undefined {
    const name = element.attribute('childclass');
    // Throws for a class that there is not.
    if (name !== undefined) this.reading.defaults.givers(element, name, 'childclass');
    return name ?? outer;
  }

  private readBody(element: XmlElement, place: Place): void {
    const fields = new Fields(element);
    fields.refuseMisspelt(BODY_ATTRIBUTES);
    if (++this.count > MAX_BODIES) {
      throw element.error('too-large', `the model has more than ${MAX_BODIES} bodies`);
    }
    const pose = composePoses(place.frame, readPlacement(fields, this.reading.settings));
    const name = this.name(element, 'body', place.suffix) ?? this.numbered();
    const parent = place.body;
    const body: Open = { element, name, parent, pose, joints: [], geoms: [], children: [] };
    parent.children.push(body);
    const childclass = this.childclass(element, place.childclass);
    this.readInto(element, { body, frame: identityPose(), childclass, suffix: place.suffix });
    refuseFreeAmong(body);
  }

  /** The name of a body without one; a body that the file calls so keeps its name. */
  private numbered(): string {
    let name = `body${this.count}`;
    while (this.written.has(name)) name += "'";
    return name;
  }

  /** Copies, each placed against the one before. */
  private replicate(element: XmlElement, place: Place): void {
    const { settings } = this.reading;
    for (const name of element.attributes.keys()) {
      if (COPY_ATTRIBUTES.includes(name)) continue;
      const message = `<replicate> has no attribute "${name}"`;
      const hint = `what places copies is "offset" and "euler"`;
      throw element.error('unknown-attribute', message, hint, name);
    }
    const fields = new Fields(element);
    const count = fields.number('count', Number.NaN);
    if (!(Number.isInteger(count) && count >= 1 && count <= MAX_BODIES)) {
      const message = '<replicate> needs a "count" of one or more';
      throw fields.error('bad-number', message, undefined, 'count');
    }
    const offset = fields.numbers('offset', 3) ?? [0, 0, 0];
    const step = readPlacement(fields, settings);
    step.set(offset, 9);
    const separator = fields.text('sep') ?? '';
    const digits = `${count - 1}`.length;
    let inner = this.inside(element, place, identityPose());
    for (let i = 0; i < count; i++) {
      const suffix = `${place.suffix}${separator}${`${i}`.padStart(digits, '0')}`;
      this.readInto(element, { ...inner, suffix });
      inner = { ...inner, frame: composePoses(inner.frame, step) };
    }
  }

  private name(
    element: XmlElement,
    kind: 'body' | 'joint' | 'geom',
    suffix: string,
  ): string | undefined {
    const own = element.attribute('name');
    if (own === undefined || own === '') return undefined;
    const name = `${own}${suffix}`;
    const names = this.names[kind];
    if (names.has(name) || (kind === 'body' && name === WORLD)) {
      const message = `there are two things of kind "${kind}" called "${name}"`;
      throw element.error(`duplicate-${kind}`, message, undefined, 'name');
    }
    names.add(name);
    return name;
  }
}

/** The name of the body that does not move. */
export const WORLD = 'world';

const IDENTITY = identityPose();

function refuseUnknown(element: XmlElement): void {
  const { name } = element;
  if (IGNORED.includes(name)) return;
  if (UNSUPPORTED.includes(name)) {
    throw element.error(
      'unsupported',
      `<${name}> cannot be read`,
      'save the model as MuJoCo compiles it, which writes the bodies out',
    );
  }
  const hint = nameHint(name, [...READ, ...IGNORED]);
  throw element.error('unknown-element', `<${name}> does not belong into a body`, hint);
}

/** A joint that lets a body fly is the only one of a body that hangs on nothing, as in MuJoCo. */
function refuseFreeAmong({ joints, parent }: Body): void {
  const free = joints.find(({ type }) => type === 'free');
  if (!free || (joints.length === 1 && parent!.parent === null)) return;
  const message =
    joints.length > 1
      ? `the free joint "${free.name}" has others beside it in its body`
      : `the free joint "${free.name}" is in a body inside of another`;
  const hint = 'a body with a free joint stands in <worldbody>, and has no other joint';
  throw free.element.error('misplaced', message, hint);
}

/** The world with all bodies in it. */
export function readBodies(reading: BodyReading): Body {
  const { model } = reading;
  const sections = model.sections('worldbody');
  const element = sections[0] ?? model.root;
  const world: Open = {
    ...{ element, name: WORLD, parent: null, pose: identityPose() },
    ...{ joints: [], geoms: [], children: [] },
  };
  const reader = new Reader(reading, sections);
  for (const section of sections) {
    const childclass = section.attribute('childclass');
    reader.readInto(section, { body: world, frame: identityPose(), childclass, suffix: '' });
  }
  return world;
}

/** A body and all below it, each before its children, in the order of the file. */
export function* bodiesBelow(body: Body): Generator<Body> {
  yield body;
  for (const child of body.children) yield* bodiesBelow(child);
}

/** A body and all around it, up to the world. */
export function* bodiesAbove(body: Body): Generator<Body> {
  for (let each: Body | null = body; each; each = each.parent) yield each;
}
