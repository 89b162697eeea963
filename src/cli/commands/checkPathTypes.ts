/** `surepath check CELL PATH`: what is asked, and what is answered. */
import type {
  BrakingAnswer,
  BrakingSettings,
  CheckAnswer,
  ProfileSettings,
} from '../../jobs/index.ts';
import type { DrawnRobots } from '../../report/index.ts';
import type { Override } from '../loadPath.ts';
import type { Settings } from './checkSettings.ts';
import type { WorkerCount } from './inChunks.ts';
import type { SavedCertificate } from './saveCertificate.ts';

export interface PathQuestion extends WorkerCount {
  readonly cellFile: string;
  /** The cell and its options as on the command line, for whoever verifies. */
  readonly cellArguments: string;
  /** The whole command, to be typed again. */
  readonly command: string;
  readonly file: string;
  /** The motion that is meant, whatever the file says. */
  readonly interpolation: Override | undefined;
  readonly settings: Settings;
  readonly firstContact: boolean;
  readonly clearances: boolean;
  readonly profile: ProfileSettings | undefined;
  readonly braking: BrakingSettings | undefined;
  readonly certificate: string | undefined;
  readonly report: string | undefined;
  readonly reportJson: string | undefined;
  /** A bag to write the answer to. */
  readonly mcap: string | undefined;
  /** Reads the robots once more, with what is for drawing only. */
  readonly drawnRobots: () => DrawnRobots;
  readonly json: boolean;
}

export interface SavedReport {
  readonly file: string;
  readonly bytes: number;
}

/** What the check found, and what was written of it. With --all and --junit every witness is there. */
export interface PathAnswer extends CheckAnswer {
  readonly braking: BrakingAnswer | null;
  readonly certificate: SavedCertificate | null;
  readonly report: SavedReport | null;
  readonly reportJson: SavedReport | null;
}
