import { loginAsAdmin } from './admin-actions.ts';
import { expect, expectNoAxeViolations, test } from './fixtures.ts';
import { field, mainButton } from './member-actions.ts';
import { chooseFiles, createJpeg, removePhotos } from './photo-actions.ts';

test(
  'an admin describes, hides and moves several photos, and chooses one for the home page',
  { tag: ['@full', '@once'] },
  async ({ page }) => {
    const token = await loginAsAdmin(page);
    const files = await Promise.all(['pick-a', 'pick-b'].map((name) => createJpeg(`${name}.jpg`)));
    const names = files.map(({ name }) => name);
    await page.goto('/admin/photos?category=food');
    await chooseFiles(page, ...files);
    await mainButton(page, '2장 업로드').click();
    await expect(page.getByText('2장 완료', { exact: true })).toBeVisible();

    await mainButton(page, '여러 장 선택').click();
    await field(page, '1번째 사진 선택').check();
    await field(page, '2번째 사진 선택').check();
    await expect(page.getByText('2장 선택', { exact: true })).toBeVisible();
    await expectNoAxeViolations(page);
    await mainButton(page, '설명 쓰기').click();
    await field(page, '1번째 사진 설명').fill('첫째 접시');
    await field(page, '2번째 사진 설명').fill('둘째 접시');
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: '저장', exact: true }).click();
    await expect(page.getByText('사진 2장의 설명을 저장했습니다.')).toBeVisible();
    await expect(page.getByText('첫째 접시')).toBeVisible();

    const shown = async () =>
      ((await (await page.request.get('/api/photo?category=FOOD')).json()) as { alt: string }[]).map(
        ({ alt }) => alt,
      );
    await mainButton(page, '숨기기').click();
    await expect(page.getByText('사진 2장을 숨겼습니다.')).toBeVisible();
    expect(await shown()).not.toContain('첫째 접시');
    await mainButton(page, '다시 표시').click();
    await expect(page.getByText('사진 2장을 다시 표시합니다.')).toBeVisible();
    expect(await shown()).toContain('첫째 접시');

    await mainButton(page, '옮기기').click();
    await field(page, '옮길 카테고리').selectOption('웨딩');
    await page.getByRole('dialog').getByRole('button', { name: '옮기기' }).click();
    await expect(page.getByText('사진 2장을 ‘웨딩’ 맨 앞으로 옮겼습니다.')).toBeVisible();
    await mainButton(page, '선택 마치기').click();

    await page.goto('/admin/photos?category=food_main');
    await mainButton(page, '업로드한 사진에서 선택').click();
    await page.getByRole('dialog').getByLabel('사진 카테고리').selectOption('웨딩');
    await page.getByRole('button', { name: '둘째 접시' }).click();
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: '홈에 표시' }).click();
    await expect(page.getByText('선택한 사진이 홈의 ‘음식 대표’ 자리에 표시됩니다.')).toBeVisible();
    const home = (await (await page.request.get('/api/photo/home')).json()) as { FOOD_MAIN: { alt: string } };
    expect(home.FOOD_MAIN.alt).toBe('둘째 접시');
    for (const category of ['WEDDING', 'FOOD_MAIN'] as const)
      await removePhotos(page, token, category, names);
  },
);
