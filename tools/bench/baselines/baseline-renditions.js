// What the machine can do at best: sharp alone, and of each file what the site makes of it. Asked for by tools/bench/photos.ts:
// says `ready`, then takes a line of paths at a time, and says for each line the bytes of all it made.
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import sharp from 'sharp';

// As src/server/photos/renditions/generate-renditions.ts has them for a picture that is not very grainy.
const WIDTHS = [2400, 1600, 960, 480];
const avifOf = (width) => ({
  quality: width > 1600 ? 50 : 56,
  effort: width > 1600 ? 3 : 4,
  chromaSubsampling: '4:2:0',
});
const WEBP = { quality: 76, effort: 5 };
const JPEG = { quality: 80, mozjpeg: true };

const derive = async (file) => {
  const { data, info } = await sharp(await readFile(file))
    .autoOrient()
    .resize({ width: 2400, withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (width) => sharp(data, { raw: info }).resize({ width });
  const made = await Promise.all([
    ...WIDTHS.map((width) => at(width).avif(avifOf(width)).toBuffer()),
    ...WIDTHS.map((width) => at(width).webp(WEBP).toBuffer()),
    at(1600).jpeg(JPEG).toBuffer(),
  ]);
  return made.reduce((sum, { length }) => sum + length, 0);
};

process.stdout.write('ready\n');
for await (const line of createInterface({ input: process.stdin })) {
  let sum = 0;
  for (const file of line.split('\t')) sum += await derive(file);
  process.stdout.write(`${sum}\n`);
}
