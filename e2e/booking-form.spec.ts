import { formatDate } from '#platform/contract/seoul-time.ts';
import {
  loginAsNewMember,
  fillDetails,
  openDetailsForm,
  reservedDate,
  openDatePage,
} from './booking-actions.ts';
import { chooseDay } from './calendar-actions.ts';
import { expect, test } from './fixtures.ts';

test(
  'the booking form names the missing fields and focuses the first',
  { tag: ['@5-shoot-date-required', '@5-location-required', '@full'] },
  async ({ page }, info) => {
    await loginAsNewMember(page);
    await openDetailsForm(page, reservedDate(info, 20), '09:00 - 10:00');
    // Food is shot in the studio, which is suggested.
    await expect(page.getByLabel('촬영 장소')).toHaveValue('스튜디오');
    await page.getByLabel('촬영 장소').clear();
    await page.getByRole('button', { name: '예약하기' }).click();
    await expect(page.getByText('희망 촬영 날짜를 입력해 주세요.')).toBeVisible();
    await expect(page.getByText('촬영 장소를 입력해 주세요.')).toBeVisible();
    const first = page.getByLabel('희망 촬영 날짜', { exact: true });
    await expect(first).toBeFocused();
    await expect(first).toHaveAccessibleDescription(/희망 촬영 날짜를 입력해 주세요\./);
    await first.fill('다음 달');
    await expect(page.getByText('희망 촬영 날짜를 입력해 주세요.')).toBeHidden();
  },
);

test(
  'a place is not suggested in the field that a visitor is typing in',
  { tag: ['@full'] },
  async ({ page }, info) => {
    await loginAsNewMember(page);
    await openDetailsForm(page, reservedDate(info, 70), '09:00 - 10:00');
    const place = page.getByLabel('촬영 장소');
    await expect(place).toHaveValue('스튜디오');
    await place.clear();
    let release = (): void => undefined;
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/studio/packages', async (route) => {
      await isReleased;
      await route.continue();
    });
    await page.reload();
    await place.focus();
    release();
    await expect(page.getByRole('group', { name: '상품' })).toBeVisible();
    await page.keyboard.insertText('서울숲');
    await expect(place).toHaveValue('서울숲');
  },
);

test('the desired date can be picked instead of typed', { tag: ['@full'] }, async ({ page }, info) => {
  await loginAsNewMember(page);
  await openDetailsForm(page, reservedDate(info, 17), '09:00 - 10:00');
  await expect(page.getByRole('button', { name: '희망 촬영 날짜를 달력에서 선택' })).toBeVisible();
  // The picker belongs to the browser; this is what it leaves behind.
  await page.locator('input[type="date"]').fill('2027-12-24', { force: true });
  await expect(page.getByLabel('희망 촬영 날짜', { exact: true })).toHaveValue('2027년 12월 24일(금)');
});

test(
  'the booking form asks for a time when none was chosen',
  { tag: ['@full', '@5-time-required'] },
  async ({ page }, info) => {
    await loginAsNewMember(page);
    await openDatePage(page);
    await chooseDay(page, reservedDate(info, 22));
    await page.goto('/reserve/form');
    await fillDetails(page);
    await page.getByRole('button', { name: '예약하기' }).click();
    await expect(page.getByText('회의 시간을 선택해 주세요.')).toBeVisible();
    const wayBack = page.getByRole('link', { name: '시간 선택하기' });
    await expect(wayBack).toBeFocused();
    await wayBack.press('Enter');
    await expect(page).toHaveURL(/\/reserve\/date/);
  },
);

test(
  'the booking form keeps typed text across a reload',
  { tag: ['@full', '@2-booking-kept', '@2-reserve-form'] },
  async ({ page }, info) => {
    await loginAsNewMember(page);
    await openDetailsForm(page, reservedDate(info, 24), '09:00 - 10:00');
    await fillDetails(page);
    await page.reload();
    const summary = page.getByRole('region', { name: '예약 내용' });
    await expect(summary).toContainText('음식');
    await expect(summary).toContainText(formatDate(reservedDate(info, 24)));
    await expect(page.getByLabel('희망 촬영 날짜', { exact: true })).toHaveValue('내년 봄, 평일 오전');
    await expect(page.getByLabel('촬영 장소')).toHaveValue('서울숲 가족마당');
    await expect(page.getByLabel('요청 사항')).toHaveValue('두 사람입니다.');
  },
);

test(
  'submitting the booking form with an ended session leads to the login and back to the filled form',
  { tag: ['@full', '@4-session-expired', '@8-session-expired'] },
  async ({ page, expectPageError }, info) => {
    expectPageError(/status of 40[01]/);
    const member = await loginAsNewMember(page);
    await openDetailsForm(page, reservedDate(info, 26), '09:00 - 10:00');
    await fillDetails(page);
    await page.evaluate(() => {
      localStorage.setItem('accessToken', 'over');
      localStorage.setItem('refreshToken', 'over');
    });
    await page.reload();
    const alert = page.getByRole('alertdialog');
    await expect(alert).toContainText('세션이 만료되었습니다. 다시 로그인해주세요.');
    await alert.getByRole('button', { name: '확인' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await page.getByLabel('아이디').fill(member.loginId);
    await page.getByLabel('비밀번호', { exact: true }).fill(member.password);
    await page.getByRole('button', { name: '로그인', exact: true }).click();
    await expect(page).toHaveURL(/\/reserve\/form$/);
    await expect(page.getByLabel('촬영 장소')).toHaveValue('서울숲 가족마당');
    await page.getByRole('button', { name: '예약하기' }).click();
    await expect(page).toHaveURL(/\/reserve\/complete$/);
  },
);

test(
  'a retry and a double press of the booking form send the same idempotency key',
  { tag: ['@full', '@8-reserve', '@8-server-message'] },
  async ({ page, expectPageError }, info) => {
    expectPageError(/status of 500|ERR_FAILED/);
    const keys: (string | undefined)[] = [];
    await page.route('**/api/reservation', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length === 1) await route.fulfill({ status: 500, json: {} });
      else if (keys.length === 2)
        await route.fulfill({ status: 500, json: { message: '잠시 쉬어 갑니다.' } });
      else if (keys.length === 3) await route.abort();
      else await route.continue();
    });
    await loginAsNewMember(page);
    await openDetailsForm(page, reservedDate(info, 28), '09:00 - 10:00');
    await fillDetails(page);
    const send = page.getByRole('button', { name: '예약하기' });
    await send.click();
    await expect(page.getByRole('alert')).toHaveText('예약 중 오류가 발생했습니다.');
    await send.click();
    await expect(page.getByRole('alert')).toHaveText('잠시 쉬어 갑니다.');
    await send.click();
    await expect(page.getByRole('alert')).toHaveText(
      '예약 중 오류가 발생했습니다. 인터넷 연결을 확인한 뒤 다시 눌러 주세요. 여러 번 눌러도 한 번만 예약됩니다.',
    );
    await send.dblclick();
    await expect(page).toHaveURL(/\/reserve\/complete$/);
    const [key] = keys;
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(keys).toEqual([key, key, key, key]);
  },
);
