/**
 * The code of a page in Markdown: its fenced blocks, with what a comment in front says of them.
 *
 *   <!-- snippet: needs cell, path -->           names that the code takes from the context
 *   <!-- snippet: in two-arms -->                the embedded cell that `cell.yaml` is; else the cage
 *   <!-- snippet: skips studio (why) -->         commands that are not run
 *   <!-- snippet: with gate -->                  it is run where a gate listens, by campaign/clientGuide.test.ts
 *   <!-- snippet: shown by surepath check ... -->  the block is what the command prints, or a part of it
 *
 * Several are divided by semicolons.
 */

export interface Snippet {
  readonly file: string;
  /** Of the first line of code, from 1. */
  readonly line: number;
  readonly language: string;
  readonly code: readonly string[];
  readonly needs: readonly string[];
  readonly cell: string;
  /** Names of commands, with the reason why. */
  readonly skips: ReadonlyMap<string, string>;
  readonly shownBy: string | undefined;
  /** It asks a gate at GATE. */
  readonly withGate: boolean;
}

/** Where a gate listens, as the pages have it. */
export const GATE = '127.0.0.1:8765';

/** A command and what the page says that it prints: nothing, if the page does not show it. */
export interface ShownCommand {
  readonly line: number;
  readonly command: string;
  readonly output: readonly string[];
}

export function snippetsOf(file: string, text: string): Snippet[] {
  const lines = text.split('\n');
  const found: Snippet[] = [];
  for (let k = 0; k < lines.length; k++) {
    const fence = /^( *)```(\w*)/.exec(lines[k]);
    if (!fence) continue;
    const end = lines.findIndex((line, i) => i > k && line.trim() === '```');
    if (end < 0) throw new Error(`${file}:${k + 1}: the block does not end`);
    const code = lines.slice(k + 1, end).map((line) => line.slice(fence[1].length));
    const said = lines.slice(0, k).findLast((line) => line.trim() !== '') ?? '';
    const comment = /^<!-- snippet: (.*) -->$/.exec(said)?.[1] ?? '';
    found.push({ file, line: k + 2, language: fence[2], code, ...parse(comment, `${file}:${k}`) });
    k = end;
  }
  return found;
}

function parse(
  comment: string,
  where: string,
): Pick<Snippet, 'needs' | 'cell' | 'skips' | 'shownBy' | 'withGate'> {
  let needs: string[] = [];
  let cell = 'cage';
  let shownBy: string | undefined;
  let withGate = false;
  const skips = new Map<string, string>();
  for (const part of comment.split(/; */).filter((each) => each !== '')) {
    const [, key, rest] = /^(needs|in|skips|shown by|with) (.+)$/.exec(part) ?? [];
    if (key === 'needs') needs = rest.split(/, */);
    else if (key === 'in') cell = rest;
    else if (key === 'shown by') shownBy = rest;
    else if (key === 'with' && rest === 'gate') withGate = true;
    else if (key === 'skips') {
      for (const [, name, why] of rest.matchAll(/([\w-]+) \(([^)]+)\)/g)) skips.set(name, why);
      if (skips.size === 0) throw new Error(`${where}: a reason is needed: ${part}`);
    } else throw new Error(`${where}: what does it mean? ${part}`);
  }
  return { needs, cell, skips, shownBy, withGate };
}

export const isCode = ({ language }: Snippet) => ['ts', 'js', 'typescript'].includes(language);

/** The calls of `surepath` in a block of the shell, or of a terminal with what was printed. */
export function commandsOf({ language, code, line, shownBy }: Snippet): ShownCommand[] {
  if (shownBy !== undefined) {
    return [{ line, command: shownBy, output: ['...', ...code, '...'] }];
  }
  const found: { line: number; command: string; output: string[] }[] = [];
  const inShell = ['sh', 'bash', 'shell', 'console'].includes(language);
  code.forEach((text, k) => {
    const [, command] = (inShell ? OWN : TYPED).exec(text) ?? [];
    if (command) found.push({ line: line + k, command, output: [] });
    else if (!inShell && language === '' && found.length > 0) found.at(-1)!.output.push(text);
  });
  return found;
}

const OWN = /^(?:\$ )?(?:npx )?(surepath .*?)(?:\s+#.*)?$/;
const TYPED = /^\$ (surepath .*)$/;
