// Keys of the whole page. Keys that a control needs itself stay with it.
// SPDX-License-Identifier: MIT
import type { Documents } from './documents';
import { overlayTitles } from './overlays';
import { centreViews, drawerTabs, settings, toggleOverlay, togglePanel, toggleTheme } from './settings';
import type { Studio } from './studio';

export interface Shortcut {
  /** As on the list. */
  keys: string;
  does: string;
  matches: (event: KeyboardEvent) => boolean;
  run: () => void;
}

const plain = (key: string) => (event: KeyboardEvent) =>
  !event.ctrlKey && !event.metaKey && !event.altKey && event.key.toLowerCase() === key;
const control = (key: string) => (event: KeyboardEvent) =>
  (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === key;
const alt = (code: string) => (event: KeyboardEvent) => event.altKey && event.code === code;

export function makeShortcuts(studio: Studio, documents: Documents, showHelp: () => void, showPalette: () => void): Shortcut[] {
  return [
    { keys: 'Space', does: 'Play or pause', matches: plain(' '), run: () => studio.setPaused(!(studio.state.paused || studio.state.scrubbed)) },
    { keys: '.', does: 'One frame on', matches: plain('.'), run: () => studio.step(1) },
    { keys: ',', does: 'One frame back', matches: plain(','), run: () => studio.step(-1) },
    { keys: 'R', does: 'Start again', matches: plain('r'), run: () => studio.restart() },
    { keys: 'Esc', does: 'Back to live', matches: plain('escape'), run: () => studio.state.scrubbed && studio.resume() },
    { keys: 'F', does: 'Frame the selected joint, or everything', matches: plain('f'), run: () => studio.frame() },
    ...overlayTitles.map(({ name, title, key }) => ({
      keys: key,
      does: `Overlay: ${title.toLowerCase()}`,
      matches: plain(key),
      run: () => toggleOverlay(name),
    })),
    { keys: 'Alt+1', does: 'Library', matches: alt('Digit1'), run: () => togglePanel('library') },
    { keys: 'Alt+2', does: 'Why and events', matches: alt('Digit2'), run: () => togglePanel('drawer') },
    { keys: 'Alt+3', does: 'Parameters and live state', matches: alt('Digit3'), run: () => togglePanel('inspector') },
    {
      keys: 'E',
      does: 'Next view of the drawer',
      matches: plain('e'),
      run: () => settings.set({ drawerTab: drawerTabs[(drawerTabs.indexOf(settings.state.drawerTab) + 1) % drawerTabs.length]! }),
    },
    {
      keys: 'G',
      does: 'Viewport, graph, or both',
      matches: plain('g'),
      run: () => settings.set({ centre: centreViews[(centreViews.indexOf(settings.state.centre) + 1) % centreViews.length]! }),
    },
    { keys: 'Ctrl+Z', does: 'Undo', matches: (event) => control('z')(event) && !event.shiftKey, run: () => studio.undo() },
    {
      keys: 'Ctrl+Shift+Z',
      does: 'Redo (also Ctrl+Y)',
      matches: (event) => (control('z')(event) && event.shiftKey) || control('y')(event),
      run: () => studio.redo(),
    },
    { keys: 'T', does: 'Light or dark', matches: plain('t'), run: toggleTheme },
    { keys: 'Ctrl+O', does: 'Open files', matches: control('o'), run: () => void documents.choose() },
    { keys: 'Ctrl+S', does: 'Save', matches: control('s'), run: () => void documents.save() },
    { keys: 'Ctrl+K', does: 'Find a command', matches: control('k'), run: showPalette },
    { keys: '?', does: 'This list', matches: plain('?'), run: showHelp },
  ];
}

function isTyping(target: HTMLElement): boolean {
  if (target instanceof HTMLTextAreaElement) return true;
  if (!(target instanceof HTMLInputElement) || target.dataset.committed !== undefined) return false;
  return ['text', 'search', 'number'].includes(target.type);
}

/** A key belongs to the control that has the focus where that control uses it. */
export function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented) return true;
  // Typing is undone where it is typed; a field that holds nothing unfinished lets it through.
  if ((event.ctrlKey || event.metaKey) && /^[zy]$/i.test(event.key)) return isTyping(event.target as HTMLElement);
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const target = event.target as HTMLElement;
  if (target.closest('dialog')) return true;
  if (target instanceof HTMLSelectElement) return event.key !== 'Escape';
  if (target instanceof HTMLInputElement && target.type !== 'range') return true;
  return event.key === ' ' && target instanceof HTMLButtonElement;
}
