import { buildIfStale } from './build.js';
import { ensureInstalled } from './install.js';

/** Installs packages and builds if needed; ends this process if the build fails. */
export const ensureBuild = async () => {
  await ensureInstalled();
  if (!(await buildIfStale())) process.exit(1);
};
