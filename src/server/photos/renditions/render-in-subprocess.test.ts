import { expect, test } from 'vitest';
import { photoMessages } from '#contract/photos.ts';
import { renderInSubprocess } from './render-in-subprocess.ts';
import { RenderProcessKilled } from '#server/photos/upload/temporarily-unavailable.ts';

/** Stands in for the built process. */
const run = (script: string, deadline?: number) =>
  renderInSubprocess(
    ['--input-type=commonjs', '--eval', script],
    Buffer.alloc(1_000_000, 7),
    'salt',
    deadline,
  );

const answer = (value: string): string =>
  `process.stdin.resume().on('end', () => process.stdout.end(require('node:v8').serialize(${value})))`;

test('brings what the process made, bytes as bytes', async () => {
  const made = await run(
    answer(`{ photo: { savedFileName: process.argv[1], files: [{ bytes: Buffer.alloc(300000, 9) }] } }`),
  );
  expect(made.savedFileName).toBe('salt');
  expect(Buffer.isBuffer(made.files[0]?.bytes)).toBe(true);
  expect(made.files[0]?.bytes.equals(Buffer.alloc(300_000, 9))).toBe(true);
});

test('the process knows nothing of the server’s settings', async () => {
  const made = await run(answer(`{ photo: { savedFileName: String('PATH' in process.env) } }`));
  expect(made.savedFileName).toBe('false');
});

test('a refusal comes through', async () => {
  await expect(run(answer(`{ refused: '움직이는 사진' }`))).rejects.toMatchObject({
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

test('a process that somebody else ended may be tried again, and is counted', async () => {
  await expect(run(`process.kill(process.pid, 'SIGKILL')`)).rejects.toThrow(RenderProcessKilled);
});

test('a fault of our own is no fault of the file’s', async () => {
  await expect(run('process.exit(3)')).rejects.toThrow('ended with 3');
});
