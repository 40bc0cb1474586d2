import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startServer, type ServerProcess } from '#test/servers/server-process.ts';
import { expect, test } from './fixtures.ts';
import { submitForm } from './member-actions.ts';

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

/** Logs the page in as the admin of such a server and returns the access token for API calls. */
export const logInAsOwner = async (page: Page, { url }: Pick<ServerProcess, 'url'>): Promise<string> => {
  await page.goto(`${url}/login`);
  await submitForm(page, { 아이디: owner.loginId, 비밀번호: owner.password }, '로그인');
  await expect(page).toHaveURL(`${url}/admin`);
  return (await page.evaluate(() => localStorage.getItem('accessToken'))) ?? '';
};
