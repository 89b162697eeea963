export { showDialog } from './dialog.ts';
export { makeDialogs } from './dialogs.ts';
export { faultElement, faultOf, placeOf } from './faultText.ts';
export { showGallery } from './gallery.ts';
export { makeAsking } from './missing.ts';
export { listenForShortcuts, type Shortcut, showShortcuts } from './shortcuts.ts';
