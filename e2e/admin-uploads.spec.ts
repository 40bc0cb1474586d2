import { loginAsAdmin } from './admin-actions.ts';
import { expect, expectNoAxeViolations, test } from './fixtures.ts';
import { mainButton } from './member-actions.ts';
import { chooseFiles, createJpeg, photoTiles, queuedUpload, removePhotos } from './photo-actions.ts';

test(
  'photos can be uploaded hidden, and files that are registered already or small are named before the upload',
  { tag: ['@full', '@once'] },
  async ({ page }) => {
    const token = await loginAsAdmin(page);
    const [first, second] = [await createJpeg('hidden-a.jpg'), await createJpeg('hidden-b.jpg')];
    const small = await createJpeg('small.jpg', 900);
    const names = [first.name, second.name, small.name];
    const shown = async () =>
      ((await (await page.request.get('/api/photo?category=PRODUCT')).json()) as object[]).length;
    const before = await shown();
    await page.goto('/admin/photos?category=PRODUCT');
    await chooseFiles(page, first);
    await page.getByLabel('숨긴 채 업로드').check();
    await mainButton(page, '1장 업로드').click();
    await expect(page.getByText('1장 완료', { exact: true })).toBeVisible();
    await expect(photoTiles(page).first()).toContainText('숨김');
    expect(await shown()).toBe(before);

    await page.goto('/admin/photos?category=FOOD');
    await chooseFiles(page, { ...first, name: 'copy.jpg' }, small, second);
    await expect(
      page.getByText('이미 등록되었거나 작은 사진이 2장 있습니다: copy.jpg, small.jpg.'),
    ).toBeVisible();
    await expect(queuedUpload(page, 'copy.jpg')).toContainText('이미 등록된 사진입니다(제품).');
    await expect(queuedUpload(page, small.name)).toContainText('긴 변이 900픽셀이라');
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: '2장 빼기' }).click();
    await expect(mainButton(page, '파일 선택')).toBeFocused();
    await expect(mainButton(page, '1장 업로드')).toBeVisible();

    // A press before the files are inspected waits, and uploads nothing that was not named yet.
    let answer = (): void => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/content-hashes', async (route) => {
      await held;
      await route.continue();
    });
    await chooseFiles(page, small);
    await mainButton(page, '2장 업로드').click();
    await expect(mainButton(page, '2장 업로드')).toHaveAttribute('aria-busy', 'true');
    answer();
    await expect(page.getByText('작은 사진이 1장 있습니다: small.jpg.')).toBeVisible();
    await expect(queuedUpload(page, second.name)).toContainText('업로드 전');
    await mainButton(page, '2장 업로드').click();
    await expect(page.getByText('2장 완료', { exact: true })).toBeVisible();
    for (const category of ['PRODUCT', 'FOOD'] as const) await removePhotos(page, token, category, names);
  },
);
