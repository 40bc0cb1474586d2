import { checkNode, installPackages } from './install.js';
import { root } from './run.js';

/** From a fresh clone to a build that can be run from the project's folder; without one this process ends. */
export const prepareBuild = async () => {
  checkNode();
  process.chdir(root);
  await installPackages();
  // It needs packages.
  const { buildIfStale } = await import('./build.js');
  if (!(await buildIfStale())) process.exit(1);
};
