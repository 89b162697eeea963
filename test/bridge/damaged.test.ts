/** Scenes and requests that are damaged: faults and nothing else are thrown, and nobody takes half a scene for one. */
import { describe, expect, it } from 'vitest';
import { cellWithScene, SceneMirror, validityOf } from '../../src/bridge/index.ts';
import { openDescription } from '../../src/jobs/index.ts';
import { InputError, identityPose, Random } from '../../src/math/index.ts';
import {
  box,
  held,
  jointState,
  openArm,
  robotState,
  scene,
  WALL,
} from '../helpers/bridge/scenes.ts';
import { mutateJson } from '../helpers/fuzz/jsonMutations.ts';

const arm = openArm();

/** A value, or null for a fault. Anything else that is thrown is thrown on. */
function orFault<T>(make: () => T): T | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}

function parsed(text: string): unknown {
  return JSON.parse(text);
}

describe('damaged messages', () => {
  it('are no scenes, or scenes that can be read or refused (400, seed 3)', () => {
    const random = new Random(3);
    const tool = held('tool', [0.1, 0.1, 0.1]);
    const matrix = {
      entry_names: ['link1', 'wall'],
      entry_values: [{ enabled: [false, true] }, { enabled: [true, false] }],
      default_entry_names: [],
      default_entry_values: [],
    };
    const state = robotState({ joint1: -1, joint2: 0 }, [tool]);
    const seeds = [
      scene({ objects: [WALL, box('b', [1, 1, 1], [5, 5, 5])], state, matrix }),
      scene({ isDiff: true, objects: [{ ...WALL, operation: 3 }], state: robotState({}, [tool]) }),
    ];
    let followed = 0;
    let refused = 0;
    for (let k = 0; k < 400; k++) {
      const mirror = new SceneMirror();
      mirror.take(seeds[0]);
      const message = parsed(mutateJson(seeds[k % 2], random));
      const became = orFault(() => mirror.take(message));
      expect(mirror.isKnown).toBe(became === 'followed');
      if (became !== 'followed') {
        refused++;
        continue;
      }
      followed++;
      orFault(() => cellWithScene(arm.description, mirror.text));
    }
    expect(followed).toBeGreaterThan(80);
    expect(refused).toBeGreaterThan(25);
  });

  it('are answered or refused, and valid only as they are read (400, seed 4)', () => {
    const random = new Random(4);
    const { description } = cellWithScene(
      arm.description,
      JSON.stringify(scene({ objects: [WALL] })),
    );
    const open = openDescription({ file: 'arm', joints: new Map(), description });
    const standing = {
      scene: new Map([
        ['joint1', 0.2],
        ['joint2', 0],
      ]),
      given: new Map<string, number>(),
      bases: [identityPose()],
    };
    const constraint = {
      ...{ joint_name: 'joint1', position: 0.2, weight: 1 },
      ...{ tolerance_above: 1, tolerance_below: 1 },
    };
    const constraints = { joint_constraints: [constraint], position_constraints: [] };
    // The wall is in the way of both: whatever else is changed, who hits it is not valid.
    const single = { robot_state: robotState({ joint1: 0.2, joint2: 0 }), constraints };
    const multi = {
      robot_state: robotState({}),
      joint_states: [-0.2, 0.3].map((joint1) => jointState({ joint1, joint2: 0 })),
      constraints,
    };
    let answered = 0;
    for (let k = 0; k < 400; k++) {
      const layout = k % 2 === 0 ? 'GetStateValidity' : 'GetMultiStateValidity';
      const request = parsed(mutateJson(k % 2 === 0 ? single : multi, random));
      const question = { layout, request, standing, budget_ms: 50, frame: 'world' } as const;
      const found = orFault(() => validityOf(open, question));
      if (!found) continue;
      answered++;
      const { response, details } = found;
      if (response.valid) expect(details.verdict).toBe('free');
      else expect(details.verdict === 'free').toBe(false);
      if (!response.valid || k % 2 !== 0) continue;
      const [joint1] = details.configuration ?? [];
      // Asked plainly, that state is free too.
      const plain = {
        ...single,
        robot_state: robotState({ joint1, joint2: details.configuration![1] }),
      };
      expect(
        validityOf(open, { ...question, request: { ...plain, constraints: {} } }).response.valid,
      ).toBe(true);
    }
    expect(answered).toBeGreaterThan(80);
  });
});
