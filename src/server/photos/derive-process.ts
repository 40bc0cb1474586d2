// Derives one photo: reads its file from standard input and writes the result to standard output.
import { writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { serialize } from 'node:v8';
import sharp from 'sharp';
import { Refusal } from '#contract/errors.ts';
import type { DeriveOutcome } from './derive-apart.ts';
import { derivePhoto } from './derive-photo.ts';

const NICE = 5;

/** Lowers its priority for CPU and memory, where the system allows it. */
const giveWay = (): void => {
  try {
    // A higher nice value cannot be lowered.
    if (getPriority() < NICE) setPriority(NICE);
  } catch {}
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {}
};

giveWay();
const endWithServer = (): void => void process.kill(process.pid, 'SIGKILL');
process.on('disconnect', endWithServer);
if (process.connected === false) endWithServer();
process.channel?.unref();
sharp.cache(false);
// One thread per encoder: libuv already runs several encoders at once.
sharp.concurrency(1);
// Ctrl-C reaches this process too, while the server still finishes requests.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);

const derive = async (salt: string): Promise<DeriveOutcome> => {
  try {
    const chunks = (await process.stdin.toArray()) as Buffer[];
    return { photo: await derivePhoto(Buffer.concat(chunks.splice(0)), salt) };
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.message };
    throw error;
  }
};

process.stdout.end(serialize(await derive(process.argv[2] ?? '')));
