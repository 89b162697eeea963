/** Names with wildcards: `*` stands for any characters, `left/*` for all bodies of a robot. */

/** Whether a name matches a pattern with wildcards. */
export function matches(pattern: string, name: string): boolean {
  const parts = pattern.split('*');
  if (parts.length === 1) return pattern === name;
  if (!name.startsWith(parts[0])) return false;
  let at = parts[0].length;
  for (const part of parts.slice(1, -1)) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  const last = parts[parts.length - 1];
  return name.length - last.length >= at && name.endsWith(last);
}

/** Whether a pair of names fits a pair of patterns, in either order. */
export function matchesPair([p, q]: readonly [string, string], a: string, b: string): boolean {
  return (matches(p, a) && matches(q, b)) || (matches(p, b) && matches(q, a));
}
