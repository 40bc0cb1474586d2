import { loginAsAdmin } from './admin-actions.ts';
import { loginAsNewMember, fillDetails, openDetailsForm, reservedDate } from './booking-actions.ts';
import { expect, test } from './fixtures.ts';
import { publishPrice } from './settings-actions.ts';

test(
  'a price that changes while a visitor books is shown with the old one and asked again',
  { tag: ['@full'] },
  async ({ page, expectPageError }, info) => {
    expectPageError(/status of 409/);
    const token = await loginAsAdmin(page);
    await loginAsNewMember(page);
    await openDetailsForm(page, reservedDate(info, 150), '09:00 - 10:00');
    const offered = page.getByRole('group', { name: '상품' });
    await expect(offered).toContainText('600,000원~');
    await expect(offered).toContainText('푸드 스타일링');
    await fillDetails(page);
    await publishPrice(page, token, 'food', 650_000);
    try {
      await page.getByRole('button', { name: '예약하기' }).click();
      const question = page.getByRole('alertdialog');
      await expect(question).toContainText('이전: 음식 600,000원~');
      await expect(question).toContainText('지금: 음식 650,000원~');
      await question.getByRole('button', { name: '취소' }).click();
      await expect(offered).toContainText('650,000원~');
      await expect(page).toHaveURL(/\/reserve\/form$/);
      await page.getByRole('button', { name: '예약하기' }).click();
      await expect(page).toHaveURL(/\/reserve\/complete$/);
    } finally {
      await publishPrice(page, token, 'food', 600_000);
    }
  },
);
