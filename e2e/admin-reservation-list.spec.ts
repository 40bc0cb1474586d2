import { readFile } from 'node:fs/promises';
import { requestAs, loginAsAdmin, insertPhoneReservation } from './admin-actions.ts';
import { reservedDate } from './booking-actions.ts';
import { expect, expectNoAxeViolations, test } from './fixtures.ts';
import { expectNoLayoutDefects } from './layout-assertions.ts';
import { field, mainButton } from './member-actions.ts';

const LIST = /\/api\/admin\/reservation(\?|$)/;

/** A row of a mocked list response. */
const listedBooking = (id: number) => ({
  id,
  shootType: 'FOOD',
  date: '2026-12-24',
  time: '09-10',
  desiredShootDate: '',
  location: '',
  notes: '',
  reservationCode: `AAAAA-${String(id).padStart(5, '0')}`,
  state: 'COMPLETED',
  changeableUntil: null,
  createdAt: '2026-11-01T00:00:00.000Z',
  memberName: '이방문',
  isGuest: false,
  phoneNumber: null,
});

test(
  'reservation list filters are part of the URL, survive a reload and apply to the CSV export',
  { tag: ['@full'] },
  async ({ page }, info) => {
    const date = reservedDate(info, 100);
    const name = `표손님${info.project.name}`;
    const token = await loginAsAdmin(page);
    await insertPhoneReservation(page, token, { guestName: name, date, time: '09-10' });
    await insertPhoneReservation(page, token, { guestName: name, date, time: '18-19' });
    await page.goto('/admin/reservations');
    await page.getByRole('button', { name: '상세' }).click();
    await field(page, '시작일').fill(date);
    await field(page, '종료일').fill(date);
    const rows = page.getByRole('listitem').filter({ hasText: name });
    await expect(page.getByText('2건', { exact: true })).toBeVisible();
    await expect(rows.first()).toContainText('전화 예약');
    await expect(rows.first()).toContainText('예약 확정');
    await expect(rows.first()).toContainText('09:00 - 10:00');
    await field(page, '정렬').selectOption('미팅 늦은 순');
    await expect(rows.first()).toContainText('18:00 - 19:00');
    await field(page, '정렬').selectOption('미팅 빠른 순');
    await expect(rows.first()).toContainText('09:00 - 10:00');
    await field(page, '카테고리').selectOption('제품');
    await field(page, '상태').selectOption('취소');
    await expect(page.getByText('검색 결과가 없습니다.')).toBeVisible();
    await expect(page.getByRole('button', { name: '상세 5' })).toBeVisible();
    await page.goBack();
    await expect(rows).toHaveCount(2);
    await page.reload();
    await expect(rows.first()).toContainText('09:00 - 10:00');
    await expect(page).toHaveURL(
      `/admin/reservations?from=${date}&to=${date}&state=BOOKED&shootType=PRODUCT&sort=date-asc`,
    );

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV로 내려받기' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`예약-${date}.csv`);
    const bytes = await readFile(await file.path());
    expect([...bytes.subarray(0, 3)], 'the mark by which spreadsheets know UTF-8').toEqual([
      0xef, 0xbb, 0xbf,
    ]);
    const lines = bytes.toString('utf8').trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines.filter((line) => line.includes(name))).toHaveLength(2);

    await page.getByRole('button', { name: '전체 보기' }).click();
    await expect(page).toHaveURL('/admin/reservations?sort=date-desc');
  },
);

test(
  'the admin reservation list shows upcoming reservations by date, without cancelled ones, by default',
  { tag: ['@full'] },
  async ({ page }, info) => {
    const token = await loginAsAdmin(page);
    const write = (guestName: string, place: number): Promise<number> =>
      insertPhoneReservation(page, token, {
        guestName: `${guestName}${info.project.name}`,
        date: reservedDate(info, place),
        time: '12-13',
      });
    await write('나중순서', 126);
    await write('먼저순서', 124);
    const id = await write('취소순서', 122);
    await requestAs(page, token, `/api/admin/reservation/${id}/state`, { state: 'CANCELLED' });
    await page.goto('/admin/reservations');
    const views = page.getByRole('navigation', { name: '예약 보기' });
    await expect(views.getByRole('link', { name: '예정' })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('group', { name: '예정된 예약' })).toBeVisible();
    const more = mainButton(page, '더 보기');
    const own = page.getByRole('listitem').filter({ hasText: `순서${info.project.name}` });
    await expect(async () => {
      if (await more.isVisible()) await more.click();
      await expect(own).toHaveCount(2, { timeout: 2_000 });
    }).toPass();
    await expect(own.first()).toContainText('먼저순서');
    await expect(own.last()).toContainText('나중순서');

    await views.getByRole('link', { name: '취소' }).click();
    await expect(page).toHaveURL('/admin/reservations?state=CANCELLED');
    await expect(page.getByRole('group', { name: '검색한 예약' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('group', { name: '예정된 예약' })).toBeVisible();
  },
);

test(
  'past reservations that are still 예약 확정 are flagged and can be resolved in the list',
  { tag: ['@full'] },
  async ({ page }) => {
    await loginAsAdmin(page);
    // No reservation of a test is past by the server's clock, so the responses are mocked.
    const outcomes: unknown[] = [];
    const unsettled = (['가', '나', '다'] as const).map((name, index) => ({
      ...listedBooking(index + 1),
      memberName: `손님${name}`,
      date: '2026-01-05',
      state: 'BOOKED',
    }));
    await page.route(LIST, (route) =>
      route.fulfill({
        json: route.request().url().includes('unsettled=true') ? unsettled : [],
        headers: { link: '</api/admin/reservation?unsettled=true&limit=5&cursor=next>; rel="next"' },
      }),
    );
    await page.route(/\/api\/admin\/reservation\/\d+\/state$/, (route) => {
      outcomes.push(route.request().postDataJSON());
      unsettled.shift();
      return route.fulfill({ json: {} });
    });
    await page.goto('/admin/reservations');
    const first = page.getByRole('region', { name: '결과를 입력해 주세요' });
    await first.getByRole('button', { name: '손님가 완료' }).click();
    await expect(first.getByText('손님가 님의 예약을 완료로 변경했습니다.')).toBeVisible();
    await first.getByRole('link', { name: '지난 예약 결과 모두 입력하기' }).click();
    await expect(page).toHaveURL('/admin/reservations?unsettled=true');
    await expect(page.getByRole('group', { name: '결과를 입력할 예약' })).toBeVisible();
    await expectNoAxeViolations(page);
    for (const [name, label] of [
      ['손님나', '노쇼'],
      ['손님다', '취소'],
    ] as const) {
      const button = label === '취소' ? '예약 취소' : label;
      await page.getByRole('button', { name: `${name} ${button}` }).click();
      await expect(page.getByText(`${name} 님의 예약을 ${label}로 변경했습니다.`)).toBeVisible();
    }
    const seen = { state: 'BOOKED', date: '2026-01-05', time: '09-10' };
    expect(outcomes).toEqual(['COMPLETED', 'NO_SHOW', 'CANCELLED'].map((state) => ({ state, seen })));
    await expect(page.getByText('결과를 입력할 예약이 없습니다.')).toBeVisible();
    await page.getByRole('link', { name: '예정', exact: true }).click();
    await expect(page).toHaveURL('/admin/reservations');
    await expect(page.getByText('예약 내역이 없습니다.')).toBeVisible();
    await expect(first).toBeHidden();
  },
);

test(
  'a row of the reservation list is a link as a whole, at least 48 pixels high, and a long location does not overflow it',
  { tag: ['@full'] },
  async ({ page }, info) => {
    const date = reservedDate(info, 130);
    const token = await loginAsAdmin(page);
    await requestAs(page, token, '/api/admin/reservation', {
      shootType: 'PRODUCT',
      guestName: '긴장소',
      location: 'w'.repeat(200),
      date,
      time: '09-10',
    });
    for (const width of [360, 768, 960, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`/admin/reservations?from=${date}&to=${date}`);
      const row = page.getByRole('listitem').filter({ hasText: '긴장소' });
      const box = await row.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(48);
      // Three short lines on a phone, one line with the location where there is room.
      expect(box?.height).toBeLessThan(width < 960 ? 110 : 60);
      await expect(page.getByText('w'.repeat(200))).toBeVisible({ visible: width >= 960 });
      await expectNoLayoutDefects(page, `${width} pixels wide`);
      await row.click({ position: { x: 5, y: 5 } });
      await expect(page).toHaveURL(/\/admin\/reservations\/\d+$/);
    }
  },
);

test(
  'the reservation list keeps its filters on the next page and shows an error when loading fails',
  { tag: ['@full', '@8-reservations', '@8-no-reservations'] },
  async ({ page, expectPageError }) => {
    expectPageError(/status of 400/);
    await loginAsAdmin(page);
    const requested: string[] = [];
    await page.route(LIST, (route) => {
      const { searchParams } = new URL(route.request().url());
      requested.push(`${searchParams.get('state')} ${searchParams.get('cursor')}`);
      return searchParams.get('cursor') === null
        ? route.fulfill({
            json: Array.from({ length: 50 }, (_, index) => listedBooking(index + 1)),
            headers: { link: '</api/admin/reservation?cursor=next+place>; rel="next"' },
          })
        : route.fulfill({ json: [listedBooking(51)] });
    });
    await page.goto('/admin/reservations?state=COMPLETED');
    await expect(page.getByText('50건 이상')).toBeVisible();
    await mainButton(page, '더 보기').click();
    await expect(page.getByText('51건', { exact: true })).toBeVisible();
    expect(requested).toEqual(['COMPLETED null', 'COMPLETED next place']);
    await page.unroute(LIST);

    await page.route(LIST, (route) => route.fulfill({ json: [] }));
    await page.goto('/admin/reservations');
    await expect(page.getByText('예약 내역이 없습니다.')).toBeVisible();
    await page.unroute(LIST);
    await page.route(LIST, (route) => route.fulfill({ status: 400, json: {} }));
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('예약 정보를 불러오는 데 실패했습니다.');
    await page.unroute(LIST);
    await page.getByRole('button', { name: '다시 시도' }).click();
    await expect(page.getByRole('alert')).toBeHidden();
  },
);
