/** Contrast of the page's and the report's colours, by WCAG 2: computed from their style sheets. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { STYLE } from '../../src/report/style.ts';

const TEXT = 4.5;
/** What carries a meaning without being text. */
const GRAPHIC = 3;

type Colours = ReadonlyMap<string, string>;

/** Custom properties of all rules with one of these selectors; later ones win. */
function properties(css: string, ...selectors: string[]): Colours {
  const found = new Map<string, string>();
  for (const [, heads, body] of css
    .replace(/\/\*.*?\*\//gs, '')
    .matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const own = heads.split(',').map((head) => head.trim());
    if (!own.some((head) => selectors.includes(head))) continue;
    for (const [, name, value] of body.matchAll(/(--[\w-]+):\s*([^;]+);/g)) found.set(name, value);
  }
  return found;
}

function rgb(text: string): [number, number, number, number] {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text);
  if (hex) return [...hex.slice(1).map((x) => Number.parseInt(x, 16)), 1] as never;
  const parts = /^rgb\((\d+) (\d+) (\d+) \/ (\d+)%\)$/.exec(text);
  if (!parts) throw new Error(`no colour: ${text}`);
  const [r, g, b, alpha] = parts.slice(1).map(Number);
  return [r, g, b, alpha / 100];
}

function luminance(channels: readonly number[]): number {
  const [r, g, b] = channels.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Of a colour on another, which lies on `below` where it is translucent. */
function contrast(front: string, back: string, below = back): number {
  const [r, g, b, alpha] = rgb(back);
  const under = rgb(below);
  const mixed = [r, g, b].map((channel, i) => alpha * channel + (1 - alpha) * under[i]);
  const [light, dark] = [luminance(rgb(front).slice(0, 3)), luminance(mixed)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

/** The pairs that have less than they need, with what they have. */
function tooFaint(colours: Colours, least: number, pairs: readonly [string, string][]): string[] {
  const of = (name: string) => (name.startsWith('#') ? name : colours.get(name)!);
  return pairs.flatMap(([front, back]) => {
    const ratio = contrast(of(front), of(back), colours.get('--page') ?? of(back));
    return ratio >= least ? [] : [`${front} on ${back}: ${ratio.toFixed(2)}`];
  });
}

const all = (fronts: string[], backs: string[]) =>
  fronts.flatMap((front) => backs.map((back): [string, string] => [front, back]));

describe('contrast', () => {
  const css = readFileSync(new URL('../../studio/style.css', import.meta.url), 'utf8');

  it('of black and white is 21', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 10);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.478, 3);
  });

  it.each(['dark', 'light'])('of the studio is enough in %s', (theme) => {
    const colours = properties(css, ':root', `:root[data-theme="${theme}"]`);
    const backs = ['--page', '--panel', '--raised', '--field', '--overlay'];
    expect(
      tooFaint(colours, TEXT, [
        ...all(['--text', '--muted'], backs),
        ...all(['--danger', '--good', '--warn'], ['--panel', '--field', '--overlay']),
        ...all(['--accent'], ['--panel', '--raised']),
        ['--on-accent', '--accent-strong'],
        ['#ffffff', '--blue'],
      ]),
    ).toEqual([]);
    expect(
      tooFaint(colours, GRAPHIC, [
        // Focus, thumbs, the edges of fields, the state of a pair, the band.
        ...all(['--accent'], backs),
        ...all(['--edge'], ['--panel', '--field', '--raised']),
        ['--blue', '--field'],
        ['#1a1300', '--orange'],
        ...all(['--good', '--danger', '--warn'], ['--panel', '--field']),
      ]),
    ).toEqual([]);
  });

  it.each(['light', 'dark'])('of a report is enough in %s', (theme) => {
    const colours = properties(STYLE, `:root[data-theme="${theme}"]`);
    expect(
      tooFaint(colours, TEXT, [
        ...all(['--text', '--soft'], ['--back', '--shade', '--scene']),
        ...all(['--free', '--bad', '--warn'], ['--back', '--shade']),
        ['--onfill', '--free'],
      ]),
    ).toEqual([]);
    expect(
      tooFaint(colours, GRAPHIC, [
        ...all(['--free', '--bad', '--seen'], ['--back']),
        ['--seen', '--area'],
      ]),
    ).toEqual([]);
  });
});
