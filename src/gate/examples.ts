/** One request for each method, as a page or a test shows it. */
import type { MethodName, Params } from './protocol/index.ts';

/** Params that each method takes. */
export const EXAMPLES: { readonly [K in MethodName]: Params<K> } = {
  open: { file: 'cell.yaml', joints: { panda_finger_joint1: 0.04 } },
  edit: {
    gate: '1b4e28ba-2fa1-11d2-883f-0016d3cca427',
    cell: 'cell-1',
    version: 1,
    edits: [
      {
        kind: 'add-obstacle',
        name: 'crate',
        shape: { kind: 'box', size: [0.3, 0.2, 0.2] },
        pose: { xyz: [0.6, 0, 0.1] },
      },
      { kind: 'allow', a: 'crate', b: 'table', reason: 'it stands there' },
    ],
  },
  close: { cell: 'cell-1' },
  cells: {},
  info: { cell: 'cell-1' },
  state: { cell: 'cell-1', q: [0, -0.8, 0, -2.3, 0, 1.5, 0.8] },
  vector: { cell: 'cell-1', q: { panda_joint2: -0.8, panda_joint4: -2.3 }, threshold: 0.1 },
  motion: {
    cell: 'cell-1',
    waypoints: [
      [0, -0.8, 0, -2.3, 0, 1.5, 0.8],
      [0.2, -0.7, 0, -2.2, 0, 1.5, 0.8],
    ],
    budget_ms: 5,
    braking: { deceleration: 5, reaction_s: 0.01 },
  },
  live: { cell: 'cell-1', q: [0, -0.8, 0, -2.3, 0, 1.5, 0.8], time: 12.5, supersede: 'arm' },
  follow: { cell: 'cell-1' },
  plan: { cell: 'cell-1', from: 'ready', to: ['extended'], smooth: true, budget_ms: 5000 },
  certificate: {
    cell: 'cell-1',
    trajectory: {
      waypoints: [
        [0, -0.8, 0, -2.3, 0, 1.5, 0.8],
        [0.2, -0.7, 0, -2.2, 0, 1.5, 0.8],
      ],
      times: [0, 0.5],
    },
  },
  verify: { cell: 'cell-1', certificate: '{"surepath-certificate": 1}' },
  cancel: { id: 7 },
};
