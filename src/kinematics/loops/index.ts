/** Closed loops of three joints and a pin in a plane, as laws of their followers. */

export { lawsOfLoop } from './lawsOfLoop.ts';
export type { LoopDescription, PinEnd } from './ways.ts';
