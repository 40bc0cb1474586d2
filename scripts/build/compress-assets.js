import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = /\.(js|css|svg|json|txt|xml|webmanifest|html)$/;
// Compressing smaller files saves less than the additional response headers cost.
const MIN_BYTES = 512;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

export const compressFiles = async (folder) => {
  const files = readdirSync(folder, { recursive: true })
    .filter((file) => COMPRESSIBLE.test(file) && !file.startsWith('.'))
    .map((file) => path.join(folder, file));
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file);
      if (bytes.length < MIN_BYTES) return;
      const [br, gz] = await Promise.all([
        toBrotli(bytes, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          },
        }),
        toGzip(bytes, { level: constants.Z_BEST_COMPRESSION }),
      ]);
      if (br.length < bytes.length) await writeFile(`${file}.br`, br);
      if (gz.length < bytes.length) await writeFile(`${file}.gz`, gz);
    }),
  );
};
