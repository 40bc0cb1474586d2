import { crc32, deflateSync } from 'node:zlib';

const PNG_HEAD = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const wordOf = (value: number): Buffer => {
  const word = Buffer.alloc(4);
  word.writeUInt32BE(value);
  return word;
};

const chunk = (name: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  return Buffer.concat([wordOf(data.length), body, wordOf(crc32(body))]);
};

const header = (width: number, height: number): Buffer =>
  chunk('IHDR', Buffer.concat([wordOf(width), wordOf(height), Buffer.from([8, 0, 0, 0, 0])]));

/** Says that it is of this size; what is in it is a hundred kilobytes of black. */
export const pixelFlood = (width: number, height: number): Buffer =>
  Buffer.concat([
    PNG_HEAD,
    header(width, height),
    chunk('IDAT', deflateSync(Buffer.alloc(100_000_000), { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);

/** A moving PNG: two by two pixels, so many times. */
export const movingPng = (frames: number): Buffer => {
  const control = (sequence: number): Buffer =>
    chunk('fcTL', Buffer.concat([...[sequence, 2, 2, 0, 0].map(wordOf), Buffer.from([0, 1, 0, 10, 0, 0])]));
  const pixels = deflateSync(Buffer.alloc(6));
  const later = Array.from({ length: frames - 1 }, (_, index) => [
    control(index * 2 + 1),
    chunk('fdAT', Buffer.concat([wordOf(index * 2 + 2), pixels])),
  ]);
  return Buffer.concat([
    PNG_HEAD,
    header(2, 2),
    chunk('acTL', Buffer.concat([wordOf(frames), wordOf(0)])),
    control(0),
    chunk('IDAT', pixels),
    ...later.flat(),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};
