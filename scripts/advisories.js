// Known faults of the installed packages, where the registry tells of them. `npm run advisories`
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { root } from './run.js';

const GRAVE = ['high', 'critical'];

/** What `npm audit --json` said: null when it could not be asked, else one line for each package with a fault. */
export const readAudit = (text) => {
  let report;
  try {
    report = JSON.parse(text);
  } catch {
    return null;
  }
  if (report.vulnerabilities === undefined) return null;
  return Object.values(report.vulnerabilities).map(({ name, severity, range, via, fixAvailable }) => ({
    isGrave: GRAVE.includes(severity),
    line: `${severity} ${name} ${range}: ${via.map((cause) => cause.url ?? cause).join(', ')}${fixAvailable ? ' (npm audit fix)' : ''}`,
  }));
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { stdout } = spawnSync(npm, ['audit', '--json', '--fetch-retries=0', '--fetch-timeout=20000'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const found = readAudit(stdout ?? '');
  if (found === null) {
    console.log('패키지 저장소에 연결할 수 없거나 알려진 취약점 정보를 제공하지 않아 확인하지 못했습니다.');
  } else {
    for (const { isGrave, line } of found) console.log(`${isGrave ? '✗' : '·'} ${line}`);
    const grave = found.filter(({ isGrave }) => isGrave).length;
    console.log(`알려진 취약점 ${found.length}건, 그중 심각한 취약점 ${grave}건`);
    if (grave > 0) process.exitCode = 1;
  }
}
