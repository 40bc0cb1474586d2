import { expect, test } from 'vitest';
import { photoMessages } from '../../contract/photo-uploads.ts';
import { RenderProcessKilled } from '../upload/upload-errors.ts';
import { renderInSubprocess } from './render-in-subprocess.ts';

/** Replaces the built worker process. */
const run = (script: string, deadline?: number) =>
  renderInSubprocess(
    ['--input-type=commonjs', '--eval', script],
    Buffer.alloc(1_000_000, 7),
    'salt',
    deadline,
  );

const response = (value: string): string =>
  `process.stdin.resume().on('end', () => process.stdout.end(require('node:v8').serialize(${value})))`;

test('the renditions arrive from the subprocess unchanged', async () => {
  const made = await run(
    response(`{ rendered: { savedFileName: process.argv[1], files: [{ bytes: Buffer.alloc(300000, 9) }] } }`),
  );
  expect(made.savedFileName).toBe('salt');
  expect(Buffer.isBuffer(made.files[0]?.bytes)).toBe(true);
  expect(made.files[0]?.bytes.equals(Buffer.alloc(300_000, 9))).toBe(true);
});

test('the subprocess has no access to the server’s environment', async () => {
  const made = await run(response(`{ rendered: { savedFileName: String('PATH' in process.env) } }`));
  expect(made.savedFileName).toBe('false');
});

test('a rejection in the subprocess is passed on', async () => {
  await expect(run(response(`{ refused: '움직이는 사진' }`))).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    fields: { file: '움직이는 사진' },
  });
});

test.each([
  ['breaks its decoder', `process.kill(process.pid, 'SIGSEGV')`, undefined],
  ['never ends', 'setInterval(() => undefined, 1000)', 300],
])('a file that %s is refused (S-075)', async (_what, script, deadline) => {
  await expect(run(script, deadline)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    fields: { file: photoMessages.unreadable },
  });
});

test('a killed subprocess is reported as retryable and counts as an attempt', async () => {
  await expect(run(`process.kill(process.pid, 'SIGKILL')`)).rejects.toThrow(RenderProcessKilled);
});

test('an internal error of the subprocess is not reported as an invalid file', async () => {
  await expect(run('process.exit(3)')).rejects.toThrow('ended with 3');
});
