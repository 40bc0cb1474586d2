import { existsSync } from 'node:fs';
import { canUseApt, installByApt } from '#scripts/system-packages.js';
import { failedRun } from './test-reports.js';

const candidates = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/snap/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

const findFirefox = () => [process.env.FIREFOX ?? '', ...candidates].find((file) => existsSync(file));

/** Runs the booking journey in the installed Firefox. Counts as one test. */
export const runFirefox = async () => {
  if (findFirefox() === undefined && canUseApt()) await installByApt('firefox-esr');
  const firefox = findFirefox();
  if (firefox === undefined) {
    return failedRun(
      'Firefox가 없습니다. `apt-get install firefox-esr`로 설치하거나 FIREFOX에 실행 파일의 위치를 지정해 주세요.',
    );
  }
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport('./e2e/firefox-booking.ts');
  console.log('Firefox에서 예약해 봅니다…');
  try {
    await module.runBookingJourney(firefox, (line) => console.log(`  ${line}`));
    return { passed: 1, failed: 0 };
  } catch (error) {
    return failedRun(`Firefox\n${String(error)}`);
  }
};
