import { Agent } from 'node:http';
import { afterAll } from 'vitest';
import { createApp } from '#server/app.ts';
import { listen } from '#server/listen.ts';
import { createLog } from '#server/log.ts';
import { askInProcess, mountPages } from '#server/pages.ts';
import { mountSite } from '#server/site/routes.ts';
import type { TestApp } from '#test/app.ts';
import { insertAdmin, insertMember } from '#test/factories.ts';
import { findFreePort } from '#test/free-port.ts';
import { createPages } from '#web/entry-server.tsx';
import type { WireReply } from './judge-reply.ts';
import { sendWire } from './send-wire.ts';
import type { Role, WireRequest } from './wire-request.ts';

export interface FuzzServer {
  /** New people to ask as: those before may have left, or booked all they may. */
  renewCallers(): Promise<void>;
  ask(request: WireRequest): Promise<WireReply>;
  /** What was logged since the last look, a write each. */
  takeLog(): string[];
}

/** The server as it runs, its pages too, behind a socket of its own. */
export const startFuzzServer = async (app: TestApp): Promise<FuzzServer> => {
  const written: string[] = [];
  const log = createLog('debug', { write: (line) => void written.push(line) });
  const deps = { ...app.deps, log };
  const hono = createApp(deps, {
    onAnswer: (answered) => log.info({ event: 'request', ...answered }),
  });
  const render = createPages({
    fetchApi: askInProcess(hono),
    studio: deps.settings.studio,
    origin: deps.settings.publicUrl,
    assets: { css: '', entry: '/entry.js', fonts: [] },
    verification: {},
  });
  mountSite(hono, render, deps);
  mountPages(hono, render, deps);
  const port = await findFreePort();
  const server = await listen({ app: hono, port, host: '127.0.0.1', publicUrl: deps.settings.publicUrl });
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

  const ask: FuzzServer['ask'] = (request) => sendWire({ port, agent, token: tokens[request.role] }, request);

  return { renewCallers, ask, takeLog: () => written.splice(0) };
};
