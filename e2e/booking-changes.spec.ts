import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { formatDate } from '#platform/contract/seoul-time.ts';
import { bookByApi, loginAsNewMember, reservedDate, slotRadio } from './booking-actions.ts';
import { dayButton } from './calendar-actions.ts';
import { expect, expectNoAxeViolations, registerMember, test } from './fixtures.ts';
import { inputModeFor, hasFocus } from './input-modes.ts';

const upcoming = (page: Page) => page.getByRole('region', { name: '예정된 예약' });
const over = (page: Page) => page.getByRole('region', { name: '지난 예약과 취소한 예약' });

test(
  'a member moves a reservation, exports it to a calendar and cancels it',
  { tag: ['@keys-change-booking'] },
  async ({ page }, info) => {
    const [before, after] = [reservedDate(info, 62), reservedDate(info, 63)];
    const input = inputModeFor(page, info);
    const member = await loginAsNewMember(page);
    const code = await bookByApi(page, member, { date: before, time: '12-13' });
    await page.goto('/reservation-history');
    const card = upcoming(page).getByRole('listitem');
    await expect(card).toContainText('예약 확정');
    await expect(card).toContainText('까지 변경하거나 취소할 수 있습니다.');
    await expectNoAxeViolations(page);

    // Closing the dialog returns the focus to its button.
    const move = card.getByRole('button', { name: /^일정 변경/ });
    const dialog = page.getByRole('dialog');
    await input.press(move);
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    expect(await hasFocus(move)).toBe(true);

    await input.press(move);
    await expect(slotRadio(page, '12:00 - 13:00')).toBeDisabled();
    await expect(dialog.getByText('현재 예약')).toBeVisible();
    const confirm = dialog.getByRole('button', { name: '이 시간으로 변경' });
    await input.press(confirm);
    await expect(dialog.getByText('회의 시간을 선택해 주세요.')).toBeVisible();
    await input.chooseDay(after, before);
    await input.chooseRadio(
      slotRadio(page, '18:00 - 19:00'),
      dialog.getByText('18:00 - 19:00', { exact: true }),
    );
    await expect(dialog.getByRole('status').filter({ hasText: '변경 후' })).toHaveText(
      `변경 전 ${formatDate(before)} 12:00 - 13:00 변경 후 ${formatDate(after)} 18:00 - 19:00`,
    );
    await expectNoAxeViolations(page);
    await input.press(confirm);
    await expect(dialog).toBeHidden();
    const report = page.getByRole('status').filter({ hasText: '예약을' });
    await expect(report).toContainText(`${formatDate(after)} 18:00 - 19:00로 변경했습니다.`);
    expect(await report.evaluate((element) => element.parentElement === document.activeElement)).toBe(true);
    await expect(card).toContainText(formatDate(after));
    await expect(card).toContainText(code);

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      input.press(card.getByRole('button', { name: '캘린더에 추가' })),
    ]);
    expect(file.suggestedFilename()).toBe(`예약-${code}.ics`);
    const text = readFileSync(await file.path(), 'utf8');
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\n/);
    expect(text).toContain(`DTSTART;TZID=Asia/Seoul:${after.replaceAll('-', '')}T180000`);
    expect(text.replaceAll('\r\n ', '')).toContain(code);

    await input.press(card.getByRole('button', { name: /^예약 취소/ }));
    await expect(dialog).toContainText('다른 분이 바로 이 시간을 예약할 수 있습니다');
    await expect(dialog).toContainText('되돌릴 수 없습니다');
    await expectNoAxeViolations(page);
    await input.fill(dialog.getByLabel('취소 사유'), '일정이 바뀌었습니다.');
    await input.press(dialog.getByRole('button', { name: '예약 취소하기' }));
    await expect(dialog).toBeHidden();
    await expect(report).toContainText(`${formatDate(after)} 18:00 - 19:00 예약을 취소했습니다.`);
    await expect(upcoming(page)).toContainText('예정된 예약이 없습니다.');
    await expect(over(page).getByRole('listitem')).toContainText('취소');
    await expect(over(page).getByRole('button')).toHaveCount(0);

    // Both slots are free again at once.
    for (const [date, time] of [
      [before, '12-13'],
      [after, '18-19'],
    ] as const) {
      await bookByApi(page, await registerMember(), { date, time });
    }
  },
);

test(
  'a rejected move or cancellation shows its error in the dialog',
  { tag: ['@full'] },
  async ({ page, expectPageError }, info) => {
    expectPageError(/status of 409/);
    const date = reservedDate(info, 64);
    await bookByApi(page, await loginAsNewMember(page), { date, time: '12-13' });
    await page.goto('/reservation-history');
    const card = upcoming(page).getByRole('listitem');
    const dialog = page.getByRole('dialog');

    await card.getByRole('button', { name: /^일정 변경/ }).click();
    await expect(dayButton(page, date)).toHaveAccessibleName(/선택됨/);
    await dialog.getByText('15:00 - 16:00', { exact: true }).click();
    await bookByApi(page, await registerMember(), { date, time: '15-16' });
    await dialog.getByRole('button', { name: '이 시간으로 변경' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('이미 예약된 시간입니다. 다른 시간을 선택해 주세요.');
    await expect(slotRadio(page, '15:00 - 16:00')).toBeDisabled();
    await dialog.getByRole('button', { name: '그대로 두기' }).click();

    const message = '변경하거나 취소할 수 있는 시간이 지났습니다. 스튜디오로 연락해 주세요.';
    await page.route('**/api/reservation/*/cancel', (route) =>
      route.fulfill({ status: 409, json: { code: 'CHANGE_TOO_LATE', message } }),
    );
    await card.getByRole('button', { name: /^예약 취소/ }).click();
    await dialog.getByRole('button', { name: '예약 취소하기' }).click();
    await expect(dialog.getByRole('alert')).toHaveText(message);
  },
);
