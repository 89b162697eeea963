/**
 * An exported model (modelText.ts) read back. Strict as the reader of certificates: whatever is not exactly such a
 * file is an InputError with line and column, and so is one whose digest is not that of what it says. The
 * layout is in docs/certificate.md, "The exported model".
 */

import type {
  Coupling,
  JointDescription,
  Law,
  LinkDescription,
  Mimic,
  RobotDescription,
  SemanticDescription,
} from '../kinematics/description.ts';
import { headOf } from '../math/utf8.ts';
import type {
  AttachedDescription,
  CellDescription,
  ObstacleDescription,
  RobotInstance,
} from '../model/description.ts';
import { JsonReader } from '../text/jsonReader.ts';
import { modelDigest } from './digest.ts';
import { fixedNumbers, readMap, readPart, readPose, triple, words } from './modelParts.ts';
import { MODEL_KEY, MODEL_VERSION } from './modelText.ts';
import { choice, digest, items, numbers, tuple } from './parse.ts';

type Writable<T> = { -readonly [K in keyof T]?: T[K] };

const JOINT_KINDS = ['fixed', 'revolute', 'continuous', 'prismatic', 'planar', 'floating'] as const;
const BASE_KINDS = ['fixed', 'planar', 'floating'] as const;
const VISUAL_ONLY = ['', 'ignored', 'tested'] as const;
/** As much of a file as is looked at for its first key. */
const HEAD = 4096;

/** Whether a file is an exported model, by the key that it begins with. */
export function isModelFile(bytes: Uint8Array): boolean {
  const head = headOf(bytes, HEAD);
  return new RegExp(`^\\s*\\{\\s*"${MODEL_KEY}"`).test(head);
}

/** Reads an exported model from the bytes of its file. Throws an InputError for anything else. */
export function parseModel(bytes: Uint8Array, file = 'model'): CellDescription {
  const json = new JsonReader(bytes, 'model', file);
  const c: Writable<CellDescription> = {};
  let said = '';
  let saidAt = 0;
  const members = {
    [MODEL_KEY]: () => {
      const place = json.place();
      const version = json.integer('the version of the model');
      if (version === MODEL_VERSION) return;
      const message = `this model has version ${version}; version ${MODEL_VERSION} is understood`;
      throw json.fault('version', message, place);
    },
    digest: () => {
      saidAt = json.place();
      said = digest(json, 'the digest');
    },
    robots: () => {
      c.robots = items(json, 'the robots', () => readRobot(json));
    },
    obstacles: () => {
      c.obstacles = items(json, 'the obstacles', () => readObstacle(json));
    },
    clearance: () => {
      c.clearance = readClearance(json);
    },
    allow: () => {
      c.allow = items(json, 'the pairs that may touch', () => {
        const [p, q, reason] = words(json, 'a pair that may touch', 3);
        return { between: [p, q] as const, reason };
      });
    },
    allowNothing: () => {
      if (json.boolean('whether nothing may be tested')) c.allowNothing = true;
    },
  };
  json.object('a model', members, {}, MODEL_KEY);
  json.end();
  const files = new Map([[file, bytes]]);
  const description = { ...c, state: new Map(), files, notes: [] } as unknown as CellDescription;
  const found = modelDigest(description);
  if (found === said) return description;
  throw json.fault('digest', `the digest of this model is ${found}`, saidAt);
}

function readRobot(json: JsonReader): RobotInstance {
  const c: Writable<RobotInstance> = {};
  const robot: Writable<RobotDescription> = {};
  const semantics: Writable<SemanticDescription> = {};
  json.object('a robot', {
    name: () => {
      c.name = json.string('the name of a robot');
    },
    links: () => {
      robot.links = items(json, 'the links', () => readLink(json));
    },
    joints: () => {
      robot.joints = items(json, 'the joints', () => readJoint(json));
    },
    disabledPairs: () => {
      semantics.disabledPairs = items(json, 'the disabled pairs', () => {
        const [link1, link2, reason] = words(json, 'a disabled pair', 3);
        return { link1, link2, reason };
      });
    },
    virtualJoints: () => {
      semantics.virtualJoints = items(json, 'the virtual joints', () => readVirtualJoint(json));
    },
    base: () => {
      c.base = readPose(json);
    },
    baseJoint: () => {
      c.baseJoint = choice(json, 'the joint of the base', BASE_KINDS);
    },
    held: () => {
      c.held = readMap(json, 'the held joints', () => [...numbers(json, 'a held joint')]);
    },
    couplings: () => {
      c.couplings = readMap(json, 'the couplings', () => readCoupling(json));
    },
    padding: () => {
      c.padding = readMap(json, 'the padding', () => json.number('a padding'));
    },
    scale: () => {
      c.scale = readMap(json, 'the scale', () => json.number('a scale'));
    },
    tracking: () => {
      c.tracking = readMap(json, 'the tolerances', () => json.number('a tolerance'));
    },
    attached: () => {
      c.attached = items(json, 'the attached objects', () => readAttached(json));
    },
    surfaces: () => {
      c.surfaces = words(json, 'the links that are surfaces');
    },
    solids: () => {
      c.solids = words(json, 'the links that must be solid');
    },
  });
  const none = { groups: [], states: [], passiveJoints: [], endEffectors: [] };
  const name = c.name ?? '';
  return {
    ...(c as RobotInstance),
    robot: { ...(robot as RobotDescription), name },
    semantics: { ...(semantics as SemanticDescription), ...none, robot: name },
  };
}

function readLink(json: JsonReader): LinkDescription {
  const c: Writable<LinkDescription> = { visuals: [] };
  json.object('a link', {
    name: () => {
      c.name = json.string('the name of a link');
    },
    collisions: () => {
      c.collisions = items(json, 'the parts of a link', () => readPart(json));
    },
    visualOnly: () => {
      const word = choice(json, 'what is done about visuals', VISUAL_ONLY);
      if (word !== '') c.visualOnly = word;
    },
  });
  return c as LinkDescription;
}

function readJoint(json: JsonReader): JointDescription {
  const c: Writable<JointDescription> = {};
  json.object('a joint', {
    name: () => {
      c.name = json.string('the name of a joint');
    },
    kind: () => {
      c.kind = choice(json, 'the kind of a joint', JOINT_KINDS);
    },
    parent: () => {
      c.parent = json.string('the parent of a joint');
    },
    child: () => {
      c.child = json.string('the child of a joint');
    },
    origin: () => {
      c.origin = readPose(json);
    },
    axis: () => {
      c.axis = triple(json, 'the axis of a joint');
    },
    limits: () => {
      if (json.isNull()) return;
      let [lower, upper] = [0, 0];
      tuple(
        json,
        'the limits of a joint',
        () => {
          lower = json.numberOrNull('a lower limit', -Infinity);
        },
        () => {
          upper = json.numberOrNull('an upper limit', Infinity);
        },
      );
      c.limits = { lower, upper };
    },
    mimic: () => {
      if (!json.isNull()) c.mimic = readMimic(json);
    },
  });
  return c as JointDescription;
}

function readMimic(json: JsonReader): Mimic {
  const c: Writable<Mimic> = {};
  tuple(
    json,
    'what a joint follows',
    () => {
      c.joint = json.string('the joint that is followed');
    },
    () => {
      c.multiplier = json.number('a multiplier');
    },
    () => {
      c.offset = json.number('an offset');
    },
  );
  return c as Mimic;
}

function readVirtualJoint(json: JsonReader): SemanticDescription['virtualJoints'][number] {
  const place = json.place();
  const [name, word, parentFrame, childLink] = words(json, 'a virtual joint', 4);
  const kind = BASE_KINDS.find((each) => each === word);
  if (kind !== undefined) return { name, kind, parentFrame, childLink };
  throw json.fault('word', `${JSON.stringify(word)} is no kind of a virtual joint`, place);
}

function readCoupling(json: JsonReader): Coupling {
  const c: Writable<Coupling> = {};
  json.object('a coupling', {
    joint: () => {
      c.joint = json.string('the joint that is followed');
    },
    multiplier: () => {
      c.multiplier = json.number('a multiplier');
    },
    offset: () => {
      c.offset = json.number('an offset');
    },
    law: () => {
      if (!json.isNull()) c.law = readLaw(json);
    },
  });
  return c as Coupling;
}

function readLaw(json: JsonReader): Law {
  const c: Writable<Law> = {};
  json.object('a law', {
    at: () => {
      c.at = [...numbers(json, 'the values of the leader')];
    },
    values: () => {
      c.values = [...numbers(json, 'the values of the follower')];
    },
    slopes: () => {
      const [first, last] = fixedNumbers(json, 'the slopes of a law', 2);
      c.slopes = [first, last];
    },
    periodic: () => {
      c.periodic = json.boolean('whether a law is periodic');
    },
    deviation: () => {
      c.deviation = json.number('a deviation');
    },
  });
  return c as Law;
}

function readAttached(json: JsonReader): AttachedDescription {
  const c: Writable<AttachedDescription> = {};
  json.object('an attached object', {
    name: () => {
      c.name = json.string('the name of an attached object');
    },
    link: () => {
      c.link = json.string('the link that carries it');
    },
    parts: () => {
      c.parts = items(json, 'the parts of an attached object', () => readPart(json));
    },
    touches: () => {
      c.touches = words(json, 'the links that it may touch');
    },
    ...solidity(json, c),
  });
  return c as AttachedDescription;
}

function readObstacle(json: JsonReader): ObstacleDescription {
  const c: Writable<ObstacleDescription> = {};
  json.object('an obstacle', {
    name: () => {
      c.name = json.string('the name of an obstacle');
    },
    pose: () => {
      c.pose = readPose(json);
    },
    parts: () => {
      c.parts = items(json, 'the parts of an obstacle', () => readPart(json));
    },
    ...solidity(json, c),
  });
  return c as ObstacleDescription;
}

function solidity(json: JsonReader, c: { solid?: boolean; mustBeSolid?: boolean }) {
  return {
    solid: () => {
      c.solid = json.boolean('whether closed meshes are solid');
    },
    mustBeSolid: () => {
      if (json.boolean('whether meshes must be solid')) c.mustBeSolid = true;
    },
  };
}

function readClearance(json: JsonReader): CellDescription['clearance'] {
  const c: Writable<CellDescription['clearance']> = {};
  json.object('the clearance', {
    default: () => {
      c.default = json.number('the default clearance');
    },
    pairs: () => {
      c.pairs = items(json, 'the clearances of pairs', () => {
        const names: string[] = [];
        let distance = 0;
        const name = () => names.push(json.string('a name'));
        tuple(json, 'the clearance of a pair', name, name, () => {
          distance = json.number('a clearance');
        });
        return { between: [names[0], names[1]] as const, distance };
      });
    },
  });
  return c as CellDescription['clearance'];
}
