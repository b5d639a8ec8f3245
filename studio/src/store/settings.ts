// What the page remembers of the workspace: panels, theme, overlays.
// SPDX-License-Identifier: MIT
import type { Overlay } from 'motus';

import { keepText, readText } from '../motus/browser_text';
import { overlayTitles } from './overlays';
import { Store } from './store';

export type Theme = 'dark' | 'light';
export type PanelName = 'library' | 'inspector' | 'drawer';
export type DrawerTab = 'timeline' | 'why' | 'events' | 'curve' | 'problems' | 'history';
export const drawerTabs: DrawerTab[] = ['timeline', 'why', 'events', 'curve', 'problems', 'history'];
/** What stands in the middle of the page. */
export type CentreView = 'viewport' | 'graph' | 'both';
export const centreViews: CentreView[] = ['viewport', 'graph', 'both'];

export interface PanelState {
  open: boolean;
  /** Width of the side panels, height of the drawer; pixels. */
  size: number;
}

export interface Settings {
  theme: Theme;
  panels: Record<PanelName, PanelState>;
  drawerTab: DrawerTab;
  centre: CentreView;
  overlays: Overlay[];
  follow: boolean;
}

export const panelLimits: Record<PanelName, { least: number; most: number; usual: number }> = {
  library: { least: 160, most: 420, usual: 216 },
  inspector: { least: 240, most: 520, usual: 300 },
  drawer: { least: 120, most: 640, usual: 264 },
};

const key = 'motus.workspace';

function usual(theme: Theme): Settings {
  return {
    theme,
    panels: {
      library: { open: true, size: panelLimits.library.usual },
      inspector: { open: true, size: panelLimits.inspector.usual },
      drawer: { open: true, size: panelLimits.drawer.usual },
    },
    drawerTab: 'why',
    centre: 'viewport',
    overlays: [],
    follow: true,
  };
}

/** Reads what was kept; anything that does not fit is replaced by the usual. */
export function readSettings(text: string | null, theme: Theme): Settings {
  const settings = usual(theme);
  let kept: Partial<Settings>;
  try {
    kept = JSON.parse(text ?? '{}') ?? {};
  } catch {
    return settings;
  }
  if (kept.theme === 'dark' || kept.theme === 'light') settings.theme = kept.theme;
  if (drawerTabs.includes(kept.drawerTab as DrawerTab)) settings.drawerTab = kept.drawerTab as DrawerTab;
  if (centreViews.includes(kept.centre as CentreView)) settings.centre = kept.centre as CentreView;
  if (typeof kept.follow === 'boolean') settings.follow = kept.follow;
  if (Array.isArray(kept.overlays)) settings.overlays = kept.overlays.filter((name) => overlayTitles.some((overlay) => overlay.name === name));
  for (const name of Object.keys(panelLimits) as PanelName[]) {
    const panel = kept.panels?.[name];
    if (typeof panel?.open === 'boolean') settings.panels[name].open = panel.open;
    if (typeof panel?.size === 'number' && Number.isFinite(panel.size))
      settings.panels[name].size = clampSize(name, panel.size);
  }
  return settings;
}

export function clampSize(name: PanelName, size: number): number {
  const { least, most } = panelLimits[name];
  return Math.round(Math.min(most, Math.max(least, size)));
}

function systemTheme(): Theme {
  return document.documentElement.dataset.theme === 'light' ? 'light' : 'dark';
}

export const settings = new Store<Settings>(readSettings(readText(key), systemTheme()));

settings.subscribe(() => {
  document.documentElement.dataset.theme = settings.state.theme;
  keepText(key, JSON.stringify(settings.state));
});

export function setPanel(name: PanelName, change: Partial<PanelState>): void {
  const { panels } = settings.state;
  settings.set({ panels: { ...panels, [name]: { ...panels[name], ...change } } });
}

export function togglePanel(name: PanelName): void {
  setPanel(name, { open: !settings.state.panels[name].open });
}

export function toggleTheme(): void {
  settings.set({ theme: settings.state.theme === 'dark' ? 'light' : 'dark' });
}

export function toggleOverlay(name: Overlay): void {
  const { overlays } = settings.state;
  settings.set({
    overlays: overlays.includes(name) ? overlays.filter((other) => other !== name) : [...overlays, name],
  });
}
