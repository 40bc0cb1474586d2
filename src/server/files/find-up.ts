import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * Finds the nearest `path` in a folder above this file, from the sources as well as the build, independent of the working directory.
 * Falls back to the working directory.
 */
export const findUp = (path: string): string => {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, path))) {
    const above = dirname(folder);
    if (above === folder) return resolve(path);
    folder = above;
  }
  return join(folder, path);
};
