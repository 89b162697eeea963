export { addObstacle } from './addObstacle.ts';
export { type HeaderActions, headerPanel } from './header.ts';
export { jointsPanel } from './joints.ts';
export { livePanel } from './live.ts';
export { notesPanel } from './notes.ts';
export { obstaclesPanel, removeSelected } from './obstacles.ts';
export { closestOverlay, jobsOverlay, toolbar } from './overlays.ts';
export { pairsPanel } from './pairs.ts';
export { makeTabs } from './tabs.ts';
