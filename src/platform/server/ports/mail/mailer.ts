import type { SmsResult } from '../sms/sms.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

export interface Mailer {
  /** Mails are only written to the outbox file and never delivered. */
  readonly isSimulated?: true;
  /** Connects and logs in without sending. Resolves to null, or to an error code. Absent for the outbox. */
  verify?(): Promise<string | null>;
  /** Outcomes as for SMS, but a mail cannot be looked up after `unknown`. */
  send(mail: Mail): Promise<Pick<SmsResult, 'outcome' | 'code'>>;
}
