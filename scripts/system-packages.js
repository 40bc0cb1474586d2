import { existsSync } from 'node:fs';
import path from 'node:path';
import { run } from './run.js';

export const canUseApt = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

export const installByApt = async (...packages) => {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  if ((await run(['apt-get', 'update', '-q'], { env, isQuiet: true })) !== 0) return;
  await run(['apt-get', 'install', '-q', '-y', '--no-install-recommends', ...packages], {
    env,
    isQuiet: true,
  });
};

const isInstalled = (program) =>
  [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin'].some((folder) =>
    existsSync(path.join(folder, program)),
  );

/**
 * Installs the system packages of missing programs, given as `{ program: package }`. Where it cannot install them, prints the command to run
 * and ends the process.
 */
export const ensurePrograms = async (purpose, packages) => {
  const findMissing = () =>
    Object.keys(packages).flatMap((program) => (isInstalled(program) ? [] : packages[program]));
  const missing = findMissing();
  if (missing.length === 0) return;
  if (canUseApt()) {
    console.log(`${purpose}에 필요한 프로그램을 설치합니다… (처음 한 번: ${missing.join(', ')})`);
    await installByApt(...missing);
  }
  if (findMissing().length === 0) return;
  console.error(
    `${purpose}에 필요한 프로그램이 없습니다. 설치해 주세요: apt-get install ${missing.join(' ')}`,
  );
  process.exit(1);
};
