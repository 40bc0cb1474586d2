import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { getPriority } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTinyImage } from '#test/factories/photos.ts';
import { photoMessages } from '../../contract/photo-uploads.ts';
import { generateRenditions } from './generate-renditions.ts';
import { renderInSubprocess } from './render-in-subprocess.ts';

// Tests the worker process, built as `scripts/build.js` builds it.
const CACHE = path.resolve('.cache');
const WAIT = { timeout: 30_000 };
let folder = '';
const fileOf = (name: string): string => path.join(folder, `${name}.js`);
const started: ChildProcess[] = [];

beforeAll(async () => {
  await mkdir(CACHE, { recursive: true });
  folder = await mkdtemp(path.join(CACHE, 'render-worker-'));
  const input = Object.fromEntries(
    ['render-worker', 'render-in-subprocess'].map((name) => [
      name,
      path.resolve(`src/core/files/server/renditions/${name}.ts`),
    ]),
  );
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      outDir: folder,
      ssr: true,
      target: 'node20',
      minify: false,
      rolldownOptions: { input, output: { entryFileNames: '[name].js' } },
    },
  });
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the worker returns the same renditions as rendering in the server process', async () => {
  const bytes = await createTinyImage('jpeg');
  const made = await renderInSubprocess([fileOf('render-worker'), 'photo'], bytes, 'salt');
  expect(made).toEqual(await generateRenditions(bytes, 'salt'));
});

test('the worker rejects a file that is not an image (S-075)', async () => {
  const bytes = (await createTinyImage('jpeg')).subarray(0, 200);
  await expect(renderInSubprocess([fileOf('render-worker'), 'photo'], bytes, '')).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    fields: { file: photoMessages.unreadable },
  });
});

test('the worker lowers its priority unless the server’s is lower already', async () => {
  const child = spawn('nice', ['-n', '10', process.execPath, fileOf('render-worker'), 'photo'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  started.push(child);
  const pid = child.pid ?? 0;
  const readScore = async () => (await readFile(`/proc/${pid}/oom_score_adj`, 'utf8')).trim();
  await expect.poll(() => readScore()).toBe('1000');
  expect(getPriority(pid)).toBeGreaterThanOrEqual(10);
});

// The child's standard input belongs to the test, so only the end of the server can end it; its output tells when it ended.
const SERVER = `
require('node:child_process').spawn(process.execPath, [process.argv[1]], {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
console.log('started');
`;

test('the worker exits when its server ends or is killed', async () => {
  const server = spawn(process.execPath, ['--eval', SERVER, fileOf('render-worker')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  started.push(server);
  await once(server.stdout, 'data');
  server.kill('SIGKILL');
  await once(server, 'close', { signal: AbortSignal.timeout(WAIT.timeout) });
  expect(server.signalCode).toBe('SIGKILL');
});

const WITHOUT_DESCRIPTORS = `
const { openSync, closeSync } = await import('node:fs');
const { renderInSubprocess } = await import(process.argv[1]);
const taken = [];
try {
  for (;;) taken.push(openSync('/dev/null'));
} catch {}
const outcome = await renderInSubprocess([], Buffer.alloc(1), '').catch(({ code }) => code);
for (const descriptor of taken) closeSync(descriptor);
await new Promise((resolve) => setTimeout(resolve, 50));
process.stdout.write(String(outcome));
`;

test('a server without free file descriptors reports UNAVAILABLE and keeps running', async () => {
  const { href } = pathToFileURL(fileOf('render-in-subprocess'));
  const command = [process.execPath, '--input-type=module', '--eval', WITHOUT_DESCRIPTORS, href];
  const server = spawn('sh', ['-c', 'ulimit -n 200 && exec "$@"', 'sh', ...command], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(server);
  expect(await text(server.stdout)).toBe('UNAVAILABLE');
});
