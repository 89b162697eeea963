import type { Suite } from '../src/qualify/index.ts';

export function requirementsPage(suite: Suite): string;
