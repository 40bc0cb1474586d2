import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { adminAuditLog } from '#core/audit/server/tables.ts';
import { members } from '#core/auth/server/tables.ts';
import { readEnv } from '#platform/server/env.ts';
import { OperatorError } from '#platform/server/operator-error.ts';
import { createTestApp } from '#test/test-app.ts';
import { ADMIN_ROUTE, adminCommand, createAdminRoute } from './admin-command.ts';
import { CHECKS_ROUTE, checkDatabase, createChecksRoute } from './doctor/check-database.ts';
import { askServer, askServerForJson, serveOperators, type OperatorRoute } from './operator-socket.ts';

const app = await createTestApp();
const root = await mkdtemp(join(tmpdir(), 'sajingwan-socket-'));
afterAll(() => rm(root, { recursive: true, force: true }));
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const serve = async (routes: Record<string, OperatorRoute>, log: unknown[] = []): Promise<string> => {
  const dataDir = await mkdtemp(join(root, 'data-'));
  const record = (line: unknown): void => void log.push(line);
  stops.push(await serveOperators(dataDir, routes, { ...app.deps.log, warn: record, error: record }));
  return dataDir;
};

const runAdminCommand = async (dataDir: string, args: string, typed = '') => {
  const lines: string[] = [];
  const code = await adminCommand({
    args: args.split(' '),
    readEnv: () => readEnv({ DATA_DIR: dataDir }),
    envFile: '.env',
    clock: app.clock,
    readInput: () => Promise.resolve(typed),
    print: (line) => void lines.push(line),
  });
  return { code, text: lines.join('\n') };
};

it('npm run admin works while the server uses the embedded database', async () => {
  const env = readEnv({ PUBLIC_URL: 'https://sajin.example' });
  const dataDir = await serve({ [ADMIN_ROUTE]: createAdminRoute(app, env) });
  const link = await runAdminCommand(dataDir, 'setup-link');
  expect(link.text).toContain('https://sajin.example/setup?token=');
  const created = await runAdminCommand(dataDir, 'create studio.kim --stdin', '비밀번호열여섯자\n');
  expect(created).toEqual({ code: 0, text: '관리자를 만들었습니다: studio.kim' });
  expect(
    (await app.post('/api/auth/login', { loginId: 'studio.kim', password: '비밀번호열여섯자' })).status,
  ).toBe(200);
  expect((await runAdminCommand(dataDir, 'list')).text).toContain('studio.kim');
  const [entry] = await app.db.select().from(adminAuditLog).where(eq(adminAuditLog.action, 'CREATE_ADMIN'));
  expect(entry?.ip).toMatch(/^local:./);
  await expect(runAdminCommand(dataDir, 'create studio.kim')).rejects.toThrow(
    '이미 있는 아이디입니다: studio.kim',
  );
  await expect(runAdminCommand(dataDir, 'disable studio.kim')).rejects.toThrow('마지막 관리자');
  await expect(runAdminCommand(dataDir, 'disable studio.kim')).rejects.toBeInstanceOf(OperatorError);
  expect(await app.db.$count(members)).toBe(1);
});

it('the doctor checks the database of the running server as without one', async () => {
  const dataDir = await serve({ [CHECKS_ROUTE]: createChecksRoute(app) });
  await mkdir(join(dataDir, 'db'));
  const messages = (await checkDatabase(readEnv({ DATA_DIR: dataDir }), app.clock)).map(
    ({ message }) => message,
  );
  expect(messages).toContain('테이블이 최신입니다');
  expect(messages).toContain('스튜디오 정보가 예시 그대로입니다');
});

it('a server of the first versions, which sends its dump whatever is asked, is told apart', async () => {
  const dataDir = await mkdtemp(join(root, 'data-'));
  const old = createServer((_, response) => response.end('a dump'));
  await new Promise<void>((resolve) => void old.listen(join(dataDir, 'backup.sock'), resolve));
  await expect(runAdminCommand(dataDir, 'list')).rejects.toThrow('서버를 다시 시작한 뒤');
  expect((await askServer(readEnv({ DATA_DIR: dataDir }), '/'))?.statusCode).toBe(200);
  old.closeAllConnections();
  old.close();
});

it('a fault of the server is logged, and described to the operator in Korean', async () => {
  const log: unknown[] = [];
  const full = Object.assign(new Error('write'), { code: 'ENOSPC', syscall: 'write', path: '/data/dump-1' });
  const dataDir = await serve({ '/full': () => Promise.reject(full) }, log);
  await expect(askServerForJson(readEnv({ DATA_DIR: dataDir }), '/full', z.unknown())).rejects.toThrow(
    '/data/dump-1: 디스크가 가득 찼습니다. 공간을 확보한 뒤 다시 시작해 주세요.',
  );
  expect(log).toMatchObject([{ event: 'operator_request_failed', path: '/full' }]);
});

it('the server runs without the socket when the path of the data folder is too long for one', async () => {
  const deep = join(await mkdtemp(join(root, 'data-')), 'x'.repeat(120));
  await mkdir(deep);
  const log: unknown[] = [];
  stops.push(
    await serveOperators(deep, {}, { ...app.deps.log, warn: (line: unknown) => void log.push(line) }),
  );
  expect(log).toMatchObject([{ event: 'operator_socket_failed' }]);
  expect(await askServer(readEnv({ DATA_DIR: deep }), '/')).toBeNull();
});
