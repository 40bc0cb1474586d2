import cluster from 'node:cluster';
import { readSecretFile } from '#server/operations/backup/backup-command.ts';
import { checkInSubprocess } from '#server/operations/backup/check-in-subprocess.ts';
import { exportDatabase, readVersion } from '#server/operations/backup/export-database.ts';
import { createScheduledBackup } from '#server/operations/backup/scheduled-backup.ts';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createApp } from './app.ts';
import { loadStaticAssets, serveStaticAssets, type StaticAssets } from '#server/http/static-assets.ts';
import { unlinkOrphanedIdentities } from '#server/auth/social/unlink-orphaned-identities.ts';
import { loadAuthSecret } from '#server/auth/auth-secret.ts';
import { openWhenFree } from '#server/db/open-database.ts';
import { migrate } from './db/migrate.ts';
import type { Deps } from './deps.ts';
import { describeStartError } from './describe-start-error.ts';
import { loadEnv, type Env } from './env.ts';
import { assertAccess, becomeOwner } from '#server/files/data-folder-owner.ts';
import { extendRecurringClosures } from '#server/jobs/extend-recurring-closures.ts';
import { createPurgeJob, hourlyRules } from './jobs/purge-expired.ts';
import { startIntervalJob } from '#server/jobs/interval-job.ts';
import { startDailyJob } from '#server/jobs/daily-job.ts';
import { startHttpServer, type Middleware } from '#server/http/http-server.ts';
import { createResponseCache } from './http/cache/response-cache.ts';
import { watchEventLoopDelay } from './http/overload/event-loop-delay.ts';
import { createLog } from '#server/ports/log.ts';
import { ensureAdmin } from './members/create-admin.ts';
import { openErasureLedger } from './members/erasure-ledger.ts';
import { queueReminders } from './notifications/queue-reminders.ts';
import { pollDeliveries } from './notifications/poll-deliveries.ts';
import { sendNotifications } from './notifications/send-notifications.ts';
import { serveDump } from '#server/operations/backup/dump-socket.ts';
import { createObservability } from '#server/operations/monitoring/observability.ts';
import {
  createInternalFetch,
  loadBuiltPages,
  mountPages,
  type CreatePageRenderer,
} from '#server/site/page-rendering.ts';
import { abandonInFlight } from '#server/photos/upload/process-upload.ts';
import { maintainPhotos } from '#server/photos/storage/photo-maintenance.ts';
import { createStorageCache } from '#server/photos/storage/storage-cache.ts';
import { sendCachedPhotos } from '#server/photos/gallery/serve-photo.ts';
import { findClockDifferenceS, logClockDifference } from '#server/operations/monitoring/clock-difference.ts';
import { createOauthProviders } from '#server/ports/oauth/create-oauth-providers.ts';
import { createMailer } from '#server/ports/mail/create-mailer.ts';
import { createSms, smsOutboxPath } from '#server/ports/sms/create-sms.ts';
import { openBackupBucket } from '#server/ports/storage/backup-bucket.ts';
import { createStorage } from '#server/ports/storage/create-storage.ts';
import { readSection } from './studio/read-sections.ts';
import { draftProcessors } from './studio/draft-processors.ts';
import { seedSections } from './studio/seed-sections.ts';
import { loadSampleContent } from './sample/load-sample-content.ts';
import { createSetupLink } from './members/setup/setup-link.ts';
import { runCluster, STOP_MESSAGE } from './cluster.ts';
import { mountSite } from './site/routes.ts';

interface StartOptions {
  /** Creates the page renderer. Defaults to the built pages. */
  readonly pages?: CreatePageRenderer;
  /** Vite's middleware, in development. */
  readonly middleware?: Middleware;
}

interface RunningServer {
  readonly url: string;
  stop(): Promise<void>;
}

const DIST = 'dist';
const START_COMMAND = 'npm start';
const HOUR_MS = 3_600_000;
const UNLINK_INTERVAL_MS = 60_000;
const SEND_INTERVAL_MS = 5_000;
const POLL_INTERVAL_MS = 15_000;
const REMINDER_INTERVAL_MS = 60_000;
const CLOCK_CHECK_INTERVAL_MS = 60_000;
const PHOTO_MAINTENANCE_INTERVAL_MS = 600_000;
const SMS_PROVIDER_NAMES = { solapi: '솔라피', sens: '네이버 클라우드 SENS' };
const printLine = (line: string): void => void process.stdout.write(`${line}\n`);
// SMS are printed only to a terminal, for a person who tries out the site. Otherwise logs would collect codes and phone numbers.
const isStdoutTerminal = process.stdout.isTTY;

/** Whether this is the only process or the first worker of a cluster. */
const isFirstProcess = (): boolean => cluster.worker === undefined || cluster.worker.id === 1;

const printStartupMessage = (env: Env, studioName: string, setupLink: string | null): void => {
  printLine(`\n${studioName} 홈페이지가 열렸습니다: ${env.publicUrl}`);
  if (setupLink !== null)
    printLine(`관리자 계정 만들기 (30분 안에 한 번만 사용할 수 있습니다): ${setupLink}`);
  else if (env.admin !== undefined) printLine(`관리자 아이디: ${env.admin.loginId}`);
  printLine(
    env.sms.provider === 'outbox'
      ? `문자는 발송하지 않고 ${smsOutboxPath(env.dataDir)}에 기록합니다.`
      : `문자는 ${SMS_PROVIDER_NAMES[env.sms.provider]}를 통해 발송합니다. 발신번호: ${env.sms.sender}`,
  );
  printLine('종료하려면 Ctrl-C를 누르세요.\n');
};

/** Opens and migrates the database, and serves the site and the API on one port. */
export const start = async ({
  pages = loadBuiltPages(resolve(DIST)),
  middleware,
}: StartOptions = {}): Promise<RunningServer> => {
  const env = loadEnv();
  becomeOwner(env.dataDir, START_COMMAND);
  const log = createLog(env.logLevel);
  if (!env.rateLimits) log.warn('RATE_LIMITS=off: 요청 횟수를 제한하지 않습니다. 테스트할 때만 사용하세요.');
  if (env.oauth.kakao !== undefined && env.oauth.kakao.adminKey === undefined) {
    log.warn(
      'OAUTH_KAKAO_ADMIN_KEY가 없어 탈퇴한 회원의 카카오 연결을 해제할 수 없습니다. docs/guide/social-login.md를 참고하세요.',
    );
  }
  await mkdir(env.dataDir, { recursive: true, mode: 0o700 });
  assertAccess(env.dataDir, START_COMMAND);
  const { databaseUrl, dataDir } = env;
  const database = await openWhenFree({ databaseUrl, dataDir, log }, printLine);
  const { clock } = database;
  try {
    await migrate(database);
    await seedSections(database.db, env, clock.now());
    const newProcessors = await draftProcessors(database.db, env.services.processors, clock.now());
    if (newProcessors.length > 0) {
      log.warn(
        `개인정보처리방침에 없는 수탁자가 있습니다: ${newProcessors.join(', ')}. 관리 → 설정 → 개인정보처리방침에서 초안을 확인하고 게시해 주세요.`,
      );
    }
    const { name: studioName } = await readSection(database.db, 'identity');
    const authSecret = await loadAuthSecret(env.authSecret, env.dataDir);
    const storage = createStorageCache(
      await createStorage(env.storage, { dataDir: env.dataDir, authSecret, log }),
    );
    const erasures = openErasureLedger(env.erasureLedger);
    const observability = await createObservability(env, database, clock, log);
    const deps: Deps = {
      db: database.db,
      clock,
      sms: observability.sms(
        createSms(env.sms, {
          dataDir: env.dataDir,
          clock,
          log,
          print: (line) => isStdoutTerminal && printLine(line),
        }),
      ),
      mailer: createMailer(env.mail, { dataDir: env.dataDir, clock, log }),
      oauth: createOauthProviders(env.oauth, env.publicUrl),
      storage,
      erasures,
      log,
      authSecret,
      settings: env,
    };
    if (env.admin !== undefined) await ensureAdmin(deps, env.admin);
    if (env.sampleContent ?? database.kind === 'embedded') await loadSampleContent(deps);

    const responseCache = createResponseCache({ isConnected: () => changeListener.isConnected() });
    const changeListener = database.listenForChanges(responseCache.invalidate);
    const eventLoop = watchEventLoopDelay();
    const app = createApp(deps, {
      onRequestMetric: observability.onResponse,
      // Disabled in development, where pages change with their code.
      responseCache: env.isDevelopment ? undefined : responseCache,
      eventLoopDelay: eventLoop.current,
      clockDifferenceS: () => findClockDifferenceS(clock),
    });
    const render = await pages({
      fetchApi: createInternalFetch(app),
      origin: env.publicUrl,
      verification: env.siteVerification,
      otherOrigins: storage.externalOrigins ?? {},
    });
    mountSite(app, render, deps);
    mountPages(app, render, deps);
    // In development Vite serves the assets.
    const assets: StaticAssets = env.isDevelopment
      ? new Map()
      : await loadStaticAssets(join(resolve(DIST), 'client'), env.publicUrl);
    const server = await startHttpServer({
      app,
      port: env.port,
      host: env.host,
      publicUrl: env.publicUrl,
      middleware: serveStaticAssets(assets, sendCachedPhotos(storage, env.publicUrl, middleware)),
      shutdownDelayMs: env.shutdownDelayS * 1_000,
    });
    // All jobs are safe to run concurrently. Only the leader runs them, to avoid duplicate work.
    const runIfLeader =
      <Args extends unknown[]>(job: (...args: Args) => Promise<unknown>) =>
      async (...args: Args): Promise<unknown> =>
        (await changeListener.tryBecomeLeader()) ? job(...args) : 'not leader';
    const daily = (event: string, job: (now: Date, signal: AbortSignal) => Promise<unknown>) =>
      startDailyJob(deps, event, runIfLeader(job));
    const every = (delayMs: number, job: (signal: AbortSignal) => Promise<unknown>) =>
      startIntervalJob(deps, delayMs, runIfLeader(job));
    const purge = createPurgeJob(deps);
    const backUp =
      env.backup === undefined
        ? null
        : createScheduledBackup({
            folder: env.backup.folder,
            check: checkInSubprocess,
            bucket: await openBackupBucket(env.backup.bucket),
            source: {
              dump: async (file) => {
                await exportDatabase(database, file);
                return readVersion(database.db);
              },
              storage,
              authSecret,
              secretFile: await readSecretFile(env),
            },
          });
    // Expired data is deleted first, so that no backup contains it.
    const purgeAndBackUp = async (now: Date, signal: AbortSignal): Promise<unknown> => {
      const purged = await purge(now, signal);
      // A clock that holds the purge would also make every backup look too old.
      return { purged, backup: await backUp?.(now, purged !== 'held') };
    };
    const jobs = [
      daily('closures', (now) => extendRecurringClosures(deps.db, now)),
      daily('purge', backUp === null ? purge : purgeAndBackUp),
      every(HOUR_MS, (signal) => purge(deps.clock.now(), signal, hourlyRules)),
      every(UNLINK_INTERVAL_MS, (signal) => unlinkOrphanedIdentities(deps, signal)),
      every(REMINDER_INTERVAL_MS, () => queueReminders(deps)),
      every(SEND_INTERVAL_MS, () => sendNotifications(deps)),
      every(POLL_INTERVAL_MS, () => pollDeliveries(deps)),
      every(PHOTO_MAINTENANCE_INTERVAL_MS, (signal) => maintainPhotos(deps, signal)),
      // Not limited to the leader, because each machine has its own ledger file and clock.
      startIntervalJob(deps, HOUR_MS, () => erasures.reconcile(deps.db)),
      startIntervalJob(deps, CLOCK_CHECK_INTERVAL_MS, async () => logClockDifference(deps)),
    ];
    const stopDumpServer = database.kind === 'embedded' ? await serveDump(database, env.dataDir, log) : null;
    if (isFirstProcess()) printStartupMessage(env, studioName, await createSetupLink(deps));
    return {
      url: env.publicUrl,
      stop: async () => {
        await server.close();
        await stopDumpServer?.();
        await observability.stop();
        eventLoop.stop();
        await Promise.all(jobs.map((job) => job.stop()));
        await abandonInFlight(deps);
        await changeListener.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
};

const stopOnSignals = ({ stop }: RunningServer): void => {
  let isStopping = false;
  const handle = (): void => {
    // A second signal exits immediately.
    if (isStopping) process.exit(1);
    isStopping = true;
    void stop().then(() => process.exit(0));
  };
  process.on('SIGINT', handle);
  process.on('SIGTERM', handle);
  process.on('message', (message) => {
    if (message === STOP_MESSAGE && !isStopping) handle();
  });
};

/** Keeps the server running when log lines cannot be written, because the disk is full or the reader of the pipe is gone. */
const ignoreStdioErrors = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
};

// Limits the heap's growth between collections to 50 % (V8's default allows up to four times the live size). Saves 60 MB under load
// without a measurable slowdown.
const HEAP_GROWTH_FLAG = '--heap-growing-percent=50';

/** Runs the server, or the cluster, until it is stopped. */
const run = async (): Promise<void> => {
  ignoreStdioErrors();
  setFlagsFromString(HEAP_GROWTH_FLAG);
  try {
    const env = loadEnv();
    if (cluster.isPrimary && env.processes > 1) {
      await runCluster(env, createLog(env.logLevel));
      process.exit(0);
    }
    stopOnSignals(await start());
  } catch (error) {
    process.stderr.write(`${describeStartError(error)}\n`);
    process.exit(1);
  }
};

if (process.argv[1] !== undefined && fileURLToPath(import.meta.url) === resolve(process.argv[1])) await run();
