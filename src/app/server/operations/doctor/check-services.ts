import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Env } from '#platform/server/env.ts';
import type { Clock } from '#platform/server/ports/clock.ts';
import { createLog } from '#platform/server/ports/log.ts';
import { createMailer } from '#platform/server/ports/mail/create-mailer.ts';
import { createSms, smsProviderNames } from '#platform/server/ports/sms/create-sms.ts';
import { PREFIX } from '../backup/backup-folder.ts';
import { openBackupBucket } from '../backup/bucket-copies.ts';
import { fail, pass, type CheckResult } from './check-result.ts';

/** Asks the provider for its list of messages to nobody, which needs the keys and sends nothing. */
export const checkSmsKeys = async (env: Env, clock: Clock): Promise<CheckResult | null> => {
  const { provider } = env.sms;
  if (provider === 'outbox') return null;
  const sms = createSms(env.sms, { dataDir: env.dataDir, clock, log: createLog('silent'), print: () => {} });
  const sent = await sms.findSent({ to: '01000000000', text: '', reference: randomUUID() }, clock.now());
  const name = smsProviderNames[provider];
  return sent === null
    ? fail(
        `${name}가 키를 받지 않거나 응답하지 않습니다`,
        '키를 다시 확인하고, 서버에서 인터넷에 접속할 수 있는지 확인해 주세요. (docs/guide/sms.md)',
      )
    : pass(`${name}가 키를 받았습니다`, '발신번호 등록과 잔액은 해당 업체에서 확인해 주세요.');
};

/** Connects and logs in without sending. */
export const checkMail = async (env: Env, clock: Clock): Promise<CheckResult | null> => {
  if (env.mail === undefined) return null;
  const mailer = createMailer(env.mail, { dataDir: env.dataDir, clock, log: createLog('silent') });
  const code = await mailer.verify?.();
  return code === null
    ? pass('메일 서버에 로그인했습니다')
    : fail(
        '메일 서버에 로그인할 수 없습니다',
        `SMTP_URL의 주소, 아이디, 비밀번호를 확인해 주세요. (${code})`,
      );
};

/** Writes, reads and deletes an object in the bucket of the backups. */
export const checkBackupBucket = async ({ backup }: Pick<Env, 'backup'>): Promise<CheckResult | null> => {
  const bucket = await openBackupBucket(backup?.bucket ?? null);
  if (bucket === null) return null;
  const folder = await mkdtemp(join(tmpdir(), 'sajingwan-doctor-'));
  const name = `${PREFIX}doctor/${randomUUID()}`;
  try {
    // Fails before anything is sent when the store cannot be reached.
    await bucket.list(name)[Symbol.asyncIterator]().next();
    await writeFile(join(folder, 'sent'), name);
    await bucket.put(name, join(folder, 'sent'));
    await bucket.get(name, join(folder, 'got'));
    await bucket.delete(name);
    return pass('백업을 복사할 버킷에서 쓰기, 읽기, 삭제를 확인했습니다');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail(
      '백업을 복사할 버킷을 사용할 수 없습니다',
      `BACKUP_S3_…의 주소와 키, 권한을 확인해 주세요. (${reason})`,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
};
