// Renders one file from standard input and writes the result to standard output. The first argument is `photo`, `picture` or `logo`.
import { writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { serialize } from 'node:v8';
import sharp from 'sharp';
import { AppError } from '#platform/contract/errors.ts';
import { photoUploadLimits } from '../../contract/photo-uploads.ts';
import { generateRenditions, renderPicture } from './generate-renditions.ts';
import type { RenderResult } from './render-in-subprocess.ts';
import { renderLogo } from './render-logo.ts';

const NICENESS = 5;
/** Four times as much as a logo usually takes. An SVG may contain images of any size. */
const MAX_LOGO_MEMORY_BYTES = 400 * 1024 * 1024;
const MEMORY_CHECK_MS = 50;

// Lowers the process's CPU priority and raises its OOM score, where the system allows it.
try {
  // Without privileges a nice value cannot be lowered.
  if (getPriority() < NICENESS) setPriority(NICENESS);
} catch {}
try {
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {}
const exitWithServer = (): void => void process.kill(process.pid, 'SIGKILL');
process.on('disconnect', exitWithServer);
if (process.connected === false) exitWithServer();
process.channel?.unref();
sharp.cache(false);
// One thread per encoder: libuv already runs several encoders at once.
sharp.concurrency(1);
// Ctrl-C also signals this process, while the server still completes requests.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);

/** Reads the file into one buffer, because a list of chunks would hold it twice. Untouched pages of the buffer take no memory. */
const readFile = async (): Promise<Buffer> => {
  const bytes = Buffer.allocUnsafeSlow(photoUploadLimits.bytes);
  let length = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) length += chunk.copy(bytes, length);
  return bytes.subarray(0, length);
};

/** Above the limit, ends the process by a signal for which the file is refused. */
const abortAboveMemoryLimit = (): void => {
  if (process.memoryUsage.rss() > MAX_LOGO_MEMORY_BYTES) process.abort();
};

const renderKind = (kind: string, salt: string) => {
  if (kind === 'picture') return readFile().then(renderPicture);
  if (kind !== 'logo') return readFile().then((bytes) => generateRenditions(bytes, salt));
  setInterval(abortAboveMemoryLimit, MEMORY_CHECK_MS).unref();
  return readFile().then(renderLogo);
};

const render = async (kind: string, salt: string): Promise<RenderResult> => {
  try {
    return { rendered: await renderKind(kind, salt) };
  } catch (error) {
    if (error instanceof AppError) return { refused: error.message };
    throw error;
  }
};

process.stdout.end(serialize(await render(process.argv[2] ?? '', process.argv[3] ?? '')));
