// A process for one photo: its file comes by the standard input, what was made of it goes out by the standard output.
import { setPriority } from 'node:os';
import { serialize } from 'node:v8';
import sharp from 'sharp';
import { Refusal } from '#contract/errors.ts';
import type { DeriveOutcome } from './derive-apart.ts';
import { derivePhoto } from './derive-photo.ts';

// Visitors come first.
const NICE = 5;

setPriority(NICE);
sharp.cache(false);
// One thread an encoder, as many encoders as libuv has threads: twice as many threads would only take memory.
sharp.concurrency(1);
// Ctrl-C reaches this process too, while the server still answers what is under way.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);

const derive = async (salt: string): Promise<DeriveOutcome> => {
  try {
    const chunks: Buffer[] = await process.stdin.toArray();
    return { photo: await derivePhoto(Buffer.concat(chunks.splice(0)), salt) };
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.message };
    throw error;
  }
};

process.stdout.end(serialize(await derive(process.argv[2] ?? '')));
