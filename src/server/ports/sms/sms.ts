export interface SmsMessage {
  /** `010` and 8 digits. */
  readonly to: string;
  readonly text: string;
}

/**
 * `rejected`: certainly not sent, may be tried again. `unknown`: it may have been sent (a time-out),
 * so nobody may send it again on its own.
 */
export type SmsOutcome = 'accepted' | 'rejected' | 'unknown';

export interface Sms {
  /** Accepted messages are only written to the outbox file: nobody receives them. */
  readonly isSimulated?: true;
  send(message: SmsMessage): Promise<SmsOutcome>;
}

/**
 * What one attempt at a provider came to. `rejected` is about this message; `unavailable` is as certainly not sent, but
 * about the provider: out of reach, too busy for us, or not accepting our keys.
 */
export type SmsAttemptOutcome = SmsOutcome | 'unavailable';

export interface SmsProvider {
  /** One request at most, never a second one. */
  attempt(message: SmsMessage): Promise<SmsAttemptOutcome>;
}
