/** All commands, in the order of the overview. The code of one is loaded when it is asked for: `surepath --version` needs none. */
import type { Command } from './command.ts';

export interface CommandEntry {
  readonly name: string;
  /** One line for the overview. */
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'check',
    summary: 'is a path free? a proof, or where it collides; also edges and configurations',
    load: async () => (await import('./commands/check.ts')).checkCommand,
  },
  {
    name: 'plan',
    summary: 'a path from one state to another, proven free, smoothed and timed if asked for',
    load: async () => (await import('./commands/plan.ts')).planCommand,
  },
  {
    name: 'smooth',
    summary: 'makes a free path shorter by shortcuts, each proven free',
    load: async () => (await import('./commands/smooth.ts')).smoothCommand,
  },
  {
    name: 'retract',
    summary: 'takes linkages out of rings or lattices, to below a height, by proven random walks',
    load: async () => (await import('./commands/retract.ts')).retractCommand,
  },
  {
    name: 'verify',
    summary: 'is a certificate a proof that its path is free in a cell?',
    load: async () => (await import('./commands/verify.ts')).verifyCommand,
  },
  {
    name: 'recheck',
    summary: 'is a path still free after a change, and a new certificate',
    load: async () => (await import('./commands/recheck.ts')).recheckCommand,
  },
  {
    name: 'check-all',
    summary:
      'a folder of programs and their certificates, for CI: only what changed is proven again',
    load: async () => (await import('./commands/checkAll.ts')).checkAllCommand,
  },
  {
    name: 'diff',
    summary: 'what changed between two cells, and which proofs still hold',
    load: async () => (await import('./commands/diff.ts')).diffCommand,
  },
  {
    name: 'distance',
    summary: 'how far apart two meshes are: collision, distance, proven bounds',
    load: async () => (await import('./commands/distance.ts')).distanceCommand,
  },
  {
    name: 'info',
    summary: 'what is in a cell (robots, joints, bodies, pairs), a bag or a mesh file',
    load: async () => (await import('./commands/info.ts')).infoCommand,
  },
  {
    name: 'batch',
    summary:
      'millions of edges, on all cores or on many machines: submit, work, status, collect, cancel',
    load: async () => (await import('./commands/batch.ts')).batchCommand,
  },
  {
    name: 'serve',
    summary: 'answer programs: is this state, this motion free? over HTTP, WebSocket or stdio',
    load: async () => (await import('./commands/serve.ts')).serveCommand,
  },
  {
    name: 'studio',
    summary: 'see a cell, its motions and their proofs in the browser',
    load: async () => (await import('./commands/studio.ts')).studioCommand,
  },
  {
    name: 'bridge',
    summary: "answer MoveIt's validity services from ROS, for whole motions",
    load: async () => (await import('./commands/bridge.ts')).bridgeCommand,
  },
  {
    name: 'qualify',
    summary: 'runs the conformance suite on this machine and writes a dated record',
    load: async () => (await import('./commands/qualify.ts')).qualifyCommand,
  },
  {
    name: 'demo',
    summary: 'two welding arms at a car door: plans, smooths, certifies and verifies a motion',
    load: async () => (await import('./commands/demo.ts')).demoCommand,
  },
];
