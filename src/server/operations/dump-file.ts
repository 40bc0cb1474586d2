import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { WriteLine } from './dump-tables.ts';

/** Writes what `produce` says, compressed, for its owner's eyes only; on the disk when it resolves. */
export const writeDump = async (
  file: string,
  produce: (write: WriteLine) => Promise<void>,
): Promise<void> => {
  const gzip = createGzip();
  const written = pipeline(gzip, createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true }));
  const write = async (line: string): Promise<void> => {
    if (!gzip.write(`${line}\n`)) await Promise.race([once(gzip, 'drain'), written]);
  };
  const produced = produce(write).then(() => void gzip.end());
  produced.catch((error: Error) => gzip.destroy(error));
  await Promise.all([produced, written]);
};

/** The lines of a dump. Throws when the file is cut short or broken. */
export async function* readDump(file: string): AsyncIterable<string> {
  const gunzip = createGunzip();
  const read = pipeline(createReadStream(file), gunzip);
  // What goes wrong is thrown below as well.
  read.catch(() => undefined);
  let rest = '';
  for await (const chunk of gunzip.setEncoding('utf8')) {
    const lines = `${rest}${chunk as string}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') throw new Error('the last line of the dump is cut');
}
