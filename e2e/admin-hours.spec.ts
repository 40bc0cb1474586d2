import { isoWeekday } from '#platform/contract/seoul-time.ts';
import { loginAsAdmin } from './admin-actions.ts';
import { reservedDate, slotRadio, openDatePage } from './booking-actions.ts';
import { chooseDay } from './calendar-actions.ts';
import { expect, expectNoAxeViolations, test } from './fixtures.ts';

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
    const weekday = page.getByRole('group', { name: day, exact: true });
    const slot = (name: string) => weekday.getByRole('button', { name, exact: true });
    await slot('15:00 - 16:00').click();
    await page.getByRole('button', { name: `${day} 시간 추가` }).click();
    const form = page.getByRole('dialog', { name: `${day} 시간 추가` });
    await form.getByLabel('시작').selectOption('15:30');
    await form.getByLabel('끝').selectOption('15:20');
    await form.getByRole('button', { name: '추가' }).click();
    await expect(form.getByRole('alert')).toHaveText('끝나는 시간을 시작하는 시간보다 늦게 정해 주세요.');
    await form.getByLabel('끝').selectOption('18:10');
    await form.getByRole('button', { name: '추가' }).click();
    await expect(form.getByRole('alert')).toHaveText('18:00 - 19:00 시간과 겹칩니다.');
    await form.getByLabel('끝').selectOption('16:10');
    await form.getByRole('button', { name: '추가' }).click();
    await expect(form).toBeHidden();
    await slot('15:00 - 16:00').click();
    await expect(weekday.getByRole('alert')).toHaveText('15:30 - 16:10 시간과 겹칩니다.');
    await expect(slot('15:00 - 16:00')).toHaveAttribute('aria-pressed', 'false');
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

test(
  'an admin closes a weekday with one key and opens it with its times',
  { tag: ['@full'] },
  async ({ page }) => {
    await loginAsAdmin(page);
    await page.goto('/admin/settings/hours');
    const monday = page.getByRole('group', { name: '월요일', exact: true });
    const isOpen = monday.getByRole('switch', { name: '월요일' });
    const open = monday.getByRole('button', { pressed: true });
    await expect(open.first()).toBeVisible();
    const slots = await open.allTextContents();
    await isOpen.press(' ');
    await expect(isOpen).not.toBeChecked();
    await expect(monday.getByText('휴무')).toBeVisible();
    await expect(open).toHaveCount(0);
    await expect(page.getByText('게시 안 됨 · 1곳 바뀜')).toBeVisible();
    await expectNoAxeViolations(page);
    await isOpen.press(' ');
    await expect(open).toHaveText(slots);
    await expect(page.getByText('게시됨', { exact: true })).toBeVisible();
    await open.first().press('Enter');
    await expect(open).toHaveText(slots.slice(1));
    await page.getByRole('button', { name: '모든 요일을 월요일과 같게' }).click();
    const sunday = page.getByRole('group', { name: '일요일', exact: true });
    await expect(sunday.getByRole('button', { pressed: true })).toHaveText(slots.slice(1));
  },
);
