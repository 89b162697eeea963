/**
 * What cell files mean where that is not settled once and for all: one place to turn, for the generators
 * and for the independent check alike. Everything else about a cell is in plainCell.ts.
 */
export interface Rules {
  /**
   * Closed components are solid however their triangles are turned, and a shell that is turned inward
   * within a solid bounds a cavity, in which things are free. Else: closed components are solid only if
   * their triangles are turned alike, each for itself, also those within others.
   */
  readonly cavities: boolean;
  /** `solid: true` makes a solid of a mesh that is nearly closed. Else it stays a surface. */
  readonly statedSolids: boolean;
  /**
   * A joint that follows another one strays by |multiplier| times that one's tolerance and by its own, a
   * held one by its own. Else neither has a tolerance of its own, and none is given to them.
   */
  readonly followersStray: boolean;
  /** Whether `scale` of a link scales its parts about the link's frame, or each about its own place. */
  readonly scaleAbout: 'link' | 'part';
  /**
   * Motions of robots that carry a half-space come out free where bodies keep well apart, as all others do.
   * Else they may stay undecided: what turns, turns a half-space fast where it is far away.
   */
  readonly carriedHalfSpacesSettle: boolean;
}

export const RULES: Rules = {
  cavities: true,
  statedSolids: true,
  followersStray: true,
  scaleAbout: 'part',
  carriedHalfSpacesSettle: true,
};
