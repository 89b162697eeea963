/**
 * All jobs by name: what each is asked and what it answers, so that a pool, a service or a page can pass them on
 * without knowing them. Requests and answers are plain data that survive a structured clone. What is open lies on
 * a desk, of which there is one for each worker or session.
 */
import { InputError } from '../math/index.ts';
import { type BrakingAnswer, type BrakingJobRequest, braking } from './braking.ts';
import { type CertifyAnswer, type CertifyRequest, certify } from './certify.ts';
import {
  type CheckAnswer,
  type CheckRequest,
  type ClearancesAnswer,
  type ContactAnswer,
  check,
  clearances,
  contact,
  type ProfileAnswer,
  type ProfileJobRequest,
  profile,
  type SearchSettings,
} from './check.ts';
import type { JobContext, LimitSettings } from './context.ts';
import { checkDelays, type DelaysAnswer, type DelaysRequest } from './delays.ts';
import { type DifferenceAnswer, type DifferenceRequest, difference } from './difference.ts';
import {
  type ConfigurationsAnswer,
  type ConfigurationsRequest,
  checkConfigurations,
  checkEdges,
  type EdgesAnswer,
  type EdgesRequest,
} from './edges.ts';
import { type FinishAnswer, type FinishRequest, finish } from './finish.ts';
import {
  answerOf,
  type MotionSettings,
  type OpenCell,
  type OpenCellAnswer,
  type OpenCellRequest,
  openCell,
} from './openCell.ts';
import {
  type OpenConfigurationsAnswer,
  type OpenEdgesAnswer,
  type OpenMotionAnswer,
  type OpenMotionRequest,
  openConfigurations,
  openEdges,
  openMotion,
  type RowsSource,
} from './openMotion.ts';
import {
  checkPenetration,
  type PenetrationAnswer,
  type PenetrationJobRequest,
} from './penetration.ts';
import { plan } from './plan.ts';
import type { PlanAnswer, PlanRequest } from './planning.ts';
import { type ProveAnswer, type ProveRequest, prove } from './prove.ts';
import { type RecheckAnswer, type RecheckRequest, recheck } from './recheck.ts';
import { type ReportAnswer, type ReportRequest, report } from './report.ts';
import { type RetractAnswer, type RetractJobRequest, retract } from './retract.ts';
import { type SmoothAnswer, type SmoothRequest, smooth } from './smooth.ts';
import { type TimeAnswer, type TimeRequest, time } from './time.ts';
import { type VectorsAnswer, type VectorsRequest, vectors } from './vectors.ts';
import { type VerifyAnswer, type VerifyRequest, verify } from './verify.ts';

/** What every job takes and gives. */
export interface JobTable {
  openCell: { request: OpenCellRequest; answer: OpenCellAnswer };
  openMotion: { request: OpenMotionRequest; answer: OpenMotionAnswer };
  openEdges: { request: RowsSource; answer: OpenEdgesAnswer };
  openConfigurations: { request: RowsSource; answer: OpenConfigurationsAnswer };
  check: { request: CheckRequest; answer: CheckAnswer };
  contact: { request: SearchSettings; answer: ContactAnswer };
  profile: { request: ProfileJobRequest; answer: ProfileAnswer };
  braking: { request: BrakingJobRequest; answer: BrakingAnswer };
  clearances: { request: MotionSettings & LimitSettings; answer: ClearancesAnswer };
  checkEdges: { request: EdgesRequest; answer: EdgesAnswer };
  checkConfigurations: { request: ConfigurationsRequest; answer: ConfigurationsAnswer };
  vectors: { request: VectorsRequest; answer: VectorsAnswer };
  checkDelays: { request: DelaysRequest; answer: DelaysAnswer };
  checkPenetration: { request: PenetrationJobRequest; answer: PenetrationAnswer };
  plan: { request: PlanRequest; answer: PlanAnswer };
  retract: { request: RetractJobRequest; answer: RetractAnswer };
  smooth: { request: SmoothRequest; answer: SmoothAnswer };
  time: { request: TimeRequest; answer: TimeAnswer };
  finish: { request: FinishRequest; answer: FinishAnswer };
  certify: { request: CertifyRequest; answer: CertifyAnswer };
  verify: { request: VerifyRequest; answer: VerifyAnswer };
  prove: { request: ProveRequest; answer: ProveAnswer };
  difference: { request: DifferenceRequest; answer: DifferenceAnswer };
  recheck: { request: RecheckRequest; answer: RecheckAnswer };
  report: { request: ReportRequest; answer: ReportAnswer };
}

/** Names of all jobs. */
export type JobName = keyof JobTable;
export type JobRequest<K extends JobName> = JobTable[K]['request'];
export type JobAnswer<K extends JobName> = JobTable[K]['answer'];

/** What is open, between two jobs. */
export class Desk {
  private cell: OpenCell | null = null;

  /** The cell that jobs are about. Throws an InputError if there is none. */
  get open(): OpenCell {
    if (this.cell) return this.cell;
    throw new InputError({ code: 'job/no-cell', message: 'no cell is open' });
  }

  put(cell: OpenCell): OpenCell {
    this.cell = cell;
    return cell;
  }
}

type DeskJob<K extends JobName> = (
  desk: Desk,
  request: JobRequest<K>,
  context?: JobContext,
) => JobAnswer<K>;

/** A question about the cell that is open. */
function ofOpen<Request, Answer>(
  job: (open: OpenCell, request: Request, context?: JobContext) => Answer,
): (desk: Desk, request: Request, context?: JobContext) => Answer {
  return (desk, request, context) => job(desk.open, request, context);
}

export const jobs: { readonly [K in JobName]: DeskJob<K> } = {
  openCell: (desk, request, context) => answerOf(desk.put(openCell(request, context))),
  openMotion: ofOpen(openMotion),
  openEdges: ofOpen(openEdges),
  openConfigurations: ofOpen(openConfigurations),
  check: ofOpen(check),
  contact: ofOpen(contact),
  profile: ofOpen(profile),
  braking: ofOpen(braking),
  clearances: ofOpen(clearances),
  checkEdges: ofOpen(checkEdges),
  checkConfigurations: ofOpen(checkConfigurations),
  vectors: ofOpen(vectors),
  checkDelays: ofOpen(checkDelays),
  checkPenetration: ofOpen(checkPenetration),
  plan: ofOpen(plan),
  retract: ofOpen(retract),
  smooth: ofOpen(smooth),
  time: ofOpen(time),
  finish: ofOpen(finish),
  certify: ofOpen(certify),
  verify: ofOpen(verify),
  prove: ofOpen(prove),
  difference: ofOpen(difference),
  recheck: ofOpen(recheck),
  report: ofOpen(report),
};

/** Does a job by its name. */
export function runJob<K extends JobName>(
  desk: Desk,
  name: K,
  request: JobRequest<K>,
  context: JobContext = {},
): JobAnswer<K> {
  return jobs[name](desk, request, context);
}
