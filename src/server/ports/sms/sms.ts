export interface SmsMessage {
  /** `010` and 8 digits. */
  readonly to: string;
  readonly text: string;
}

/**
 * `rejected`: not sent, may be retried. `unknown`: it may have been sent (a timeout), so it must not be retried automatically.
 */
export type SmsOutcome = 'accepted' | 'rejected' | 'unknown';

export interface Sms {
  /** Accepted messages are only written to the outbox file and never delivered. */
  readonly isSimulated?: true;
  send(message: SmsMessage): Promise<SmsOutcome>;
}

/**
 * The outcome of one attempt at a provider. `rejected` concerns this message; `unavailable` also means not sent, but concerns the
 * provider: unreachable, overloaded, or rejecting our keys.
 */
export type SmsAttemptOutcome = SmsOutcome | 'unavailable';

export interface SmsProvider {
  /** Sends at most one request. */
  attempt(message: SmsMessage): Promise<SmsAttemptOutcome>;
}
