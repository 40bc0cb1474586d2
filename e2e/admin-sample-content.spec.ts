import { answerConfirmation, loginAsAdmin } from './admin-actions.ts';
import { expect, test } from './fixtures.ts';

test(
  'an admin removes the sample content with one button',
  { tag: ['@full'] },
  async ({ page, expectPageError }) => {
    expectPageError(/status of 500/);
    await loginAsAdmin(page);
    // Other tests use the sample content, so its removal is mocked.
    let counts = { photos: 28, questions: 7 };
    let status = 500;
    await page.route('**/api/admin/sample', async (route) => {
      if (route.request().method() === 'GET') return route.fulfill({ json: counts });
      if (status === 204) counts = { photos: 0, questions: 0 };
      return route.fulfill({ status, json: status === 204 ? undefined : {} });
    });
    await page.goto('/admin');
    const notice = page.getByText('예시 사진 28장과 예시 문의 7건이 등록되어 있습니다.');
    const remove = page.getByRole('button', { name: '예시 자료 삭제' });
    await remove.click();
    await answerConfirmation(page, '예시 사진과 문의를 모두 삭제할까요?', '취소');
    await expect(notice).toBeVisible();

    await remove.click();
    await answerConfirmation(page, '예시 사진과 문의를 모두 삭제할까요?', '모두 삭제');
    await expect(page.getByText('처리 중 오류가 발생했습니다.')).toBeVisible();
    status = 204;
    const deskReload = page.waitForResponse('**/api/admin/desk');
    await remove.click();
    await answerConfirmation(page, '되돌릴 수 없습니다.', '모두 삭제');
    // The desk shows neither the removed inquiries nor the step any more.
    await deskReload;
    await expect(page.getByText('예시 자료를 모두 삭제했습니다.')).toBeVisible();
    await Promise.all([page.waitForResponse('**/api/admin/sample'), page.reload()]);
    await expect(page.getByRole('list', { name: '처리할 일' })).toBeVisible();
    await expect(remove).toHaveCount(0);
  },
);
