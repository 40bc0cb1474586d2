import { insertPhoneReservation, loginAsAdmin, readBookedTimes } from './admin-actions.ts';
import { bookByApi, confirmAlert, reservedDate } from './booking-actions.ts';
import {
  adminCredentials,
  createVisitor,
  expect,
  expectNoAxeViolations,
  registerMember,
  test,
} from './fixtures.ts';
import { canLogIn, mainButton } from './member-actions.ts';
import { askByApi, uniqueWord } from './question-actions.ts';

test(
  'L-03 an admin deletes a member after reading what is deleted and what the law keeps',
  { tag: ['@full'] },
  async ({ page, browser, baseURL, expectPageError }, info) => {
    expectPageError(/status of 400/);
    const date = reservedDate(info, 146);
    const name = `지울${info.project.name}${Date.now() % 100_000}`;
    const member = await registerMember({ ...createVisitor(), name });
    await bookByApi(page, member, { date, time: '18-19' });
    await askByApi(page, member, { title: uniqueWord() });
    await loginAsAdmin(page);
    await page.goto(`/admin/members?name=${encodeURIComponent(name)}`);
    await page.getByRole('listitem').getByRole('link', { name }).click();
    await mainButton(page, '회원 삭제').click();
    const dialog = page.getByRole('dialog', { name: '회원 삭제' });
    await expect(dialog).toContainText('예정된 예약 1건이 모두 취소되고');
    await expect(dialog).toContainText('남기신 문의 1건이 답변과 함께 모두 삭제됩니다.');
    await expect(dialog).toContainText('계약 또는 청약철회 등에 관한 기록: 5년');
    await expect(dialog).toContainText('로그인 기록: 3개월');
    await expectNoAxeViolations(page);

    const password = dialog.getByLabel('현재 비밀번호');
    await password.fill('wrong-password');
    await dialog.getByRole('button', { name: '삭제', exact: true }).click();
    await expect(dialog).toContainText('현재 비밀번호가 일치하지 않습니다.');
    await password.fill(adminCredentials().password);
    await dialog.getByRole('button', { name: '삭제', exact: true }).click();
    await confirmAlert(page, '회원을 삭제했습니다.');
    await expect(page).toHaveURL('/admin/customers');
    await expect(page.getByRole('link', { name })).toHaveCount(0);
    expect(await canLogIn(browser, baseURL, member)).toBe(false);
    expect(await readBookedTimes(page, date)).toEqual([]);
  },
);

test('L-03 an admin deletes a customer who booked by phone', { tag: ['@full'] }, async ({ page }, info) => {
  const date = reservedDate(info, 147);
  const token = await loginAsAdmin(page);
  const caller = { guestName: '지울전화', phoneNumber: createVisitor().phoneNumber };
  const id = await insertPhoneReservation(page, token, { ...caller, date, time: '15-16' });
  await insertPhoneReservation(page, token, { ...caller, date, time: '18-19' });
  await page.goto(`/admin/reservations/${id}`);
  await mainButton(page, '고객 정보 삭제').click();
  const dialog = page.getByRole('dialog', { name: '고객 정보 삭제' });
  await expect(dialog).toContainText('이 고객의 전화 예약 2건이 해당합니다.');
  await expect(dialog).toContainText('예정된 예약 2건이 모두 취소되고');
  await expect(dialog).toContainText('계약 또는 청약철회 등에 관한 기록: 5년');
  await expectNoAxeViolations(page);
  await dialog.getByLabel('현재 비밀번호').fill(adminCredentials().password);
  await dialog.getByRole('button', { name: '삭제', exact: true }).click();
  await confirmAlert(page, '고객 정보를 삭제했습니다.');
  await expect(page).toHaveURL('/admin/reservations');
  expect(await readBookedTimes(page, date)).toEqual([]);
  await page.goto(`/admin/reservations/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: '삭제한 고객' })).toBeVisible();
  await expect(mainButton(page, '고객 정보 삭제')).toHaveCount(0);
});
