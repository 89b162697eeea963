/**
 * The planning scene over the time of a bag: whole scenes, differences to them, single objects. Each version is the
 * scene as a whole; where joints stand makes no version. What cannot be followed is a fault, told to whoever needs the scene.
 */
import { plainMessage, SceneMirror } from '../formats/index.ts';
import { InputError } from '../math/index.ts';

/** The planning scene from a time on. */
export interface SceneVersion {
  /** Seconds after the beginning of the bag from which on it is known. */
  readonly from: number;
  /** moveit_msgs/PlanningScene as JSON, whole. */
  readonly text: string;
}

/** Removes all objects: moveit_msgs/CollisionObject. */
const REMOVE_ALL = { id: '', operation: 1 };

/** The planning scene of a bag, as it changes. */
export class SceneHistory {
  readonly versions: SceneVersion[] = [];
  /** Whether the first message was a difference to a scene that was not recorded. */
  beginsWithChanges = false;
  /** Why the scene is not known; null if it is. */
  fault: InputError | null = null;
  private readonly mirror = new SceneMirror();
  private readonly file: string;
  /** When the last change was logged. */
  private latest = Number.NEGATIVE_INFINITY;

  constructor(file: string) {
    this.file = file;
  }

  take(role: 'scene' | 'world' | 'object' | 'attached', message: unknown, at: SceneMoment): void {
    if (this.fault) return;
    try {
      this.follow(sceneOf(role, plainMessage(message)), at);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      const { fault } = error;
      const text = `${at.topic}, message ${at.number}: ${fault.message}`;
      this.fault = new InputError({ ...fault, message: text, file: this.file });
    }
  }

  private follow(scene: Record<string, unknown>, { time }: SceneMoment): void {
    const { mirror, versions } = this;
    if (time < this.latest) {
      throw new InputError({
        code: 'bag/scene',
        message: 'it was logged before a change of the scene that stands before it in the file',
        hint: '"mcap sort" puts messages in order of time',
      });
    }
    this.latest = time;
    if (scene.is_diff === true && versions.length === 0 && !mirror.isKnown) {
      this.beginsWithChanges = true;
      mirror.beginEmpty();
    }
    if (mirror.take(scene) === 'lost') {
      throw new InputError({
        code: 'bag/scene',
        message: 'the change cannot be followed from what was recorded',
        hint: 'shapes were appended, or an object was moved, taken or let go without its shapes: give the cell yourself',
      });
    }
    const last = versions[versions.length - 1];
    if (last?.text === mirror.text) return;
    versions.push({ from: time, text: mirror.text });
  }
}

/** Where a message stands in the bag. */
export interface SceneMoment {
  readonly topic: string;
  readonly number: number;
  /** Seconds after the beginning of the bag. */
  readonly time: number;
}

/** Everything as a moveit_msgs/PlanningScene. */
function sceneOf(role: string, message: unknown): Record<string, unknown> {
  if (role === 'scene') return message as Record<string, unknown>;
  if (role === 'object') return { is_diff: true, world: { collision_objects: [message] } };
  if (role === 'attached') {
    const robot_state = { is_diff: true, attached_collision_objects: [message] };
    return { is_diff: true, robot_state };
  }
  // The world as a whole.
  const world = message as { collision_objects?: unknown; octomap?: unknown };
  const list = Array.isArray(world.collision_objects) ? world.collision_objects : [];
  return { is_diff: true, world: { ...world, collision_objects: [REMOVE_ALL, ...list] } };
}
