import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer, type ServerProcess } from '#test/servers/server-process.ts';
import { test } from './fixtures.ts';

/** The admin of such a server. */
export const owner = { loginId: 'owner', password: 'Owner!Password7' };

/** Starts a server for the tests of the calling file, which would disturb those that share one. */
export const startOwnServer = (
  env: Readonly<Record<string, string>>,
): Pick<ServerProcess, 'url' | 'pid' | 'output'> => {
  let dataDir = '';
  let server: ServerProcess | undefined;
  test.beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'sajingwan-own-server-'));
    server = await startServer({
      DATA_DIR: dataDir,
      RATE_LIMITS: 'off',
      ADMIN_LOGIN_ID: owner.loginId,
      ADMIN_PASSWORD: owner.password,
      ...env,
    });
  });
  test.afterAll(async () => {
    await server?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return {
    get url() {
      return server?.url ?? '';
    },
    get pid() {
      return server?.pid ?? 0;
    },
    output: () => server?.output() ?? '',
  };
};
