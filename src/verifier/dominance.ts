/**
 * Is a proof about one model also a proof about another? It is where both are the same but for what is asked of them, and the first
 * one asks for at least as much: every pair that the second one tests is tested, with a clearance and with tolerances at least as
 * large. The argument is in docs/certificate.md, "What is accepted".
 */
import { buildKinematics } from '../kinematics/compile.ts';
import type { CellDescription, RobotInstance } from '../model/description.ts';
import type { CellModel } from '../model/model.ts';
import { PairRules } from '../model/pairs.ts';
import { toleranceOf } from '../model/tracking.ts';
import { visualOnlyLinks } from '../model/visualOnly.ts';
import { modelDigest } from './digest.ts';
import { Rejected } from './rejected.ts';

/** What a certificate is about: a model, and what it says of pairs. */
interface Shown {
  readonly model: CellModel;
  readonly rules: PairRules;
}

/** Throws a Rejected unless a proof about `shown` is one about `required`. Costs two digests, and what there are pairs. */
export function requireDominance({ model, rules }: Shown, required: CellDescription): void {
  const { description } = model;
  if (modelDigest(alike(description, required)) !== modelDigest(required)) {
    throw new Rejected('model', 'the certificate is about another cell');
  }
  description.robots.forEach((robot, r) => {
    requireTolerances(robot, required.robots[r]);
  });
  requirePairs({ model, rules }, required);
}

/**
 * The first model with all in which it may differ as the second one has it: clearances, tolerances, declared pairs, and links that
 * have visuals alone.
 */
function alike(shown: CellDescription, required: CellDescription): CellDescription {
  const robots = shown.robots.map((robot, r) => {
    const other = required.robots[r];
    return other ? alikeRobot(robot, other) : robot;
  });
  return { ...shown, robots, clearance: required.clearance, allow: required.allow };
}

function alikeRobot(shown: RobotInstance, required: RobotInstance): RobotInstance {
  const others = new Map(required.robot.links.map((link) => [link.name, link]));
  const links = shown.robot.links.map((link) => {
    const other = others.get(link.name);
    return link.visualOnly === 'tested' && other?.visualOnly === 'ignored' ? other : link;
  });
  const { semantics } = shown;
  const disabledPairs = required.semantics?.disabledPairs ?? [];
  return {
    ...shown,
    robot: { ...shown.robot, links },
    ...(semantics && { semantics: { ...semantics, disabledPairs } }),
    tracking: required.tracking,
  };
}

function requireTolerances(shown: RobotInstance, required: RobotInstance): void {
  for (const joint of ['default', ...shown.tracking.keys(), ...required.tracking.keys()]) {
    const [has, needs] = [toleranceOf(shown, joint), toleranceOf(required, joint)];
    if (has >= needs) continue;
    const message = `the certificate lets "${joint}" stray by ${has}; ${needs} is required`;
    throw new Rejected('tolerances', message);
  }
}

function requirePairs({ model, rules }: Shown, required: CellDescription): void {
  const { bodies } = model;
  const tree = buildKinematics(required.robots);
  const own = ownBodies(model, required);
  const demands = new PairRules(
    required,
    own.map((k) => bodies[k]),
    tree,
  );
  for (const a of demands.movers) {
    const row = demands.row(a);
    for (let b = 0; b < own.length; b++) {
      if (b === a || row.reasonOf(b) !== null) continue;
      const [p, q] = own[a] < own[b] ? [own[a], own[b]] : [own[b], own[a]];
      const { reason, clearance } = rules.of(p, q);
      const least = row.clearanceOf(b);
      if (reason === null && clearance >= least) continue;
      const pair = [bodies[p].name, bodies[q].name] as const;
      const names = pair.join('" and "');
      const message =
        reason === null
          ? `the certificate shows "${names}" ${clearance} m apart; ${least} m is required`
          : `the certificate does not test "${names}" (${reason}); that is required`;
      throw new Rejected(reason === null ? 'clearance' : 'pairs', message, { pair });
    }
  }
}

/** Numbers of the bodies that the required model has as well, in its order. */
function ownBodies({ bodies }: CellModel, required: CellDescription): number[] {
  const ignored = new Set(visualOnlyLinks(required, 'ignored'));
  return bodies.flatMap(({ name, kind }, k) => (kind === 'link' && ignored.has(name) ? [] : k));
}
