import type { Db } from '#server/db/database.ts';
import type { Env } from './env.ts';
import type { Clock } from './ports/clock.ts';
import type { OauthProviders } from '#server/ports/oauth/oauth-provider.ts';
import type { Sms } from './ports/sms/sms.ts';
import type { Storage } from './ports/storage/storage.ts';
import type { Log } from '#server/ports/log.ts';
import type { ErasureLedger } from './members/erasure-ledger.ts';

/** The dependencies of the server. Tests pass other implementations. */
export interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly sms: Sms;
  /** The configured providers of social login. */
  readonly oauth: OauthProviders;
  readonly storage: Storage;
  /** Records deleted accounts; read when a backup is restored. */
  readonly erasures: Pick<ErasureLedger, 'append'>;
  readonly log: Log;
  /** At least 32 bytes. Keys for signing and hashing are derived from it. */
  readonly authSecret: Uint8Array;
  readonly settings: Pick<
    Env,
    | 'alertPhone'
    | 'publicUrl'
    | 'rateLimits'
    | 'reservationChangeHours'
    | 'trustProxy'
    | 'studio'
    | 'xAccelPrefix'
  >;
}
