import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod/mini';
import { isDenied } from '#platform/server/files/accounts.ts';
import { sha256Hex } from '#platform/server/files/sha256.ts';
import { writeDurably } from '#platform/server/files/write-durable.ts';
import { OperatorError } from '#platform/server/operator-error.ts';
import { checksumDump } from './dump-checksum.ts';
import { dumpChecksums } from './dump-format.ts';
import { readDump } from './export-database.ts';

/** The file names in a backup; photos are in `photos/`. */
export const MANIFEST = 'manifest.json';
export const DUMP = 'database.jsonl.gz';
export const SECRET = 'auth-secret';
/** In the format of `sha256sum -c`. */
export const CHECKSUMS = 'SHA256SUMS';
const PHOTOS = 'photos/';
export const photoFile = (key: string): string => PHOTOS + key;
export const isPhotoFile = (file: string): boolean => file.startsWith(PHOTOS);

const manifestSchema = z.object({
  backup: z.literal(1),
  createdAt: z.string(),
  /** For example `PostgreSQL 18.1 on …`. */
  databaseVersion: z.string(),
  database: dumpChecksums,
  photos: z.object({ count: z.int(), bytes: z.int() }),
  /** A fingerprint of the secret. */
  secretMark: z.string(),
  /** SHA-256 of `SHA256SUMS`, which lists all files except itself and the manifest. */
  sums: z.string(),
});
export type Manifest = z.output<typeof manifestSchema>;

/** SHA-256 by path. */
export type Checksums = ReadonlyMap<string, string>;

export const hashFile = async (file: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
};

/** Creates a file with mode 600 and syncs its content. Fails when the file exists. */
export const writeFileDurably = async (file: string, content: string | Uint8Array): Promise<void> => {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeDurably(file, content, 0o600);
};

export const formatChecksums = (sums: Checksums): string =>
  [...sums]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, sum]) => `${sum}  ${file}\n`)
    .join('');

const CHECKSUM_LINE = /^([0-9a-f]{64}) {2}(\S+)$/;

const parseChecksums = (text: string): Checksums =>
  new Map(
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line): [string, string] => {
        const [, sum, file] = CHECKSUM_LINE.exec(line) ?? [];
        // Rejects paths outside of the backup.
        if (sum === undefined || file === undefined || file.split('/').includes('..') || file.startsWith('/'))
          throw new Error(`not a line of checksums: ${line}`);
        return [file, sum];
      }),
  );

export const readChecksums = async (folder: string): Promise<Checksums> =>
  parseChecksums(await readFile(join(folder, CHECKSUMS), 'utf8'));

/** A file that cannot be read counts as missing. But a denied access is thrown, because it says nothing about the backup. */
const nullUnlessDenied = (error: unknown): null => {
  if (isDenied(error)) throw error;
  return null;
};

const corruptedError = (file: string): OperatorError =>
  new OperatorError(
    `백업 파일이 없거나 손상되었습니다: ${file}\n다른 백업을 사용하거나, 사본에서 그 파일을 복원해 주세요.`,
  );

const readManifest = async (folder: string): Promise<Manifest> => {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(nullUnlessDenied);
  if (text === null) throw new OperatorError(`백업 폴더가 아닙니다: ${folder} (${MANIFEST}이 없습니다.)`);
  try {
    return z.parse(manifestSchema, JSON.parse(text));
  } catch {
    throw corruptedError(MANIFEST);
  }
};

/** Verifies the files of a backup against its manifest. Throws an `OperatorError` when one is missing or changed. */
export const verifyBackup = async (folder: string): Promise<{ manifest: Manifest; sums: Checksums }> => {
  const manifest = await readManifest(folder);
  const text = (await readFile(join(folder, CHECKSUMS), 'utf8').catch(nullUnlessDenied)) ?? '';
  if (sha256Hex(text) !== manifest.sums) throw corruptedError(CHECKSUMS);
  const sums = parseChecksums(text);
  for (const [file, sum] of sums) {
    if ((await hashFile(join(folder, file)).catch(nullUnlessDenied)) !== sum) throw corruptedError(file);
  }
  const digest = await checksumDump(readDump(join(folder, DUMP)));
  if (JSON.stringify(digest) !== JSON.stringify(manifest.database)) throw corruptedError(DUMP);
  return { manifest, sums };
};
