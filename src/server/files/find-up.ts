import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * The nearest `path` in a folder above this file, which works from the sources as from the build, whatever folder the
 * process was started in; below the current folder when there is none.
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
