import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startBuiltServer } from '#test/servers/built-server.ts';

const server = await startBuiltServer();
const PHONE = '01012345678';

it('S-028 without a terminal the outbox writes codes only to its file', async () => {
  const response = await server.fetch(`/api/member/send-code?phoneNumber=${PHONE}`, { method: 'POST' });
  expect(response.ok).toBe(true);
  expect(await readFile(join(server.dataDir, 'outbox/sms.jsonl'), 'utf8')).toContain(PHONE);
  expect(server.output()).not.toContain(PHONE);
});
