import { requestAs } from './admin-actions.ts';
import { fillDetails, loginAsNewMember, openDetailsForm, reservedDate } from './booking-actions.ts';
import { expect, expectNoAxeViolations, registerMember, test } from './fixtures.ts';
import { loginOnOtherDevice } from './member-actions.ts';
import { createJpeg } from './photo-actions.ts';

test(
  'a client adds reference pictures that nobody else can see',
  { tag: ['@full'] },
  async ({ page, expectPageError }, info) => {
    expectPageError(/status of 404/);
    const member = await loginAsNewMember(page);
    await openDetailsForm(page, reservedDate(info, 19), '09:00 - 10:00');
    await fillDetails(page);
    const files = page.locator('input[type="file"]');
    await files.setInputFiles([await createJpeg('하나.jpg'), await createJpeg('둘.jpg')]);
    const form = page.getByRole('group', { name: '참고 사진' });
    await expect(form.getByRole('img')).toHaveCount(2);
    await expectNoAxeViolations(page);
    await form.getByRole('button', { name: '참고 사진 1 삭제' }).click();
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
  },
);

test(
  'the limits of reference pictures are named before and after a client exceeds them',
  { tag: ['@full'] },
  async ({ page, expectPageError }, info) => {
    expectPageError(/status of (409|429|507)/);
    const member = await loginAsNewMember(page);
    await openDetailsForm(page, reservedDate(info, 68), '09:00 - 10:00');
    const form = page.getByRole('group', { name: '참고 사진' });
    await expect(form.getByText(/5장까지, 장당 10MB와 6,000만 화소까지 업로드할 수 있습니다/)).toBeVisible();
    const files = page.locator('input[type="file"]');
    // The file is made in the page, because sending it there takes long.
    await files.evaluate((input: HTMLInputElement) => {
      const chosen = new DataTransfer();
      chosen.items.add(
        new File([new Uint8Array(10 * 1024 * 1024 + 1)], '큰 사진.jpg', { type: 'image/jpeg' }),
      );
      input.files = chosen.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await expect(form.getByText('10MB까지 업로드할 수 있습니다.')).toBeVisible();

    for (const [status, code, message] of [
      [
        507,
        'STORAGE_FULL',
        '저장 공간이 부족해 지금은 사진을 업로드할 수 없습니다. 나중에 다시 업로드해 주세요.',
      ],
      [429, 'TOO_MANY_REQUESTS', '앞서 업로드하신 사진을 처리하고 있습니다. 잠시 후 다시 업로드해 주세요.'],
    ] as const) {
      await page.route('**/api/private-file/upload-url', (route) =>
        route.fulfill({ status, json: { code, message }, headers: { 'retry-after': '5' } }),
      );
      await files.setInputFiles([await createJpeg('하나.jpg')]);
      await expect(form.getByText(message)).toBeVisible();
      await page.unroute('**/api/private-file/upload-url');
    }

    const token = await loginOnOtherDevice(page, member);
    const upload = { fileName: '꽃.jpg', contentType: 'image/jpeg', contentLength: 100 };
    for (let count = 0; count < 10; count += 1)
      expect((await requestAs(page, token, '/api/private-file/upload-url', upload)).status).toBe(200);
    await files.setInputFiles([await createJpeg('하나.jpg')]);
    await expect(
      form.getByText(
        '업로드해 두신 사진이 너무 많습니다. 예약에 쓰지 않을 사진을 삭제하고 잠시 후 다시 업로드해 주세요.',
      ),
    ).toBeVisible();
    await expectNoAxeViolations(page);
  },
);
