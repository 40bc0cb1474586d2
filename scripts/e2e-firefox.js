// The booking journey once in the system's own Firefox. `npm run e2e:firefox`
import { existsSync } from 'node:fs';
import { checkNode, installPackages } from './install.js';
import { root } from './run.js';

checkNode();
process.chdir(root);
await installPackages();

const places = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/snap/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];
const firefox = process.env.FIREFOX || places.find((file) => existsSync(file));
if (firefox === undefined || !existsSync(firefox)) {
  console.error(
    'Firefox가 없습니다. `apt-get install firefox-esr`로 설치하거나 FIREFOX에 실행 파일의 위치를 지정해 주세요.',
  );
  process.exit(1);
}

const { buildIfStale } = await import('./build.js');
if (!(await buildIfStale())) process.exit(1);
const { runnerImport } = await import('vite');
const { module } = await runnerImport('./e2e/firefox-booking.ts');
console.log('Firefox에서 예약해 봅니다…');
await module.runJourney(firefox, (line) => console.log(`  ${line}`));
console.log('Firefox에서 끝까지 예약했습니다.');
