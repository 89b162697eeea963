/** `surepath check BAG` and `surepath check CELL BAG`: the motions of a bag, one after the other where it has several. */

import { bagQuestions, isBag, loadBag } from '../bag.ts';
import { numberIn, usageFault } from '../command.ts';
import { printNotes } from '../loadCell.ts';
import { printText } from '../out.ts';

/** For parseArgs. */
export const BAG_OPTIONS = {
  topic: { type: 'string', multiple: true },
  message: { type: 'string' },
  mcap: { type: 'string' },
} as const;

export const BAG_HELP = `  --topic NAME          of a bag: the topic of the motion that is meant, of joint states or of trajectories;
                        may be repeated for joint states, which are then taken together
  --message N           of a topic with several trajectories the one in message N, from 0; without it
                        each is checked, and every one must be free
  --mcap FILE           write motion, verdict, witness and clearance as a bag that Foxglove shows
`;

interface Parsed {
  readonly values: {
    readonly topic?: string[] | undefined;
    readonly message?: string | undefined;
    readonly edges?: string | undefined;
    readonly configurations?: string | undefined;
    readonly json?: boolean | undefined;
    readonly certificate?: string | undefined;
    readonly report?: string | undefined;
    readonly junit?: string | undefined;
    readonly mcap?: string | undefined;
  };
  readonly positionals: string[];
}

/** What says of one motion only. */
const ONE_ONLY = ['json', 'certificate', 'report', 'junit', 'mcap'] as const;

/** Asks what was asked, or of a bag all that it means. */
export function askedOfBag<P extends Parsed>(
  parsed: P,
  ask: (each: P) => number | Promise<number>,
): number | Promise<number> {
  const { values, positionals } = parsed;
  const [cell, path] = positionals;
  const bag = [cell, path].find((each) => each !== undefined && isBag(each));
  const isAsked =
    bag !== undefined && positionals.length <= 2 && !values.edges && !values.configurations;
  if (!isAsked || (path !== undefined && path !== bag)) {
    const wrong = (['topic', 'message'] as const).find((option) => values[option] !== undefined);
    if (wrong) throw usageFault('check', `--${wrong} is for a bag, FILE.mcap`);
    return ask(parsed);
  }
  const questions = bagQuestions(cell, path, {
    ...(values.topic && { topics: values.topic }),
    ...(values.message === undefined ? {} : { message: wholeNumber(values.message) }),
  });
  const of = ({ cell, path }: (typeof questions)[number]): P => ({
    ...parsed,
    positionals: [cell, path],
  });
  if (questions.length === 1) return ask(of(questions[0]));
  const wrong = ONE_ONLY.find((option) => values[option] !== undefined);
  if (wrong) {
    const names = questions.slice(0, 3).map(({ path }) => path);
    throw usageFault(
      'check',
      `--${wrong} is about one motion, and the bag means ${questions.length}: give --message, or name one as ${names.join(', ')}`,
    );
  }
  printNotes(loadBag(bag).notes);
  return (async () => {
    const codes: number[] = [];
    for (const [i, question] of questions.entries()) {
      const head = `${i === 0 ? '' : '\n'}${question.name} (${question.path}):\n`;
      printText(head);
      codes.push(await ask(of(question)));
    }
    return codes.find((code) => code === 1) ?? codes.find((code) => code !== 0) ?? 0;
  })();
}

function wholeNumber(text: string): number {
  const number = numberIn('check', 'message', text, 0, 1e9);
  if (Number.isInteger(number)) return number;
  throw usageFault('check', `--message takes the number of a message; found "${text}"`);
}
