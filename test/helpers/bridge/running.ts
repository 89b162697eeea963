/** A bridge that runs against a rosbridge server of the tests' own, and what it tells. */
import { afterEach, expect } from 'vitest';
import { type BridgeEvent, type BridgeOptions, startBridge } from '../../../src/bridge/index.ts';
import type { OpenCell } from '../../../src/jobs/index.ts';
import { Rosbridge } from './rosbridge.ts';
import { jointState, openArm, robotState } from './scenes.ts';

export const STATE = '/check_state_validity';
export const MULTI = '/check_multi_state_validity';
export const MONITORED = '/monitored_planning_scene';
const PAUSES = { first: 5, most: 20, answer: 60_000 };

export const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A server whose move_group has this scene; the bridge, and what it tells. */
export async function start(
  whole: unknown,
  options: Partial<BridgeOptions> & { readonly ros?: 1 | 2; readonly open?: OpenCell } = {},
) {
  const server = await Rosbridge.start(options.ros ?? 2);
  ends.push(() => server.close());
  const current = { scene: whole, asked: 0 };
  server.nodes.set('/rosapi/topic_type', () => ({
    type: server.ros === 2 ? 'rcl_interfaces/msg/Log' : 'rosgraph_msgs/Log',
  }));
  server.nodes.set('/get_planning_scene', (args) => {
    expect(args).toEqual({ components: { components: 511 } });
    current.asked++;
    return current.scene === undefined ? undefined : { scene: current.scene };
  });
  const { ros: _, open = openArm(), ...rest } = options;
  const told = await startOn(server.url, open, rest);
  return { server, current, ...told };
}

export async function startOn(url: string, open: OpenCell, options: Partial<BridgeOptions>) {
  const events: BridgeEvent[] = [];
  const waiting = new Set<() => void>();
  const bridge = await startBridge(open, {
    url,
    pauses: PAUSES,
    // Asked for once, but where a test says otherwise.
    sceneAge_ms: 3.6e6,
    ...options,
    onEvent(event) {
      events.push(event);
      for (const each of [...waiting]) each();
    },
  });
  ends.push(() => bridge.close());
  /** Waits for the n-th event of a kind. */
  const event = async (kind: BridgeEvent['kind'], n = 1): Promise<BridgeEvent> => {
    for (;;) {
      const found = events.filter((each) => each.kind === kind)[n - 1];
      if (found) return found;
      await new Promise<void>((resolve) => waiting.add(resolve));
    }
  };
  return { bridge, events, event };
}

export const state = (joint1: number, joint2 = 0) => ({
  robot_state: robotState({ joint1, joint2 }),
  group_name: '',
  constraints: {},
});

export const way = (...rows: readonly (readonly [number, number])[]) => ({
  robot_state: robotState({}),
  joint_states: rows.map(([joint1, joint2]) => jointState({ joint1, joint2 })),
  group_name: 'arm',
  constraints: {
    joint_constraints: [],
    position_constraints: [],
    orientation_constraints: [],
    visibility_constraints: [],
  },
});
