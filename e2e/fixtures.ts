import { randomInt } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test as base, expect, request, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Session } from '#platform/contract/sessions.ts';

export { expect };

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const requireEnv = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: playwright.config.ts sets it`);
  return value;
};

/** Collects console errors, uncaught exceptions and failed requests of a page. */
const collectPageErrors = (page: Page, pageErrors: string[]): void => {
  page.on('console', (entry) => {
    const { url } = entry.location();
    // Pages of the mock login providers are not part of the site.
    if (entry.type() === 'error' && !url.startsWith('http://127.0.0.1:'))
      pageErrors.push(`console: ${entry.text()} (${url})`);
  });
  page.on('pageerror', (error) => pageErrors.push(`uncaught: ${error.message}`));
  page.on('requestfailed', (failed) => {
    const reason = failed.failure()?.errorText ?? '';
    // A navigation aborts pending requests.
    if (reason !== 'net::ERR_ABORTED')
      pageErrors.push(`request: ${failed.method()} ${failed.url()} ${reason}`);
  });
};

interface Fixtures {
  /** Allows page errors that match this pattern, such as the console error of a 409. */
  expectPageError: (pattern: RegExp) => void;
  /** On the desktop project a test tagged `@keys-…` fails when it uses a pointer. */
  keyboardOnly: undefined;
}

/** A test that fails on unexpected page errors. */
export const test = base.extend<Fixtures>({
  expectPageError: [
    async ({ page }, use) => {
      const expected: RegExp[] = [];
      const pageErrors: string[] = [];
      collectPageErrors(page, pageErrors);
      await use((pattern) => void expected.push(pattern));
      expect(
        pageErrors.filter((fault) => !expected.some((pattern) => pattern.test(fault))),
        'faults in the page',
      ).toEqual([]);
    },
    { auto: true },
  ],
  keyboardOnly: [
    async ({ context }, use, { tags, project }) => {
      const pressed: string[] = [];
      if (project.name === 'desk' && tags.some((tag) => tag.startsWith('@keys-'))) {
        await context.exposeFunction('notePointer', (address: string) => void pressed.push(address));
        await context.addInitScript(() => {
          const page = globalThis as unknown as { notePointer(address: string): void };
          addEventListener('pointerdown', () => page.notePointer(location.href), true);
        });
      }
      await use(undefined);
      expect(pressed, 'pages on which a keyboard test used the pointer').toEqual([]);
    },
    { auto: true },
  ],
});

export interface Member {
  readonly loginId: string;
  readonly password: string;
  readonly name: string;
  readonly phoneNumber: string;
}

export const adminCredentials = (): Pick<Member, 'loginId' | 'password'> => ({
  loginId: requireEnv('E2E_ADMIN_LOGIN_ID'),
  password: requireEnv('E2E_ADMIN_PASSWORD'),
});

/** The data of a person who has not registered. */
export const createVisitor = (): Member => ({
  loginId: `e2e.${randomInt(1e12).toString(36)}`,
  password: 'e2e-pass-2026',
  name: '이방문',
  phoneNumber: `010${String(randomInt(1, 99_990_000)).padStart(8, '0')}`,
});

interface SentMessage {
  readonly to: string;
  readonly text: string;
}

/** The code in the newest SMS to this phone number. */
export const sentCode = (phoneNumber: string): string => {
  const lines = readFileSync(join(requireEnv('E2E_DATA_DIR'), 'outbox/sms.jsonl'), 'utf8')
    .trimEnd()
    .split('\n');
  const message = lines
    .map((line) => JSON.parse(line) as SentMessage)
    .findLast(({ to }) => to === phoneNumber);
  const code = /(?<!\d)\d{6}(?!\d)/.exec(message?.text ?? '')?.[0];
  if (code === undefined) throw new Error(`no code was sent to ${phoneNumber}`);
  return code;
};

const origin = (): string => requireEnv('E2E_URL');

const post = async (path: string, data?: unknown, token?: string): Promise<unknown> => {
  const api = await request.newContext({ baseURL: origin() });
  try {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await api.post(path, { data, headers });
    expect(response.ok(), `POST ${path}: ${response.status()} ${await response.text()}`).toBe(true);
    return response.status() === 204 ? null : await response.json();
  } finally {
    await api.dispose();
  }
};

/** Registers a member by the API. */
export const registerMember = async (visitor: Member = createVisitor()): Promise<Member> => {
  await post(`/api/member/send-code?phoneNumber=${visitor.phoneNumber}`);
  await post('/api/member/register', {
    ...visitor,
    confirmPassword: visitor.password,
    code: sentCode(visitor.phoneNumber),
    agreements: { all: true, over14: true, terms: true, privacy: true },
  });
  return visitor;
};

type Credentials = Pick<Member, 'loginId' | 'password'>;

const logIn = async ({ loginId, password }: Credentials): Promise<Session> =>
  (await post('/api/auth/login', { loginId, password })) as Session;

interface SharedSession {
  readonly session: Session;
  readonly since: number;
  /** The test that used the session last. Its session is not replaced. */
  readonly testId: string;
}
const SHARED_SESSION_TTL_MS = 2 * 60_000;

/**
 * The admin session of this worker. An admin has at most three sessions, and a new one ends the oldest, so tests cannot log in
 * separately. The session is replaced before its access token expires. It is stored in a file, because Playwright starts a new
 * process for a worker after a failure.
 */
export const adminSession = async (): Promise<Session> => {
  const { parallelIndex, testId } = base.info();
  const file = join(requireEnv('E2E_DATA_DIR'), `studio-session-${parallelIndex}.json`);
  const shared = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as SharedSession) : null;
  const isFresh = shared !== null && Date.now() - shared.since < SHARED_SESSION_TTL_MS;
  if (shared !== null && (isFresh || shared.testId === testId)) {
    writeFileSync(file, JSON.stringify({ ...shared, testId } satisfies SharedSession));
    return shared.session;
  }
  if (shared !== null) await post('/api/auth/logout', undefined, shared.session.accessToken);
  const session = await logIn(adminCredentials());
  writeFileSync(file, JSON.stringify({ session, since: Date.now(), testId } satisfies SharedSession));
  return session;
};

/**
 * Gives the next test of this worker a new admin session. For tests that move the page's clock: the page then renews its tokens, and
 * the refresh token of the shared session is used up.
 */
export const replaceAdminSession = async (): Promise<void> => {
  const session = await adminSession();
  const file = join(requireEnv('E2E_DATA_DIR'), `studio-session-${base.info().parallelIndex}.json`);
  writeFileSync(
    file,
    JSON.stringify({ session, since: 0, testId: base.info().testId } satisfies SharedSession),
  );
};

/** Logs in by the API, stores the session in the page's context and returns the access token. Call before opening a page. */
export const loginAs = async (page: Page, who: Credentials): Promise<string> => {
  const session = await (who.loginId === adminCredentials().loginId ? adminSession() : logIn(who));
  const localStorage = Object.entries(session).map(([name, value]) => ({ name, value: String(value) }));
  await page.context().setStorageState({ cookies: [], origins: [{ origin: origin(), localStorage }] });
  return session.accessToken;
};

/** The axe rules that depend on colors. Other rules have the same result in both color schemes. */
const axeColorRules = ['color-contrast', 'link-in-text-block'];

const MAX_PHONE_WIDTH_PX = 600;

/** Asserts that axe finds no violations in the light color scheme; the full run checks both on a desktop. */
export const expectNoAxeViolations = async (page: Page): Promise<void> => {
  // Colors do not depend on the width. all-pages.spec.ts checks every page in both color schemes.
  const isPhone = (page.viewportSize()?.width ?? 0) < MAX_PHONE_WIDTH_PX;
  const isFull = process.env.TEST_FULL !== undefined;
  await expectNoAxeViolationsIn(page, isPhone || !isFull ? ['light'] : ['dark', 'light']);
};

/** Asserts that axe finds no violations in these color schemes. */
export const expectNoAxeViolationsIn = async (
  page: Page,
  schemes: readonly ('dark' | 'light')[],
): Promise<void> => {
  // `evaluate` is not subject to the Content Security Policy of the page, a script element would be.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Axe must not read colors while content loads, which fades it, or in the middle of a transition.
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await page.evaluate(async () => {
      const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
      await Promise.allSettled(transitions.map(({ finished }) => finished));
    });
    const options: RunOptions = {
      // Otherwise axe describes every element that passes as well.
      resultTypes: ['violations'],
      ...(colorScheme === 'dark' && { runOnly: { type: 'rule', values: axeColorRules } }),
    };
    const violations = await page.evaluate(async (requested) => {
      const { axe } = globalThis as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } };
      return (await axe.run(requested)).violations;
    }, options);
    expect(
      violations.map(({ id, help, nodes }) => ({
        id,
        help,
        where: nodes.map(({ target }) => target.join(' ')),
      })),
      `axe findings in ${colorScheme}`,
    ).toEqual([]);
  }
};

/** Waits until React has hydrated the page. Before that a link loads a whole document. */
export const waitForHydration = async (page: Page): Promise<void> => {
  await page.waitForFunction(() =>
    Object.keys(
      document.querySelector('main a, main button') ?? document.querySelector('header a') ?? {},
    ).some((key) => key.startsWith('__reactProps')),
  );
};
