import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { createApp } from '#server/app.ts';
import { readEnv } from '#server/env.ts';
import type { Clock } from '#server/ports/clock.ts';
import { createDiskStorage } from '#server/ports/storage/disk-storage.ts';
import { createUploadSigner } from '#server/ports/storage/signed-upload.ts';
import { createAppAsk } from './ask.ts';
import { checkHistory } from './check-history.ts';
import type { Ground } from './grounds.ts';
import { createStorm } from './operations.ts';
import type { Storm } from './operations.ts';
import { insertPeople, stormIdentity, stormSecret } from './people.ts';
import type { Person } from './people.ts';
import { readFinalState } from './places.ts';
import type { Outcome } from './scenario.ts';

/** Runs as the machine's does, from wherever it was set to. */
export interface MovableClock extends Clock {
  set(moment: string | Date): void;
}

export const createMovableClock = (start: string | Date): MovableClock & { fine(): number } => {
  let offset = 0;
  const fine = (): number => performance.now() + offset;
  const set = (moment: string | Date): void => void (offset = new Date(moment).getTime() - performance.now());
  set(start);
  return { now: () => new Date(fine()), fine, set };
};

export interface AppScene {
  readonly storm: Storm;
  readonly clock: MovableClock;
  readonly members: readonly Person[];
  readonly admins: readonly Person[];
}

interface AppSceneOptions {
  readonly members: number;
  readonly admins?: number;
  readonly startsAt: string | Date;
  /** The history is told by the machine's clock where the app's goes back as well. */
  readonly goesBack?: boolean;
}

type Done = Omit<Outcome, 'history' | 'faults'> & { readonly faults?: readonly string[] };

const silent = () => undefined;

/** The app in this process on a clock that can be moved; twice, over one database, where the ground has two servers. */
export const playInProcess = async (
  { place, servers }: Ground,
  { members, admins = 0, startsAt, goesBack = false }: AppSceneOptions,
  work: (scene: AppScene) => Promise<Done>,
): Promise<Outcome> => {
  const database = await place();
  const clock = createMovableClock(startsAt);
  try {
    return await database.visit(async (db) => {
      const { publicUrl, reservationChangeHours, trustProxy, studio } = readEnv(stormIdentity);
      const folder = join(database.settings.DATA_DIR ?? '', 'photos');
      const apps: Hono[] = Array.from({ length: servers }, () =>
        createApp({
          db,
          clock,
          sms: { send: () => Promise.resolve('accepted') },
          oauth: {},
          storage: createDiskStorage(folder, createUploadSigner(stormSecret)),
          erasures: { note: () => Promise.resolve() },
          log: { info: silent, warn: silent, error: silent, debug: silent },
          authSecret: stormSecret,
          settings: {
            alertPhone: undefined,
            publicUrl,
            rateLimits: false,
            reservationChangeHours,
            trustProxy,
            studio,
            xAccelPrefix: undefined,
          },
        }),
      );
      const storm = createStorm(createAppAsk(apps), goesBack ? undefined : clock.fine);
      const done = await work({
        storm,
        clock,
        members: await insertPeople(db, members, { clock }),
        admins: admins === 0 ? [] : await insertPeople(db, admins, { role: 'ADMIN', clock }),
      });
      const state = await readFinalState(db);
      return {
        ...done,
        history: storm.history,
        faults: [...(done.faults ?? []), ...checkHistory(storm.history, state)],
      };
    });
  } finally {
    await rm(join(database.settings.DATA_DIR ?? '', 'photos'), { recursive: true, force: true });
    await database.remove();
  }
};
