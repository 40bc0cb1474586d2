// Draws docs/screenshots/crops.jpg: how the home page's hero crops 20 of the sample photos around their focal points, on screens 360,
// 768, 1280 and 1920 px wide. Run it after changing a sample photo or its focal point: `node scripts/crop-sheet.js`.
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';

const PHOTOS = 20;
const COLUMNS = 2;
const GAP = 8;
const MAX_BYTES = 250_000;
/** The hero on each screen in CSS pixels: its height is 82% of the screen's, at most 832. */
const frames = [
  [360, 607],
  [768, 832],
  [1280, 656],
  [1920, 820],
];
const HEIGHT = 128;

const widths = frames.map(([width, height]) => Math.round((width * HEIGHT) / height));
const leftOf = (count) => widths.slice(0, count).reduce((sum, width) => sum + width + GAP, GAP);
const rowWidth = leftOf(frames.length) + GAP;

const crop = async (file, { x, y }, [width, height]) => {
  const original = await sharp(file).metadata();
  const scale = Math.max(width / original.width, height / original.height);
  const scaled = { width: Math.round(original.width * scale), height: Math.round(original.height * scale) };
  const left = Math.round(((scaled.width - width) * x) / 100);
  const top = Math.round(((scaled.height - height) * y) / 100);
  const cropped = await sharp(file)
    .resize({ ...scaled, fit: 'fill' })
    .extract({ left, top, width, height })
    .toBuffer();
  return sharp(cropped).resize({ height: HEIGHT }).toBuffer();
};

const photos = JSON.parse(await readFile('sample/photos.json', 'utf8')).slice(0, PHOTOS);
const tiles = await Promise.all(
  photos.flatMap(({ file, focus }, row) =>
    frames.map(async (frame, column) => ({
      input: await crop(`sample/originals/${file}`, focus, frame),
      left: (row % COLUMNS) * rowWidth + leftOf(column),
      top: GAP + Math.floor(row / COLUMNS) * (HEIGHT + GAP),
    })),
  ),
);
const size = { width: COLUMNS * rowWidth, height: GAP + (PHOTOS / COLUMNS) * (HEIGHT + GAP) };
const { size: bytes } = await sharp({ create: { ...size, channels: 3, background: '#faf8f5' } })
  .composite(tiles)
  .jpeg({ quality: 72, mozjpeg: true })
  .toFile('docs/screenshots/crops.jpg');
console.log(`docs/screenshots/crops.jpg ${size.width}×${size.height} ${Math.round(bytes / 1000)} kB`);
if (bytes > MAX_BYTES) process.exitCode = 1;
