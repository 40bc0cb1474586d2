import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { slimContract, WORDS } from './vite.contract.config.ts';

// Samsung Internet 20 is Chromium 106 made newer by its own patches; 109 is what it is measured by.
const BROWSERS = ['chrome109', 'edge109', 'firefox115', 'safari16'];

const root = import.meta.dirname;
const ownerOfShortName = new Map<string, string>();

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Five characters that depend on place and name alone, so that browser and server build agree. */
const shortName = (name: string, file: string): string => {
  const owner = `${relative(root, file.split('?')[0] ?? file)}#${name}`;
  const bytes = createHash('sha256').update(owner).digest();
  const short = `s${[0, 4, 8, 12].map((at) => DIGITS[bytes.readUInt32BE(at) % DIGITS.length]).join('')}`;
  const other = ownerOfShortName.get(short);
  if (other !== undefined && other !== owner)
    throw new Error(`${owner} and ${other} share the short name ${short}`);
  ownerOfShortName.set(short, owner);
  return short;
};

const ROUTER = join(root, 'node_modules/react-router/dist/production/');

// What only its framework asks for, which is not used here: each answers as it does without one.
const ROUTER_ANSWERS: Readonly<Record<string, string>> = {
  PrefetchPageLinks: 'null',
  RSCErrorHandler: 'null',
  RemixRootDefaultErrorBoundary: 'null',
  Scripts: 'null',
  getRouteInstrumentationUpdates: '{}',
  instrumentClientSideRouter: 'router',
  parseHydrationData: 'undefined',
  persistAppliedTransitions: 'undefined',
  restoreAppliedTransitions: 'undefined',
  usePrefetchBehavior: '[false, null, {}]',
};

/**
 * The browser's router without its warnings for developers, which it would bring even in a build, and without the parts of
 * its framework. Should another version be written in another way, they are there again.
 */
const slimRouter = (): Plugin => ({
  name: 'slim-router',
  apply: 'build',
  enforce: 'pre',
  resolveId(id) {
    if (this.environment.name !== 'client') return null;
    if (id === 'react-router') return `${ROUTER}index.mjs`;
    return id === 'react-router/dom' ? `${ROUTER}dom-export.mjs` : null;
  },
  transform(code, id) {
    if (!id.startsWith(ROUTER)) return null;
    const without = Object.entries(ROUTER_ANSWERS)
      .reduce(
        (text, [name, answer]) =>
          text.replace(
            new RegExp(`^function ${name}\\((.*?)\\) \\{$.*?^\\}$`, 'ms'),
            `function ${name}($1) {\n  return ${answer};\n}`,
          ),
        code,
      )
      // Kept for their side effects, which they do not have.
      .replaceAll(/^var (RemixErrorBoundary|AwaitErrorBoundary) = class .*?^\};$/gms, 'var $1;')
      .replaceAll(/^(?:HistoryRouter|Form)\.displayName = .*$/gm, '')
      .replace(/^var Form = (React\d*\.forwardRef\()/m, 'var Form = /* @__PURE__ */ $1');
    return { code: without, map: null };
  },
});

const LUCIDE = join(root, 'node_modules/lucide-react/dist/esm/createLucideIcon.mjs');

/** Icons as `ui/icon.tsx` draws them: lucide's own component weighs more than all the icons of a page. */
const slimIcons = (): Plugin => ({
  name: 'slim-icons',
  apply: 'build',
  enforce: 'pre',
  load: (id) =>
    id === LUCIDE
      ? `import { createElement, forwardRef } from 'react';
export default ({ node }) => forwardRef(({ size = 24, ...rest }, ref) => createElement('svg', {
  ref, 'aria-hidden': rest['aria-label'] === undefined || undefined, width: size, height: size, viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', strokeWidth: 2,
  strokeLinecap: 'round', strokeLinejoin: 'round', ...rest,
}, node.map(([tag, attributes]) => createElement(tag, attributes))));`
      : null,
});

const CLASSES = '\0classes:';
const STYLE = '.module.css';
const PUBLIC_STYLES = join(root, 'src/web/styles/public-pages.ts');

/**
 * The style of all public pages is inlined into each, but the names of its classes come with the page that uses them. So in
 * the browser a style sheet that the list of public styles names is two modules: one for the style, one for the names.
 */
const splitStyles = (): Plugin[] => {
  const isPublic = (file: string): boolean =>
    readFileSync(PUBLIC_STYLES, 'utf8').includes(`'${file.replace(join(root, 'src/web/'), '#web/')}'`);
  return [
    {
      name: 'split-styles',
      apply: 'build',
      enforce: 'pre',
      async resolveId(source, importer) {
        if (this.environment.name !== 'client' || !source.endsWith(STYLE)) return null;
        const found = await this.resolve(source, importer, { skipSelf: true });
        if (found === null || importer === PUBLIC_STYLES || !isPublic(found.id)) return found;
        return CLASSES + found.id.slice(0, -STYLE.length);
      },
      load(id) {
        if (!id.startsWith(CLASSES)) return null;
        const file = id.slice(CLASSES.length) + STYLE;
        const rules = readFileSync(file, 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
        const found = Array.from(rules.matchAll(/\.([a-z]\w*)(?=[^{}]*\{)/gi), ([, name = '']) => name);
        const classes = Object.fromEntries(found.map((name) => [name, shortName(name, file)]));
        return { code: `export default ${JSON.stringify(classes)}`, moduleSideEffects: false };
      },
    },
    {
      name: 'styles-alone',
      apply: 'build',
      enforce: 'post',
      transform(_, id) {
        const isStyle = this.environment.name === 'client' && id.endsWith(STYLE) && isPublic(id);
        return isStyle ? { code: 'export default {}', map: null, moduleSideEffects: 'no-treeshake' } : null;
      },
    },
  ];
};

interface ModuleGraph {
  getModuleInfo(id: string): {
    readonly isEntry: boolean;
    readonly importers: readonly string[];
    readonly dynamicImporters: readonly string[];
  } | null;
}

const HOME = join(root, 'src/web/studio/home-page.tsx');
const rootsOf = new Map<string, ReadonlySet<string>>();

/** What brings it with itself: the entry, pages that are loaded later. */
const findRoots = (id: string, graph: ModuleGraph): ReadonlySet<string> => {
  const known = rootsOf.get(id);
  if (known !== undefined) return known;
  const info = graph.getModuleInfo(id);
  const roots = new Set<string>(info?.isEntry ? ['entry'] : info?.dynamicImporters.length ? [id] : []);
  rootsOf.set(id, roots);
  for (const importer of info?.importers ?? [])
    for (const found of findRoots(importer, graph)) roots.add(found);
  return roots;
};

const isCore = (roots: ReadonlySet<string>, isOurs: boolean): boolean =>
  roots.has('entry') || (isOurs && roots.has(HOME) && roots.size > 1);

const ROUTES = join(root, 'src/web/routes.tsx');
const SHARED_BY = 8;

/** What so many pages share, a public one among them: a browser asks for a dozen small files longer than for their bytes. */
const isShared = (roots: ReadonlySet<string>, graph: ModuleGraph): boolean =>
  roots.size >= SHARED_BY &&
  [...roots].some((id) => graph.getModuleInfo(id)?.dynamicImporters.includes(ROUTES));

const nameChunk = (id: string, graph: ModuleGraph): string | null => {
  const roots = findRoots(id, graph);
  // Of the contract what is in words: schemas are asked for in name alone.
  const isOurs = id.startsWith(join(root, 'src/web/')) || id.startsWith(CLASSES) || id.endsWith(WORDS);
  if (isCore(roots, isOurs)) return 'core';
  return isOurs && isShared(roots, graph) ? 'shared' : null;
};

/** One file for what every page needs, and home with others: cut up for each that shares a part, it is larger by a tenth. */
const fewChunks = {
  includeDependenciesRecursively: false,
  groups: [{ debugName: 'few', name: nameChunk }],
};

export default defineConfig(({ command }) => ({
  root,
  plugins: [react(), slimContract(), slimRouter(), slimIcons(), splitStyles()],
  // The server draws the icons as the browser does.
  ssr: { noExternal: command === 'build' ? ['lucide-react'] : [] },
  css: { modules: { generateScopedName: command === 'build' ? shortName : '[name]__[local]' } },
  build: { target: BROWSERS, cssTarget: BROWSERS, sourcemap: false, assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: { output: { codeSplitting: fewChunks } },
        modulePreload: {
          // The style of public pages is in the document.
          resolveDependencies: (_, names, { hostId }) =>
            /\/entry-client-/.test(hostId) ? names.filter((name) => name.endsWith('.js')) : names,
        },
      },
    },
  },
}));
