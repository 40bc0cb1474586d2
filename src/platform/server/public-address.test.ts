import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLog } from './ports/log.ts';
import { createSmtpMailer } from './ports/mail/smtp-mailer.ts';
import { createBackupBucket } from './ports/storage/s3-backup-bucket.ts';
import { createPublicLookup, isPublicAddress, resolvePublicAddress } from './public-address.ts';

const PRIVATE = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:0:7f00:1::',
  'fe80::1',
  'fc00::1',
  'fd12:3456::1',
  'ff02::1',
];
const PUBLIC = [
  '1.1.1.1',
  '172.32.0.1',
  '192.169.0.1',
  '223.130.192.247',
  '2606:4700::1111',
  '2001:4860::8888',
];

it.each(PRIVATE)('S-143 %s is not an address of the internet', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});
it.each(PUBLIC)('%s is an address of the internet', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

/** Answers each look-up of any name with the next of these addresses. */
const answering = (...answers: readonly (readonly string[])[]) => {
  const left = [...answers];
  return createPublicLookup((_host, _options, done) => {
    const addresses = left.shift() ?? [];
    done(
      null,
      addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  });
};

describe('S-143 a host that an admin entered', () => {
  it.each(PRIVATE)('is refused when its name leads to %s', async (address) => {
    for (const addresses of [[address], ['1.1.1.1', address], [address, '1.1.1.1']])
      await expect(resolvePublicAddress('mail.example.kr', answering(addresses))).rejects.toMatchObject({
        code: 'NOT_PUBLIC',
      });
  });

  it.each(['localhost', '127.0.0.1', '127.1', '2130706433', '0x7f000001', '::1'])(
    'is refused when it is %s',
    async (host) => {
      await expect(resolvePublicAddress(host)).rejects.toMatchObject({ code: 'NOT_PUBLIC' });
    },
  );

  it('is connected to at the address that was checked, although its name has another one meanwhile', async () => {
    const lookup = answering(['1.1.1.1'], ['127.0.0.1']);
    expect(await resolvePublicAddress('mail.example.kr', lookup)).toBe('1.1.1.1');
    await expect(resolvePublicAddress('mail.example.kr', lookup)).rejects.toMatchObject({
      code: 'NOT_PUBLIC',
    });
  });
});

describe('S-143 nothing is sent to this machine', () => {
  const onConnection = vi.fn();
  const server = createServer(onConnection);
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => server.close());
  const port = () => (server.address() as AddressInfo).port;

  it('by a socket whose name leads to it', async () => {
    const socket = connect({ host: 'mail.example.kr', port: port(), lookup: answering(['127.0.0.1']) });
    const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('NOT_PUBLIC');
  });

  it.each(['localhost', '127.0.0.1'])('by an e-mail over %s', async (host) => {
    const entered = { host, port: port(), user: 'studio', password: 'secret' };
    const mailer = createSmtpMailer({ server: entered, from: 'a@studio.kr' }, createLog('silent'));
    const mail = { to: 'b@studio.kr', subject: '제목', text: '내용' };
    expect(await mailer.send(mail)).toEqual({ outcome: 'rejected', code: 'SMTP_NOT_PUBLIC' });
    expect(await mailer.verify?.()).toBe('SMTP_NOT_PUBLIC');
  });

  it('by a backup', async () => {
    const bucket = createBackupBucket({
      endpoint: `https://localhost:${port()}`,
      region: 'kr',
      bucket: 'backups',
      accessKeyId: 'KEY',
      secretAccessKey: 'SECRET',
      isEntered: true,
    });
    await expect(bucket.list('x')[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: 'NOT_PUBLIC',
    });
  });

  it('by any of these', () => expect(onConnection).not.toHaveBeenCalled());
});
