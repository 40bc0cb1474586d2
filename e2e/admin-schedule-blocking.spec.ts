import type { Locator, Page } from '@playwright/test';
import { addDays } from '#platform/contract/seoul-time.ts';
import {
  answerConfirmation,
  readBookedTimes,
  loginAsAdmin,
  reservedFarDate,
  monthDay,
  openSection,
  insertPhoneReservation,
} from './admin-actions.ts';
import { dayName } from './calendar-actions.ts';
import { expect, test } from './fixtures.ts';

const openBlocking = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: '차단', exact: true }).click();
  return page.getByRole('dialog', { name: '차단' });
};

/** Days of at most two months, the first of which is shown. */
const chooseDays = async (form: Locator, ...days: readonly string[]): Promise<void> => {
  for (const day of days) {
    const button = form.getByRole('button', { name: dayName(day) });
    if (!(await button.isVisible())) await form.getByRole('button', { name: '다음 달로 이동' }).click();
    await button.click();
  }
};

const ALL = ['09-10', '12-13', '15-16', '18-19', '21-22'];

test(
  'blocking several days leaves booked slots in place, and unblocking frees the rest',
  { tag: ['@full'] },
  async ({ page }, info) => {
    const [from, to] = [reservedFarDate(info, 5), reservedFarDate(info, 7)];
    const token = await loginAsAdmin(page);
    await insertPhoneReservation(page, token, {
      guestName: '박겹침',
      date: reservedFarDate(info, 6),
      time: '15-16',
    });
    await page.goto(`/admin/schedule?view=month&date=${from}`);
    const form = await openBlocking(page);
    await form.getByRole('button', { name: '차단', exact: true }).click();
    await expect(form.getByText('차단할 날짜를 선택해 주세요.')).toBeVisible();
    await chooseDays(form, from, to);
    await form.getByRole('button', { name: '사이 날짜 모두 선택' }).click();
    await form.getByLabel('모든 시간').uncheck();
    await form.getByRole('button', { name: '3일 차단' }).click();
    await expect(form.getByText('회의 시간을 선택해 주세요.')).toBeVisible();
    await form.getByLabel('15:00 - 16:00').check();
    await form.getByLabel('18:00 - 19:00').check();
    await form.getByRole('button', { name: '3일 차단' }).click();

    const conflicts = form.getByRole('region', { name: '예약이 있는 날' });
    await expect(conflicts.getByRole('link')).toHaveText(/15:00 - 16:00\s*박겹침 · 제품/);
    expect(await readBookedTimes(page, from), 'nothing is saved before it was seen').toEqual([]);
    await form.getByRole('button', { name: '뒤로' }).click();
    await expect(conflicts).toBeHidden();
    await form.getByRole('button', { name: '3일 차단' }).click();
    await form.getByRole('button', { name: '나머지만 차단' }).click();
    await expect(page.getByText('미팅 시간 5개를 차단했습니다. 예약 1건은 그대로 두었습니다.')).toBeVisible();
    expect(await readBookedTimes(page, to)).toEqual(['15-16', '18-19']);
    await expect(monthDay(page, from)).toHaveAccessibleName(/차단됨 2, 예약 가능 3$/);

    await openBlocking(page);
    await chooseDays(form, from, to);
    await form.getByRole('button', { name: '사이 날짜 모두 선택' }).click();
    await form.getByRole('button', { name: '선택한 날짜 차단 해제' }).click();
    await answerConfirmation(page, '차단을 해제할까요?', '차단 해제');
    await expect(page.getByText('시간 5개의 차단을 해제했습니다.')).toBeVisible();
    expect(await readBookedTimes(page, reservedFarDate(info, 6))).toEqual(['15-16']);
    expect(await readBookedTimes(page, to)).toEqual([]);
  },
);

test(
  'a weekly closure lists conflicting reservations, blocks the other slots and can be deleted',
  { tag: ['@full'] },
  async ({ page, expectPageError }, info) => {
    expectPageError(/status of 400/);
    const date = reservedFarDate(info, 8);
    const note = `정기 휴무 ${info.project.name}`;
    const token = await loginAsAdmin(page);
    await insertPhoneReservation(page, token, { guestName: '최겹침', date, time: '21-22' });
    await page.goto(`/admin/schedule?view=month&date=${date}`);
    const form = await openBlocking(page);
    await chooseDays(form, date);
    await form.getByLabel('매주').check();
    await form.getByLabel('종료일').fill(addDays(date, -1));
    await form.getByLabel('사유').fill(note);
    await form.getByRole('button', { name: '1일 차단' }).click();
    const conflicts = form.getByRole('region', { name: '예약이 있는 날' });
    await expect(form.getByRole('alert')).toContainText('종료일이 시작일보다 빠릅니다.');
    await form.getByLabel('종료일').fill(addDays(date, 3));
    await form.getByRole('button', { name: '1일 차단' }).click();
    await expect(conflicts.getByRole('link')).toHaveText(/21:00 - 22:00\s*최겹침/);
    await form.getByRole('button', { name: '나머지만 차단' }).click();
    await expect(page.getByText(/시간 4개를 차단했습니다. 예약 1건은 그대로/)).toBeVisible();
    expect(await readBookedTimes(page, date)).toEqual(ALL);
    await expect(page.getByText('차단됨 · 정기 휴무')).toHaveCount(4);

    const item = page.getByRole('listitem').filter({ hasText: note });
    await expect(item).toContainText('하루 종일');
    await item.getByRole('button', { name: /삭제$/ }).click();
    await answerConfirmation(page, '정기 휴무를 삭제할까요?', '삭제');
    await expect(item).toBeHidden();
    expect(await readBookedTimes(page, date)).toEqual(['21-22']);
  },
);

// There is one feed URL, and test:full runs both projects at once: on the phone the responses are mocked.
test(
  'a calendar feed URL can be created, replaced, read and deleted',
  { tag: ['@full'] },
  async ({ page }, info) => {
    const token = await loginAsAdmin(page);
    const isReal = info.project.name === 'desk';
    let url: string | null = null;
    if (!isReal) {
      let made = 0;
      await page.route('**/api/admin/calendar-feed', (route) => {
        const method = route.request().method();
        if (method === 'POST') url = `https://studio.example/api/calendar/${(made += 1)}.ics`;
        if (method === 'DELETE') url = null;
        return method === 'DELETE'
          ? route.fulfill({ status: 204 })
          : route.fulfill({ status: method === 'POST' ? 201 : 200, json: { url, createdAt: null } });
      });
    }
    await insertPhoneReservation(page, token, {
      guestName: '구독손님',
      date: reservedFarDate(info, 9),
      time: '12-13',
    });
    await page.goto('/admin/schedule');
    await openSection(page, '캘린더 구독');
    await expect(page.getByText('주소를 아는 사람은 누구나 예약 일정을 볼 수 있으니')).toBeVisible();
    await page.getByRole('button', { name: '주소 만들기' }).click();
    const address = page.getByLabel('구독 주소');
    await expect(address).toHaveValue(/\/api\/calendar\/.+\.ics$/);
    for (const app of ['Google 캘린더', 'Apple 캘린더', 'Outlook'])
      await expect(page.getByText(app)).toBeVisible();
    const first = await address.inputValue();

    await page.getByRole('button', { name: '새 주소로 변경' }).click();
    await answerConfirmation(page, '새 주소로 변경할까요?', '변경');
    await expect(address).not.toHaveValue(first);
    const second = await address.inputValue();
    if (isReal) {
      expect((await page.request.get(first)).status()).toBe(404);
      const feed = await page.request.get(second);
      expect(feed.headers()['content-type']).toContain('text/calendar');
      expect(await feed.text()).toContain('구**님');
    }

    await page.getByRole('button', { name: '주소 삭제' }).click();
    await answerConfirmation(page, '구독 주소를 삭제할까요?', '삭제');
    await expect(page.getByRole('button', { name: '주소 만들기' })).toBeVisible();
    if (isReal) expect((await page.request.get(second)).status()).toBe(404);
  },
);
