import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// Samsung Internet 20 is Chromium 106 with patches of its own, and passes as 109.
const BROWSERS = ['chrome109', 'edge109', 'firefox115', 'safari16'];

export default defineConfig({
  plugins: [react()],
  // Class names stand in the document many times over.
  css: { modules: { generateScopedName: '[hash:base64:4]' } },
  build: {
    target: BROWSERS,
    cssTarget: BROWSERS,
    assetsInlineLimit: 0,
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  environments: {
    client: {
      build: {
        // 1.8 kB smaller on the home page than the default minifier's code.
        minify: 'terser',
        terserOptions: { module: true, ecma: 2020, compress: { passes: 3 } },
        rolldownOptions: {
          // All that the entry imports statically is one file: without the first group, home loads 12 (`npm run bench -- web`).
          output: {
            codeSplitting: {
              groups: [
                { name: 'public', tags: ['$initial'] },
                // The entry imports it dynamically, so it is not part of the first group.
                { name: 'react-dom', test: /\/react-dom\// },
                // Icons that several pages share would otherwise be one small file each.
                { name: 'icons', test: /\/lucide-react\// },
                // One file for the routes of all features, which are loaded together.
                { name: 'client-routes', test: /\/client-routes\.tsx?$/ },
              ],
            },
          },
        },
      },
    },
  },
});
