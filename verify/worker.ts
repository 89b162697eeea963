/** The worker: files in, answers out. What goes wrong here is an answer too. */
import { type Answer, answersAbout } from './answer.ts';

export interface Question {
  readonly id: number;
  readonly files: readonly (readonly [path: string, bytes: Uint8Array])[];
}

export interface Reply {
  readonly id: number;
  readonly answers: readonly Answer[];
}

self.onmessage = ({ data }: MessageEvent<Question>) => {
  const { id, files } = data;
  self.postMessage({ id, answers: answersAbout(new Map(files)) } satisfies Reply);
};
