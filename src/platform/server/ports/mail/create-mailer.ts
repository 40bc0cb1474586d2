import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { outboxFolder } from '../sms/create-sms.ts';
import type { Mailer } from './mailer.ts';
import { createSmtpMailer, type SmtpConfig } from './smtp-mailer.ts';

interface MailDeps {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** Writes one JSON line `{"to","subject","text","at"}` to `mail.jsonl` for each mail instead of sending it. */
const createOutboxMailer = (folder: string, clock: Clock): Mailer => ({
  isSimulated: true,
  async send(mail) {
    await mkdir(folder, { recursive: true });
    const line = JSON.stringify({ ...mail, at: clock.now().toISOString() });
    await appendFile(join(folder, 'mail.jsonl'), `${line}\n`, { mode: 0o600 });
    return { outcome: 'accepted' };
  },
});

/** Without SMTP settings mails go to the outbox. */
export const createMailer = (config: SmtpConfig | undefined, { dataDir, clock, log }: MailDeps): Mailer =>
  config === undefined ? createOutboxMailer(outboxFolder(dataDir), clock) : createSmtpMailer(config, log);
