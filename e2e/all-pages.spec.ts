import type { Page, TestInfo } from '@playwright/test';
import { matchPath } from 'react-router';
import { loginAsAdmin, reservedFarDate, insertPhoneReservation } from './admin-actions.ts';
import { loginAsNewMember, fillDetails, openDetailsForm, reservedDate } from './booking-actions.ts';
import { declaredPages } from './declared-pages.ts';
import { expect, expectNoAxeViolationsIn, registerMember, test } from './fixtures.ts';
import { expectNoLayoutDefects, setRootTextSize, setTextSize } from './layout-assertions.ts';
import { askByApi } from './question-actions.ts';
import { openSocialProfile, newSocialVisitor } from './social-actions.ts';

/** Opens a page. */
type OpenPage = (page: Page, info: TestInfo) => Promise<unknown>;
const openUrl =
  (path: string): OpenPage =>
  (page) =>
    page.goto(path);
const openUrls = (...paths: readonly string[]): Readonly<Record<string, OpenPage>> =>
  Object.fromEntries(paths.map((path) => [path, openUrl(`/${path}`)]));

/** Keyed by route, visited in this order. */
const publicPages: Readonly<Record<string, OpenPage>> = {
  ...openUrls(
    '',
    'introduce',
    'price',
    'notice',
    'faq',
    'reserve',
    'inquiry',
    'question',
    'terms',
    'privacy',
    'offline',
  ),
  'category/:categoryId': openUrl('/category/FOOD'),
  '*': openUrl('/nowhere'),
};
/** Legal texts, which look like the terms: only the full run visits them. */
const otherLegalPages = openUrls('over14', 'refund');
const guestPages: Readonly<Record<string, OpenPage>> = {
  ...openUrls('login', 'register', 'find-id', 'find-password', 'oauth-success', 'reserve/type'),
  'reserve/date': openUrl('/reserve/date?category=FOOD'),
  setup: openUrl('/setup?token=expired'),
  'social-extra': (page) => openSocialProfile(page, newSocialVisitor('naver')),
};
const memberPages: Readonly<Record<string, OpenPage>> = {
  'reserve/form': (page, info) => openDetailsForm(page, reservedDate(info, 120), '12:00 - 13:00'),
  'reserve/complete': async (page) => {
    await fillDetails(page);
    await page.getByRole('button', { name: '예약하기', exact: true }).click();
    await expect(page).toHaveURL(/\/reserve\/complete$/);
  },
  ...openUrls('reservation-history', 'my-info', 'change-password', 'withdraw', 'question/new'),
};
const adminPages: Readonly<Record<string, OpenPage>> = {
  ...openUrls('admin', 'admin/photos', 'admin/reservations', 'admin/reservations/new', 'admin/schedule'),
  ...openUrls(
    'admin/questions',
    'admin/questions/notifications',
    'admin/members',
    'admin/customers',
    'admin/sheet',
    'admin/settings',
  ),
  'admin/settings/connections': openUrl('/admin/settings/connections'),
  'admin/settings/staff': openUrl('/admin/settings/staff'),
  'admin/settings/:section': openUrl('/admin/settings/packages'),
  'admin/settings/:section/history': openUrl('/admin/settings/packages/history'),
  'admin/settings/:section/preview': openUrl('/admin/settings/packages/preview'),
};

/** The path of every route; '' is the home page, '*' the page for paths without one. */
const declared = [...declaredPages.map(({ path }) => path.slice(1)), '*', 'offline'];

const waitUntilLoaded = async (page: Page): Promise<void> => {
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading.or(page.getByRole('alertdialog')).first()).toBeVisible();
  await expect(page.getByText(/불러오는 중입니다/)).toHaveCount(0);
};

const expectHeaderAndFooter = async (page: Page): Promise<void> => {
  // Admin pages have the menu of the desk instead.
  const isDesk = new URL(page.url()).pathname.startsWith('/admin');
  const linkInHeader = isDesk ? '/admin/schedule' : '/introduce';
  const header = page.locator('header').filter({ has: page.locator(`a[href="${linkInHeader}"]`) });
  await expect(header.locator('a[href="/"]').first()).toHaveText('사진관');
  const footer = page.locator('footer').filter({ hasText: '사업자등록번호' });
  for (const path of ['/terms', '/privacy']) await expect(footer.locator(`a[href="${path}"]`)).toHaveCount(1);
};

// `npm test` checks one color scheme, and a phone with large text.
const isFull = process.env.TEST_FULL !== undefined;
const schemes = isFull ? (['dark', 'light'] as const) : (['light'] as const);

/** Checks the color schemes, a desktop at 400 % zoom, a phone in landscape, and a phone and a desktop with text at 200 %. */
const expectAccessible = async (page: Page): Promise<void> => {
  await waitUntilLoaded(page);
  await expectHeaderAndFooter(page);
  await expectNoAxeViolationsIn(page, schemes);
  const size = page.viewportSize() ?? { width: 360, height: 740 };
  if (isFull) {
    await page.setViewportSize({ width: 320, height: 256 });
    await expectNoLayoutDefects(page, '1280 × 1024 pixels at 400 % zoom');
    await page.setViewportSize({ width: 740, height: 360 });
    await expectNoLayoutDefects(page, '740 × 360 pixels');
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await setRootTextSize(page, 200);
  await expectNoLayoutDefects(page, '360 pixels wide with text at 200 %');
  await setRootTextSize(page, 100);
  if (isFull) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await setTextSize(page, 200);
    await expectNoLayoutDefects(page, '1280 pixels wide with text at 200 %');
    await setTextSize(page, 100);
  }
  await page.setViewportSize(size);
};

const visitPages = async (
  page: Page,
  info: TestInfo,
  pages: Readonly<Record<string, OpenPage>>,
): Promise<void> => {
  test.slow();
  for (const [route, openPage] of Object.entries(pages))
    await test.step(`/${route}`, async () => {
      await openPage(page, info);
      const { pathname } = new URL(page.url());
      expect(matchPath(`/${route}`, pathname), `${pathname} is /${route}`).not.toBeNull();
      await expectAccessible(page);
    });
};

const questionRoute = 'question/edit/:id';
const reservationRoute = 'admin/reservations/:id';
const memberRoute = 'admin/customers/:id';

test('every declared route is covered by the all-pages tests', () => {
  expect(declared.length).toBeGreaterThan(30);
  const visited = [publicPages, otherLegalPages, guestPages, memberPages, adminPages].flatMap((ways) =>
    Object.keys(ways),
  );
  expect([...visited, questionRoute, reservationRoute, memberRoute].sort()).toEqual([...declared].sort());
});

test(
  'every public page has no axe violations and no layout defects',
  { tag: ['@2-header', '@2-footer'] },
  async ({ page, expectPageError }, info) => {
    expectPageError(/status of 404/);
    const isFull = process.env.TEST_FULL !== undefined;
    await visitPages(page, info, { ...publicPages, ...(isFull && otherLegalPages) });
  },
);

test(
  'every guest page has no axe violations and no layout defects',
  { tag: ['@full', '@2-header', '@2-footer'] },
  async ({ page }, info) => {
    await visitPages(page, info, guestPages);
  },
);

test(
  'every member page has no axe violations and no layout defects',
  { tag: ['@full', '@2-header', '@2-footer'] },
  async ({ page }, info) => {
    const member = await loginAsNewMember(page);
    const [id] = await askByApi(page, member, {
      title: '결과물을 받기까지 얼마나 걸리는지 알려 주세요. 선물로 드리려고 하는데 다음 달 마지막 주라서요',
    });
    await visitPages(page, info, {
      ...memberPages,
      [questionRoute]: openUrl(`/question/edit/${id}`),
    });
    // A member sees the refusal of an admin page.
    await page.goto('/admin/members');
    await expectAccessible(page);
  },
);

test(
  'every admin page has no axe violations and no layout defects',
  { tag: ['@full', '@2-header', '@2-footer'] },
  async ({ page }, info) => {
    const token = await loginAsAdmin(page);
    const id = await insertPhoneReservation(page, token, {
      guestName: '오전화',
      date: reservedFarDate(info, 11),
      time: '21-22',
    });
    const { loginId } = await registerMember();
    await visitPages(page, info, {
      ...adminPages,
      [reservationRoute]: openUrl(`/admin/reservations/${id}`),
      [memberRoute]: async () => {
        await page.goto('/admin/members');
        await page.getByRole('listitem').filter({ hasText: loginId }).getByRole('link').first().click();
        await expect(page).toHaveURL(/\/admin\/customers\/.+/);
      },
    });
  },
);
