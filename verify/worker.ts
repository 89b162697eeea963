/** The worker: files in, answers out. What goes wrong here is an answer too. Names in all text are made visible here (words/visible.ts). */
import { visibleName } from '../src/words/index.ts';
import { type Answer, answersAbout } from './answer.ts';

export interface Question {
  readonly id: number;
  readonly files: readonly (readonly [path: string, bytes: Uint8Array])[];
  /** Paths under which two different files were given: then there is no answer. */
  readonly twice: readonly string[];
}

export interface Reply {
  readonly id: number;
  /** Names of the files, and of those that were given twice. */
  readonly given: string;
  readonly twice: string;
  readonly answers: readonly Answer[];
}

self.onmessage = ({ data }: MessageEvent<Question>) => {
  const { id, files, twice } = data;
  const given = files.map(([path]) => path).join(', ');
  const answers = twice.length > 0 ? [] : answersAbout(new Map(files));
  self.postMessage(shown({ id, given, twice: twice.join(', '), answers }) satisfies Reply);
};

/** The same with every text as it may be shown. */
function shown<T>(value: T): T {
  if (typeof value === 'string') return visibleName(value) as T;
  if (Array.isArray(value)) return value.map(shown) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shown(each)])) as T;
}
