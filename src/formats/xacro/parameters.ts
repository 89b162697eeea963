/** `params="length mass:=1.0 *origin **content name:=^ side:=^|left"`: what a macro takes. */
import type { Parameter } from './scope.ts';

const WITH_DEFAULT = /^\s*([^\s:=]+?):?=(\^\|?)?((?:'[^']*'|[^\s'])*)(?:\s+|$)/;
const PLAIN = /^\s*(\S+)\s*/;

/** The parameters in their order. */
export function parseParameters(text: string): Parameter[] {
  const parameters: Parameter[] = [];
  let rest = text;
  while (rest.trim() !== '') {
    const match = WITH_DEFAULT.exec(rest);
    if (match) {
      const [whole, name, forward, fallback] = match;
      rest = rest.slice(whole.length);
      parameters.push({
        ...named(name),
        ...(forward && { forwards: true }),
        // `name:=` alone has no default; an empty one is written ''.
        ...(fallback !== '' && { fallback }),
      });
      continue;
    }
    const [whole, name] = PLAIN.exec(rest)!;
    rest = rest.slice(whole.length);
    parameters.push(named(name));
  }
  return parameters;
}

function named(name: string): Parameter {
  if (name.startsWith('**')) return { name: name.slice(2), block: 'content' };
  return name.startsWith('*') ? { name: name.slice(1), block: 'element' } : { name };
}
