import { NOT_PUBLIC, resolvePublicAddress } from '../../public-address.ts';
import type { Log } from '../log.ts';
import type { SmsResult } from '../sms/sms.ts';
import type { Mailer } from './mailer.ts';

/** A server that an admin entered: it must be on the internet and speak TLS. */
export interface EnteredSmtpServer {
  readonly host: string;
  /** 465 for TLS from the beginning; STARTTLS at any other. */
  readonly port: number;
  readonly user: string;
  readonly password: string;
}

export interface SmtpConfig {
  /** `smtps://user:password@host:465`, or `smtp://…:587` for STARTTLS where the server offers it. */
  readonly server: string | EnteredSmtpServer;
  /** The sender: `사진관 <no-reply@example.kr>`. */
  readonly from: string;
}

/** Nodemailer's time limits: until the greeting of the server, and for each silence after it. */
const TIMEOUT_MS = 10_000;

/**
 * `rejected`: the server answered with an error, such as for the login or the mail, its address was not found or is not on the internet,
 * or the system could not connect to its only address. Any other error, also a timeout once the address is known, is `unknown`:
 * nodemailer does not tell at which command a connection broke.
 */
const classifyError = (error: unknown): Pick<SmsResult, 'outcome' | 'code'> => {
  const { code, syscall, responseCode } = error as Readonly<Record<string, unknown>>;
  if (code === NOT_PUBLIC) return { outcome: 'rejected', code: 'SMTP_NOT_PUBLIC' };
  if (typeof responseCode === 'number') return { outcome: 'rejected', code: `SMTP_${responseCode}` };
  if (syscall === 'connect' || syscall === 'getaddrinfo' || code === 'EDNS')
    return { outcome: 'rejected', code: 'SMTP_UNREACHED' };
  return { outcome: 'unknown' };
};

const TLS_PORT = 465;

const describeServer = async (server: SmtpConfig['server']) => {
  if (typeof server === 'string') return { url: server };
  const { host, port, user, password } = server;
  return {
    host: await resolvePublicAddress(host),
    port,
    secure: port === TLS_PORT,
    requireTLS: true,
    auth: { user, pass: password },
    tls: { servername: host },
  };
};

const openTransport = async ({ server, from }: SmtpConfig) => {
  const { createTransport } = await import('nodemailer');
  const timeouts = {
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
  };
  return createTransport({ ...(await describeServer(server)), ...timeouts }, { from });
};

/** Runs `work` with a connection of its own. An error becomes an outcome. */
const withTransport = async (
  config: SmtpConfig,
  work: (transport: Awaited<ReturnType<typeof openTransport>>) => Promise<unknown>,
): Promise<Pick<SmsResult, 'outcome' | 'code'>> => {
  try {
    const transport = await openTransport(config);
    try {
      await work(transport);
      return { outcome: 'accepted' };
    } finally {
      transport.close();
    }
  } catch (error) {
    return classifyError(error);
  }
};

/** Sends by SMTP (RFC 5321) with a connection for each mail. Nodemailer is loaded on first use. */
export const createSmtpMailer = (config: SmtpConfig, log: Log): Mailer => ({
  async verify() {
    const { outcome, code = 'SMTP_FAILED' } = await withTransport(config, (transport) => transport.verify());
    return outcome === 'accepted' ? null : code;
  },
  async send({ to, subject, text }) {
    const result = await withTransport(config, (transport) => transport.sendMail({ to, subject, text }));
    const { outcome, code } = result;
    if (outcome !== 'accepted') log.warn({ event: 'mail_not_accepted', outcome, resultCode: code });
    return result;
  },
});
