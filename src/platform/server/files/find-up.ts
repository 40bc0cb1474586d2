import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * Finds `path` in the nearest parent folder of this file, so that it works from the sources, from the build and from any working
 * directory. Falls back to the path relative to the working directory.
 */
export const findUp = (path: string): string => {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, path))) {
    const parent = dirname(folder);
    if (parent === folder) return resolve(path);
    folder = parent;
  }
  return join(folder, path);
};
