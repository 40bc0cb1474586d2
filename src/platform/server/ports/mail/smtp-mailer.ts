import type { Log } from '../log.ts';
import type { SmsResult } from '../sms/sms.ts';
import type { Mailer } from './mailer.ts';

export interface SmtpConfig {
  /** `smtps://user:password@host:465`, or `smtp://…:587` for STARTTLS. */
  readonly url: string;
  /** The sender: `사진관 <no-reply@example.kr>`. */
  readonly from: string;
}

/** For connecting, greeting and each response of the server. */
const TIMEOUT_MS = 10_000;

/**
 * `rejected`: the server refused the mail, or the system could not connect to it or find its address. After any other error, also a timeout
 * of nodemailer, it is open whether the mail arrives: nodemailer does not tell at which command a connection broke.
 */
const classifyError = (error: unknown): Pick<SmsResult, 'outcome' | 'code'> => {
  const { code, syscall, responseCode } = error as Readonly<Record<string, unknown>>;
  if (typeof responseCode === 'number') return { outcome: 'rejected', code: `SMTP_${responseCode}` };
  if (syscall === 'connect' || code === 'EDNS') return { outcome: 'rejected', code: 'SMTP_UNREACHED' };
  return { outcome: 'unknown' };
};

const openTransport = async (url: string, from: string) => {
  const { createTransport } = await import('nodemailer');
  return createTransport(
    { url, connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS },
    { from },
  );
};

/** Sends by SMTP (RFC 5321) with a connection for each mail. Nodemailer is loaded with the first one. */
export const createSmtpMailer = ({ url, from }: SmtpConfig, log: Log): Mailer => ({
  async verify() {
    const transport = await openTransport(url, from);
    try {
      await transport.verify();
      return null;
    } catch (error) {
      return classifyError(error).code ?? 'SMTP_FAILED';
    } finally {
      transport.close();
    }
  },
  async send({ to, subject, text }) {
    const transport = await openTransport(url, from);
    try {
      await transport.sendMail({ to, subject, text });
      return { outcome: 'accepted' };
    } catch (error) {
      const result = classifyError(error);
      log.warn({ event: 'mail_not_accepted', outcome: result.outcome, code: result.code });
      return result;
    } finally {
      transport.close();
    }
  },
});
