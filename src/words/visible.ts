/**
 * Text with names from files, as it may be shown: a name reads as what it is. Escaped, as `\u202e`, is what nobody sees (control characters,
 * other blanks than the space, what turns the direction of writing, has no width, is not assigned) and what looks like something else:
 * letters of another script among Latin ones or that make up a whole word of look-alikes, wide and styled letters, characters that are
 * not in normal form C. So two names that differ look different. Text in plain ASCII costs one look.
 *
 * Applied where text leaves: faults (math/fault.ts), the command line (cli/out.ts), reports (report/markup.ts), the studio (model/dom.ts).
 */

const PLAIN = /^[\n\t\x20-\x7e]*$/;
/** Blanks, controls and formats, private and unassigned characters, and what is left out where it cannot be drawn. U+2800 is drawn blank. */
const HIDDEN = /(?![ \n\t])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Words, and escapes, whose digits are part of none. */
const WORD = /\\u[0-9a-f]{4}|\\u\{[0-9a-f]+\}|[\p{L}\p{M}\p{N}]+/gu;
const LATIN = /\p{Script=Latin}/u;
/** Scripts with letters that are drawn as Latin ones are. */
const NEAR_SCRIPTS = ['Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic', 'Lisu'].map(
  (name) => new RegExp(`\\p{Script=${name}}`, 'u'),
);
const NEAR_SCRIPT = new RegExp(NEAR_SCRIPTS.map(({ source }) => source).join('|'), 'gu');
/** Letters of these scripts, and some Latin ones, that are drawn as letters of ASCII. */
const LOOK_ALIKE =
  /[аАсСеЕоОрРхХуУіІјЈѕЅһԁԛԝѵӏВЗНКМТαΑΒγΕΖΗιΙκΚΜνΝοΟρΡΤυΥχΧօՕսհոցզյՏԼıɑɡǀ\p{Script=Cherokee}\p{Script=Lisu}\p{Script=Coptic}]/gu;
const LETTER = /\p{L}/gu;
/** Digits that are not those of ASCII. */
const OTHER_DIGIT = /(?![0-9])\p{Nd}/gu;
/** Signs that are drawn as one of ASCII and do not become it in normal form KC. */
const LOOK_ALIKE_SIGN =
  /[\u00b4\u0589\u05c3\u02b9\u02ba\u02bc\u2010-\u2012\u2032\u2033\u2043\u2044\u2215\u2236\u29f8\ua789]/gu;
/** Letters and signs that may have a look-alike of ASCII as their normal form KC; an ellipsis has three points. */
const STYLED = /(?![ -~\u2026])[\p{L}\p{N}\p{P}\p{S}]/gu;
const ASCII = /^[\x21-\x7e]+$/;

type Escape = (character: string) => string;

/** The text with all that misleads escaped; line ends and tabs are layout and stay. Applied twice it is the same. */
export function visible(text: string): string {
  return shown(text, braced);
}

/** The same for a name or a reason, which has no line ends and tabs of its own. */
export function visibleName(text: string): string {
  return visible(text).replace(/[\n\t]/g, braced);
}

/** JSON text with the same characters as escapes of JSON: the same data. */
export function visibleJson(text: string): string {
  return shown(text, units);
}

function shown(text: string, write: Escape): string {
  if (PLAIN.test(text)) return text;
  return text
    .replace(WORD, (word) => shownWord(word, write))
    .replace(STYLED, (c) => (isStyled(c) ? write(c) : c))
    .replace(LOOK_ALIKE_SIGN, write)
    .replace(HIDDEN, write);
}

function shownWord(word: string, write: Escape): string {
  if (ASCII.test(word)) return word;
  const marked = word.normalize('NFC') !== word || /^\p{M}/u.test(word);
  const misleads = word.replace(OTHER_DIGIT, write).replace(HIDDEN, write);
  const shown = otherScript(
    misleads.replace(STYLED, (c) => (isStyled(c) ? write(c) : c)),
    word,
    write,
  );
  // A mark would stand on the last letter of an escape.
  if (marked || (shown !== word && /\p{M}/u.test(word)))
    return word.replace(/[^\x21-\x7e]/gu, write);
  return shown;
}

/** Letters of scripts that look Latin, in a word of several such scripts or of look-alikes alone. */
function otherScript(text: string, word: string, write: Escape): string {
  const latin = LATIN.test(word);
  const own = latin ? text.replace(/[ıɑɡǀ]/gu, write) : text;
  const scripts = NEAR_SCRIPTS.filter((script) => script.test(word)).length;
  if (scripts + (latin ? 1 : 0) > 1) return own.replace(NEAR_SCRIPT, write);
  if (latin) return own;
  const alike = word.match(LOOK_ALIKE)?.length ?? 0;
  return alike > 0 && alike === word.match(LETTER)?.length ? own.replace(LOOK_ALIKE, write) : own;
}

function isStyled(c: string): boolean {
  return !/\p{No}/u.test(c) && ASCII.test(c.normalize('NFKC'));
}

function braced(c: string): string {
  const code = c.codePointAt(0)!.toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}

/** As JSON has it: each unit of UTF-16. */
function units(c: string): string {
  const codes = Array.from({ length: c.length }, (_, i) => c.charCodeAt(i).toString(16));
  return codes.map((code) => `\\u${code.padStart(4, '0')}`).join('');
}
