/**
 * The commands that the pages show work: calls of `surepath` are run, and print what the page says. How a page says what a
 * block needs: helpers/snippets/extract.ts.
 */
import { describe, expect, it } from 'vitest';
import { runInsideLater } from '../helpers/cli/runInside.ts';
import { commandsOf } from '../helpers/snippets/extract.ts';
import { placeOf, snippetFolders, snippets } from '../helpers/snippets/pages.ts';

const newFolder = snippetFolders();

describe('commands', () => {
  const blocks = snippets.filter((snippet) => commandsOf(snippet).length > 0);
  it('are on the pages', () => {
    expect(blocks.length).toBeGreaterThanOrEqual(12);
  });

  it.each(blocks.map((snippet) => [placeOf(snippet), snippet] as const))(
    '%s',
    async (_, snippet) => {
      const folder = newFolder(snippet.cell);
      const names = commandsOf(snippet).map(({ command }) => command.split(/\s+/)[1]);
      for (const name of snippet.skips.keys()) expect(names).toContain(name);
      for (const { line, command, output } of commandsOf(snippet)) {
        const [, ...args] = command.split(/\s+/);
        if (snippet.skips.has(args[0]) && !args.includes('--export')) continue;
        const place = `${snippet.file}:${line}: ${command}`;
        const { status, stdout, stderr } = await runInsideLater(folder, ...args);
        // An answer, if perhaps a negative one.
        expect([0, 1], `${place}\n${stderr}`).toContain(status);
        if (output.length > 0) expect(shownOf(stdout, output), place).toEqual(comparable(output));
      }
    },
  );
});

/** Lines without what differs from run to run: times. */
function comparable(lines: readonly string[]): string[] {
  return lines
    .map((line) => line.trimEnd().replace(/\d+(\.\d+)? ms/g, '# ms'))
    .filter((line) => line !== '');
}

/** What was printed, with `...` for the lines that the page leaves out. */
function shownOf(stdout: string, shown: readonly string[]): string[] {
  const printed = comparable(stdout.split('\n'));
  const result: string[] = [];
  let at = 0;
  comparable(shown).forEach((line, k, all) => {
    if (line.trim() !== '...') {
      result.push(printed[at++] ?? '(nothing)');
      return;
    }
    const next = all[k + 1];
    const found = next === undefined ? printed.length : printed.indexOf(next, at);
    if (found >= 0) at = found;
    result.push(line);
  });
  return [...result, ...printed.slice(at)];
}
