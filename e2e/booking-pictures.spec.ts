import { requestAs } from './admin-actions.ts';
import { fillDetails, loginAsNewMember, openDetailsForm, reservedDate } from './booking-actions.ts';
import { expect, expectNoAxeViolations, registerMember, test } from './fixtures.ts';
import { loginOnOtherDevice } from './member-actions.ts';
import { createJpeg } from './photo-actions.ts';

test('a client adds reference pictures that nobody else can see', async ({ page, expectPageError }, info) => {
  expectPageError(/status of 404/);
  const member = await loginAsNewMember(page);
  await openDetailsForm(page, reservedDate(info, 19), '09:00 - 10:00');
  await fillDetails(page);
  const files = page.locator('input[type="file"]');
  await files.setInputFiles([await createJpeg('하나.jpg'), await createJpeg('둘.jpg')]);
  const form = page.getByRole('group', { name: '참고 사진' });
  await expect(form.getByRole('img')).toHaveCount(2);
  await expectNoAxeViolations(page);
  await form.getByRole('button', { name: '참고 사진 1 빼기' }).click();
  await expect(form.getByRole('img')).toHaveCount(1);
  // The draft keeps them over a reload.
  await page.reload();
  await expect(form.getByRole('img')).toHaveCount(1);
  await files.setInputFiles([{ name: '글.txt', mimeType: 'text/plain', buffer: Buffer.from('글') }]);
  await expect(page.getByText('JPEG, PNG, WebP, AVIF 사진만 업로드할 수 있습니다.')).toBeVisible();
  await page.getByRole('button', { name: '예약하기' }).click();
  await expect(page).toHaveURL(/\/reserve\/complete$/);

  await page.goto('/reservation-history');
  await expect(page.getByRole('img', { name: '참고 사진 1' })).toBeVisible();
  const token = await loginOnOtherDevice(page, member);
  const { body: list } = await requestAs(page, token, '/api/reservation/my');
  const [{ id = 0 } = {}] = list as { id?: number }[];
  const { body: detail } = await requestAs(page, token, `/api/reservation/${id}`);
  const [picture] = (detail as { pictureIds: string[] }).pictureIds;
  const other = await loginOnOtherDevice(page, await registerMember());
  const guest: Record<string, string> = {};
  for (const headers of [{ authorization: `Bearer ${other}` }, guest]) {
    const response = await page.request.get(`/api/private-file/${picture}`, { headers });
    expect(response.status()).toBe(404);
  }
});
