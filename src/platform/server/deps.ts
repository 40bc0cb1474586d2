import type { Db } from './db/database.ts';
import type { Env } from './env.ts';
import type { ErasureLedger } from './erasure-ledger.ts';
import type { Hooks } from './hooks.ts';
import type { Clock } from './ports/clock.ts';
import type { Connections } from './ports/connections.ts';
import type { Log } from './ports/log.ts';
import type { Mailer } from './ports/mail/mailer.ts';
import type { OauthProviders } from './ports/oauth/oauth-provider.ts';
import type { Sms } from './ports/sms/sms.ts';
import type { Storage } from './ports/storage/storage.ts';

/** The dependencies of the server. Tests replace some of them. */
export interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly sms: Sms;
  readonly mailer: Mailer;
  readonly oauth: OauthProviders;
  /** Where the settings of `sms`, `mailer`, `oauth` and `env.services` come from. */
  readonly connections: Connections;
  readonly storage: Storage;
  /** Records deleted members and callers (customers without an account), so that a restored backup does not bring them back. */
  readonly erasures: Pick<ErasureLedger, 'append'>;
  readonly log: Log;
  /** The hooks of the features, in the order of the features. */
  readonly hooks: readonly Hooks[];
  /** At least 32 bytes. The keys of signatures, HMACs and encryption come from it (see `KeyPurpose`). */
  readonly authSecret: Uint8Array;
  readonly env: Pick<
    Env,
    | 'backup'
    | 'databaseUrl'
    | 'dataDir'
    | 'publicUrl'
    | 'rateLimits'
    | 'services'
    | 'storage'
    | 'trustProxy'
    | 'xAccelPrefix'
  >;
}
