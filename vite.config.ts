import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

// Samsung Internet 20 is Chromium 106 with patches of its own, and passes as 109.
const BROWSERS = ['chrome109', 'edge109', 'firefox115', 'safari16'];

/** Leaves the summaries of endpoints out of the browser's code: 250 bytes of the home page. Only the API's documentation shows them. */
const withoutSummaries: Plugin = {
  name: 'without-summaries',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /\/contract\/[\w/-]+\.ts$/, code: /\/endpoint\.ts'/ },
    handler: (code) => code.replaceAll(/^\s+summary:\s+'[^'\n]*',\n/gm, ''),
  },
};

export default defineConfig({
  plugins: [react(), withoutSummaries],
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
          // All that the entry imports is one file: without the group, home loads 12 (`npm run bench -- web`).
          output: {
            codeSplitting: {
              groups: [
                { name: 'public', tags: ['$initial'] },
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
