import { readFile } from 'node:fs/promises';
import { insertPhoneReservation, loginAsAdmin, reservedFarDate } from './admin-actions.ts';
import { today } from './calendar-actions.ts';
import { expect, expectNoAxeViolations, replaceAdminSession, test } from './fixtures.ts';

test(
  'the desk shows today’s meetings, opens the list of each tile and sets the outcome of a meeting',
  { tag: ['@full'] },
  async ({ page }, info) => {
    const token = await loginAsAdmin(page);
    // Before the first reservation of all, the desk is the list of the set-up.
    const first = { guestName: '처음손님', date: reservedFarDate(info, 9), time: '21-22' };
    await insertPhoneReservation(page, token, first);
    await page.goto('/admin');
    await expect(page.getByRole('heading', { level: 1, name: '오늘' })).toBeVisible();
    await expect(page.getByText('문자 업체를 연결하지 않았습니다.')).toBeVisible();
    const tiles = page.getByRole('list', { name: '처리할 일' }).getByRole('link');
    await expect(tiles).toHaveCount(4);
    const week = page.getByRole('region', { name: '7일간의 예약' }).getByRole('link');
    await expect(week).toHaveCount(7);
    await expect(week.first()).toHaveAttribute('href', `/admin/schedule?date=${today()}`);

    const slots = ['09-10', '12-13', '15-16', '18-19', '21-22'];
    const schedule = await page.request.get(`/api/admin/reservation/schedule?month=${today().slice(0, 7)}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const days = (await schedule.json()) as {
      date: string;
      slots: { time: string; state: string; isPast: boolean }[];
    }[];
    const open = days
      .find(({ date }) => date === today())
      ?.slots.find(({ time, state, isPast }) => slots.includes(time) && state === 'FREE' && !isPast);
    // Late in the evening no time of today is left to book.
    if (open !== undefined) {
      // Phone and desk share a database.
      const guestName = `오늘오는손님${test.info().project.name}`;
      await insertPhoneReservation(page, token, { guestName, date: today(), time: open.time });
      await page.reload();
      const meeting = page
        .getByRole('region', { name: '미팅', exact: true })
        .getByRole('listitem')
        .filter({ hasText: guestName });
      await expect(meeting).toContainText(`${open.time.slice(0, 2)}:00`);
      await expect(meeting.getByRole('button', { name: '완료' })).toHaveCount(0);
      await replaceAdminSession();
      await page.clock.setFixedTime(new Date(`${today()}T${open.time.slice(0, 2)}:00:01+09:00`));
      await page.reload();
      await expect(meeting.getByRole('button', { name: '완료' })).toBeVisible();
    }
    await expectNoAxeViolations(page);

    await tiles.nth(1).click();
    await expect(page.getByRole('group', { name: /에 들어온 예약/ })).toBeVisible();
    await page.goto('/admin');
    await tiles.nth(3).click();
    await expect(page.getByText('보내지 못한 메시지만 표시합니다.')).toBeVisible();
  },
);

test(
  'the sheet of a month opens from the desk, leads to other months, is downloaded and prints on one page',
  { tag: ['@full'] },
  async ({ page }, info) => {
    const token = await loginAsAdmin(page);
    const date = reservedFarDate(info, 10);
    await insertPhoneReservation(page, token, { guestName: '통계손님', date, time: '12-13' });
    await page.goto('/admin');
    await page.getByRole('link', { name: '월별 통계' }).click();
    const nameOf = (month: string) => `${month.slice(0, 4)}년 ${Number(month.slice(5))}월 통계`;
    await expect(page.getByRole('heading', { level: 1, name: nameOf(today().slice(0, 7)) })).toBeVisible();
    const month = date.slice(0, 7);
    await page.goto(`/admin/sheet?month=${month}`);
    const total = page.getByRole('row', { name: /^전체/ }).getByRole('cell').first();
    await expect(total).toHaveText(/^[1-9]/);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV로 내려받기' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`월별-통계-${month}.csv`);
    expect(await readFile(await download.path(), 'utf8')).toMatch(/^예약,전체,[1-9]/m);
    const pdf = await page.pdf({ format: 'A4' });
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
    await page.getByRole('link', { name: '다음 달' }).click();
    const before = page.getByRole('row', { name: /^전체/ }).getByRole('cell').nth(1);
    await expect(before).toHaveText(/^[1-9]/);
    await page.getByRole('columnheader', { name: '전월' }).getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1, name: nameOf(month) })).toBeVisible();
  },
);

test(
  'before the first reservation the desk is the list of the set-up, with what is done',
  { tag: ['@full'] },
  async ({ page }) => {
    // The site under test has reservations.
    await page.route('**/api/admin/desk', async (route) => {
      const desk = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...desk, openSteps: ['prices', 'reservation'] } });
    });
    await loginAsAdmin(page);
    await page.goto('/admin');
    const steps = page.getByRole('region', { name: '초기 설정 6/8' }).getByRole('listitem');
    await expect(steps).toHaveCount(8);
    await expect(steps.nth(0).getByRole('img', { name: '완료' })).toBeVisible();
    await expect(steps.nth(2).getByRole('img', { name: '할 일' })).toBeVisible();
    await expect(steps.nth(2)).toContainText('5분');
    await expect(page.getByRole('region', { name: '7일간의 예약' })).toHaveCount(0);
    await expectNoAxeViolations(page);
  },
);

test(
  'the menu of the admin pages is a bar of five icons on a phone and a rail on a desk',
  { tag: ['@full'] },
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await loginAsAdmin(page);
    await page.goto('/admin/reservations');
    const menu = page.getByRole('navigation', { name: '관리 메뉴' }).filter({ visible: true });
    const names = ['오늘', '일정 관리', '예약 관리', '문의 관리'];
    for (const name of names) await expect(menu.getByRole('link', { name, exact: true })).toBeVisible();
    await expect(menu.getByRole('link', { name: '예약 관리', exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await expect(menu.getByRole('link', { name: '사진 관리' })).toBeHidden();
    await menu.getByText('더보기').click();
    await menu.getByRole('link', { name: '사진 관리' }).click();
    await expect(page).toHaveURL('/admin/photos');
    await expect(menu.getByRole('link', { name: '사진 관리' })).toBeHidden();
    await page.setViewportSize({ width: 1280, height: 800 });
    for (const name of [...names, '사진 관리', '회원 관리', '설정'])
      await expect(menu.getByRole('link', { name: new RegExp(name) })).toBeVisible();
    await menu.getByRole('link', { name: '사진관', exact: true }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('navigation', { name: '주 메뉴' }).filter({ visible: true })).toBeVisible();
  },
);
