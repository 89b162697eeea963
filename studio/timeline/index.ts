/** The motion on the page: path, timeline, check, plan. The page links timeline.css. */
export { checkPanel } from './checkPanel.ts';
export { motionPanel } from './motionPanel.ts';
export { type StoryTeller, storyTeller } from './story.ts';
export { timelinePanel } from './timelinePanel.ts';
export { connectTrail } from './trail.ts';
