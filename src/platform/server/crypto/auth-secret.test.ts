import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { loadAuthSecret } from './auth-secret.ts';

const folder = await mkdtemp(join(tmpdir(), 'sajingwan-secret-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

it('the auth secret is created once, even when several processes start at the same time', async () => {
  const secrets = await Promise.all([1, 2, 3].map(() => loadAuthSecret(undefined, folder)));
  const [first] = secrets;
  expect(first?.byteLength).toBe(32);
  for (const secret of secrets) expect(Buffer.from(secret)).toEqual(Buffer.from(first ?? []));
  expect(Buffer.from(await loadAuthSecret(undefined, folder))).toEqual(Buffer.from(first ?? []));
});

it.each(['', 'c2hvcnQ'])('S-096 a truncated secret file (%j) is rejected', async (text) => {
  await writeFile(join(folder, 'auth-secret'), text);
  await expect(loadAuthSecret(undefined, folder)).rejects.toThrow(/비밀 키 파일/);
});
