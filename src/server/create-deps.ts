import { loadAuthSecret } from '#server/auth/auth-secret.ts';
import type { Database } from '#server/db/database.ts';
import { createOauthProviders } from '#server/ports/oauth/create-oauth-providers.ts';
import { createMailer } from '#server/ports/mail/create-mailer.ts';
import { createSms } from '#server/ports/sms/create-sms.ts';
import { createStorage } from '#server/ports/storage/create-storage.ts';
import type { Log } from '#server/ports/log.ts';
import { createObservability } from '#server/operations/monitoring/observability.ts';
import { createStorageCache } from '#server/photos/storage/storage-cache.ts';
import type { Deps } from './deps.ts';
import type { Env } from './env.ts';
import { openErasureLedger } from './members/erasure-ledger.ts';

/** Creates the dependencies of the running server by its settings. `printSms` shows an SMS that is not sent. */
export const createDeps = async (
  env: Env,
  database: Database,
  { log, printSms }: { readonly log: Log; readonly printSms: (line: string) => void },
) => {
  const { dataDir } = env;
  const { db, clock } = database;
  const authSecret = await loadAuthSecret(env.authSecret, dataDir);
  const storage = createStorageCache(await createStorage(env.storage, { dataDir, authSecret, log }));
  const erasures = openErasureLedger(env.erasureLedger);
  const observability = await createObservability(env, database, clock, log);
  const sms = observability.sms(createSms(env.sms, { dataDir, clock, log, print: printSms }));
  const mailer = createMailer(env.mail, { dataDir, clock, log });
  const oauth = createOauthProviders(env.oauth, env.publicUrl);
  const deps: Deps = { db, clock, sms, mailer, oauth, storage, erasures, log, authSecret, settings: env };
  return { deps, storage, erasures, observability };
};
