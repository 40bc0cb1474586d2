import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { root } from '#scripts/run.js';

// All inputs of the build; tests are left out below.
const SOURCES = [
  'src',
  'content',
  'public',
  'db/migrations',
  'sample/photos.json',
  'sample/questions.json',
  'scripts/build.js',
  'scripts/build/build-fonts.js',
  'scripts/build/compress-assets.js',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
];

const listFiles = (source) => {
  const full = path.join(root, source);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [source];
  return readdirSync(full, { withFileTypes: true }).flatMap((entry) => listFiles(`${source}/${entry.name}`));
};

export const fingerprintSources = () => {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap(listFiles).toSorted()) {
    if (/\.test\.tsx?$/.test(file)) continue;
    const bytes = readFileSync(path.join(root, file));
    hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
};
