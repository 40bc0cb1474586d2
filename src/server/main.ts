import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createApp } from './app.ts';
import { readBuiltFiles, sendBuiltFiles } from './built-files.ts';
import type { BuiltFiles } from './built-files.ts';
import { unlinkLeft } from './auth/social/unlink-left.ts';
import { loadAuthSecret } from './auth-secret.ts';
import { openDatabase } from './db/connection.ts';
import { migrate } from './db/migrate.ts';
import type { Deps } from './deps.ts';
import { describeStartError } from './describe-start-error.ts';
import { loadEnv } from './env.ts';
import type { Env } from './env.ts';
import { extendClosures } from './jobs/extend-closures.ts';
import { createPurge } from './jobs/purge-expired.ts';
import { repeatJob } from './jobs/repeat-job.ts';
import { hourlyRules } from './jobs/retention-rules.ts';
import { startScheduler } from './jobs/scheduler.ts';
import { listen } from './listen.ts';
import type { Middleware } from './listen.ts';
import { createResponseCache } from './http/cache/response-cache.ts';
import { watchEventLoopDelay } from './http/overload/event-loop-delay.ts';
import { createLog } from './log.ts';
import { ensureAdmin } from './members/create-admin.ts';
import { openErasureLedger } from './members/erasure-ledger.ts';
import { sendNotifications } from './notifications/send-notifications.ts';
import { offerDump } from './operations/offer-dump.ts';
import { watchServer } from './operations/watch-server.ts';
import { askInProcess, builtPages, mountPages } from './pages.ts';
import type { CreatePages } from './pages.ts';
import { leaveUploads } from './photos/publish-upload.ts';
import { sweepPhotos } from './photos/sweep-photos.ts';
import { cacheReads } from './photos/cache-reads.ts';
import { sendCachedPhotos } from './photos/serve-photo.ts';
import { systemClock } from './ports/clock.ts';
import { createOauthProviders } from './ports/oauth/create-providers.ts';
import { chooseSms, outboxFile } from './ports/sms/choose-sms.ts';
import { chooseStorage } from './ports/storage/choose-storage.ts';
import { loadSampleContent } from './sample-content.ts';
import { runWorkers, STOP } from './run-workers.ts';
import { mountSite } from './site/routes.ts';

interface StartOptions {
  /** How pages are made; the built ones unless said. */
  readonly pages?: CreatePages;
  /** Vite's, in development. */
  readonly middleware?: Middleware;
}

interface RunningServer {
  readonly url: string;
  stop(): Promise<void>;
}

const DIST = 'dist';
const HOUR = 3_600_000;
const UNLINK_PAUSE = 60_000;
const SEND_PAUSE = 5_000;
const SWEEP_PAUSE = 600_000;
const SMS_PROVIDER_NAMES = { solapi: '솔라피', sens: '네이버 클라우드 SENS' };
const say = (line: string): void => void process.stdout.write(`${line}\n`);
// A person who tries the site reads codes at the terminal. Where output is collected, codes and phone numbers would be kept with it.
const isTerminal = process.stdout.isTTY;

/** Of the processes that share the port, when there are several. */
const isFirst = (): boolean => cluster.worker === undefined || cluster.worker.id === 1;

const sayHowToBegin = (env: Env, url: string): void => {
  say(`\n${env.studio.name} 홈페이지가 열렸습니다: ${url}`);
  say(
    env.admin === undefined
      ? '관리자 계정을 만들려면 ADMIN_LOGIN_ID와 ADMIN_PASSWORD를 지정하고 다시 시작해 주세요. (.env.example 참고)'
      : `관리자 아이디: ${env.admin.loginId}`,
  );
  say(
    env.sms.provider === 'outbox'
      ? `문자는 발송하지 않고 ${outboxFile(env.dataDir)}에 기록합니다.`
      : `문자는 ${SMS_PROVIDER_NAMES[env.sms.provider]}를 통해 발송합니다. 발신번호: ${env.sms.sender}`,
  );
  say('종료하려면 Ctrl-C를 누르세요.\n');
};

/** Opens the database, brings it up to date, and serves site and API on one port. */
export const start = async ({
  pages = builtPages(resolve(DIST)),
  middleware,
}: StartOptions = {}): Promise<RunningServer> => {
  const env = loadEnv();
  const log = createLog(env.logLevel);
  if (!env.rateLimits) log.warn('RATE_LIMITS=off: 요청 횟수를 제한하지 않습니다. 테스트할 때만 사용하세요.');
  if (env.placeholders.length > 0) {
    log.warn(
      `아직 예시 그대로인 설정이 있습니다. 사이트를 공개하기 전에 지정해 주세요: ${env.placeholders.join(', ')}`,
    );
  }
  if (env.oauth.kakao !== undefined && env.oauth.kakao.adminKey === undefined) {
    log.warn(
      'OAUTH_KAKAO_ADMIN_KEY가 없어 탈퇴한 회원의 카카오 연결을 해제할 수 없습니다. docs/guide/social-login.md를 참고하세요.',
    );
  }
  await mkdir(env.dataDir, { recursive: true, mode: 0o700 });
  const database = await openDatabase({ databaseUrl: env.databaseUrl, dataDir: env.dataDir, log });
  try {
    await migrate(database);
    const authSecret = await loadAuthSecret(env.authSecret, env.dataDir);
    const storage = cacheReads(await chooseStorage(env.storage, { dataDir: env.dataDir, authSecret, log }));
    const erasures = openErasureLedger(env.erasureLedger);
    const watch = await watchServer(env, database, log);
    const deps: Deps = {
      db: database.db,
      clock: systemClock,
      sms: watch.sms(
        chooseSms(env.sms, {
          dataDir: env.dataDir,
          clock: systemClock,
          log,
          print: (line) => isTerminal && say(line),
        }),
      ),
      oauth: createOauthProviders(env.oauth, env.publicUrl),
      storage,
      erasures,
      log,
      authSecret,
      settings: env,
    };
    if (env.admin !== undefined) await ensureAdmin(deps, env.admin);
    if (env.sampleContent ?? database.kind === 'embedded') await loadSampleContent(deps);

    const responseCache = createResponseCache({ isHearing: () => others.isHearing() });
    const others = database.watch(responseCache.invalidate);
    // In development a page changes with its code.
    const eventLoop = watchEventLoopDelay();
    const app = createApp(deps, {
      onAnswer: watch.onAnswer,
      responseCache: env.isDevelopment ? undefined : responseCache,
      eventLoopDelay: eventLoop.current,
    });
    const render = await pages({
      fetchApi: askInProcess(app),
      studio: env.studio,
      origin: env.publicUrl,
      verification: env.siteVerification,
      otherOrigins: storage.otherOrigins ?? {},
    });
    mountSite(app, render, deps);
    mountPages(app, render, deps);
    // In development they are Vite's.
    const files: BuiltFiles = env.isDevelopment
      ? new Map()
      : await readBuiltFiles(join(resolve(DIST), 'client'), env.publicUrl);
    const server = await listen({
      app,
      port: env.port,
      host: env.host,
      publicUrl: env.publicUrl,
      middleware: sendBuiltFiles(files, sendCachedPhotos(storage, env.publicUrl, middleware)),
      notice: env.stopNotice * 1_000,
    });
    // All of them may run twice at once without harm; of several processes one does them, to spare the work.
    const alone =
      <Args extends unknown[]>(job: (...args: Args) => Promise<unknown>) =>
      async (...args: Args): Promise<unknown> =>
        (await others.lead()) ? job(...args) : 'elsewhere';
    const daily = (event: string, job: (now: Date, signal: AbortSignal) => Promise<unknown>) =>
      startScheduler(deps, event, alone(job));
    const every = (pause: number, job: (signal: AbortSignal) => Promise<unknown>) =>
      repeatJob(deps, pause, alone(job));
    const purge = createPurge(deps);
    const jobs = [
      daily('closures', (now) => extendClosures(deps.db, now)),
      daily('purge', purge),
      every(HOUR, (signal) => purge(deps.clock.now(), signal, hourlyRules)),
      every(UNLINK_PAUSE, (signal) => unlinkLeft(deps, signal)),
      every(SEND_PAUSE, () => sendNotifications(deps)),
      every(SWEEP_PAUSE, (signal) => sweepPhotos(deps, signal)),
      // Each keeps a ledger of its own.
      repeatJob(deps, HOUR, () => erasures.catchUp(deps.db)),
    ];
    const endOffer = database.kind === 'embedded' ? await offerDump(database, env.dataDir, log) : null;
    if (isFirst()) sayHowToBegin(env, env.publicUrl);
    return {
      url: env.publicUrl,
      stop: async () => {
        await server.close();
        await endOffer?.();
        await watch.stop();
        eventLoop.stop();
        await Promise.all(jobs.map((job) => job.stop()));
        await leaveUploads(deps);
        await others.close();
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
    // A second signal means now.
    if (isStopping) process.exit(1);
    isStopping = true;
    void stop().then(() => process.exit(0));
  };
  process.on('SIGINT', handle);
  process.on('SIGTERM', handle);
  process.on('message', (message) => {
    if (message === STOP && !isStopping) handle();
  });
};

/** Lines that cannot be written, since the disk is full or nobody reads them, are lost; the server goes on. */
const surviveLostLines = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
};

// The heap may grow by half before it is swept, instead of to four times what is in use: 60 MB less under load, and no slower.
const HEAP_GROWTH = '--heap-growing-percent=50';

/** Runs the server until it is told to stop. */
const run = async (): Promise<void> => {
  surviveLostLines();
  setFlagsFromString(HEAP_GROWTH);
  try {
    const env = loadEnv();
    if (cluster.isPrimary && env.processes > 1) {
      await runWorkers(env, createLog(env.logLevel));
      process.exit(0);
    }
    stopOnSignals(await start());
  } catch (error) {
    process.stderr.write(`${describeStartError(error)}\n`);
    process.exit(1);
  }
};

if (process.argv[1] !== undefined && fileURLToPath(import.meta.url) === resolve(process.argv[1])) await run();
