import { slotInstant } from '#features/reservations/contract/bookable-dates.ts';
import { addDays, formatDate, formatDateWithoutYear } from '#platform/contract/seoul-time.ts';
import {
  chooseSlot,
  joinSheet,
  loginAsNewMember,
  fillDetails,
  openFormAsGuest,
  reservedDate,
  slotRadio,
  openDatePage,
} from './booking-actions.ts';
import { chooseDay } from './calendar-actions.ts';
import { expect, expectNoAxeViolations, registerMember, test } from './fixtures.ts';
import { inputModeFor } from './input-modes.ts';
import { recordApiCalls } from './recorded-api-calls.ts';

test(
  'a visitor books, logs in on the way and finds the reservation in the history',
  {
    tag: [
      '@2-reserve',
      '@2-reserve-type',
      '@2-reserve-date',
      '@2-reserve-complete',
      '@2-stepper',
      '@2-form-needs-login',
      '@4-wizard',
      '@5-notes-optional',
      '@6-member-books',
      '@6-member-history',
      '@7-reserve',
      '@keys-book',
      '@keys-login',
    ],
  },
  async ({ page }, info) => {
    const member = await registerMember();
    const date = reservedDate(info, 4);
    const input = inputModeFor(page, info);
    const button = (name: string) => page.getByRole('button', { name, exact: true });

    await page.goto('/reserve');
    await expectNoAxeViolations(page);
    await input.press(page.getByRole('main').getByRole('link', { name: '예약하기' }));

    await expect(page).toHaveURL(/\/reserve\/type$/);
    const steps = page.getByRole('list', { name: '예약 단계' }).getByRole('listitem');
    const expectStep = async (current: number): Promise<void> => {
      await expect(steps).toHaveCount(4);
      await expect(steps).toContainText(['카테고리', '날짜', '정보', '완료']);
      await expect(steps.nth(current - 1)).toHaveAttribute('aria-current', 'step');
      await expect(steps.and(page.locator('[aria-current]'))).toHaveCount(1);
    };
    await expectStep(1);
    const categories = page.getByRole('list', { name: '카테고리', exact: true }).getByRole('link');
    await expect(categories).toHaveText(['풍경', '제품', '음식', '웨딩']);
    await expect(page.getByText('간단히 가입')).toBeVisible();
    await expectNoAxeViolations(page);
    await input.press(categories.nth(1));

    await expect(page).toHaveURL(/\/reserve\/date/);
    await expectStep(2);
    await input.chooseDay(date);
    await input.chooseRadio(slotRadio(page, '15:00 - 16:00'), page.getByText('15:00 - 16:00'));
    await expectNoAxeViolations(page);
    await input.press(button('다음'));

    await expect(joinSheet(page).getByText(/남은 시간 (10:00|9:\d\d)/)).toBeVisible();
    await expectNoAxeViolations(page);
    await openFormAsGuest(page, input);
    await input.fill(page.getByLabel('아이디'), member.loginId);
    await input.fill(page.getByLabel('비밀번호', { exact: true }), member.password);
    await input.press(button('로그인'));

    await expect(page).toHaveURL(/\/reserve\/form$/);
    await expectStep(3);
    const summary = page.getByRole('region', { name: '예약 내용' });
    await expect(summary).toContainText('제품');
    await expect(summary).toContainText(formatDate(date));
    await expect(summary).toContainText('15:00 - 16:00');
    await expect(page.getByText(/남은 시간 (10:00|9:\d\d)/)).toBeVisible();
    await input.fill(page.getByLabel('희망 촬영 날짜', { exact: true }), '내년 봄, 평일 오전');
    await input.fill(page.getByLabel('촬영 장소'), '서울숲 가족마당');
    await expectNoAxeViolations(page);
    const callOf = recordApiCalls(page);
    await input.press(button('예약하기'));

    await expect(page).toHaveURL(/\/reserve\/complete$/);
    await expectStep(4);
    await expect(page.getByRole('region', { name: '다음 순서' }).getByRole('listitem')).toHaveCount(3);
    await expect(page.getByText('까지 예약 내역에서 변경하거나 취소할 수 있습니다.')).toBeVisible();
    const code = await page.getByText(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/).innerText();
    expect(await callOf('POST /api/reservation')).toMatchObject({
      body: {
        shootType: 'PRODUCT',
        date,
        time: '15-16',
        desiredShootDate: '내년 봄, 평일 오전',
        location: '서울숲 가족마당',
        notes: '',
      },
      status: 201,
      responseBody: { reservationCode: code },
    });
    await expectNoAxeViolations(page);

    // The print view shows date, place and what to bring, but no buttons.
    await page.emulateMedia({ media: 'print' });
    for (const text of [code, formatDate(date), '15:00 - 16:00', '사진로 1'])
      await expect(page.getByRole('main').getByText(text)).toBeVisible();
    await expect(page.getByRole('button').or(page.getByRole('link', { name: '홈으로' }))).toHaveCount(0);
    await page.emulateMedia({ media: 'screen' });

    // A reload shows the same reservation and sends no request.
    const posts: string[] = [];
    page.on('request', (sent) => sent.method() === 'POST' && posts.push(sent.url()));
    await page.reload();
    await expect(page.getByText(code)).toBeVisible();
    expect(posts).toEqual([]);

    await input.press(page.getByRole('link', { name: '예약 내역 보기' }));
    await expect(page).toHaveURL(/\/reservation-history$/);
    const reservation = page.getByRole('listitem').filter({ hasText: code });
    await expect(reservation).toContainText(formatDate(date));
    await expect(reservation).toContainText('15:00 - 16:00');
    await expectNoAxeViolations(page);
  },
);

test(
  'a booking that is too late to change says so at each step, and its code can be copied',
  { tag: ['@full', '@2-reserve-complete'] },
  async ({ page, context }, info) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.addInitScript(() => {
      navigator.share = (data) => Promise.resolve(sessionStorage.setItem('shared', JSON.stringify(data)));
    });
    await loginAsNewMember(page);
    const date = reservedDate(info, 6);
    const tooLate = page.getByText('미팅 24시간 전부터는 홈페이지에서 변경하거나 취소하실 수 없습니다.');
    await page.clock.setFixedTime(slotInstant(addDays(date, -1), '12-13'));
    await openDatePage(page);
    await chooseDay(page, date, addDays(date, -1));
    await chooseSlot(page, '12:00 - 13:00');
    await expect(tooLate).toBeInViewport();
    await chooseSlot(page, '15:00 - 16:00');
    await expect(tooLate).toBeHidden();
    await chooseSlot(page, '09:00 - 10:00');
    await expect(tooLate).toBeVisible();
    await page.getByRole('button', { name: '다음', exact: true }).click();
    await expect(page).toHaveURL(/\/reserve\/form$/);
    await expect(tooLate).toBeVisible();
    await fillDetails(page);
    await page.getByRole('button', { name: '예약하기' }).click();
    await expect(page).toHaveURL(/\/reserve\/complete$/);
    await expect(tooLate).toBeVisible();
    await expectNoAxeViolations(page);
    const code = await page.getByText(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/).innerText();
    await page.getByRole('button', { name: '번호 복사' }).click();
    await expect(page.getByRole('status').filter({ hasText: '예약 번호를 복사했습니다.' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);

    // Where the browser has a share sheet, it gets the meeting and the way to the studio, without the code.
    await page.getByRole('button', { name: '공유하기' }).click();
    const shared = await page.evaluate(() => sessionStorage.getItem('shared') ?? '');
    expect(shared).toContain(`${formatDateWithoutYear(date)} 오전 9시`);
    expect(shared).toContain('/introduce');
    expect(shared).not.toContain(code);
    await page.getByRole('link', { name: '홈으로' }).click();
    await expect(page).toHaveURL(/\/$/);
  },
);
