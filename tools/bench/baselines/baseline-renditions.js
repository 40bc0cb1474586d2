// Baseline for `npm run bench -- photos`: sharp alone, generating the same renditions as the site. Started by
// tools/bench/photos.ts; prints `ready`, then reads tab-separated paths from stdin and prints the total bytes of the
// renditions for each line.
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import sharp from 'sharp';

// Same settings as src/core/files/server/renditions/generate-renditions.ts uses for a photo with little noise.
const WIDTHS = [2400, 1600, 960, 480];
const avifOf = (width) => ({
  quality: width > 1600 ? 50 : 56,
  effort: width > 1600 ? 3 : 4,
  chromaSubsampling: '4:2:0',
});
const WEBP = { quality: 76, effort: 5 };
const JPEG = { quality: 80, mozjpeg: true };

const generateRenditions = async (file) => {
  const { data, info } = await sharp(await readFile(file))
    .autoOrient()
    .resize({ width: 2400, withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (width) => sharp(data, { raw: info }).resize({ width });
  const renditions = await Promise.all([
    ...WIDTHS.map((width) => at(width).avif(avifOf(width)).toBuffer()),
    ...WIDTHS.map((width) => at(width).webp(WEBP).toBuffer()),
    at(1600).jpeg(JPEG).toBuffer(),
  ]);
  return renditions.reduce((sum, { length }) => sum + length, 0);
};

process.stdout.write('ready\n');
for await (const line of createInterface({ input: process.stdin })) {
  let sum = 0;
  for (const file of line.split('\t')) sum += await generateRenditions(file);
  process.stdout.write(`${sum}\n`);
}
