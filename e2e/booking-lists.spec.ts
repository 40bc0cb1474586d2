import { addDays, seoulInstant } from '#platform/contract/seoul-time.ts';
import { requestAs } from './admin-actions.ts';
import { bookByApi, loginAsNewMember, reservedDate } from './booking-actions.ts';
import {
  adminCredentials,
  expect,
  expectNoAxeViolations,
  loginAs,
  createVisitor,
  registerMember,
  test,
} from './fixtures.ts';
import { inputModeFor } from './input-modes.ts';
import { loginOnOtherDevice, mainButton } from './member-actions.ts';
import { recordApiCalls } from './recorded-api-calls.ts';

test(
  'an empty reservation history links to booking',
  { tag: ['@full', '@8-no-reservations'] },
  async ({ page }) => {
    await loginAsNewMember(page);
    await page.goto('/reservation-history');
    await expect(page.getByText('예약 내역이 없습니다.')).toBeVisible();
    await expectNoAxeViolations(page);
    await page.getByRole('main').getByRole('link', { name: '예약하기' }).click();
    await expect(page).toHaveURL(/\/reserve\/type$/);
  },
);

test(
  'the reservation history sorts upcoming reservations by date with days left and lists past ones below',
  {
    tag: [
      '@full',
      '@2-reservation-history',
      '@2-countdown-past',
      '@2-countdown-today',
      '@2-countdown-days',
      '@7-my-reservations',
    ],
  },
  async ({ page }, info) => {
    const [near, far] = [reservedDate(info, 30), reservedDate(info, 32)];
    const member = await loginAsNewMember(page);
    await bookByApi(page, member, { date: far, time: '09-10' });
    await bookByApi(page, member, { date: near, time: '12-13' });
    const upcoming = page.getByRole('region', { name: '예정된 예약' }).getByRole('listitem');
    const past = page.getByRole('region', { name: '지난 예약과 취소한 예약' }).getByRole('listitem');

    await page.clock.setFixedTime(seoulInstant(addDays(near, -3), 23));
    const callOf = recordApiCalls(page);
    await page.goto('/reservation-history');
    await expect(upcoming).toHaveCount(2);
    expect(await callOf('GET /api/reservation/my')).toMatchObject({
      responseBody: [
        { date: far, time: '09-10' },
        { date: near, time: '12-13' },
      ],
    });
    await expect(upcoming.first()).toContainText('3일 남았습니다');
    await expect(upcoming.last()).toContainText('7일 남았습니다');
    await expect(past).toHaveCount(0);

    // On the day of the meeting only the studio can change it.
    await page.clock.setFixedTime(seoulInstant(near, 0));
    await page.reload();
    await expect(upcoming.first()).toContainText('오늘 미팅이 있습니다');
    await expect(upcoming.first()).toContainText('까지)이 지났습니다. 스튜디오로 연락해 주세요');
    for (const link of await upcoming.first().getByRole('link', { name: /^0\d/ }).all())
      await expect(link).toHaveAttribute('href', /^tel:0/);
    await expect(upcoming.first()).toContainText('사진로 1');
    await expect(upcoming.first().getByRole('button')).toHaveText(['캘린더에 추가']);
    await expect(upcoming.last().getByRole('button')).toHaveCount(0);
    await upcoming.last().locator('summary').click();
    await expect(upcoming.last().getByRole('button')).toHaveCount(3);
    await expectNoAxeViolations(page);

    await page.clock.setFixedTime(seoulInstant(near, 24));
    await page.reload();
    await expect(upcoming).toHaveCount(1);
    await expect(upcoming).toContainText('3일 남았습니다');
    await expect(past).toHaveCount(1);
    await expect(past).not.toContainText('남았습니다');
    await expect(past).not.toContainText('오늘');
  },
);

test(
  'a reservation history that cannot be loaded shows an error and can be retried',
  { tag: ['@full', '@8-reservations', '@8-server-message'] },
  async ({ page, expectPageError }) => {
    expectPageError(/status of 400/);
    await loginAsNewMember(page);
    let json = {};
    await page.route('**/api/reservation/my*', (route) => route.fulfill({ status: 400, json }));
    await page.goto('/reservation-history');
    await expect(page.getByRole('alert')).toContainText('예약 정보를 불러오는 데 실패했습니다.');
    json = { message: '잠시 쉬어 갑니다.' };
    await page.getByRole('button', { name: '다시 시도' }).click();
    await expect(page.getByRole('alert')).toContainText('잠시 쉬어 갑니다.');
    await page.unroute('**/api/reservation/my*');
    await page.getByRole('button', { name: '다시 시도' }).click();
    await expect(page.getByText('예약 내역이 없습니다.')).toBeVisible();
  },
);

test(
  'an admin finds a reservation by code and by name and lists the reservations of all members',
  {
    tag: [
      '@2-admin-reservations',
      '@keys-admin-reservations',
      '@6-admin-reservations',
      '@7-search-name',
      '@7-search-code',
      '@8-no-results',
    ],
  },
  async ({ page }, info) => {
    const input = inputModeFor(page, info);
    const member = await registerMember({ ...createVisitor(), name: `찾을${info.project.name}` });
    const other = await registerMember();
    // A late date, because the list shows the latest dates on its first page.
    const date = reservedDate(info, 176);
    const code = await bookByApi(page, member, { date, time: '21-22' });
    const otherCode = await bookByApi(page, other, { date, time: '18-19' });
    await loginAs(page, adminCredentials());
    // Other tests may have created more than a page of reservations.
    await page.goto(`/admin/reservations?from=${date}&to=${date}`);
    const row = page.getByRole('listitem').filter({ hasText: code });
    await expect(row).toContainText(member.name);
    await expect(row).toContainText('21:00 - 22:00');
    await expectNoAxeViolations(page);

    const callOf = recordApiCalls(page);
    const keyword = page.getByLabel('검색어');
    const search = mainButton(page, '검색');
    await input.select(page.getByLabel('검색 기준'), '예약 번호');
    const typed = code.replace('-', '').toLowerCase();
    await input.fill(keyword, typed);
    await input.press(search);
    await expect(row).toBeVisible();
    await expect(page.getByText('1건', { exact: true })).toBeVisible();
    expect(await callOf('GET /api/admin/reservation/search/code')).toMatchObject({
      query: { code: typed },
      responseBody: [{ reservationCode: code, memberName: member.name }],
    });

    await input.select(page.getByLabel('검색 기준'), '예약자 이름');
    await input.fill(keyword, '없는이름입니다');
    await input.press(search);
    await expect(page.getByText('검색 결과가 없습니다.')).toBeVisible();
    await input.fill(keyword, member.name);
    await input.press(search);
    await expect(row).toBeVisible();
    const found = await callOf('GET /api/admin/reservation/search/name');
    expect(found).toMatchObject({
      query: { name: member.name },
      responseBody: [{ reservationCode: code }],
    });
    const [{ id }] = found.responseBody as [{ id: number }];
    const token = await loginOnOtherDevice(page, member);
    expect((await requestAs(page, token, `/api/reservation/${id}/cancel`, {})).status).toBe(200);

    await page.goBack();
    await expect(keyword).toHaveValue('없는이름입니다');
    await input.press(page.getByRole('button', { name: '전체 보기' }));
    await expect(page).toHaveURL('/admin/reservations?sort=date-desc');
    await expect(page.getByRole('group', { name: '모든 예약' })).toBeVisible();
    await expect(keyword).toHaveValue('');
    await expect(row).toContainText('취소');
    await expect(page.getByRole('listitem').filter({ hasText: otherCode })).toContainText(other.name);
    expect((await callOf('GET /api/admin/reservation')).query).toEqual({ limit: '50', sort: 'date-desc' });
  },
);
