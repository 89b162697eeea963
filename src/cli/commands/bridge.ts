/** `surepath bridge`: the services of MoveIt, answered with proofs, over a rosbridge server. */
import { type BridgeEvent, startBridge } from '../../bridge/index.ts';
import { formatFault } from '../../math/index.ts';
import { type Command, numberIn, oneOf, parse, usageFault } from '../command.ts';
import {
  ADJUST_HELP,
  ADJUST_OPTIONS,
  CELL_HELP,
  CELL_OPTIONS,
  loadCell,
  printNotes,
} from '../loadCell.ts';

export const bridgeCommand: Command = {
  help: `usage: surepath bridge CELL --url ws://HOST:9090 [options]

Connects to a rosbridge server and offers, in ROS, two services with the names and layouts of MoveIt:
  /check_state_validity        GetStateValidity: is one state free?
  /check_multi_state_validity  GetMultiStateValidity: is the motion between the states free?
"valid" is true for what is proven and for nothing else: too close, undecided and wrongly asked are
not valid. What the layouts have no field for (verdict, pair, segment, distance, faults) is published as
JSON on /surepath/answers (std_msgs/String). The planning scene of move_group is asked for
(/get_planning_scene) and followed (/monitored_planning_scene): its objects, what the robot carries, its
allowed collisions, padding and scale are part of the cell; without it nothing is answered. A server
that goes away is waited for. Needs the package roslib. Ctrl-C ends it. More in docs/serve.md.

${CELL_HELP}
${ADJUST_HELP}
  --url URL             of the rosbridge server (default ws://localhost:9090)
  --ros 1|2             the generation of ROS (default: asked of rosapi)
  --no-scene            follow no planning scene: CELL is all there is
  --scene-age SECONDS   how old the planning scene may be (default 10): move_group is asked for all of it four
                        times as often, and where it does not answer in time, nothing is valid
  --queue N             requests that wait for their turn (default 64); more are refused
  --namespace NAME      put before the names of the services, beside a move_group that offers the same:
                        /surepath makes /surepath/check_state_validity
  --frame NAME          the frame that contacts are given in (default world)
  --budget-ms MS        milliseconds after which a motion is undecided (default 1000)
  --quiet               do not print answers
`,
  run(args) {
    const { values, positionals } = parse('bridge', args, {
      ...CELL_OPTIONS,
      ...ADJUST_OPTIONS,
      url: { type: 'string' },
      ros: { type: 'string' },
      'no-scene': { type: 'boolean' },
      'scene-age': { type: 'string' },
      queue: { type: 'string' },
      namespace: { type: 'string' },
      frame: { type: 'string' },
      'budget-ms': { type: 'string' },
      quiet: { type: 'boolean' },
    });
    const [file] = positionals;
    if (file === undefined || positionals.length > 1) {
      throw usageFault('bridge', `bridge needs one cell; found ${positionals.length}`);
    }
    if (values['no-scene'] && values['scene-age'] !== undefined) {
      throw usageFault('bridge', '--scene-age makes no sense beside --no-scene');
    }
    const queue = numberIn('bridge', 'queue', values.queue ?? '64', 1, 100_000);
    if (!Number.isInteger(queue)) throw usageFault('bridge', '--queue takes a whole number');
    const age = numberIn('bridge', 'scene-age', values['scene-age'] ?? '10', 0.1, 86_400);
    const options = {
      ...{ queue, sceneAge_ms: 1000 * age },
      url: urlFrom(values.url ?? 'ws://localhost:9090'),
      ...(values.ros === undefined ? {} : { ros: rosFrom(values.ros) }),
      scene: !values['no-scene'],
      namespace: namespaceFrom(values.namespace ?? ''),
      frame: values.frame ?? 'world',
      budget_ms: numberIn('bridge', 'budget-ms', values['budget-ms'] ?? '1000', 1, 3.6e6),
    };
    const open = loadCell('bridge', file, values);
    printNotes(open.cell.notes);
    const onEvent = (event: BridgeEvent) => {
      const line = lineOf(event, values.quiet ?? false);
      if (line) process.stderr.write(`bridge: ${line}\n`);
    };
    return startBridge(open, { ...options, onEvent }).then((bridge) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) {
        process.once(signal, () => bridge.close());
      }
      return 0;
    });
  },
};

function urlFrom(text: string): string {
  if (/^wss?:\/\//.test(text) && URL.canParse(text)) return text;
  throw usageFault('bridge', `--url takes an address such as ws://localhost:9090; found "${text}"`);
}

function rosFrom(text: string): 1 | 2 {
  return oneOf('bridge', 'ros', text, ['1', '2']) === '1' ? 1 : 2;
}

function namespaceFrom(text: string): string {
  if (text === '' || /^(\/[A-Za-z]\w*)+$/.test(text)) return text;
  throw usageFault('bridge', `--namespace takes a name such as /surepath; found "${text}"`);
}

/** One line for people; none where there is nothing to say. */
function lineOf(event: BridgeEvent, quiet: boolean): string | null {
  switch (event.kind) {
    case 'connected':
      return `connected to ${event.url} (ROS ${event.ros})`;
    case 'lost':
      return `${event.reason}; next try in ${event.again_ms} ms`;
    case 'scene':
      return `planning scene, version ${event.version}`;
    case 'no-scene':
      return `the planning scene is not known: ${event.reason}; nothing is answered until it is`;
    case 'trouble':
      return event.text;
    case 'answer':
      return answerLine(event.answer, quiet);
  }
}

function answerLine(
  {
    service,
    valid,
    verdict,
    pair,
    segment,
    error,
  }: Extract<BridgeEvent, { kind: 'answer' }>['answer'],
  quiet: boolean,
): string | null {
  if (error) return `${service}: ${formatFault(error)}`;
  if (quiet) return null;
  const where = segment === undefined ? '' : ` in segment ${segment}`;
  const who = valid || !pair ? '' : `: ${pair.join(' and ')}`;
  return `${service}: ${verdict}${where}${who}`;
}
