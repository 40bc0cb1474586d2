import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { findFreePort } from '#test/servers/free-port.ts';

// As scripts/testing/ensure-browser.js chooses, but the whole browser first: visitors have that one. Playwright's own when there is none.
const findChromium = (): string | undefined =>
  process.env.PLAYWRIGHT_CHROMIUM ||
  ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'].find((file) => existsSync(file));

/** A browser that others drive as well, through `port`. */
export const openBrowser = async (): Promise<{ browser: Browser; port: number }> => {
  const port = await findFreePort();
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-background-networking',
      '--no-first-run',
      `--remote-debugging-port=${port}`,
    ],
  });
  return { browser, port };
};
