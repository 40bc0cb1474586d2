import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** AUTH_SECRET when set; else one made on the first start and kept in the data folder, for its owner's eyes only. */
export const loadAuthSecret = async (given: string | undefined, dataDir: string): Promise<Uint8Array> => {
  if (given !== undefined) return new TextEncoder().encode(given);
  const file = join(dataDir, 'auth-secret');
  const existing = await readFile(file, 'utf8').catch(() => null);
  if (existing !== null) return Buffer.from(existing.trim(), 'base64url');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  const handle = await open(draft, 'w', 0o600);
  await handle.writeFile(randomBytes(32).toString('base64url'));
  await handle.sync();
  await handle.close();
  // Linking fails when another instance was first: its secret then counts for both.
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  return Buffer.from(await readFile(file, 'utf8'), 'base64url');
};
