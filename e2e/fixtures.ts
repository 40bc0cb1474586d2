import { randomInt } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test as base, expect, request } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Session } from '#contract/auth.ts';

export { expect };

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const requireEnv = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: playwright.config.ts sets it`);
  return value;
};

/** Collects what a visitor should never meet: errors on the console, uncaught ones, requests without an answer. */
const collectPageErrors = (page: Page, faults: string[]): void => {
  page.on('console', (entry) => {
    const { url } = entry.location();
    // The pages of the login providers, on a host of their own, are not ours.
    if (entry.type() === 'error' && !url.startsWith('http://127.0.0.1:'))
      faults.push(`console: ${entry.text()} (${url})`);
  });
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
  page.on('requestfailed', (failed) => {
    const reason = failed.failure()?.errorText ?? '';
    // What a navigation interrupts is no fault.
    if (reason !== 'net::ERR_ABORTED') faults.push(`request: ${failed.method()} ${failed.url()} ${reason}`);
  });
};

interface Fixtures {
  /** Says that a fault matching this is what the test is about (a 409 is an error on the console). */
  expectPageError: (pattern: RegExp) => void;
  /** At the desk, a test tagged `@keys-…` uses no pointer. */
  keyboardOnly: undefined;
}

/** `test` fails on every fault in the page that it did not expect. */
export const test = base.extend<Fixtures>({
  expectPageError: [
    async ({ page }, use) => {
      const expected: RegExp[] = [];
      const faults: string[] = [];
      collectPageErrors(page, faults);
      await use((pattern) => void expected.push(pattern));
      expect(
        faults.filter((fault) => !expected.some((pattern) => pattern.test(fault))),
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

/** Someone who is not a member yet. */
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

/** The code in the newest message to this phone. */
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

/** A new member, registered by the API. */
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
  /** The test that asked last: the session that its page uses is not replaced. */
  readonly testId: string;
}
const SHARED_SESSION_TTL_MS = 2 * 60_000;

/**
 * The studio's session of this worker. An admin has three at once, and the newest end the oldest: with one for each test,
 * the tests would log each other out. It is renewed long before it would have to be refreshed, and kept in a file: after
 * a failure another process is the same worker.
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

/** Signs the page's browser in, by the API. Before the page is opened. Answers the access token. */
export const loginAs = async (page: Page, who: Credentials): Promise<string> => {
  const session = await (who.loginId === adminCredentials().loginId ? adminSession() : logIn(who));
  const localStorage = Object.entries(session).map(([name, value]) => ({ name, value: String(value) }));
  await page.context().setStorageState({ cookies: [], origins: [{ origin: origin(), localStorage }] });
  return session.accessToken;
};

/** The rules of axe that look at colours: the others find the same in both themes. */
const axeColourRules = ['color-contrast', 'link-in-text-block'];

const MAX_PHONE_WIDTH_PX = 600;

/** No finding of axe in the page as it stands, in light and in dark. */
export const expectNoAxeViolations = async (page: Page): Promise<void> => {
  // Colours are the same on both screens: in a journey the desk looks at the dark ones. Whole pages: all-pages.spec.ts.
  const isPhone = (page.viewportSize()?.width ?? 0) < MAX_PHONE_WIDTH_PX;
  await expectNoAxeViolationsIn(page, isPhone ? ['light'] : ['dark', 'light']);
};

/** The same, in these schemes. */
export const expectNoAxeViolationsIn = async (
  page: Page,
  schemes: readonly ('dark' | 'light')[],
): Promise<void> => {
  // By the debugger and not by a script element: the page's own policy would refuse that.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Colours on their way from one scheme to the other are nobody's, however short the way.
    await page.evaluate(async () => {
      const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
      await Promise.allSettled(transitions.map(({ finished }) => finished));
    });
    const options: RunOptions =
      colorScheme === 'dark' ? { runOnly: { type: 'rule', values: axeColourRules } } : {};
    const { violations } = await page.evaluate(
      (asked) =>
        (globalThis as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe.run(asked),
      options,
    );
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

/** Waits until the browser's own code has taken the page over: before, a link is a whole load. */
export const waitForHydration = async (page: Page): Promise<void> => {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main a, main button') ?? {}).some((key) =>
      key.startsWith('__reactProps'),
    ),
  );
};
