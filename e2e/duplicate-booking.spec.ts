import type { Page } from '@playwright/test';
import { loginAsNewMember, fillDetails, openDetailsForm, reservedDate } from './booking-actions.ts';
import { expect, test } from './fixtures.ts';

const book = async (page: Page): Promise<string> => {
  await page.getByRole('button', { name: '예약하기' }).dblclick();
  await expect(page).toHaveURL(/\/reserve\/complete$/);
  return page.getByText(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/).innerText();
};

test(
  'F-08 submitting in two tabs, the back button and a reload create one reservation',
  { tag: ['@full', '@2-booking-kept'] },
  async ({ page }, info) => {
    const date = reservedDate(info, 60);
    await loginAsNewMember(page);
    const second = await page.context().newPage();
    for (const tab of [page, second]) {
      await openDetailsForm(tab, date, '09:00 - 10:00');
      await fillDetails(tab);
    }
    const code = await book(page);
    await expect(second.getByText('시간을 잡아 두었던 기한이 지났습니다.')).toBeVisible();
    expect(await book(second)).toBe(code);

    const posts: string[] = [];
    page.on('request', (sent) => sent.method() === 'POST' && posts.push(sent.url()));
    await page.reload();
    await expect(page.getByText(code)).toBeVisible();
    // Going back from the completion page does not show the filled form again.
    await page.goBack();
    await expect(page).toHaveURL(/\/reserve\/(date|type)/);
    await page.goForward();
    await expect(page.getByText(code)).toBeVisible();
    expect(posts).toEqual([]);

    // Another tab has its own session storage and therefore no result to show.
    const third = await page.context().newPage();
    await third.goto('/reserve/complete');
    await expect(third).toHaveURL('/reserve/type');
    await third.close();

    await page.getByRole('link', { name: '예약 내역 보기' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: /[0-9A-Z]{5}-[0-9A-Z]{5}/ })).toHaveCount(1);
    await second.close();
  },
);
