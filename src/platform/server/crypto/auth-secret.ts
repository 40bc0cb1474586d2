import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { linkUnlessExists, writeDurably } from '../files/write-durable.ts';
import { OperatorError } from '../operator-error.ts';

const SECRET_BYTES = 32;

/** Rejects a truncated file: a short secret would make tokens easy to forge. */
const decodeSecret = (text: string, file: string): Uint8Array => {
  const secret = Buffer.from(text.trim(), 'base64url');
  if (secret.byteLength >= SECRET_BYTES) return secret;
  throw new OperatorError(
    `비밀 키 파일이 비어 있거나 잘렸습니다. 백업에서 복원하거나 삭제해 주세요: ${file}`,
  );
};

/** AUTH_SECRET when set; otherwise a secret created on the first start and stored in the data folder, readable by its owner only. */
export const loadAuthSecret = async (given: string | undefined, dataDir: string): Promise<Uint8Array> => {
  if (given !== undefined) return new TextEncoder().encode(given);
  const file = join(dataDir, 'auth-secret');
  const existing = await readFile(file, 'utf8').catch(() => null);
  if (existing !== null) return decodeSecret(existing, file);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  await writeDurably(draft, randomBytes(SECRET_BYTES).toString('base64url'), 0o600);
  // When another process was first, both use its secret.
  await linkUnlessExists(draft, file);
  await rm(draft);
  return decodeSecret(await readFile(file, 'utf8'), file);
};
