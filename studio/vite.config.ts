/// <reference types="vitest/config" />
// The page is plain files: any server can give them out, `motus studio` among others.
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

import { docs } from './docs.mjs';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  base: './',
  plugins: [react(), docs(at('../docs'))],
  resolve: { alias: [{ find: /^motus$/, replacement: at('../bindings/web/package/index.js') }] },
  build: {
    outDir: process.env.MOTUS_STUDIO_OUT ?? 'dist',
    emptyOutDir: true,
    target: 'es2021',
    chunkSizeWarningLimit: 1000,
    rollupOptions: {
      // The Draco decoder asks for `fs` in branches that only node takes.
      onwarn: (warning, report) => warning.message.includes('draco_decoder_nodejs') || report(warning),
    },
  },
  test: { include: ['tests/unit/*.test.ts'] },
});
