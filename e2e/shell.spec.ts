import type { Locator, Page, TestInfo } from '@playwright/test';
import type { PhotosByCategory } from '#core/files/contract/photos.ts';
import { loginAsAdmin } from './admin-actions.ts';
import { loginAsNewMember, openDetailsForm, reservedDate } from './booking-actions.ts';
import { expect, expectNoAxeViolations, requireEnv, test, waitForHydration } from './fixtures.ts';
import { logOut, menuLink, openMenu } from './member-actions.ts';

const menuLinks = (page: Page) => page.getByRole('banner').getByRole('link').filter({ visible: true });
const hrefsOf = (links: Locator): Promise<(string | null)[]> =>
  links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
const STUDIO = '사진관';
/** The links in the header. The menu of a phone also has the categories, the questions, the telephone and 예약하기. */
const linksWith = ({ project }: TestInfo, entries: readonly string[]): string[] =>
  project.name === 'phone'
    ? [
        STUDIO,
        '풍경',
        '제품',
        '음식',
        '웨딩',
        ...entries.slice(0, 4),
        '자주 묻는 질문',
        ...entries.slice(4),
        '02-000-0000',
        '예약하기',
      ]
    : [STUDIO, ...entries];

test(
  'a guest visits the public pages, each opens at its top, and Back returns to the place in the last one',
  {
    tag: [
      '@2-header',
      '@2-footer',
      '@2-menu-guest',
      '@2-scroll-top',
      '@2-home',
      '@2-introduce',
      '@2-price',
      '@6-guest-pages',
      '@9-price-landscape',
      '@9-price-product',
      '@9-price-food',
      '@9-price-wedding',
    ],
  },
  async ({ page }, info) => {
    const main = page.getByRole('main');
    const footer = page.getByRole('contentinfo');
    const placeOf = () => page.evaluate(() => Math.round(scrollY));
    /** Scrolls to the bottom and navigates from there. Returns the place. */
    const goFromBelow = async (press: () => Promise<void>, path: string): Promise<number> => {
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await expect.poll(placeOf).toBeGreaterThan(200);
      const place = await placeOf();
      await press();
      await expect(page).toHaveURL(path);
      await expect.poll(placeOf).toBe(0);
      return place;
    };

    await page.goto('/');
    await waitForHydration(page);
    const { REPRESENTATIVE } = (await (await page.request.get('/api/photo/home')).json()) as PhotosByCategory;
    await expect(main.locator('picture img').first()).toBeVisible();
    await expect(main.locator('picture img').first()).toHaveAttribute(
      'src',
      REPRESENTATIVE?.imageUrl ?? 'none',
    );
    const tiles = main.getByRole('region', { name: '무엇을 찍어 드릴까요?' }).getByRole('link');
    await expect(tiles.locator('picture img')).toHaveCount(4);
    await expect(tiles).toHaveCount(4);
    expect(await hrefsOf(tiles)).toEqual(
      ['LANDSCAPE', 'PRODUCT', 'FOOD', 'WEDDING'].map((category) => `/category/${category}`),
    );
    await expect(main.getByRole('link', { name: '인스타그램 보기' })).toHaveAttribute('href', /^https:\/\//);
    for (const [fact, value] of [
      ['대표', /\S/],
      ['사업자등록번호', /^\d{3}-\d{2}-\d{5}$/],
      ['통신판매업 신고번호', /^제0000-서울종로-0000호$/],
      ['주소', /사진로 1/],
      ['전화', /^0[\d-]+$/],
      ['이메일', /^\S+@\S+$/],
    ] as const) {
      const term = page.getByRole('term').filter({ hasText: new RegExp(`^${fact}$`) });
      await expect(footer.locator('div').filter({ has: term }).last().getByRole('definition')).toHaveText(
        value,
      );
    }
    await goFromBelow(() => footer.getByRole('link', { name: '이용약관' }).click(), '/terms');
    const place = await goFromBelow(
      () => footer.getByRole('link', { name: '개인정보 처리방침' }).click(),
      '/privacy',
    );
    await page.goBack();
    await expect(page).toHaveURL('/terms');
    await expect.poll(placeOf).toBe(place);

    await openMenu(page);
    const entries = ['소개', '가격', '예약', '1:1 문의', '로그인'];
    await expect(menuLinks(page)).toHaveText(linksWith(info, entries));
    expect(await hrefsOf(menuLinks(page).filter({ hasText: /^(소개|가격|예약|1:1 문의|로그인)$/ }))).toEqual([
      '/introduce',
      '/price',
      '/reserve',
      '/inquiry',
      '/login',
    ]);
    await menuLink(page, '소개').click();
    await expect(page).toHaveURL('/introduce');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('순간을 남깁니다');
    await goFromBelow(() => main.getByRole('link', { name: '가격 보기' }).click(), '/price');

    for (const [category, code, ...facts] of [
      ['풍경', 'LANDSCAPE', '500,000원~', '촬영 2시간', '원본 200장 이상', '보정본 10장', '앨범 1권'],
      ['제품', 'PRODUCT', '450,000원~', '제품 최대 10점', '보정본 20장'],
      ['음식', 'FOOD', '600,000원~', '메뉴 5가지', '푸드 스타일링', '보정본 15장'],
    ] as const) {
      const offer = main.getByRole('listitem').filter({ has: page.getByRole('heading', { name: category }) });
      for (const fact of facts) await expect(offer.getByText(fact, { exact: true })).toBeVisible();
      await expect(offer.getByRole('link', { name: `${category} 예약하기` })).toHaveAttribute(
        'href',
        `/reserve/date?category=${code}`,
      );
    }
    await expect(main.getByRole('link', { name: '예약하기' })).toHaveCount(4);
    const wedding = main.getByRole('listitem').filter({ has: page.getByRole('heading', { name: '웨딩' }) });
    await expect(wedding).toContainText('상담 후 안내');
    await expect(wedding).not.toContainText('원');
    await expect(wedding.getByRole('link', { name: '웨딩 예약하기' })).toBeVisible();
    await page.getByRole('banner').getByRole('link', { name: STUDIO }).click();
    await expect(page).toHaveURL('/');
  },
);

test(
  'the member menu is shown, and API calls carry the token and the cookies',
  { tag: ['@2-menu-member', '@7-bearer', '@full'] },
  async ({ page, context }, info) => {
    await loginAsNewMember(page);
    await context.addCookies([{ name: 'mark', value: 'own', url: requireEnv('E2E_URL') }]);
    await page.goto('/');
    await waitForHydration(page);
    const calls = new Map<string, Promise<Record<string, string>>>();
    // Without a response there is no cookie header: the request was aborted.
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.startsWith('/api/')) calls.set(pathname, response.request().allHeaders());
    });
    await openMenu(page, '내 계정');
    const entries = [
      '소개',
      '가격',
      '예약',
      '1:1 문의',
      '예약 내역',
      '내 정보',
      '비밀번호 변경',
      '회원 탈퇴',
    ];
    await expect(menuLinks(page)).toHaveText(linksWith(info, entries));
    await expect(
      page.getByRole('banner').getByRole('button', { name: '로그아웃' }).filter({ visible: true }),
    ).toHaveCount(1);
    await menuLink(page, '예약 내역').click();
    await expect(page.getByText('예약 내역이 없습니다.')).toBeVisible();
    await openMenu(page, '내 계정');
    await menuLink(page, '내 정보').click();
    await expect(page.getByText('이 기기')).toBeVisible();

    const token = await page.evaluate(() => localStorage.getItem('accessToken'));
    // A public call and one that writes.
    await openDetailsForm(page, reservedDate(info, 66), '09:00 - 10:00');
    await expect(page.getByText(/남은 시간/)).toBeVisible();
    await logOut(page);
    await expect.poll(() => [...calls.keys()]).toContain('/api/auth/logout');
    expect([...calls.keys()]).toEqual(
      expect.arrayContaining([
        '/api/reservation/my',
        '/api/member/profile',
        '/api/member/session',
        '/api/reservation/availability',
        '/api/reservation/hold',
      ]),
    );
    for (const [path, headers] of calls)
      expect(await headers, path).toMatchObject({
        authorization: `Bearer ${token}`,
        cookie: expect.stringContaining('mark=own'),
      });
  },
);

test(
  'the admin menu and the admin page are shown for any role that contains ADMIN in any letter case',
  { tag: ['@full', '@2-menu-admin', '@2-admin', '@6-admin-menu', '@6-admin-role'] },
  async ({ page }) => {
    const entries = ['사진 관리', '문의 관리', '예약 관리', '회원 관리', '일정 관리', '설정'];
    const be = (role: string) => page.evaluate((name) => localStorage.setItem('role', name), role);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await loginAsAdmin(page);
    await page.goto('/');
    await be('role_Admin');
    await page.reload();
    await openMenu(page, '관리');
    for (const entry of entries) await expect(menuLink(page, entry)).toBeVisible();

    await page.goto('/admin');
    await expect(page.getByRole('heading', { level: 1, name: '오늘' })).toBeVisible();
    const menu = page.getByRole('navigation', { name: '관리 메뉴' }).filter({ visible: true });
    await expect(menu).toBeVisible();
    const more = page.getByText('더보기', { exact: true });
    if (await more.isVisible()) await more.click();
    for (const entry of entries) await expect(menu.getByRole('link', { name: entry })).toBeVisible();
    expect((await hrefsOf(menu.getByRole('link', { name: /관리|설정/ }))).toSorted()).toEqual(
      ['members', 'photos', 'questions', 'reservations', 'schedule', 'settings'].map(
        (name) => `/admin/${name}`,
      ),
    );
    await expectNoAxeViolations(page);
    await menu.getByRole('link', { name: '설정' }).click();
    await expect(page).toHaveURL('/admin/settings');

    await be('MEMBER');
    await page.goto('/');
    await openMenu(page);
    await expect(menuLinks(page).filter({ hasText: '예약' }).first()).toBeVisible();
    await expect(page.getByRole('banner').getByText('관리').filter({ visible: true })).toHaveCount(0);
    await page.goto('/admin');
    await expect(page.getByRole('heading', { name: '접근 권한이 없습니다' })).toBeVisible();
    await page.evaluate(() => localStorage.clear());
    await page.goto('/admin');
    await expect(page).toHaveURL('/login');
  },
);
