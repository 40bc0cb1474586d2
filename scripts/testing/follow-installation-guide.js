import { ensurePrograms } from '#scripts/system-packages.js';
import { runVitest } from './test-runners.js';

/** Installs and updates the site in a fresh Debian, as the guide says. Needs root and the ports 80, 443, 3000 and 3999. */
export const followInstallationGuide = async (...filters) => {
  await ensurePrograms('설치 테스트', { mmdebstrap: 'mmdebstrap' });
  process.env.TEST_INSTALL = 'true';
  return runVitest('--project', 'install', ...filters);
};
