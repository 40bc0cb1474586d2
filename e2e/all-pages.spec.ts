import { readFileSync } from 'node:fs';
import type { Page, TestInfo } from '@playwright/test';
import { matchPath } from 'react-router';
import { loginAsNewMember, fillDetails, openDetailsForm, reservedDate } from './booking-actions.ts';
import { expect, expectNoAxeViolationsIn, test } from './fixtures.ts';
import { expectNoLayoutDefects, setTextSize } from './layout-assertions.ts';
import { askByApi } from './question-actions.ts';
import { openSocialProfile, newSocialVisitor } from './social-actions.ts';
import { loginAsAdmin, reservedFarDate, insertPhoneReservation } from './admin-actions.ts';

/** How to come to a page; what says nothing is opened by its address. */
type Way = (page: Page, info: TestInfo) => Promise<unknown>;
const open =
  (path: string): Way =>
  (page) =>
    page.goto(path);
const opened = (...paths: readonly string[]): Readonly<Record<string, Way>> =>
  Object.fromEntries(paths.map((path) => [path, open(`/${path}`)]));

/** By route, in the order in which they are gone through. */
const asReader: Readonly<Record<string, Way>> = {
  ...opened(
    '',
    'introduce',
    'price',
    'reserve',
    'inquiry',
    'question',
    'terms',
    'privacy',
    'over14',
    'offline',
  ),
  'category/:categoryId': open('/category/WEDDING'),
  '*': open('/nowhere'),
};
const asGuest: Readonly<Record<string, Way>> = {
  ...opened('login', 'register', 'find-id', 'find-password', 'oauth-success', 'reserve/type'),
  'reserve/date': open('/reserve/date?category=FOOD'),
  'social-extra': (page) => openSocialProfile(page, newSocialVisitor('naver')),
};
const asMember: Readonly<Record<string, Way>> = {
  'reserve/form': (page, info) => openDetailsForm(page, reservedDate(info, 120), '12:00 - 13:00'),
  'reserve/complete': async (page) => {
    await fillDetails(page);
    await page.getByRole('button', { name: '예약하기', exact: true }).click();
    await expect(page).toHaveURL(/\/reserve\/complete$/);
  },
  ...opened('reservation-history', 'my-info', 'change-password', 'withdraw', 'question/new'),
};
const asStudio: Readonly<Record<string, Way>> = {
  ...opened('admin', 'admin/photos', 'admin/reservations', 'admin/reservations/new', 'admin/schedule'),
  ...opened('admin/questions', 'admin/questions/notifications', 'admin/members'),
};

/** Every route that the site declares: home, which is the index route, and those with a path. */
const declared = [
  '',
  ...['routes.tsx', 'client-routes.ts'].flatMap((file) =>
    [
      ...readFileSync(new URL(`../src/web/${file}`, import.meta.url), 'utf8').matchAll(
        /(?:(?:legal|client)Page\(\s*|\bpath: )'([^']*)'/g,
      ),
    ].map(([, path = '']) => path),
  ),
];

/** The page is there, and what it reads has come. */
const untilSettled = async (page: Page): Promise<void> => {
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading.or(page.getByRole('alertdialog')).first()).toBeVisible();
  await expect(page.getByText(/불러오는 중입니다/)).toHaveCount(0);
};

const expectHeaderAndFooter = async (page: Page): Promise<void> => {
  const header = page.locator('header').filter({ has: page.locator('a[href="/introduce"]') });
  await expect(header.locator('a[href="/"]').first()).toHaveText('사진관');
  const footer = page.locator('footer').filter({ hasText: '사업자등록번호' });
  for (const path of ['/terms', '/privacy']) await expect(footer.locator(`a[href="${path}"]`)).toHaveCount(1);
};

/** Looked at in one theme, in the full test run in both; then as narrow as a page has to be, or with text twice as large. */
const lookAt = async (page: Page, { project }: TestInfo): Promise<void> => {
  await untilSettled(page);
  await expectHeaderAndFooter(page);
  const isFull = process.env['TEST_FULL'] !== undefined;
  await expectNoAxeViolationsIn(
    page,
    isFull ? ['dark', 'light'] : [project.name === 'phone' ? 'light' : 'dark'],
  );
  if (project.name === 'phone') {
    const size = page.viewportSize() ?? { width: 360, height: 740 };
    await page.setViewportSize({ width: 320, height: size.height });
    await expectNoLayoutDefects(page, '320 pixels wide');
    await page.setViewportSize(size);
  } else {
    await setTextSize(page, 200);
    await expectNoLayoutDefects(page, 'with text at 200 %');
    await setTextSize(page, 100);
  }
};

const goThrough = async (page: Page, info: TestInfo, ways: Readonly<Record<string, Way>>): Promise<void> => {
  // Two dozen pages, each of them quick.
  test.slow();
  for (const [route, come] of Object.entries(ways))
    await test.step(`/${route}`, async () => {
      await come(page, info);
      const { pathname } = new URL(page.url());
      expect(matchPath(`/${route}`, pathname), `${pathname} is /${route}`).not.toBeNull();
      await lookAt(page, info);
    });
};

const ofMember = 'question/edit/:id';
const ofStudio = 'admin/reservations/:id';

test('every declared route is covered by the all-pages tests', () => {
  expect(declared.length).toBeGreaterThan(30);
  const visited = [asReader, asGuest, asMember, asStudio].flatMap((ways) => Object.keys(ways));
  expect([...visited, ofMember, ofStudio].sort()).toEqual([...declared].sort());
});

test(
  'every public page has no axe violations and no layout defects',
  { tag: ['@both', '@2-header', '@2-footer'] },
  async ({ page, expectPageError }, info) => {
    expectPageError(/status of 404/);
    await goThrough(page, info, asReader);
  },
);

test(
  'every guest page has no axe violations and no layout defects',
  { tag: ['@both', '@2-header', '@2-footer'] },
  async ({ page }, info) => {
    await goThrough(page, info, asGuest);
  },
);

test(
  'every member page has no axe violations and no layout defects',
  { tag: ['@both', '@2-header', '@2-footer'] },
  async ({ page }, info) => {
    const member = await loginAsNewMember(page);
    const [id] = await askByApi(page, member, {
      title: '결과물을 받기까지 얼마나 걸리는지 알려 주세요. 선물로 드리려고 하는데 다음 달 마지막 주라서요',
    });
    await goThrough(page, info, {
      ...asMember,
      [ofMember]: open(`/question/edit/${id}`),
    });
    // Theirs is not the studio's.
    await page.goto('/admin/members');
    await lookAt(page, info);
  },
);

test(
  'every admin page has no axe violations and no layout defects',
  { tag: ['@both', '@2-header', '@2-footer'] },
  async ({ page }, info) => {
    const token = await loginAsAdmin(page);
    const id = await insertPhoneReservation(page, token, {
      guestName: '오전화',
      date: reservedFarDate(info, 11),
      time: '21-22',
    });
    await goThrough(page, info, { ...asStudio, [ofStudio]: open(`/admin/reservations/${id}`) });
  },
);
