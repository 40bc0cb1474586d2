import { existsSync } from 'node:fs';
import { bin, run } from '#scripts/run.js';
import { canUseApt, installByApt } from '#scripts/system-packages.js';

// Runs the tests with little more than half the CPU time of the full browser.
const SYSTEM_SHELL = '/usr/bin/chromium-headless-shell';
const SYSTEM_CHROMIUM = '/usr/bin/chromium';

const findChromium = async () => {
  const { PLAYWRIGHT_CHROMIUM } = process.env;
  if (PLAYWRIGHT_CHROMIUM) return existsSync(PLAYWRIGHT_CHROMIUM) ? PLAYWRIGHT_CHROMIUM : undefined;
  const system = [SYSTEM_SHELL, SYSTEM_CHROMIUM].find((file) => existsSync(file));
  if (system !== undefined) return system;
  const { chromium } = await import('@playwright/test');
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
};

const hasKoreanFont = async () =>
  (await run(['sh', '-c', 'fc-list :lang=ko | grep -q .'], { isQuiet: true })) === 0;

/** Ensures that Chromium and a Korean font are available for the browser tests. Resolves to false without a browser. */
export const ensureBrowser = async () => {
  if ((await findChromium()) === undefined) {
    console.log('테스트용 브라우저를 설치합니다… (처음 한 번)');
    if (canUseApt()) await installByApt('chromium', 'fonts-noto-cjk');
    if ((await findChromium()) === undefined) {
      await run([...bin('@playwright/test/cli.js'), 'install', 'chromium'], { isQuiet: true });
    }
  }
  if (canUseApt() && (await findChromium()) === SYSTEM_CHROMIUM)
    await installByApt('--no-upgrade', '--no-remove', 'chromium-headless-shell');
  if (canUseApt() && !(await hasKoreanFont())) await installByApt('fontconfig', 'fonts-noto-cjk');
  if ((await findChromium()) !== undefined) return true;
  console.error(
    'Chromium이 없습니다. `npx playwright install --with-deps chromium`을 실행하거나 PLAYWRIGHT_CHROMIUM에 실행 파일의 위치를 지정해 주세요.',
  );
  return false;
};
