// SPDX-License-Identifier: MIT
import { beforeAll, expect, test, vi } from 'vitest';

type SettingsModule = typeof import('../../src/store/settings');
let module: SettingsModule;

beforeAll(async () => {
  // The module reads the page when it is loaded.
  vi.stubGlobal('document', { documentElement: { dataset: { theme: 'dark' } } });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  module = await import('../../src/store/settings');
});

test('nothing kept gives the usual workspace', () => {
  const settings = module.readSettings(null, 'light');
  expect(settings.theme).toBe('light');
  expect(settings.panels.library).toEqual({ open: true, size: 216 });
  expect(settings.overlays).toEqual([]);
});

test('what was kept comes back', () => {
  const kept = { theme: 'dark', panels: { drawer: { open: false, size: 300 } }, overlays: ['axes'], drawerTab: 'events' };
  const settings = module.readSettings(JSON.stringify(kept), 'light');
  expect(settings.theme).toBe('dark');
  expect(settings.panels.drawer).toEqual({ open: false, size: 300 });
  expect(settings.overlays).toEqual(['axes']);
  expect(settings.drawerTab).toBe('events');
});

test.each(['', '{', 'null', '[]', '7', '{"panels":7}', '{"panels":{"drawer":null}}', '{"overlays":"axes"}'])(
  'what does not fit is replaced: %s',
  (text) => {
    expect(module.readSettings(text, 'dark')).toEqual(module.readSettings(null, 'dark'));
  },
);

test('sizes stay within limits, unknown overlays go', () => {
  const kept = { panels: { library: { size: 9999 }, inspector: { size: -1 } }, overlays: ['axes', 'smoke'] };
  const settings = module.readSettings(JSON.stringify(kept), 'dark');
  expect(settings.panels.library.size).toBe(420);
  expect(settings.panels.inspector.size).toBe(240);
  expect(settings.overlays).toEqual(['axes']);
});
