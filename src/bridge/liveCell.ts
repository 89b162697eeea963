/**
 * The cell that questions are answered in: the one that was opened, or that one with the planning scene as it is now.
 * Made when a question comes, so many changes of the scene between two questions cost one compilation.
 */
import { buildCell, requireTests } from '../cell/index.ts';
import { SceneMirror } from '../formats/index.ts';
import { OpenCell } from '../jobs/index.ts';
import { InputError, identityPose } from '../math/index.ts';
import type { Standing } from './robotState.ts';
import { cellWithScene } from './sceneCell.ts';

/** A cell, its version, and where joints stand that a request does not name. */
export interface CellNow {
  readonly open: OpenCell;
  readonly version: number;
  readonly standing: Standing;
}

/** The last that was made, of which text; a fault is remembered like a cell. */
interface Made {
  readonly text: string;
  readonly open: OpenCell | null;
  readonly base: Float64Array;
  readonly error: unknown;
}

export class LiveCell {
  /** Null where no scene is followed. */
  readonly mirror: SceneMirror | null;
  private readonly opened: OpenCell;
  private made: Made | null = null;

  constructor(opened: OpenCell, followsScene: boolean) {
    this.opened = opened;
    this.mirror = followsScene ? new SceneMirror() : null;
  }

  /** The cell for a request that attaches these objects. Throws an InputError while there is none. */
  now(attached: readonly unknown[]): CellNow {
    const { mirror, opened } = this;
    if (!mirror) {
      if (attached.length > 0) throw noScene();
      requireTests(opened.cell);
      const bases = [...opened.description.robots.map(({ base }) => base), identityPose()];
      const standing = { scene: new Map<string, number>(), given: opened.joints, bases };
      return { open: opened, version: 1, standing };
    }
    if (!mirror.isKnown) {
      throw new InputError({
        code: 'ros/no-scene',
        message: 'the planning scene is not known (yet), and nothing is answered without it',
        hint: 'move_group must run and offer /get_planning_scene; --no-scene answers for the cell alone',
      });
    }
    const text = attached.length > 0 ? mirror.textWith(attached) : mirror.text;
    if (text === null) {
      throw new InputError({
        code: 'ros/attached',
        message: 'robot_state: attached objects must come whole, with their shapes',
      });
    }
    if (this.made?.text !== text) this.made = this.make(text);
    if (!this.made.open) throw this.made.error;
    const standing = { scene: mirror.positions, given: opened.joints, bases: [this.made.base] };
    return { open: this.made.open, version: mirror.version, standing };
  }

  private make(text: string): Made {
    const { file, joints } = this.opened;
    try {
      const { description, base } = cellWithScene(this.opened.description, text);
      const cell = buildCell(description);
      requireTests(cell);
      return { text, open: new OpenCell({ file, joints, description }, cell), base, error: null };
    } catch (error) {
      return { text, open: null, base: identityPose(), error };
    }
  }
}

function noScene(): InputError {
  return new InputError({
    code: 'ros/attached',
    message: 'robot_state: objects are attached to a scene, and none is followed',
    hint: 'attach them in the cell file, or follow the planning scene',
  });
}
