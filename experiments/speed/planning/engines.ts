/** Our planners and OMPL's behind one interface. */
import { Verifier, writeCertificate } from 'surepath/certificate';
import { InputError } from 'surepath/math';
import type { Path } from 'surepath/motion';
import type { PlanningSpace } from 'surepath/plan';
import { cpuMilliseconds } from '../../lab/clock.ts';
import type { Running } from '../fcl/program.ts';
import type { OmplPlan } from '../ompl/engine.ts';
import { type PreparedSpace, planOurs } from './ourPlanners.ts';
import type { Problem } from './problems.ts';
import type { Attempt, PlanEngine } from './results.ts';

export const LIMIT_MS = 10_000;
/** Of rounds, those in which certificates are made. */
export const CERTIFIED = 2;

/** A planner of ours on problems that are prepared for it. */
export function ownEngine(
  name: string,
  problems: readonly Problem[],
  prepared: readonly PreparedSpace[],
): PlanEngine {
  const certifier = new Certifier();
  return {
    name,
    own: true,
    plan: async (problem, seed, round) => {
      const { from, to } = problems[problem];
      const begin = cpuMilliseconds();
      let result: ReturnType<typeof planOurs>;
      try {
        result = planOurs(prepared[problem], name, { from, to, seed, timeLimit_ms: LIMIT_MS });
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        const refused = error.message;
        return { solved: false, proven: false, refused, cpu: 0, planning: 0, waypoints: null };
      }
      const cpu = cpuMilliseconds() - begin;
      const { path, waypoints, share, verdict, stats: work } = result;
      const planning = share * cpu;
      const solved = waypoints !== null && cpu <= LIMIT_MS;
      const proven = verdict === 'free';
      const attempt = { solved, proven, cpu, planning, waypoints, work };
      if (!path || !proven || round >= CERTIFIED) return attempt;
      return { ...attempt, ...certifier.certify(prepared[problem].space, path, round === 0) };
    },
  };
}

/** Makes certificates; verifies them by the code that does not know the checker. */
class Certifier {
  /** For the cell that was last asked about. */
  private last: { readonly space: PlanningSpace; readonly verifier: Verifier } | undefined;

  certify(
    space: PlanningSpace,
    path: Path,
    verified: boolean,
  ): Pick<Attempt, 'certificate' | 'bytes' | 'verified'> {
    const begin = cpuMilliseconds();
    try {
      const made = space.certify(path);
      const text = writeCertificate(made);
      const certificate = cpuMilliseconds() - begin;
      if (!verified) return { certificate };
      const answer = this.verifierFor(space).verify(made);
      return { certificate, bytes: Buffer.byteLength(text), verified: answer.verified };
    } catch (error) {
      // Free, but not with the nanometre that a certificate wants.
      if (!(error instanceof InputError)) throw error;
      return {};
    }
  }

  private verifierFor(space: PlanningSpace): Verifier {
    if (this.last?.space !== space) {
      this.last = { space, verifier: new Verifier(space.cell.description) };
    }
    return this.last.verifier;
  }
}

/** OMPL, its motions sampled every so many radians; 0: as it is by default. */
export function omplEngine(name: string, running: Running, step: number): PlanEngine {
  return {
    name,
    own: false,
    plan: async (problem, seed) => {
      const command = `plan ${problem} ${step} ${seed} ${LIMIT_MS / 1000} primitive`;
      const plan = await running.ask<OmplPlan>(command);
      const { cpu, planning, tested, testedPlanning } = plan;
      const solved = plan.solved && cpu <= LIMIT_MS;
      const waypoints = plan.solved ? plan.waypoints : null;
      return { solved, proven: false, cpu, planning, waypoints, work: { tested, testedPlanning } };
    },
  };
}
