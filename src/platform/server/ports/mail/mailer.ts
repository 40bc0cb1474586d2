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
  /** Outcomes mean the same as for SMS. */
  send(mail: Mail): Promise<Pick<SmsResult, 'outcome' | 'code'>>;
}
