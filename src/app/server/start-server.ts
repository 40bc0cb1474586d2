import cluster from 'node:cluster';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { contentSections } from '#core/content/contract/sections.ts';
import { draftProcessors } from '#core/content/server/draft-processors.ts';
import { readSection } from '#core/content/server/read-sections.ts';
import { seedSections } from '#core/content/server/seed-sections.ts';
import { createStorageCache } from '#core/files/server/storage/storage-cache.ts';
import { uploadWorkerOf } from '#core/files/server/upload/upload-worker.ts';
import { sendCachedPhotos } from '#features/gallery/server/serve-photo.ts';
import { ensureAdmin } from '#features/members/server/admins.ts';
import { createSetupLink } from '#features/members/server/setup/setup-links.ts';
import { loadAuthSecret } from '#platform/server/crypto/auth-secret.ts';
import type { Database } from '#platform/server/db/database.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { openWhenFree } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { loadEnv, type Env } from '#platform/server/env.ts';
import { openErasureLedger } from '#platform/server/erasure-ledger.ts';
import { assertAccess, becomeOwner } from '#platform/server/files/data-folder-owner.ts';
import { createResponseCache } from '#platform/server/http/cache/response-cache.ts';
import { startHttpServer, type Middleware } from '#platform/server/http/http-server.ts';
import { watchEventLoopDelay } from '#platform/server/http/overload/event-loop-delay.ts';
import {
  loadStaticAssets,
  serveStaticAssets,
  type StaticAssets,
} from '#platform/server/http/static-assets.ts';
import { createLog, type Log } from '#platform/server/ports/log.ts';
import { smsOutboxPath, smsProviderNames } from '#platform/server/ports/sms/create-sms.ts';
import { createStorage } from '#platform/server/ports/storage/create-storage.ts';
import { createApp } from './app.ts';
import { createConnections } from './connections/create-connections.ts';
import { hooks, sections } from './features.ts';
import { ADMIN_ROUTE, createAdminRoute } from './operations/admin-command.ts';
import { createDumpRoute, DUMP_ROUTE, removeDumpDrafts } from './operations/backup/dump-studio.ts';
import { CHECKS_ROUTE, createChecksRoute } from './operations/doctor/check-database.ts';
import { checkErasureLedger, probeFolder } from './operations/doctor/check-machine.ts';
import { createServicesRoute, SERVICES_ROUTE } from './operations/doctor/check-services.ts';
import { findClockDifferenceS } from './operations/monitoring/clock-difference.ts';
import { createObservability } from './operations/monitoring/observability.ts';
import { serveOperators } from './operations/operator-socket.ts';
import type { Restart } from './restore/restore-upload.ts';
import { applyCompleteRestore, removeRestore } from './restore/restored-folders.ts';
import { loadSampleContent } from './sample/sample-content.ts';
import {
  createInternalFetch,
  loadBuiltPages,
  mountPages,
  type CreatePageRenderer,
} from './site/page-rendering.ts';
import { mountSite } from './site/routes.ts';
import { siteCacheRules } from './site/site-cache-rules.ts';
import { startJobs } from './start-jobs.ts';

interface StartOptions {
  /** Creates the page renderer. Defaults to the built pages. */
  readonly pages?: CreatePageRenderer;
  /** Vite's middleware, in development. */
  readonly middleware?: Middleware;
  /** Starts the server again. Absent in development. */
  readonly restart?: Restart;
}

export interface RunningServer {
  /** Runs `beforeClosing` after the HTTP server and the jobs have stopped and while the database is still open. */
  stop(beforeClosing?: () => Promise<void>): Promise<void>;
}

const DIST = 'dist';
const START_COMMAND = 'npm start';
const printLine = (line: string): void => void process.stdout.write(`${line}\n`);
// SMS are printed only to a terminal, for a person who tries out the site. Otherwise logs would collect codes and phone numbers.
const printSms = process.stdout.isTTY ? printLine : () => undefined;

/** Whether this is the only process or the first worker of a cluster. */
const isFirstProcess = (): boolean => cluster.worker === undefined || cluster.worker.id === 1;

const describeSms = ({ sms, dataDir, services: { sendsSms } }: Env): string => {
  if (sms.provider !== 'outbox')
    return `문자는 ${smsProviderNames[sms.provider]}를 통해 발송합니다. 발신번호: ${sms.sender}`;
  return sendsSms
    ? '문자는 관리 → 설정 → 연결에서 설정한 업체를 통해 발송합니다.'
    : `문자는 발송하지 않고 ${smsOutboxPath(dataDir)}에 기록합니다.`;
};

const printStartupMessage = (env: Env, studioName: string, setupLink: string | null): void => {
  printLine(`\n${studioName} 홈페이지가 열렸습니다: ${env.publicUrl}`);
  if (setupLink !== null)
    printLine(`관리자 계정 만들기 (30분 안에 한 번만 사용할 수 있습니다): ${setupLink}`);
  else if (env.admin !== undefined) printLine(`관리자 아이디: ${env.admin.loginId}`);
  printLine(describeSms(env));
  printLine('종료하려면 Ctrl-C를 누르세요.\n');
};

/** Warns of places that cannot be written now, because they may be used much later. */
const warnOfPlaces = async ({ backup, erasureLedger }: Env, log: Log): Promise<void> => {
  const found = [
    backup === undefined ? null : await probeFolder('BACKUP_DIR', backup.folder),
    await checkErasureLedger(erasureLedger),
  ];
  for (const result of found)
    if (result?.isPassed === false) log.warn(`${result.message}: ${result.advice ?? ''}`);
};

const warnOfEnv = (env: Env, log: Log): void => {
  if (!env.rateLimits) log.warn('RATE_LIMITS=off: 요청 횟수를 제한하지 않습니다. 테스트할 때만 사용하세요.');
  if (env.ignored.length > 0) {
    log.warn(
      `${env.ignored.join(', ')}: 더 이상 사용하지 않는 설정입니다. 관리 → 설정 → 기본 정보에서 바꾸고, 이 줄은 지워 주세요.`,
    );
  }
  if (env.unknownNames.length > 0)
    log.warn(
      `.env에 모르는 설정이 있습니다: ${env.unknownNames.join(', ')}. 이름을 .env.example에서 확인해 주세요.`,
    );
  if (env.oauth.kakao !== undefined && env.oauth.kakao.adminKey === undefined) {
    log.warn(
      'OAUTH_KAKAO_ADMIN_KEY가 없어 탈퇴한 회원의 카카오 연결을 해제할 수 없습니다. docs/guide/social-login.md를 참고하세요.',
    );
  }
};

/** Adds initial content and, where needed, a draft of the privacy policy, an admin and sample content. */
const prepareContent = async (env: Env, database: Database, deps: Deps): Promise<void> => {
  const { services } = deps.env;
  await seedSections(database.db, { ...env, services }, deps.clock.now(), sections);
  const newProcessors = await draftProcessors(database.db, services.processors, deps.clock.now());
  if (newProcessors.length > 0) {
    deps.log.warn(
      `개인정보 처리방침에 없는 수탁자가 있습니다: ${newProcessors.join(', ')}. 관리 → 설정 → 개인정보 처리방침에서 초안을 확인하고 게시해 주세요.`,
    );
  }
  if (env.admin !== undefined) await ensureAdmin(deps, env.admin);
  if (env.sampleContent ?? database.kind === 'embedded') await loadSampleContent(deps);
};

/** Creates the dependencies of the running server from its environment and the connections that admins have stored. */
const createDeps = async (env: Env, database: Database, log: Log) => {
  const { dataDir } = env;
  const { db, clock } = database;
  const authSecret = await loadAuthSecret(env.authSecret, dataDir);
  const storage = createStorageCache(await createStorage(env.storage, { dataDir, authSecret, log }));
  const observability = await createObservability(env, database, clock, log);
  const { connections, ports, services } = createConnections(env, {
    db,
    clock,
    log,
    authSecret,
    print: printSms,
    watchSms: observability.sms,
  });
  await connections.refresh();
  const deps = {
    ...ports,
    db,
    clock,
    connections,
    storage,
    erasures: openErasureLedger(env.erasureLedger),
    log,
    authSecret,
    env: { ...env, services },
    hooks,
  } satisfies Deps;
  return { deps, observability };
};

/** Answers commands of operators, which cannot open the embedded database meanwhile. */
const serveCommands = async (env: Env, database: Database, deps: Deps): Promise<() => Promise<void>> => {
  await removeDumpDrafts(env.dataDir);
  const routes = {
    [DUMP_ROUTE]: createDumpRoute(database, env.dataDir),
    [ADMIN_ROUTE]: createAdminRoute(database, env),
    [CHECKS_ROUTE]: createChecksRoute(database),
    [SERVICES_ROUTE]: createServicesRoute(env, deps),
  };
  return serveOperators(env.dataDir, routes, deps.log);
};

/** Serves the site and the API on one port, and runs the jobs. */
const serve = async (
  env: Env,
  database: Database,
  log: Log,
  restoredBy: string | null,
  { pages = loadBuiltPages(resolve(DIST)), middleware, restart }: StartOptions,
): Promise<RunningServer> => {
  await migrate(database);
  const { deps, observability } = await createDeps(env, database, log);
  await prepareContent(env, database, deps);
  const responseCache = createResponseCache(siteCacheRules, {
    isConnected: () => changeListener.isConnected(),
  });
  const changeListener = database.listenForChanges(() => {
    responseCache.invalidate();
    // A page that is rendered before the refresh may name the services as they were before a change.
    void deps.connections
      .refresh()
      .then(responseCache.invalidate, (error: unknown) =>
        log.error({ event: 'connections_not_read', err: error }),
      );
  });
  const eventLoop = watchEventLoopDelay();
  const stopping = new AbortController();
  const app = createApp(deps, {
    onRequestMetric: observability.onResponse,
    // Disabled in development, where pages change with their code.
    responseCache: env.isDevelopment ? undefined : responseCache,
    eventLoopDelay: eventLoop.current,
    clockDifferenceS: () => findClockDifferenceS(deps.clock),
    restore: { restart, restoredBy, signal: stopping.signal },
  });
  const render = await pages({
    fetchApi: createInternalFetch(app),
    origin: env.publicUrl,
    verification: env.siteVerification,
    otherOrigins: deps.storage.externalOrigins ?? {},
  });
  mountSite(app, render, deps);
  mountPages(app, render, deps);
  // In development Vite serves the assets.
  const assets: StaticAssets = env.isDevelopment
    ? new Map<string, never>()
    : await loadStaticAssets(join(resolve(DIST), 'client'), env.publicUrl);
  const server = await startHttpServer({
    app,
    port: env.port,
    host: env.host,
    publicUrl: env.publicUrl,
    middleware: serveStaticAssets(assets, sendCachedPhotos(deps.storage, env.publicUrl, middleware)),
    shutdownDelayMs: env.shutdownDelayS * 1_000,
  });
  const jobs = await startJobs({ env, database, deps, changeListener, isRestored: restoredBy !== null });
  const stopServingOperators = database.kind === 'embedded' ? await serveCommands(env, database, deps) : null;
  if (isFirstProcess()) {
    const { name: studioName } = await readSection(database.db, contentSections.identity);
    const setupLink = await createSetupLink(deps);
    if (setupLink === null) await removeRestore(env.dataDir);
    printStartupMessage(deps.env, studioName, setupLink);
  }
  return {
    stop: async (beforeClosing) => {
      stopping.abort();
      await server.close();
      await stopServingOperators?.();
      await observability.stop();
      eventLoop.stop();
      await Promise.all(jobs.map((job) => job.stop()));
      await uploadWorkerOf(deps).stop();
      await beforeClosing?.();
      await changeListener.close();
      await database.close();
    },
  };
};

/** Opens the database, and serves the site and the API on one port until `stop`. */
export const start = async (options: StartOptions = {}): Promise<RunningServer> => {
  const env = loadEnv();
  const { databaseUrl, dataDir } = env;
  becomeOwner(dataDir, START_COMMAND);
  const log = createLog(env.logLevel);
  warnOfEnv(env, log);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  assertAccess(dataDir, START_COMMAND);
  await warnOfPlaces(env, log);
  const restoredBy = await applyCompleteRestore(dataDir);
  const database = await openWhenFree({ databaseUrl, dataDir, log }, printLine);
  try {
    return await serve(env, database, log, restoredBy, options);
  } catch (error) {
    await database.close();
    throw error;
  }
};
