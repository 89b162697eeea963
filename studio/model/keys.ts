/** Keys by name. */

/** What is used of a KeyboardEvent. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Whether a key event is the shortcut `Mod+Shift+Z`, `F`, `?`. */
export function pressed(keys: string, event: KeyPress): boolean {
  const parts = keys.split('+');
  const key = parts.at(-1)!;
  const mod = parts.includes('Mod');
  if (event.altKey || (event.ctrlKey || event.metaKey) !== mod) return false;
  // The characters of keys that need no letter say themselves whether shift was down.
  const letter = /^[A-Z]$/.test(key);
  if (letter && event.shiftKey !== parts.includes('Shift')) return false;
  return event.key === key || (letter && event.key.toUpperCase() === key);
}
