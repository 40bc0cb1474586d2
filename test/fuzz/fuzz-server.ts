import { Agent } from 'node:http';
import { afterAll } from 'vitest';
import { createApp } from '#app/server/app.ts';
import { createInternalFetch, mountPages } from '#app/server/site/page-rendering.ts';
import { mountSite } from '#app/server/site/routes.ts';
import { createPages } from '#app/web/entry-server.tsx';
import { startHttpServer } from '#platform/server/http/http-server.ts';
import { createLog } from '#platform/server/ports/log.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import { findFreePort } from '#test/servers/free-port.ts';
import type { TestApp } from '#test/test-app.ts';
import type { Role, RawRequest } from './raw-request.ts';
import type { RawResponse } from './response-oracle.ts';
import { sendRawRequest } from './send-raw-request.ts';

export interface FuzzServer {
  /** Creates new users, because previous ones may have deleted their accounts or reached limits. */
  createNewUsers(): Promise<void>;
  send(request: RawRequest): Promise<RawResponse>;
  /** Returns the log writes since the last call. */
  takeLog(): string[];
}

/** Starts the server with its pages on a real socket. */
export const startFuzzServer = async (app: TestApp): Promise<FuzzServer> => {
  const written: string[] = [];
  const log = createLog('debug', { write: (line) => void written.push(line) });
  const deps = { ...app.deps, log };
  const hono = createApp(deps, {
    onRequestMetric: (answered) => log.info({ event: 'request', ...answered }),
  });
  const render = createPages({
    fetchApi: createInternalFetch(hono),
    origin: deps.env.publicUrl,
    assets: { css: '', entry: '/entry.js', fonts: [] },
    verification: {},
  });
  mountSite(hono, render, deps);
  mountPages(hono, render, deps);
  const port = await findFreePort();
  const server = await startHttpServer({
    app: hono,
    port,
    host: '127.0.0.1',
    publicUrl: deps.env.publicUrl,
  });
  const agent = new Agent({ keepAlive: true });
  afterAll(async () => {
    agent.destroy();
    await server.close();
  });

  const tokens: Record<Role, string | null> = { guest: null, member: null, admin: null };
  const renewCallers = async (): Promise<void> => {
    tokens.member = (await insertMember(app)).accessToken;
    tokens.admin = (await insertAdmin(app)).accessToken;
  };

  const ask: FuzzServer['send'] = (request) =>
    sendRawRequest({ port, agent, token: tokens[request.role] }, request);

  return { createNewUsers: renewCallers, send: ask, takeLog: () => written.splice(0) };
};
