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
  send(message: SmsMessage): Promise<SmsOutcome>;
}
