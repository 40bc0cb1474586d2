import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Decrypter } from 'age-encryption';
import { extract, type Header } from 'tar-stream';
import { isDiskFull } from '#platform/server/files/free-bytes.ts';
import { OperatorError } from '#platform/server/operator-error.ts';
import { isStorageKey } from '#platform/server/ports/storage/storage.ts';
import { CHECKSUMS, DUMP, MANIFEST, photoFile, SECRET } from '../operations/backup/backup-format.ts';

/** The file is no backup of this program, is damaged or exceeds a limit. */
export class UnusableFileError extends OperatorError {}

const damaged = (): UnusableFileError =>
  new UnusableFileError('파일이 손상되었습니다. 백업을 다시 내려받아 업로드해 주세요.');
const notBackup = (): UnusableFileError =>
  new UnusableFileError('사진관의 백업 파일이 아닙니다. ‘백업 내려받기’로 받은 파일을 선택해 주세요.');

/** The beginning of a file encrypted with a passphrase, with the base-2 logarithm of the work factor. */
const HEADER = /^age-encryption\.org\/v1\n-> scrypt [\w+/]+ (\d{1,2})\n/;
const HEADER_BYTES = 200;
/** What `age -p` uses: 256 MB. A higher one could take all memory of the server. */
const MAX_WORK_FACTOR = 18;
/** `dumpBytes` is the decompressed size of the database's dump. */
const LIMITS = { files: 500_000, dumpBytes: 20_000_000_000 };

const assertHeader = async (file: string): Promise<void> => {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    const factor = HEADER.exec(buffer.toString('latin1', 0, bytesRead))?.[1];
    if (factor === undefined || Number(factor) > MAX_WORK_FACTOR) throw notBackup();
  } finally {
    await handle.close();
  }
};

const OWN_FILES: ReadonlySet<string> = new Set([MANIFEST, CHECKSUMS, DUMP, SECRET]);
const PHOTOS = photoFile('');

/** The path of a tar entry in the backup: its name without the first folder. Throws for an entry that a backup does not have. */
const findPath = ({ name, type }: Header): string => {
  const path = name.slice(name.indexOf('/') + 1);
  const isKnown = OWN_FILES.has(path) || (path.startsWith(PHOTOS) && isStorageKey(path.slice(PHOTOS.length)));
  if (type !== 'file' || !isKnown) throw notBackup();
  return path;
};

const assertDumpSize = async (file: string, maxBytes: number): Promise<void> => {
  let bytes = 0;
  const count = new Writable({
    write: (chunk: Uint8Array, _, done) => {
      bytes += chunk.byteLength;
      done(bytes > maxBytes ? notBackup() : null);
    },
  });
  await pipeline(createReadStream(file), createGunzip(), count);
};

const decrypt = async (file: string, passphrase: string): Promise<ReadableStream<Uint8Array>> => {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const encrypted = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
  try {
    return await decrypter.decrypt(encrypted);
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('no identity matched'))
      throw new OperatorError('암호가 맞지 않습니다. 백업을 내려받을 때 정한 암호를 입력해 주세요.');
    throw damaged();
  }
};

/**
 * Decrypts and unpacks a downloaded backup into a new folder. Throws an `UnusableFileError` for any other file, and an `OperatorError`
 * for a wrong passphrase.
 */
export const unpackBackup = async (
  file: string,
  passphrase: string,
  folder: string,
  limits = LIMITS,
): Promise<void> => {
  await assertHeader(file);
  const decrypted = await decrypt(file, passphrase);
  const tar = extract();
  const write = async (): Promise<void> => {
    let files = 0;
    for await (const entry of tar) {
      files += 1;
      if (files > limits.files) throw notBackup();
      // Written by other tar programs.
      if (entry.header.type === 'directory') {
        entry.resume();
        continue;
      }
      const path = join(folder, findPath(entry.header));
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // Fails for a path that the tar repeats.
      await pipeline(entry, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    }
  };
  try {
    await Promise.all([pipeline(Readable.fromWeb(decrypted as never), tar), write()]);
    await assertDumpSize(join(folder, DUMP), limits.dumpBytes);
  } catch (error) {
    if (error instanceof UnusableFileError) throw error;
    throw isDiskFull(error) ? error : damaged();
  }
};
