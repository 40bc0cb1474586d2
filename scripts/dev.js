import { existsSync } from 'node:fs';
import path from 'node:path';
import { ensureInstalled } from './install.js';
import { root, run } from './run.js';
import { findFreePort } from './testing/test-runners.js';

await ensureInstalled();
process.env.NODE_ENV = 'development';
// The fonts of any earlier build will do.
if (!existsSync('.cache/fonts') && (await run([process.execPath, 'scripts/build.js'])) !== 0) process.exit(1);

const { createServer } = await import('vite');
const SERVER_ENTRY = '/src/app/server/start-server.ts';
const PAGES_ENTRY = '/src/app/web/entry-server.tsx';
const CLIENT_ENTRY = '/src/app/web/entry-client.tsx';

const vite = await createServer({
  appType: 'custom',
  optimizeDeps: { entries: [`.${CLIENT_ENTRY}`] },
  server: { middlewareMode: true, hmr: { port: await findFreePort() } },
});

/** Inlines the styles as the build does, so that pages do not flash before Vite takes over. */
const collectStyles = async () => {
  const { moduleGraph } = vite.environments.ssr;
  const sheets = [...moduleGraph.idToModuleMap.values()].filter(
    ({ file, id }) => file?.endsWith('.css') && !id.includes('?'),
  );
  const styles = await Promise.all(
    sheets.map(async ({ url, file }) => {
      const { default: css } = await vite.ssrLoadModule(`${url}?inline`);
      return `<style data-vite-dev-id="${file}">${css}</style>`;
    }),
  );
  return styles.join('\n');
};

const REFRESH = `<script type="module">import { injectIntoGlobalHook } from '/@react-refresh';injectIntoGlobalHook(window);window.$RefreshReg$ = () => {};window.$RefreshSig$ = () => (type) => type;</script>
<script type="module" src="/@vite/client"></script>`;

const createPages = async (input) => async (request, mode) => {
  const { createPages: create } = await vite.ssrLoadModule(PAGES_ENTRY);
  const assets = { css: '', entry: CLIENT_ENTRY, fonts: [], head: `${await collectStyles()}\n${REFRESH}` };
  const response = await create({ ...input, assets })(request, mode);
  // Vite injects inline scripts and opens a WebSocket, which the content security policy of the build forbids.
  response.headers.set('content-security-policy', "frame-ancestors 'none'");
  return response;
};

let server;

const startServer = async () => {
  try {
    const { start } = await vite.ssrLoadModule(SERVER_ENTRY);
    server = await start({ pages: createPages, middleware: vite.middlewares });
  } catch (error) {
    vite.ssrFixStacktrace(error);
    console.error(error.stack);
    console.error('오류를 수정하면 다시 시작합니다…');
  }
};

const stopServer = async () => {
  const running = server;
  server = undefined;
  await running?.stop();
};

// Restarts never overlap: only one process at a time can open the embedded database.
let work = startServer();
let waiting;
const restartSoon = (file) => {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    console.log(`${path.relative(root, file)} 변경: 서버를 다시 시작합니다…`);
    work = work.then(stopServer).then(startServer);
    void work.then(() => vite.environments.client.hot.send({ type: 'full-reload' }));
  }, 100);
};

/** Matches the sources that the server has loaded; Vite replaces those of the pages. */
const BACKEND = /^(src\/.*\/(server|contract)\/|content\/|db\/migrations\/)/;
vite.watcher.add(path.join(root, 'db/migrations'));
vite.watcher.on('all', (_, file) => {
  const isBackend = BACKEND.test(path.relative(root, file).replaceAll(path.sep, '/'));
  if (isBackend && !file.includes('.test.')) restartSoon(file);
});

const stop = async () => {
  clearTimeout(waiting);
  await work.then(stopServer);
  await vite.close();
  process.exit(0);
};
process.once('SIGINT', () => void stop()).once('SIGTERM', () => void stop());
