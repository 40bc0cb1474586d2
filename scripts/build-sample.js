// Generates the renditions in sample/derived from sample/originals with the code that processes uploads. Run it after changing
// either.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createServer } from 'vite';
import { root } from './run.js';

const sample = path.join(root, 'sample');
const derived = path.join(sample, 'derived');

const generator = path.join(root, 'src/core/files/server/renditions/generate-renditions.ts');
const vite = await createServer({ root, configFile: false, server: { middlewareMode: true } });
const code = await vite.ssrLoadModule(generator);
const photos = JSON.parse(await readFile(path.join(sample, 'photos.json'), 'utf8'));

await rm(derived, { recursive: true, force: true });
await mkdir(derived, { recursive: true });

const index = {};
let total = 0;
for (const { file } of photos) {
  const { files, ...facts } = await code.generateRenditions(
    await readFile(path.join(sample, 'originals', file)),
  );
  for (const { key, bytes } of files) {
    await writeFile(path.join(derived, key), bytes);
    total += bytes.length;
  }
  index[file] = facts;
  const hero = files.find(({ key }) => key.endsWith('-960.avif')) ?? files[0];
  console.log(
    `${file}  ${facts.width}×${facts.height}  960 px AVIF ${Math.round(hero.bytes.length / 1024)} kB`,
  );
}
await writeFile(path.join(derived, 'index.json'), `${JSON.stringify(index, null, 2)}\n`);
console.log(`${photos.length} photos, ${(total / 1e6).toFixed(1)} MB`);
await vite.close();
