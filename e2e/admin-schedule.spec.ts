import { formatNearDate } from '#platform/contract/seoul-time.ts';
import {
  readBookedTimes,
  loginAsAdmin,
  reservedFarDate,
  monthDay,
  slotRow,
  insertPhoneReservation,
} from './admin-actions.ts';
import { bookByApi, confirmAlert, reservedDate } from './booking-actions.ts';
import { dayName, today } from './calendar-actions.ts';
import { expect, expectNoAxeViolations, registerMember, test } from './fixtures.ts';
import { tabTo } from './input-modes.ts';
import { expectNoLayoutDefects } from './layout-assertions.ts';
import { menuLink, openMenu } from './member-actions.ts';
import { recordApiCalls } from './recorded-api-calls.ts';

const BLOCK = '**/api/admin/reservation/block-time*';

test(
  'one press blocks or unblocks a slot, and a booked slot links to its reservation',
  {
    tag: [
      '@2-admin-schedule',
      '@4-slot-available',
      '@4-slot-booked',
      '@4-slot-blocked',
      '@6-admin-slots',
      '@7-block',
      '@7-unblock',
    ],
  },
  async ({ page, expectPageError }, info) => {
    expectPageError(/status of 409/);
    const date = reservedFarDate(info, 0);
    const member = await registerMember();
    await bookByApi(page, member, { date, time: '12-13' });
    await loginAsAdmin(page);
    await page.goto('/');
    await openMenu(page, '관리');
    await menuLink(page, '일정 관리').click();
    await expect(page.getByRole('heading', { name: '일정 관리' })).toBeVisible();
    await page.goto(`/admin/schedule?view=month&date=${date}`);

    await expect(page.getByRole('heading', { level: 2, name: formatNearDate(date, today()) })).toBeVisible();
    await expect(monthDay(page, date)).toHaveAccessibleName(/, 선택됨, 예약 확정 1, 예약 가능 4$/);
    const booked = slotRow(page, '12:00 - 13:00');
    await expect(booked).toContainText(member.name);
    await expect(booked).toContainText('웨딩');
    await expect(booked.getByRole('button')).toHaveCount(0);

    const callOf = recordApiCalls(page);
    const blocked = { date, timeSlot: '09-10' };
    await page.getByRole('button', { name: '09:00 - 10:00 차단', exact: true }).click();
    await expect(slotRow(page, '09:00 - 10:00')).toContainText('차단됨');
    expect(await callOf('POST /api/admin/reservation/block-time')).toMatchObject({
      body: blocked,
      status: 201,
    });
    await expect(monthDay(page, date)).toHaveAccessibleName(/예약 확정 1, 차단됨 1, 예약 가능 3$/);
    await expect(page.getByRole('button', { name: '09:00 - 10:00 차단 해제' })).toBeFocused();
    await expect.poll(() => readBookedTimes(page, date)).toEqual(['09-10', '12-13']);
    await page.reload();
    const unblocking = page.waitForRequest((request) => request.method() === 'DELETE');
    await page.getByRole('button', { name: '09:00 - 10:00 차단 해제' }).click();
    const requested = await unblocking;
    expect(new URL(requested.url()).search).toBe('');
    expect(requested.postDataJSON()).toEqual({ date, timeSlot: '09-10' });
    await expect(slotRow(page, '09:00 - 10:00')).toContainText('예약 가능');
    await expect.poll(() => readBookedTimes(page, date)).toEqual(['12-13']);
    expect(await callOf('DELETE /api/admin/reservation/block-time')).toMatchObject({
      body: blocked,
      status: 204,
    });

    await page.getByRole('button', { name: '하루 전체 차단', exact: true }).click();
    await expect(monthDay(page, date)).toHaveAccessibleName(/예약 확정 1, 차단됨 4$/);
    await page.getByRole('button', { name: '하루 전체 차단 해제' }).click();
    await expect(monthDay(page, date)).toHaveAccessibleName(/예약 확정 1, 예약 가능 4$/);

    // A rejected change is rolled back.
    await page.route(BLOCK, (route) =>
      route.fulfill({
        status: 409,
        json: { code: 'SLOT_BOOKED', message: '이미 예약된 시간이라 변경할 수 없습니다.' },
      }),
    );
    await page.getByRole('button', { name: '21:00 - 22:00 차단', exact: true }).click();
    await confirmAlert(page, '이미 예약된 시간이라 변경할 수 없습니다.');
    await expect(slotRow(page, '21:00 - 22:00')).toContainText('예약 가능');

    await booked.getByRole('link', { name: member.name }).click();
    await expect(page).toHaveURL(/\/admin\/reservations\/\d+$/);
    await expect(page.getByRole('heading', { level: 1, name: member.name })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 2, name: formatNearDate(date, today()) })).toBeVisible();
  },
);

test('a double click blocks a slot and leaves it blocked', { tag: ['@full'] }, async ({ page }, info) => {
  const date = reservedFarDate(info, 4);
  await loginAsAdmin(page);
  await page.goto(`/admin/schedule?view=month&date=${date}`);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/block-time')) sent.push(request.method());
  });
  await page.getByRole('button', { name: '18:00 - 19:00 차단', exact: true }).dblclick();
  await expect(slotRow(page, '18:00 - 19:00')).toContainText('차단됨');
  await expect.poll(() => readBookedTimes(page, date)).toEqual(['18-19']);
  await page.reload();
  await expect(slotRow(page, '18:00 - 19:00')).toContainText('차단됨');
  expect(sent).toEqual(['POST']);
});

test(
  'the state of a slot fits on one line on a 320-pixel screen',
  { tag: ['@full'] },
  async ({ page }, info) => {
    await loginAsAdmin(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`/admin/schedule?view=month&date=${reservedFarDate(info, 3)}`);
    const state = slotRow(page, '21:00 - 22:00').getByText('예약 가능', { exact: true });
    await expect(state).toBeVisible();
    const lines = await state.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size;
    });
    expect(lines).toBe(1);
    await expectNoLayoutDefects(page, '320 pixels wide');
  },
);

test(
  'the admin calendar is usable with the keyboard alone',
  { tag: ['@full', '@keys-admin-schedule'] },
  async ({ page }, info) => {
    const [date, next] = [reservedFarDate(info, 1), reservedFarDate(info, 2)];
    await loginAsAdmin(page);
    await page.goto(`/admin/schedule?view=month&date=${date}`);
    await tabTo(page, monthDay(page, date));
    await page.keyboard.press('ArrowRight');
    await expect(monthDay(page, next)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 2, name: formatNearDate(next, today()) })).toBeVisible();
    await expect(page).toHaveURL(`/admin/schedule?date=${next}&view=month`);
    await expect(monthDay(page, next)).toHaveAccessibleName(/예약 가능 5$/);

    const block = page.getByRole('button', { name: '15:00 - 16:00 차단', exact: true });
    await tabTo(page, block);
    await page.keyboard.press('Space');
    const free = page.getByRole('button', { name: '15:00 - 16:00 차단 해제' });
    await expect(free).toBeFocused();
    await expect.poll(() => readBookedTimes(page, next)).toEqual(['15-16']);
    await page.keyboard.press('Enter');
    await expect(block).toBeFocused();
    await expect.poll(() => readBookedTimes(page, next)).toEqual([]);

    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: '단축키' });
    await expect(keys).toContainText('이전 달과 다음 달로 이동');
    await page.keyboard.press('Escape');
    await expect(keys).toBeHidden();
    await expect(block).toBeFocused();
    await page.keyboard.press('b');
    const blocking = page.getByRole('dialog', { name: '차단' });
    await tabTo(page, blocking.getByRole('button', { name: dayName(next) }));
    await page.keyboard.press('Enter');
    await tabTo(page, blocking.getByLabel('사유'));
    await page.keyboard.type('bb?');
    await expect(blocking.getByLabel('사유')).toHaveValue('bb?');
    await page.keyboard.press('Enter');
    await expect(page.getByText('미팅 시간 5개를 차단했습니다.')).toBeVisible();
    await tabTo(page, page.getByRole('button', { name: '실행 취소' }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('차단을 취소했습니다.')).toBeVisible();
    expect(await readBookedTimes(page, next)).toEqual([]);

    await tabTo(page, monthDay(page, next));
    await page.keyboard.press('PageUp');
    await expect(page.getByRole('gridcell').getByRole('button').and(page.locator(':focus'))).toBeVisible();
    await expect(monthDay(page, next)).toBeHidden();
  },
);

test(
  'times can be blocked and unblocked while the schedule cannot be loaded, which shows an error and a retry',
  { tag: ['@full', '@8-reservations'] },
  async ({ page, expectPageError }, info) => {
    expectPageError(/status of 400/);
    const schedule = '**/api/admin/reservation/schedule*';
    await loginAsAdmin(page);
    await page.route(schedule, (route) => route.fulfill({ status: 400, json: {} }));
    const date = reservedDate(info, 112);
    await page.goto('/admin/schedule');
    await expect(page.getByRole('alert')).toContainText('예약 정보를 불러오는 데 실패했습니다.');
    await expect(slotRow(page, '09:00 - 10:00')).toBeVisible();
    await page.goto(`/admin/schedule?view=month&date=${date.slice(0, 8)}01`);
    await monthDay(page, date).click();
    await expect(slotRow(page, '09:00 - 10:00')).toContainText('미확인');
    const block = page.getByRole('button', { name: '12:00 - 13:00 차단', exact: true });
    await block.click();
    await expect(slotRow(page, '12:00 - 13:00')).toContainText('차단됨');
    await expect(block).toBeFocused();
    expect(await readBookedTimes(page, date)).toEqual(['12-13']);
    await page.getByRole('button', { name: '12:00 - 13:00 차단 해제' }).click();
    await expect(slotRow(page, '12:00 - 13:00')).toContainText('예약 가능');
    expect(await readBookedTimes(page, date)).toEqual([]);
    await page.unroute(schedule);
    await page.getByRole('button', { name: '다시 시도' }).click();
    await expect(slotRow(page, '09:00 - 10:00')).toBeVisible();
  },
);

test('axe finds no violations in the admin calendar', { tag: ['@full'] }, async ({ page }, info) => {
  const date = reservedFarDate(info, 3);
  const token = await loginAsAdmin(page);
  await insertPhoneReservation(page, token, { guestName: '이전화', date, time: '09-10' });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`/admin/schedule?view=month&date=${date}`);
  await expect(slotRow(page, '09:00 - 10:00')).toContainText('전화 예약');
  for (const summary of await page.locator('main summary').all()) await summary.click();
  await expect(page.getByText('주소를 아는 사람은 누구나')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: '차단', exact: true }).click();
  await page.getByLabel('매주').check();
  await expect(page.getByLabel('종료일')).toBeVisible();
  await expectNoAxeViolations(page);
});
