import { crc32, deflateSync } from 'node:zlib';

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const uint32 = (value: number): Buffer => {
  const word = Buffer.alloc(4);
  word.writeUInt32BE(value);
  return word;
};

const chunk = (name: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))]);
};

const header = (width: number, height: number): Buffer =>
  chunk('IHDR', Buffer.concat([uint32(width), uint32(height), Buffer.from([8, 0, 0, 0, 0])]));

/** An image whose header claims this size but whose content is 100 kB of black pixels. */
export const createDecompressionBomb = (width: number, height: number): Buffer =>
  Buffer.concat([
    PNG_SIGNATURE,
    header(width, height),
    chunk('IDAT', deflateSync(Buffer.alloc(100_000_000), { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);

/** An animated PNG of 2×2 pixels with this many frames. */
export const createAnimatedPng = (frames: number): Buffer => {
  const control = (sequence: number): Buffer =>
    chunk('fcTL', Buffer.concat([...[sequence, 2, 2, 0, 0].map(uint32), Buffer.from([0, 1, 0, 10, 0, 0])]));
  const pixels = deflateSync(Buffer.alloc(6));
  const later = Array.from({ length: frames - 1 }, (_, index) => [
    control(index * 2 + 1),
    chunk('fdAT', Buffer.concat([uint32(index * 2 + 2), pixels])),
  ]);
  return Buffer.concat([
    PNG_SIGNATURE,
    header(2, 2),
    chunk('acTL', Buffer.concat([uint32(frames), uint32(0)])),
    control(0),
    chunk('IDAT', pixels),
    ...later.flat(),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};
