/** Dark and light: as the system has it, until somebody says otherwise. */
type Theme = 'dark' | 'light';

const KEY = 'surepath-theme';
const LIGHT = window.matchMedia('(prefers-color-scheme: light)');

export function preferredTheme(): Theme {
  const kept = stored();
  if (kept === 'dark' || kept === 'light') return kept;
  return system();
}

/** Puts it on the page. What differs from the system's choice is kept for the next time. */
export function showTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  try {
    if (theme === system()) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Pages that may keep nothing still have a switch.
  }
}

/** Calls back when the system changes from day to night. */
export function followSystem(change: (theme: Theme) => void): void {
  LIGHT.addEventListener('change', () => change(system()));
}

function system(): Theme {
  return LIGHT.matches ? 'light' : 'dark';
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
