import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root, run } from './run.js';

const MIN_NODE_VERSION = [20, 19];

/** Ends this process if Node.js is too old. */
export const checkNode = () => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > MIN_NODE_VERSION[0] || (major === MIN_NODE_VERSION[0] && minor >= MIN_NODE_VERSION[1])) return;
  console.error(
    `Node.js ${MIN_NODE_VERSION.join('.')} 이상이 필요합니다. (현재 ${process.versions.node}) https://nodejs.org 에서 새 버전을 설치해 주세요.`,
  );
  process.exit(1);
};

const readPackages = (file) => {
  try {
    return JSON.parse(readFileSync(path.join(root, file), 'utf8')).packages;
  } catch {
    return {};
  }
};

/** Compares package-lock.json with the copy that npm writes after an installation. */
const isInstalled = () => {
  const installed = readPackages('node_modules/.package-lock.json');
  return Object.entries(readPackages('package-lock.json')).every(
    ([packagePath, { version, optional }]) =>
      packagePath === '' ||
      installed[packagePath]?.version === version ||
      (optional && installed[packagePath] === undefined),
  );
};

const installPackages = async () => {
  if (isInstalled()) return;
  console.log('필요한 패키지를 설치합니다… (처음 한 번, 1~2분)');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const code = await run([npm, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    isQuiet: true,
  });
  if (code === 0) return;
  console.error('설치하지 못했습니다. 인터넷 연결을 확인한 뒤 다시 실행해 주세요.');
  process.exit(1);
};

/**
 * Checks the version of Node.js, changes to the project's folder and installs missing packages; ends this process on failure.
 */
export const ensureInstalled = async () => {
  checkNode();
  process.chdir(root);
  await installPackages();
  performance.mark('installed');
};
