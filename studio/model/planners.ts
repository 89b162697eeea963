/** The planners, each in a line. */
import type { PlannerName } from '../../src/plan/index.ts';

export const PLANNERS: Readonly<Record<PlannerName, string>> = {
  'rrt-connect': 'Two trees grow towards each other, every edge proven. The fastest in most cells.',
  'a-sbl': 'Two trees; whole candidate paths are proven, the doubtful edges first.',
  'ladder-sbl': 'Like a-sbl, with the proofs of rrt-connect.',
  sbl: 'Like a-sbl, but edges are only sampled: its path is not proven.',
  bls: 'One look says how far each joint may move: the step and its proof in one.',
  prm: 'A roadmap of proven edges all over the space.',
  'lazy-prm': 'A roadmap whose edges are proven once a path needs them.',
};
