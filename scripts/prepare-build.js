import { buildIfStale } from './build.js';
import { prepare } from './install.js';

/** From a fresh clone to a current build; ends this process when the build fails. */
export const prepareBuild = async () => {
  await prepare();
  if (!(await buildIfStale())) process.exit(1);
};
