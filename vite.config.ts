import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { slimContract } from './vite.contract.config.ts';

// Samsung Internet 20 is Chromium 106 made newer by its own patches; 109 is what it is measured by.
const BROWSERS = ['chrome109', 'edge109', 'firefox115', 'safari16'];

const root = import.meta.dirname;
const ownerOfShortName = new Map<string, string>();

/** Five characters that depend on place and name alone, so that browser and server build agree. */
const shortName = (name: string, file: string): string => {
  const owner = `${relative(root, file.split('?')[0] ?? file)}#${name}`;
  const short = `s${BigInt(`0x${createHash('sha256').update(owner).digest('hex')}`)
    .toString(36)
    .slice(0, 6)}`;
  const other = ownerOfShortName.get(short);
  if (other !== undefined && other !== owner)
    throw new Error(`${owner} and ${other} share the short name ${short}`);
  ownerOfShortName.set(short, owner);
  return short;
};

const ROUTER = join(root, 'node_modules/react-router/dist/production/');

/** The browser's router without its warnings for developers, which it would bring even in a build. */
const quietRouter = (): Plugin => ({
  name: 'quiet-router',
  apply: 'build',
  enforce: 'pre',
  resolveId(id) {
    if (this.environment.name !== 'client') return null;
    if (id === 'react-router') return `${ROUTER}index.mjs`;
    return id === 'react-router/dom' ? `${ROUTER}dom-export.mjs` : null;
  },
});

export default defineConfig(({ command }) => ({
  root,
  plugins: [react(), slimContract(), quietRouter()],
  css: { modules: { generateScopedName: command === 'build' ? shortName : '[name]__[local]' } },
  build: { target: BROWSERS, cssTarget: BROWSERS, sourcemap: false, assetsInlineLimit: 0 },
}));
