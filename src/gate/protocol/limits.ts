/**
 * How large what is asked may be. A server may take less (it has a limit of its own on bytes, cells and time), never more.
 */
export const LIMITS = {
  /** Characters of a name of a body, joint, file or cell. */
  name: 400,
  /** Characters of a reason or another sentence. */
  sentence: 4000,
  /** Characters of a file's text, or of its bytes as base64. */
  file: 1 << 28,
  /** Files that a request brings. */
  files: 10_000,
  /** Numbers of a configuration. */
  joints: 10_000,
  waypoints: 100_000,
  /** Edits of one request. */
  edits: 10_000,
  /** Parts of one obstacle. */
  parts: 10_000,
  /** Goals of a plan. */
  goals: 1000,
  /** Classes of bodies, and names in one. */
  classes: 1000,
  bodies: 1_000_000,
  /** Metres: what can be computed with. */
  coordinate: 1e6,
  /** A day, in milliseconds. */
  budget_ms: 86_400_000,
} as const;
