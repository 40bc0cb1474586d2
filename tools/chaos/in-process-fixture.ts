import { rm } from 'node:fs/promises';
import { seedSections } from '#server/studio/seed-sections.ts';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { createApp } from '#server/app.ts';
import { readEnv } from '#server/env.ts';
import type { Clock } from '#server/ports/clock.ts';
import { noMailer, noSms } from '#server/ports/no-messages.ts';
import { createDiskStorage } from '#server/ports/storage/disk-storage.ts';
import { createUploadSigner } from '#server/ports/storage/upload-signer.ts';
import { createInProcessSender } from './client.ts';
import { checkHistory } from '#tools/chaos/checker/check-history.ts';
import type { Environment } from './environments.ts';
import { createWorkload, type Workload } from './operations.ts';
import {
  insertSignedInUsers,
  testIdentity,
  testAuthSecret,
  type SignedInUser,
} from '#test/factories/signed-in-users.ts';
import { readFinalState } from '#tools/chaos/read-final-state.ts';
import type { ScenarioResult } from './scenario.ts';

/** A clock that keeps running after it was set. */
export interface MovableClock extends Clock {
  set(instant: string | Date): void;
}

export const createMovableClock = (start: string | Date): MovableClock & { preciseNow(): number } => {
  let offset = 0;
  const preciseNow = (): number => performance.now() + offset;
  const set = (instant: string | Date): void =>
    void (offset = new Date(instant).getTime() - performance.now());
  set(start);
  return { now: () => new Date(preciseNow()), preciseNow, set };
};

export interface InProcessFixture {
  readonly workload: Workload;
  readonly clock: MovableClock;
  readonly members: readonly SignedInUser[];
  readonly admins: readonly SignedInUser[];
}

interface InProcessFixtureOptions {
  readonly members: number;
  readonly admins?: number;
  readonly startsAt: string | Date;
  /** The scenario sets the clock back, so the history uses the machine's clock instead. */
  readonly clockGoesBack?: boolean;
}

type WorkResult = Omit<ScenarioResult, 'history' | 'violations'> & {
  readonly violations?: readonly string[];
};

const silent = () => undefined;

/** Runs the app in this process on a movable clock: two apps over one database for an environment with two servers. */
export const runInProcess = async (
  { createDatabase, servers }: Environment,
  { members, admins = 0, startsAt, clockGoesBack = false }: InProcessFixtureOptions,
  work: (fixture: InProcessFixture) => Promise<WorkResult>,
): Promise<ScenarioResult> => {
  const database = await createDatabase();
  const clock = createMovableClock(startsAt);
  try {
    return await database.withDb(async (db) => {
      const { publicUrl, trustProxy, services, initial } = readEnv(testIdentity);
      await seedSections(db, { initial, services }, clock.now());
      const folder = join(database.settings.DATA_DIR ?? '', 'photos');
      const apps: Hono[] = Array.from({ length: servers }, () =>
        createApp({
          db,
          clock,
          sms: noSms,
          mailer: noMailer,
          oauth: {},
          storage: createDiskStorage(folder, createUploadSigner(testAuthSecret)),
          erasures: { append: () => Promise.resolve() },
          log: { info: silent, warn: silent, error: silent, debug: silent },
          authSecret: testAuthSecret,
          settings: {
            backup: undefined,
            publicUrl,
            rateLimits: false,
            trustProxy,
            services,
            xAccelPrefix: undefined,
          },
        }),
      );
      const workload = createWorkload(
        createInProcessSender(apps),
        clockGoesBack ? undefined : clock.preciseNow,
      );
      const done = await work({
        workload,
        clock,
        members: await insertSignedInUsers(db, members, { clock }),
        admins: admins === 0 ? [] : await insertSignedInUsers(db, admins, { role: 'ADMIN', clock }),
      });
      const state = await readFinalState(db);
      return {
        ...done,
        history: workload.history,
        violations: [...(done.violations ?? []), ...checkHistory(workload.history, state)],
      };
    });
  } finally {
    await rm(join(database.settings.DATA_DIR ?? '', 'photos'), { recursive: true, force: true });
    await database.remove();
  }
};
