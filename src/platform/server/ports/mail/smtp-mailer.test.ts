import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { readEnv } from '../../env.ts';
import { createMailer } from './create-mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

const mail = {
  to: 'owner@studio.kr',
  subject: '[사진관] 새 예약',
  text: '12월 1일(화) 오전 9시\n\nhttps://x.kr/admin\n',
};
const silent = () => undefined;
const log = { info: silent, warn: silent, error: silent, debug: silent };

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly source: string;
}

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** Starts an SMTP server that asks for a password. */
const startSmtpServer = async (options: SMTPServerOptions = {}) => {
  const received: Received[] = [];
  const server = new SMTPServer({
    authMethods: ['PLAIN'],
    allowInsecureAuth: true,
    hideSTARTTLS: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'studio' && password === 'p@ss'
        ? done(null, { user: username })
        : done(new Error('Invalid username or password')),
    onData: (stream, { envelope }, done) => {
      readThen(stream, (source) => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), source });
        done();
      });
    },
    ...options,
  });
  server.on('error', silent);
  const sockets = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => new Promise((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  const mailerFor = (password: string) =>
    createSmtpMailer(
      { server: `smtp://studio:${password}@127.0.0.1:${port}`, from: '사진관 <no-reply@studio.kr>' },
      log,
    );
  return {
    received,
    mailer: mailerFor('p%40ss'),
    cutConnections: () => sockets.forEach((socket) => socket.destroy()),
    withWrongPassword: mailerFor('wrong'),
  };
};

/** Reads the whole mail, then calls `end`. */
const readThen = (stream: SMTPServerDataStream, end: (source: string) => void): void => {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('end', () => end(Buffer.concat(chunks).toString()));
};

const refuse = (responseCode: number): Error => Object.assign(new Error('no'), { responseCode });

describe('createSmtpMailer', () => {
  it('sends a mail with its sender, subject and text', async () => {
    const { received, mailer } = await startSmtpServer();
    expect(await mailer.send(mail)).toEqual({ outcome: 'accepted' });
    expect(received).toMatchObject([{ from: 'no-reply@studio.kr', to: [mail.to] }]);
    const [{ source } = { source: '' }] = received;
    const subject = Buffer.from(mail.subject).toString('base64');
    expect(source).toContain(`Subject: =?UTF-8?B?${subject}?=`);
    expect(source).toContain('12=EC=9B=94 1=EC=9D=BC(=ED=99=94) =EC=98=A4=EC=A0=84 9=EC=8B=9C');
  });

  it('verifies the login without sending', async () => {
    const { received, mailer, withWrongPassword } = await startSmtpServer();
    expect(await mailer.verify?.()).toBeNull();
    expect(await withWrongPassword.verify?.()).toBe('SMTP_535');
    expect(received).toEqual([]);
  });

  it('counts a wrong password or a refused recipient as not sent', async () => {
    const { withWrongPassword } = await startSmtpServer();
    expect(await withWrongPassword.send(mail)).toEqual({ outcome: 'rejected', code: 'SMTP_535' });
    const { mailer, received } = await startSmtpServer({
      onRcptTo: (_to, _session, done) => done(refuse(550)),
    });
    expect(await mailer.send(mail)).toEqual({ outcome: 'rejected', code: 'SMTP_550' });
    expect(received).toEqual([]);
  });

  it('counts a mail that the server refuses after its data as not sent', async () => {
    const { mailer } = await startSmtpServer({
      onData: (stream, _session, done) => readThen(stream, () => done(refuse(552))),
    });
    expect(await mailer.send(mail)).toEqual({ outcome: 'rejected', code: 'SMTP_552' });
  });

  it('does not know of a mail whose server vanishes after its data', async () => {
    const { mailer, cutConnections } = await startSmtpServer({
      onData: (stream) => readThen(stream, () => cutConnections()),
    });
    expect(await mailer.send(mail)).toEqual({ outcome: 'unknown' });
  });

  it('counts an unreachable server as not sent', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    const mailer = createSmtpMailer({ server: `smtp://127.0.0.1:${port}`, from: 'a@studio.kr' }, log);
    expect(await mailer.send(mail)).toEqual({ outcome: 'rejected', code: 'SMTP_UNREACHED' });
  });
});

describe('SMTP settings', () => {
  it('without SMTP_URL mails are written to the outbox', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sajingwan-mail-'));
    ends.push(() => rm(dataDir, { recursive: true }));
    const now = new Date('2026-11-21T01:00:00Z');
    const mailer = createMailer(readEnv({}).mail, { dataDir, clock: { now: () => now }, log });
    expect(await mailer.send(mail)).toEqual({ outcome: 'accepted' });
    expect(mailer.isSimulated).toBe(true);
    const line = await readFile(join(dataDir, 'outbox/mail.jsonl'), 'utf8');
    expect(JSON.parse(line)).toEqual({ ...mail, at: now.toISOString() });
  });

  it.each([
    [{ SMTP_URL: 'smtp://mail.kr:587' }, /SMTP_FROM: 이메일을 보내려면/],
    [{ SMTP_FROM: 'a@studio.kr' }, /SMTP_URL: 이메일을 보내려면/],
    [{ SMTP_URL: 'mail.kr', SMTP_FROM: 'a@studio.kr' }, /설정 SMTP_URL/],
    [{ SMTP_URL: 'smtp://mail.kr', SMTP_FROM: 'nobody' }, /설정 SMTP_FROM/],
  ])('%j stops the start', (source, message) => {
    expect(() => readEnv(source)).toThrow(message);
  });
});
