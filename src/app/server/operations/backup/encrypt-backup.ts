import { createCipheriv, randomBytes, scrypt } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { Encrypter, Stanza, type Recipient } from 'age-encryption';
import { pack } from 'tar-stream';
import { CHECKSUMS, MANIFEST, readChecksums } from './backup-format.ts';

/** Base-2 logarithm. A guess takes 128 MB and half a second on a slow core, and so does each download. */
const SCRYPT_WORK_FACTOR = 17;
const SCRYPT_LABEL = 'age-encryption.org/v1/scrypt';
const SCRYPT_BLOCK_SIZE = 8;

type ScryptOptions = NonNullable<Parameters<typeof scrypt>[3]>;
const deriveKey = promisify<string, Uint8Array, number, ScryptOptions, Buffer>(scrypt);

/**
 * The passphrase recipient of the age format (https://age-encryption.org/v1). That of the package computes scrypt on the event loop,
 * which would block the site meanwhile.
 */
const createPassphraseRecipient = (passphrase: string): Recipient => ({
  wrapFileKey: async (fileKey) => {
    const salt = randomBytes(16);
    const N = 2 ** SCRYPT_WORK_FACTOR;
    const maxmem = 2 * 128 * N * SCRYPT_BLOCK_SIZE;
    const key = await deriveKey(passphrase, Buffer.concat([Buffer.from(SCRYPT_LABEL), salt]), 32, {
      N,
      r: SCRYPT_BLOCK_SIZE,
      p: 1,
      maxmem,
    });
    const cipher = createCipheriv('chacha20-poly1305', key, Buffer.alloc(12), { authTagLength: 16 });
    const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]);
    const encodedSalt = salt.toString('base64').replaceAll('=', '');
    return [new Stanza(['scrypt', encodedSalt, String(SCRYPT_WORK_FACTOR)], body)];
  },
});

/** Packs the files of a backup into a tar with one folder, while the tar is read. */
const packBackup = (folder: string, files: readonly string[]): AsyncIterable<Uint8Array> => {
  const tar = pack();
  const addFiles = async (): Promise<void> => {
    for (const file of files) {
      const { size, mtime } = await stat(join(folder, file));
      const entry = tar.entry({ name: `${basename(folder)}/${file}`, size, mtime, mode: 0o600 });
      await pipeline(createReadStream(join(folder, file)), entry);
    }
    tar.finalize();
  };
  // A file that cannot be read breaks the download off. When the reader leaves, the tar is destroyed already, and this does
  // nothing.
  addFiles().catch((error: unknown) =>
    tar.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  // Its types do not say that it yields bytes.
  return tar as AsyncIterable<Uint8Array>;
};

/** The bytes of a backup as an encrypted tar, which `age -d` and `tar x` open. They are made while they are read. */
export const encryptBackup = async (
  folder: string,
  passphrase: string,
): Promise<AsyncIterable<Uint8Array>> => {
  const sums = await readChecksums(folder);
  const encrypter = new Encrypter();
  encrypter.addRecipient(createPassphraseRecipient(passphrase));
  return encrypter.encrypt(ReadableStream.from(packBackup(folder, [MANIFEST, CHECKSUMS, ...sums.keys()])));
};
