import { isoWeekday } from '#platform/contract/seoul-time.ts';
import { loginAsAdmin } from './admin-actions.ts';
import { reservedDate, slotRadio, openDatePage } from './booking-actions.ts';
import { chooseDay } from './calendar-actions.ts';
import { expect, test } from './fixtures.ts';

test(
  'an admin changes the hours of a weekday and keeps a reservation that they do not offer',
  { tag: ['@full', '@once'] },
  async ({ page, expectPageError }, info) => {
    expectPageError(/status of 409/);
    // A weekday later than the dates of all other tests.
    const date = reservedDate(info, 181);
    const day = `${'월화수목금토일'.charAt(isoWeekday(date) - 1)}요일`;
    const token = await loginAsAdmin(page);
    const booked = await page.request.post('/api/admin/reservation', {
      headers: { authorization: `Bearer ${token}` },
      data: { guestName: '그대로손님', shootType: 'FOOD', date, time: '15-16' },
    });
    expect(booked.status()).toBe(201);

    await page.goto('/admin/settings/hours');
    await page.getByLabel('적용 시작일').fill(date);
    await page.getByRole('button', { name: `${day} 15:00 - 16:00 삭제` }).click();
    await page.getByRole('button', { name: `${day} 시간 추가` }).click();
    const form = page.getByRole('group', { name: `${day} 시간 추가` });
    await form.getByLabel('시작').selectOption('15:30');
    await page.getByRole('button', { name: '게시', exact: true }).click();
    await expect(page.getByText('아직 추가하지 않은 시간입니다.')).toBeVisible();
    await expect(form.getByLabel('시작')).toBeFocused();
    await form.getByLabel('끝').selectOption('15:20');
    await form.getByRole('button', { name: '추가' }).click();
    await expect(form.getByRole('alert')).toHaveText('끝나는 시간을 시작하는 시간보다 늦게 정해 주세요.');
    await form.getByLabel('끝').selectOption('18:10');
    await form.getByRole('button', { name: '추가' }).click();
    await expect(form.getByRole('alert')).toHaveText('18:00 - 19:00 시간과 겹칩니다.');
    await form.getByLabel('끝').selectOption('16:10');
    await form.getByRole('button', { name: '추가' }).click();
    await page.getByRole('button', { name: '게시', exact: true }).click();

    const conflicts = page.getByRole('region', { name: '새 시간과 맞지 않는 예약 1건' });
    await expect(conflicts.getByRole('link', { name: /그대로손님/ })).toBeVisible();
    await conflicts.getByRole('button', { name: '예약은 그대로 두고 게시' }).click();
    await expect(page.getByText('부터 적용됩니다.')).toBeVisible();
    await expect(conflicts).toHaveCount(0);

    await openDatePage(page);
    await chooseDay(page, date);
    await expect(slotRadio(page, '15:30 - 16:10')).toBeDisabled();
    await expect(slotRadio(page, '15:00 - 16:00')).toHaveCount(0);
    await page.goto(`/admin/schedule?view=month&date=${date}`);
    await expect(page.getByRole('link', { name: /그대로손님/ })).toBeVisible();
  },
);
