import { existsSync } from 'node:fs';
import { chromium, type Browser } from '@playwright/test';
import { findFreePort } from '#test/servers/free-port.ts';

// Same choice as scripts/testing/ensure-browser.js, but prefers the full browser, which visitors use. Falls back to
// Playwright's own.
const findChromium = (): string | undefined =>
  process.env.PLAYWRIGHT_CHROMIUM ||
  ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'].find((file) => existsSync(file));

/** Starts a browser that other tools, such as Lighthouse, can control through the debugging `port`. */
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
