import type { Db } from '#server/db/database.ts';
import type { Env } from './env.ts';
import type { Clock } from './ports/clock.ts';
import type { OauthProviders } from '#server/ports/oauth/oauth-provider.ts';
import type { Sms } from './ports/sms/sms.ts';
import type { Storage } from './ports/storage/storage.ts';
import type { Log } from '#server/ports/log.ts';
import type { ErasureLedger } from './members/erasure-ledger.ts';

/** What the server needs from outside itself. Tests pass others. */
export interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly sms: Sms;
  /** The providers of social login that are set up. */
  readonly oauth: OauthProviders;
  readonly storage: Storage;
  /** Told of everyone who left; it is read when a backup is restored. */
  readonly erasures: Pick<ErasureLedger, 'append'>;
  readonly log: Log;
  /** 32 bytes or more: signs access tokens, keys the hashes of codes. */
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
