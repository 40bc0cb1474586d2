import type { Locator, Page } from '@playwright/test';
import {
  bookByApi,
  chooseSlot,
  closeSheet,
  confirmAlert,
  fillDetails,
  joinSheet,
  openJoinSheet,
  reservedDate,
  slotRadio,
} from './booking-actions.ts';
import { dayButton, showMonthOf } from './calendar-actions.ts';
import { countingInput } from './counting-input.ts';
import { createVisitor, expect, expectNoAxeViolations, registerMember, sentCode, test } from './fixtures.ts';
import { logIn } from './member-actions.ts';
import { registerForm } from './register-form.ts';

const UNHELD = '선택하신 시간은 예약을 완료하시면 확정됩니다.';
const TAKEN = '이미 예약된 시간입니다. 다른 시간을 선택해 주세요.';

/** Goes from the home page to the sheet, or to the form of a member. */
const goToNextStep = async (page: Page, date: string, tap: (target: Locator) => Promise<void>) => {
  const main = page.getByRole('main');
  await page.goto('/');
  await tap(main.getByRole('link', { name: '예약하기' }).first());
  await tap(page.getByRole('list', { name: '카테고리', exact: true }).getByRole('link', { name: '음식' }));
  // Which month a date of this test is in depends on the day of the run, so turning months is not counted.
  await showMonthOf(page, date);
  await tap(dayButton(page, date));
  await tap(page.getByText('12:00 - 13:00', { exact: true }).first());
  await tap(page.getByRole('button', { name: '다음', exact: true }));
};

/** Registers a new visitor in the sheet, with a code by SMS. */
const registerInSheet = async (
  page: Page,
  { tap, type }: Pick<ReturnType<typeof countingInput>, 'tap' | 'type'>,
) => {
  const visitor = createVisitor();
  const form = registerForm(page);
  await tap(joinSheet(page).getByRole('button', { name: '회원가입' }));
  await type(form.name, visitor.name);
  await type(form.loginId, visitor.loginId);
  await type(form.password, visitor.password);
  await type(form.phoneNumber, visitor.phoneNumber);
  await tap(form.all);
  await tap(form.askForCode);
  await expect(form.code).toBeFocused();
  await expectNoAxeViolations(page);
  await type(form.code, sentCode(visitor.phoneNumber));
  await tap(form.join);
  await expect(page).toHaveURL(/\/reserve\/form$/);
};

test(
  'a new client books with at most 14 taps and 7 typed fields, and the slot is held throughout',
  { tag: ['@full'] },
  async ({ page }, info) => {
    const sheet = joinSheet(page);
    const { counts, tap, type } = countingInput(page);
    await goToNextStep(page, reservedDate(info, 3), tap);

    await expect(sheet.getByText(/남은 시간 (10:00|9:\d\d)/)).toBeVisible();
    await registerInSheet(page, { tap, type });
    await expect(page.getByText(/남은 시간 (10:00|9:\d\d)/)).toBeVisible();
    await type(page.getByLabel('희망 촬영 날짜', { exact: true }), '12월 첫째 주말');
    await expect(page.getByLabel('촬영 장소')).toHaveValue('스튜디오');
    await tap(page.getByRole('button', { name: '예약하기' }));
    await expect(page).toHaveURL(/\/reserve\/complete$/);
    expect(counts.taps).toBeLessThanOrEqual(14);
    expect(counts.fields).toBeLessThanOrEqual(7);
  },
);

test(
  'a new client books a shoot like a photo of the gallery with at most 16 taps',
  { tag: ['@full'] },
  async ({ page }, info) => {
    const { counts, tap, type } = countingInput(page);
    const date = reservedDate(info, 11);
    await page.goto('/');
    await tap(page.getByRole('main').getByRole('link', { name: /^음식/ }).first());
    await tap(page.getByRole('button', { name: /^크게 보기: 흰 접시 위에 분홍, 크림/ }));
    const dialog = page.getByRole('dialog', { name: '사진 크게 보기' });
    await expect(dialog.getByText(/^흰 접시 위에 분홍, 크림/)).toBeVisible();
    await expectNoAxeViolations(page);
    await tap(dialog.getByRole('link', { name: '이 사진처럼' }));
    await showMonthOf(page, date);
    await tap(dayButton(page, date));
    await tap(page.getByText('12:00 - 13:00', { exact: true }).first());
    await tap(page.getByRole('button', { name: '다음', exact: true }));
    await registerInSheet(page, { tap, type });
    await expect(page.getByRole('group', { name: '참고 사진' }).getByRole('img')).toHaveCount(1);
    await type(page.getByLabel('희망 촬영 날짜', { exact: true }), '12월 첫째 주말');
    await tap(page.getByRole('button', { name: '예약하기' }));
    await expect(page).toHaveURL(/\/reserve\/complete$/);
    expect(counts.taps).toBeLessThanOrEqual(16);
    await page.goto('/reservation-history');
    await expect(page.getByRole('img', { name: '참고 사진 1' })).toBeVisible();
  },
);

test('a member who is logged in books with at most 9 taps', { tag: ['@full'] }, async ({ page }, info) => {
  const member = await registerMember();
  await page.goto('/login');
  await logIn(page, member);
  await expect(page).toHaveURL('/');
  const { counts, tap, type } = countingInput(page);
  await goToNextStep(page, reservedDate(info, 5), tap);
  await expect(page).toHaveURL(/\/reserve\/form$/);
  await type(page.getByLabel('희망 촬영 날짜', { exact: true }), '12월 첫째 주말');
  await tap(page.getByRole('button', { name: '예약하기' }));
  await expect(page).toHaveURL(/\/reserve\/complete$/);
  expect(counts.taps).toBeLessThanOrEqual(9);
});

test(
  'a member logs in on the sheet and goes on to the form with the held slot',
  { tag: ['@full'] },
  async ({ page, expectPageError }, info) => {
    expectPageError(/status of 400/);
    const member = await registerMember();
    await openJoinSheet(page, reservedDate(info, 7), '12:00 - 13:00');
    const sheet = joinSheet(page);
    await sheet.getByRole('button', { name: '로그인' }).click();
    await expectNoAxeViolations(page);
    await sheet.getByLabel('아이디').fill(member.loginId);
    await sheet.getByLabel('비밀번호', { exact: true }).fill('wrong-password');
    await sheet.getByRole('button', { name: '로그인' }).click();
    await expect(sheet.getByText('아이디 또는 비밀번호가 올바르지 않습니다.')).toBeVisible();
    await sheet.getByLabel('비밀번호', { exact: true }).fill(member.password);
    await sheet.getByRole('button', { name: '로그인' }).click();
    await expect(page).toHaveURL(/\/reserve\/form$/);
    await expect(page.getByText(/남은 시간 (10:00|9:\d\d)/)).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('radio', { name: '12:00 - 13:00' })).toBeChecked();
  },
);

/** Registers on the sheet, up to the code. */
const registerOnSheet = async (page: Page) => {
  const visitor = createVisitor();
  const form = registerForm(page);
  await joinSheet(page).getByRole('button', { name: '회원가입' }).click();
  await form.name.fill(visitor.name);
  await form.loginId.fill(visitor.loginId);
  await form.password.fill(visitor.password);
  await form.phoneNumber.fill(visitor.phoneNumber);
  await form.all.check();
  await form.askForCode.click();
  await expect(form.code).toBeFocused();
  await form.code.fill(sentCode(visitor.phoneNumber));
  return form;
};

test(
  'the last free time of a day is not held for a visitor, who registers on the sheet and books it',
  { tag: ['@full'] },
  async ({ page, expectPageError }, info) => {
    expectPageError(/status of 409/);
    const date = reservedDate(info, 141);
    for (const times of [
      ['09-10', '15-16'],
      ['18-19', '21-22'],
    ]) {
      const booker = await registerMember();
      for (const time of times) await bookByApi(page, booker, { date, time });
    }
    await openJoinSheet(page, date, '12:00 - 13:00');
    const sheet = joinSheet(page);
    await expect(sheet.getByRole('status')).toHaveText(UNHELD);
    await expect(sheet.getByText('남은 시간')).toHaveCount(0);
    await expect(sheet.getByRole('button', { name: '다시 잡기' })).toHaveCount(0);
    await expectNoAxeViolations(page);
    const form = await registerOnSheet(page);
    await form.join.click();
    await expect(page).toHaveURL(/\/reserve\/form$/);
    // A member may hold it.
    await expect(page.getByText(/남은 시간 (10:00|9:\d\d)/)).toBeVisible();
    await fillDetails(page);
    await page.getByRole('button', { name: '예약하기' }).click();
    await expect(page).toHaveURL(/\/reserve\/complete$/);
  },
);

test(
  'a time that is booked while a visitor without a hold registers leads back to the calendar, then on',
  { tag: ['@full'] },
  async ({ page, expectPageError }, info) => {
    expectPageError(/status of (409|429)/);
    const date = reservedDate(info, 143);
    await page.route('**/api/reservation/guest-hold', (route) =>
      route.fulfill({ status: 429, headers: { 'retry-after': '60' }, json: { code: 'TOO_MANY_REQUESTS' } }),
    );
    await openJoinSheet(page, date, '12:00 - 13:00');
    await expect(joinSheet(page).getByRole('status')).toHaveText(UNHELD);
    const form = await registerOnSheet(page);
    await bookByApi(page, await registerMember(), { date, time: '12-13' });
    await form.join.click();
    await confirmAlert(page, TAKEN);
    await expect(joinSheet(page)).toBeHidden();
    await expect(page).toHaveURL(/\/reserve\/date/);
    await expect(slotRadio(page, '12:00 - 13:00')).toBeDisabled();
    await chooseSlot(page, '15:00 - 16:00');
    await page.getByRole('button', { name: '다음', exact: true }).click();
    await expect(page).toHaveURL(/\/reserve\/form$/);
    await expect(page.getByText(/남은 시간 (10:00|9:\d\d)/)).toBeVisible();
  },
);

test(
  'a time that is lost after the hold of a visitor ended closes the sheet and keeps what was typed',
  { tag: ['@full'] },
  async ({ page, expectPageError }, info) => {
    expectPageError(/status of 409/);
    const date = reservedDate(info, 145);
    const visitor = createVisitor();
    const form = registerForm(page);
    const sheet = joinSheet(page);
    await page.clock.install();
    // The release does not arrive, so that the visitor holds the time when the sheet is opened again.
    await page.route('**/api/reservation/hold?*', (route) => route.fulfill({ status: 204 }));
    await openJoinSheet(page, date, '12:00 - 13:00');
    await sheet.getByRole('button', { name: '회원가입' }).click();
    await form.name.fill(visitor.name);
    await closeSheet(page);
    await page.getByRole('button', { name: '다음', exact: true }).click();
    await expect(sheet).toBeVisible();
    await page.clock.fastForward('10:01');
    await expect(sheet.getByRole('status')).toContainText('시간을 잡아 두었던 기한이 지났습니다.');
    // Only the clock of the page was moved, so the hold has not ended on the server.
    await page.route('**/api/reservation/guest-hold', (route) =>
      route.fulfill({ status: 409, json: { code: 'SLOT_TAKEN', message: TAKEN } }),
    );
    await sheet.getByRole('button', { name: '다시 잡기' }).click();
    await confirmAlert(page, TAKEN);
    await expect(sheet).toBeHidden();
    await expect(slotRadio(page, '12:00 - 13:00')).not.toBeChecked();
    await page.unroute('**/api/reservation/guest-hold');
    await chooseSlot(page, '15:00 - 16:00');
    await page.getByRole('button', { name: '다음', exact: true }).click();
    await sheet.getByRole('button', { name: '회원가입' }).click();
    await expect(form.name).toHaveValue(visitor.name);
  },
);

test(
  'closing the sheet and Back return to the calendar, keep what was typed and free the time',
  { tag: ['@full'] },
  async ({ page, expectPageError }, info) => {
    // A visitor holds the same time once a day.
    expectPageError(/status of 409/);
    const date = reservedDate(info, 9);
    const visitor = createVisitor();
    const form = registerForm(page);
    await openJoinSheet(page, date, '12:00 - 13:00');
    await joinSheet(page).getByRole('button', { name: '회원가입' }).click();
    await form.name.fill(visitor.name);
    await form.loginId.fill(visitor.loginId);
    await form.phoneNumber.fill(visitor.phoneNumber);
    await form.password.fill(visitor.password);
    await expect(form.password).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: '비밀번호 보기' }).click();
    await expect(form.password).toHaveAttribute('type', 'text');
    const release = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await closeSheet(page);
    expect((await release).status()).toBe(204);
    const booked = await page.request.get(`/api/reservation/booked-times?date=${date}`);
    expect(await booked.json()).toEqual([]);
    await expect(slotRadio(page, '12:00 - 13:00')).toBeChecked();
    await page.getByRole('button', { name: '다음', exact: true }).click();
    await expect(joinSheet(page)).toBeVisible();
    await page.goBack();
    await expect(joinSheet(page)).toBeHidden();
    await expect(page).toHaveURL(/\/reserve\/date/);
    await expect(slotRadio(page, '12:00 - 13:00')).toBeChecked();
    await page.getByRole('button', { name: '다음', exact: true }).click();
    await joinSheet(page).getByRole('button', { name: '회원가입' }).click();
    await expect(form.name).toHaveValue(visitor.name);
    await expect(form.loginId).toHaveValue(visitor.loginId);
    await expect(form.phoneNumber).toHaveValue(visitor.phoneNumber);
  },
);
