import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import type { ServerProcess } from './server-process.ts';

const owner = { loginId: 'owner', password: 'Owner!Password7' };

/** Environment variables of a server with the embedded database in a temporary data folder and one admin. */
export const createOwnedSite = async (): Promise<Record<'DATA_DIR', string> & Record<string, string>> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sajingwan-owned-'));
  afterAll(() => rm(dataDir, { recursive: true, force: true }));
  return {
    DATA_DIR: dataDir,
    SAMPLE_CONTENT: 'false',
    LOG_LEVEL: 'fatal',
    RATE_LIMITS: 'off',
    ADMIN_LOGIN_ID: owner.loginId,
    ADMIN_PASSWORD: owner.password,
  };
};

/** Sends a POST request with this body as JSON, or a GET request without one. */
export const send = (server: ServerProcess, path: string, token?: string, body?: object): Promise<Response> =>
  fetch(`${server.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

/** Logs in as the admin and returns the access token. */
export const logInAsOwner = async (server: ServerProcess): Promise<string> => {
  const response = await send(server, '/api/auth/login', undefined, owner);
  expect(response.status).toBe(200);
  return ((await response.json()) as { accessToken: string }).accessToken;
};
