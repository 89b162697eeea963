/** Changes to the elements and attributes of an XML document; the text mostly stays well-formed. */
import type { Random } from '../../../src/math/index.ts';
import { hostileName, hostileNumber } from './hostile.ts';

interface Span {
  readonly from: number;
  readonly to: number;
}

/** One to three changes, mostly one. */
export function mutateXml(original: string, random: Random): string {
  let text = original;
  for (let n = random.below(5) < 3 ? 1 : 2 + random.below(2); n > 0; n--) {
    text = random.below(2) ? changeAttribute(text, random) : changeElement(text, random);
  }
  return text;
}

function changeElement(text: string, random: Random): string {
  const spans = elementsOf(text);
  if (spans.length === 0) return text;
  const a = spans[random.below(spans.length)];
  const b = spans[random.below(spans.length)];
  const slice = ({ from, to }: Span) => text.slice(from, to);
  switch (random.below(6)) {
    case 0:
      return text.slice(0, a.from) + text.slice(a.to);
    case 1: {
      const copies = random.below(8) === 0 ? 200 : 1;
      if (copies * (a.to - a.from) > 200_000) return text;
      return text.slice(0, a.to) + slice(a).repeat(copies) + text.slice(a.to);
    }
    case 2: {
      // Exchanged, where neither holds the other.
      const [first, last] = a.from < b.from ? [a, b] : [b, a];
      if (first.to > last.from) return text;
      return (
        text.slice(0, first.from) +
        slice(last) +
        text.slice(first.to, last.from) +
        slice(first) +
        text.slice(last.to)
      );
    }
    case 3: {
      // Put into another: even into itself.
      const inside = text.indexOf('>', b.from) + 1;
      return text.slice(0, inside) + slice(a) + text.slice(inside);
    }
    case 4: {
      const [from, to] = contentsOf(text, a);
      const contents = random.below(2) ? escaped(hostileName(random)) : hostileNumber(random);
      return text.slice(0, from) + contents + text.slice(to);
    }
    default: {
      // Numbers of a text: one more, one less, another.
      const [from, to] = contentsOf(text, a);
      const words = text.slice(from, to).split(/\s+/);
      const i = random.below(words.length);
      words.splice(i, random.below(2), ...(random.below(3) ? [hostileNumber(random)] : []));
      return text.slice(0, from) + words.join(' ') + text.slice(to);
    }
  }
}

function changeAttribute(text: string, random: Random): string {
  const found = [...text.matchAll(/([\w:]+)\s*=\s*("[^"<]*"|'[^'<]*')/g)];
  if (found.length === 0) return text;
  const one = found[random.below(found.length)];
  const other = found[random.below(found.length)];
  const put = (replacement: string) =>
    text.slice(0, one.index) + replacement + text.slice(one.index + one[0].length);
  switch (random.below(7)) {
    case 0:
      return put('');
    case 1:
      return put(`${one[0]} ${one[0]}`);
    case 2:
    case 3:
      // References of one another: chains that come back to themselves.
      return put(`${one[1]}=${other[2]}`);
    case 4:
      return put(`${one[1]}="${escaped(hostileName(random))}"`);
    case 5: {
      const words = one[2].slice(1, -1).split(/\s+/);
      words[random.below(words.length)] = hostileNumber(random);
      return put(`${one[1]}="${words.join(' ')}"`);
    }
    default:
      return put(`${other[1]}=${one[2]}`);
  }
}

/** Where elements begin and end, as far as tags match. */
function elementsOf(text: string): Span[] {
  const spans: Span[] = [];
  const open: { name: string; from: number }[] = [];
  for (const tag of text.matchAll(/<(\/?)([\w:.-]+)[^<>]*?(\/?)>/g)) {
    const to = tag.index + tag[0].length;
    if (tag[3]) spans.push({ from: tag.index, to });
    else if (!tag[1]) open.push({ name: tag[2], from: tag.index });
    else {
      const top = open.pop();
      if (top?.name === tag[2]) spans.push({ from: top.from, to });
    }
  }
  return spans;
}

function contentsOf(text: string, { from, to }: Span): [number, number] {
  const begin = text.indexOf('>', from) + 1;
  const end = text.lastIndexOf('</', to);
  return begin >= to || end < begin ? [to, to] : [begin, end];
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
