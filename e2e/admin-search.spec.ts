import type { Page } from '@playwright/test';
import { insertPhoneReservation, loginAsAdmin, reservedFarDate } from './admin-actions.ts';
import { countingInput } from './counting-input.ts';
import {
  createVisitor,
  expect,
  expectNoAxeViolations,
  registerMember,
  test,
  waitForHydration,
} from './fixtures.ts';
import { expectNoLayoutDefects } from './layout-assertions.ts';
import { askByApi } from './question-actions.ts';

const searchButton = (page: Page) =>
  page.getByRole('button', { name: /^검색/ }).and(page.getByRole('navigation').getByRole('button'));
const dialogOf = (page: Page) => page.getByRole('dialog', { name: '검색' });
const group = (page: Page, name: string) => dialogOf(page).getByRole('list', { name, exact: true });

test(
  'a caller is found and her last booking opened with two taps and four digits',
  { tag: ['@full'] },
  async ({ page }, info) => {
    const token = await loginAsAdmin(page);
    const { phoneNumber } = createVisitor();
    const caller = { guestName: '백전화', phoneNumber };
    const [early, last] = [reservedFarDate(info, 9), reservedFarDate(info, 10)];
    await insertPhoneReservation(page, token, { ...caller, date: early, time: '09-10' });
    const id = await insertPhoneReservation(page, token, { ...caller, date: last, time: '09-10' });
    await page.goto('/admin/schedule?view=month');
    await expect(page.getByRole('gridcell').first()).toBeVisible();
    await expect(page.getByText(/불러오는 중입니다/)).toHaveCount(0);
    const { counts, tap, type } = countingInput(page);
    await tap(searchButton(page));
    const field = dialogOf(page).getByRole('textbox');
    await expect(field).toBeFocused();
    await type(field, phoneNumber.slice(-4));
    const found = group(page, '예약').getByRole('link', { name: '백전화' });
    await expect(found).toHaveCount(2);
    await expect(group(page, '예약').locator(`time[datetime='${last}']`)).toBeVisible();
    await expectNoAxeViolations(page);
    // On a desk the page stays visible behind the dialog.
    if (info.project.name === 'phone') await expectNoLayoutDefects(page, 'the search');
    await tap(found.first());
    await expect(page).toHaveURL(`/admin/reservations/${id}`);
    await expect(dialogOf(page)).toBeHidden();
    expect(counts).toEqual({ taps: 2, fields: 1 });
    // The booking took the place of the search in the history.
    await page.goBack();
    await expect(page).toHaveURL('/admin/schedule?view=month');
    await expect(dialogOf(page)).toBeHidden();
  },
);

test(
  'members and inquiries are found with the keyboard alone',
  { tag: ['@full'] },
  async ({ page }, info) => {
    const member = await registerMember();
    const title = `오로라 배경 ${info.project.name} 문의`;
    await askByApi(page, member, { title });
    await loginAsAdmin(page);
    await page.goto('/admin');
    await expect(searchButton(page)).toBeVisible();
    const field = dialogOf(page).getByRole('textbox');
    await page.keyboard.press('Control+k');
    await expect(field).toBeFocused();
    await page.keyboard.type(member.loginId.slice(2));
    const found = group(page, '고객').getByRole('link', { name: member.name });
    await expect(found).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(found).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(field).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/admin\/customers\/.+/);
    await expect(page.getByRole('main')).toBeFocused();

    await page.keyboard.press('Control+k');
    await expect(field).toBeFocused();
    await page.keyboard.type(`로라 배경 ${info.project.name}`);
    await expect(group(page, '문의').getByRole('link', { name: title })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/admin\/questions\?id=/);
    await expect(page.getByRole('main').getByText('답변 내용')).toBeVisible();
  },
);

test(
  'the latest search is shown, failures are retried, and Escape and Back close the search',
  { tag: ['@full'] },
  async ({ page, expectPageError }) => {
    expectPageError(/ERR_FAILED|503/);
    const member = await registerMember();
    await loginAsAdmin(page);
    await page.goto('/admin/members');
    await waitForHydration(page);
    await searchButton(page).click();
    const dialog = dialogOf(page);
    const said = dialog.getByRole('status');
    await expect(dialog.getByRole('textbox')).toBeFocused();
    await page.keyboard.type('김');
    await expect(said).toHaveText('두 글자 이상 입력해 주세요.');

    let release = (): void => undefined;
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isDown = true;
    await page.route('**/api/admin/search?*', async (route) => {
      const keyword = new URL(route.request().url()).searchParams.get('keyword');
      if (keyword === '김느린') await isReleased;
      if (keyword === '실패' && isDown) return route.fulfill({ status: 503 });
      // The page has aborted the request of an earlier keyword.
      return route.continue().catch(() => undefined);
    });
    const slow = page.waitForRequest(/keyword=%EA%B9%80/);
    await page.keyboard.type('느린');
    await slow;
    await dialog.getByRole('textbox').fill(member.loginId);
    const found = group(page, '고객').getByRole('link', { name: member.name });
    await expect(found).toBeVisible();
    release();
    await page.waitForTimeout(300);
    await expect(found).toBeVisible();

    await dialog.getByRole('textbox').fill('없는낱말');
    await expect(said).toHaveText('검색 결과가 없습니다.');
    await dialog.getByRole('textbox').fill('실패');
    await expect(dialog.getByText('검색 중 오류가 발생했습니다.')).toBeVisible();
    isDown = false;
    await dialog.getByRole('button', { name: '다시 시도' }).click();
    await expect(said).toHaveText('검색 결과가 없습니다.');

    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(searchButton(page)).toBeFocused();
    await searchButton(page).click();
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL('/admin/members');
  },
);
