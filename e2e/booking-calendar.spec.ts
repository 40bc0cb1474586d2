import { defaultSlots } from '#features/reservations/contract/slots.ts';
import { addDays, seoulInstant } from '#platform/contract/seoul-time.ts';
import { openDatePage } from './booking-actions.ts';
import { dayButton, dayName, today } from './calendar-actions.ts';
import { expect, expectNoAxeViolations, test } from './fixtures.ts';
import { swipe } from './swipe.ts';

/** `2026-12` after `2026-11`. */
const nextMonth = (month: string): string => addDays(`${month}-28`, 4).slice(0, 7);

type SlotState = 'FREE' | 'TAKEN' | 'PAST';

const dayOf = (date: string, states: readonly SlotState[], isClosed = false) => ({
  date,
  holiday: null,
  isClosed,
  slots: defaultSlots.map((time, index) => ({ time, state: states[index] ?? 'TAKEN' })),
});

test('one of the three first free times is taken with one tap', { tag: ['@full'] }, async ({ page }) => {
  await openDatePage(page);
  const earliest = page.getByRole('button', {
    name: /^가장 빠른 시간 [\d년 ]+월 \d+일\([월화수목금토일]\) 오[전후] \d+시$/,
  });
  await expect(earliest).toHaveAttribute('aria-pressed', 'false');
  await earliest.click();
  await expect(earliest).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(1);
  const times = page.getByRole('group', { name: '바로 예약할 수 있는 시간' }).getByRole('button');
  await expect(times).toHaveCount(3);
  await expect(times.nth(1)).toHaveText(/^[\d년 ]*\d+월 \d+일\([월화수목금토일]\) 오[전후] \d+시$/);
  await times.nth(1).click();
  await expect(times.nth(1)).toHaveAttribute('aria-pressed', 'true');
  await expect(earliest).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(1);
  await expectNoAxeViolations(page);
});

test('the first free time may be two months ahead', { tag: ['@full'] }, async ({ page }) => {
  const free = `${nextMonth(nextMonth(today().slice(0, 7)))}-15`;
  await page.route('**/api/reservation/availability*', (route) =>
    route.fulfill({
      json: route.request().url().endsWith(free.slice(0, 7)) ? [dayOf(free, ['TAKEN', 'FREE'])] : [],
    }),
  );
  await openDatePage(page);
  await page
    .getByRole('button', { name: /^가장 빠른 시간 [\d년 ]+월 15일\([월화수목금토일]\) 오후 12시$/ })
    .click();
  await expect(page.getByRole('radio', { name: '12:00 - 13:00' })).toBeChecked();
  await expect(dayButton(page, free)).toHaveAccessibleName(/선택됨/);
});

test('days show how many times are free, and closed days differ from full ones', async ({ page }) => {
  const month = nextMonth(today().slice(0, 7));
  const [full, closed, free] = [`${month}-10`, `${month}-11`, `${month}-12`];
  await page.route('**/api/reservation/availability*', (route) =>
    route.fulfill({
      json: [dayOf(full, []), dayOf(closed, [], true), dayOf(free, ['FREE', 'FREE', 'FREE'])],
    }),
  );
  await openDatePage(page);
  await page.getByRole('button', { name: '다음 달' }).click();
  await expect(dayButton(page, full)).toHaveText('10 마감');
  await expect(dayButton(page, closed)).toHaveText('11 휴무');
  await expect(dayButton(page, free)).toHaveAccessibleName(/예약 가능 3개$/);
  const dots = dayButton(page, free).locator('span > span');
  await expect(dots).toHaveCount(3);
  await expect(dots.first()).toBeVisible();
  await dayButton(page, closed).click();
  await expect(page.getByText('스튜디오가 쉬는 날입니다. 다른 날짜를 선택해 주세요.')).toBeVisible();
});

test('a month shown again has its free times when its day takes the focus', async ({ page }) => {
  await page.route('**/api/reservation/availability*', (route) => {
    const month = new URL(route.request().url()).searchParams.get('month');
    return route.fulfill({ json: [dayOf(`${month}-12`, ['FREE'])] });
  });
  const first = nextMonth(today().slice(0, 7));
  const [second, third] = [nextMonth(first), nextMonth(nextMonth(first))];
  await openDatePage(page);
  await page.getByRole('button', { name: '다음 달' }).click();
  await dayButton(page, `${first}-12`).focus();
  for (const month of [second, third]) {
    await page.keyboard.press('PageDown');
    await expect(dayButton(page, `${month}-12`)).toHaveAccessibleName(/예약 가능 1개$/);
  }
  // Read in the same task, as a screen reader would: an assertion would wait for the name.
  const name = await page.evaluate(() => {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'PageUp', bubbles: true }));
    return document.activeElement?.getAttribute('aria-label');
  });
  expect(name).toMatch(dayName(`${second}-12`));
  expect(name).toMatch(/예약 가능 1개$/);
});

test(
  'in the last week of a month the next one is shown too, beside it or below it',
  { tag: ['@full'] },
  async ({ page }, info) => {
    const month = nextMonth(today().slice(0, 7));
    const last = addDays(`${nextMonth(month)}-01`, -1);
    const next = addDays(last, 3);
    await page.clock.setFixedTime(seoulInstant(addDays(last, -2), 12));
    await page.route('**/api/reservation/availability*', (route) =>
      route.fulfill({
        json: [dayOf(next, ['FREE', 'FREE', 'FREE', 'FREE']), dayOf(addDays(next, 1), ['FREE'])],
      }),
    );
    await openDatePage(page);
    const grids = page.getByRole('grid');
    await expect(grids).toHaveCount(2);
    const [first, second] = [await grids.first().boundingBox(), await grids.last().boundingBox()];
    const isBeside = (second?.x ?? 0) > (first?.x ?? 0) + (first?.width ?? 0);
    expect(isBeside).toBe(info.project.name === 'desk');
    await expectNoAxeViolations(page);

    // A day of the second month leaves both in place, and the arrow keys cross from one to the other.
    await dayButton(page, next).click();
    await expect(grids).toHaveCount(2);
    await expect(page.getByRole('radiogroup').getByRole('group')).toHaveCount(3);
    await expect(page.getByRole('group', { name: '저녁' }).getByRole('radio')).toHaveCount(2);
    await page.keyboard.press('ArrowUp');
    await expect(dayButton(page, addDays(last, -2))).toBeFocused();

    // The button of the next month shows that month alone.
    await page.getByRole('button', { name: '다음 달' }).click();
    await expect(grids).toHaveCount(1);
    await expect(dayButton(page, next)).toBeVisible();
  },
);

test('past weeks are left out, and a swipe turns the month', { tag: ['@full'] }, async ({ page }, info) => {
  const middle = `${today().slice(0, 7)}-20`;
  await page.clock.setFixedTime(seoulInstant(middle, 12));
  await openDatePage(page);
  await expect(dayButton(page, middle)).toBeVisible();
  await expect(dayButton(page, addDays(middle, -7))).toHaveCount(0);
  if (info.project.name === 'desk') return;
  const grid = page.getByRole('grid');
  const shown = await grid.getAttribute('aria-label');
  await swipe(page, grid, -200);
  await expect(grid).not.toHaveAttribute('aria-label', shown ?? '');
  await swipe(page, grid, 200);
  await expect(grid).toHaveAttribute('aria-label', shown ?? '');
  // Before the first month there is none.
  await swipe(page, grid, 200);
  await expect(grid).toHaveAttribute('aria-label', shown ?? '');
});
