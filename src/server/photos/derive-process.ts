// A process for one photo: its file comes by the standard input, what was made of it goes out by the standard output.
import { writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { serialize } from 'node:v8';
import sharp from 'sharp';
import { Refusal } from '#contract/errors.ts';
import type { DeriveOutcome } from './derive-apart.ts';
import { derivePhoto } from './derive-photo.ts';

const NICE = 5;

/** Visitors come first, at the processors and when memory runs out. What the system does not allow is done without. */
const giveWay = (): void => {
  try {
    // One that is nicer already may not go back.
    if (getPriority() < NICE) setPriority(NICE);
  } catch {}
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {}
};

giveWay();
// Whatever ended the server, nobody waits for the photo any more.
const endWithServer = (): void => void process.kill(process.pid, 'SIGKILL');
process.on('disconnect', endWithServer);
if (process.connected === false) endWithServer();
process.channel?.unref();
sharp.cache(false);
// One thread an encoder, as many encoders as libuv has threads: twice as many threads would only take memory.
sharp.concurrency(1);
// Ctrl-C reaches this process too, while the server still answers what is under way.
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
