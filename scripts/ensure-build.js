import { buildIfStale } from './build.js';
import { ensureInstalled } from './install.js';

/** From a fresh clone to a current build; ends this process when the build fails. */
export const ensureBuild = async () => {
  await ensureInstalled();
  if (!(await buildIfStale())) process.exit(1);
};
