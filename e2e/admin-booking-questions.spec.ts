import { loginAsAdmin } from './admin-actions.ts';
import { expect, expectNoAxeViolations, test } from './fixtures.ts';
import { changeQuestions, landscapeQuestion, publishQuestions } from './settings-actions.ts';

test(
  'an admin sees only the inputs of the kind of a question, and the preview asks it',
  { tag: ['@full'] },
  async ({ page }) => {
    const token = await loginAsAdmin(page);
    // Other tests wait until there are none, and would delete the draft.
    await publishQuestions(page, token, [landscapeQuestion('1-1', 'LINE', '이름')]);
    try {
      await page.goto('/admin/settings');
      await page.locator('a[href="/admin/settings/bookingQuestions"]').click();
      const item = page.getByRole('group', { name: '질문 1' });
      await item.getByRole('button', { name: '이름' }).click();
      await item.getByLabel('질문', { exact: true }).fill('장소');
      await expect(item.getByLabel('단위')).toHaveCount(0);
      await item.getByLabel('답변 방식').selectOption({ label: '숫자' });
      await expect(item.getByLabel('단위')).toBeVisible();
      await item.getByLabel('답변 방식').selectOption({ label: '선택지에서 하나' });
      await expect(item.getByLabel('단위')).toHaveCount(0);
      await item.getByLabel('선택지', { exact: true }).fill('실내\n');
      await page.getByRole('button', { name: '초안 저장' }).click();
      await expect(item.getByText('선택지는 2개부터 8개까지 입력해 주세요.')).toBeVisible();
      // An input with an error stays, whatever the kind.
      await item.getByLabel('답변 방식').selectOption({ label: '예/아니요' });
      await item.getByLabel('답변 방식').selectOption({ label: '선택지에서 하나' });
      await item.getByLabel('선택지', { exact: true }).fill('실내\n야외');
      await expectNoAxeViolations(page);
      await page.getByRole('button', { name: '미리보기' }).click();
      const preview = page.getByRole('radiogroup', { name: '장소' });
      await expect(preview.getByRole('radio')).toHaveCount(3);
      await expect(preview.getByLabel('선택 안 함')).toBeChecked();
      await expectNoAxeViolations(page);
    } finally {
      await changeQuestions(page, token, []);
    }
  },
);
