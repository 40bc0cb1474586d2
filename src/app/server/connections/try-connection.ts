import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPhone } from '#core/auth/server/accounts/queries.ts';
import { contentSections } from '#core/content/contract/sections.ts';
import { readSection } from '#core/content/server/read-sections.ts';
import { messageSections } from '#core/messages/contract/sections.ts';
import { clearRefusals, recordRefusal } from '#core/messages/server/provider-refusals.ts';
import type { ResponseOf } from '#platform/contract/endpoint.ts';
import { appError } from '#platform/contract/errors.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { BackupBucketConfig } from '#platform/server/ports/storage/s3-backup-bucket.ts';
import type { connectionEndpoints, ConnectionName } from '../../contract/connections.ts';
import { PREFIX } from '../operations/backup/backup-folder.ts';
import { openBackupBucket } from '../operations/backup/bucket-copies.ts';

type Trial = ResponseOf<typeof connectionEndpoints.tryConnection>;

const LOOK_UPS = 3;
const LOOK_UP_PAUSE_MS = 2_000;

/**
 * Sends an SMS to the admin, if they have a number. If it is accepted, asks for a few seconds whether it was delivered: some providers
 * accept an SMS and refuse the sender later.
 */
const trySms = async (deps: Deps, adminId: string): Promise<Trial> => {
  const [to, { name }] = await Promise.all([
    findPhone(deps.db, adminId),
    readSection(deps.db, contentSections.identity),
  ]);
  if (to === null) return { code: 'NO_NUMBER', to };
  const text = `[${name}] 문자를 보낼 수 있습니다.`;
  const { outcome, code, messageId, channel } = await deps.sms.send({ to, text });
  if (outcome !== 'accepted') {
    await recordRefusal(deps, { code, isVerificationCode: false });
    return { code: code ?? 'REJECTED', to };
  }
  await clearRefusals(deps.db);
  if (messageId === undefined || channel === undefined) return { code: null, to };
  for (let lookUp = 1; lookUp <= LOOK_UPS; lookUp += 1) {
    const delivery = await deps.sms.findDelivery({ messageId, channel });
    if (delivery.state === 'failed') return { code: delivery.code ?? 'REJECTED', to };
    if (delivery.state === 'delivered') break;
    if (lookUp < LOOK_UPS) await sleep(LOOK_UP_PAUSE_MS);
  }
  return { code: null, to };
};

/**
 * Sends an e-mail to the first address of the studio in the settings, or to the sender while there is none. Throws NOT_FOUND without
 * either.
 */
const tryMail = async ({ db, mailer, connections }: Deps): Promise<Trial> => {
  const { studioEmails } = await readSection(db, messageSections.messages);
  const [to = connections.mailSender()] = studioEmails;
  if (to === null) throw appError('NOT_FOUND');
  const { name } = await readSection(db, contentSections.identity);
  const mail = { to, subject: `${name} 이메일 시험`, text: '이메일을 보낼 수 있습니다.' };
  const { outcome, code } = await mailer.send(mail);
  return { code: outcome === 'accepted' ? null : (code ?? 'SMTP_FAILED'), to };
};

/** `S3_…` with the name of the store's error, `S3_NOT_PUBLIC` or `S3_UNREACHED`. */
const codeOf = (error: unknown): string => {
  const { code, name, $metadata } = error as Error & Readonly<Record<string, unknown>>;
  if (code === 'NOT_PUBLIC') return 'S3_NOT_PUBLIC';
  const isOfStore = $metadata !== undefined && name !== 'TimeoutError';
  return isOfStore && /^\w{1,60}$/.test(name) ? `S3_${name}` : 'S3_UNREACHED';
};

/** Writes, reads and deletes an object in the bucket of the backups; resolves to null, or to a code that says why it failed. */
export const tryBucket = async (config: BackupBucketConfig): Promise<string | null> => {
  const bucket = await openBackupBucket(config);
  const folder = await mkdtemp(join(tmpdir(), 'sajingwan-bucket-'));
  const name = `${PREFIX}trial/${randomUUID()}`;
  try {
    // Fails before anything is uploaded when the store cannot be reached.
    await bucket?.list(name)[Symbol.asyncIterator]().next();
    await writeFile(join(folder, 'sent'), name);
    await bucket?.put(name, join(folder, 'sent'));
    await bucket?.get(name, join(folder, 'got'));
    await bucket?.delete(name);
    return null;
  } catch (error) {
    return codeOf(error);
  } finally {
    await rm(folder, { recursive: true });
  }
};

/**
 * Tries a connection. Throws NOT_FOUND without an SMS provider, a recipient of the e-mail or a bucket, and for a social login, which only a
 * browser can try.
 */
export const tryConnection = async (deps: Deps, name: ConnectionName, adminId: string): Promise<Trial> => {
  const bucket = deps.connections.bucket();
  if ((name === 'solapi' || name === 'sens') && deps.env.services.sendsSms) return trySms(deps, adminId);
  if (name === 'mail') return tryMail(deps);
  if (name === 'backup' && bucket !== null) return { code: await tryBucket(bucket), to: null };
  throw appError('NOT_FOUND');
};
