export { type Field, type Layout, layout } from './layout.ts';
