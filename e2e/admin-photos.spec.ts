import type { PhotoCategory } from '#core/files/contract/photos.ts';
import { answerConfirmation, requestAs, loginAsAdmin } from './admin-actions.ts';
import { confirmAlert, loginAsNewMember } from './booking-actions.ts';
import { test as base, expect, expectNoAxeViolations } from './fixtures.ts';
import { inputModeFor, tabTo } from './input-modes.ts';
import { field, loginOnOtherDevice, logOut, mainButton, menuLink, openMenu } from './member-actions.ts';
import {
  galleryOf,
  dropOrPasteFiles,
  createJpeg,
  listPhotos,
  chooseFiles,
  chooseFilesWith,
  queuedUpload,
  removePhotos,
  photoTiles,
} from './photo-actions.ts';
import { recordApiCalls } from './recorded-api-calls.ts';

interface PhotoFixtures {
  /** Registers files that the test uploads: they are deleted after the test, whether it passes or fails. */
  willHang: (token: string, category: PhotoCategory, names: readonly string[]) => void;
}

const test = base.extend<PhotoFixtures>({
  willHang: async ({ page }, provide) => {
    const hung: Parameters<PhotoFixtures['willHang']>[] = [];
    await provide((...photos) => void hung.push(photos));
    for (const photos of hung) await removePhotos(page, ...photos);
  },
});

test(
  'an admin uploads, describes, reorders, deletes and restores photos (S-070)',
  {
    tag: ['@2-admin-photos', '@5-file-required', '@6-admin-photos', '@7-delete-photo', '@keys-admin-photos'],
  },
  async ({ page, expectPageError, willHang }, info) => {
    expectPageError(/status of 409/);
    const input = inputModeFor(page, info);
    const category = galleryOf(info, 'journey');
    const token = await loginAsAdmin(page);
    const [first, second, third] = await Promise.all(
      ['a', 'b', 'c'].map((name) => createJpeg(`${name}-${info.project.name}.jpg`)),
    );
    if (first === undefined || second === undefined || third === undefined) throw new Error('no files');
    const names = [first.name, second.name, third.name];
    willHang(token, category, names);
    const before = (await listPhotos(page, token, category)).length;
    await page.goto('/');
    await openMenu(page, '관리', input);
    await input.press(menuLink(page, '사진 관리'));
    await expect(page.getByRole('heading', { level: 1, name: '사진 관리' })).toBeVisible();
    await page.goto(`/admin/photos?category=${category.toLowerCase()}`);
    await expect(page.getByRole('heading', { level: 2, name: `${before}장` })).toBeVisible();
    await expect(photoTiles(page)).toHaveCount(before);

    await input.press(mainButton(page, '업로드'));
    await expect(page.getByText('파일을 선택해 주세요.')).toBeVisible();
    await chooseFilesWith(input, page, first, second);
    await expect(page.getByText('파일을 선택해 주세요.')).toBeHidden();
    await dropOrPasteFiles(page, 'drop', third, { ...first, name: 'again.jpg' });
    await dropOrPasteFiles(page, 'paste', {
      name: 'memo.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('memo'),
    });
    await expect(queuedUpload(page, 'memo.pdf')).toContainText(
      'JPEG, PNG, WebP, AVIF 사진만 업로드할 수 있습니다.',
    );
    await expect(page.getByText('사진 4장을 선택했습니다. 1장은 업로드할 수 없습니다.')).toBeAttached();
    await expect(queuedUpload(page, first.name).locator('img')).toBeVisible();
    await input.press(mainButton(page, '4장 업로드'));
    await expect(page.getByText('3장 완료', { exact: true })).toBeVisible();
    for (const name of names) await expect(queuedUpload(page, name)).toContainText('완료');
    await expect(queuedUpload(page, 'again.jpg')).toContainText('이미 등록됨');
    await expect(queuedUpload(page, 'again.jpg')).toContainText('이 카테고리에 이미 등록된 사진입니다.');

    // New photos come first, in the order of upload, for the admin and for visitors.
    await expect(photoTiles(page)).toHaveCount(before + 3);
    const originalNames = async () =>
      (await listPhotos(page, token, category)).slice(0, 3).map((photo) => photo.originalFileName);
    await expect.poll(originalNames).toEqual(names);
    await input.press(mainButton(page, '완료된 항목 제거'));
    await expect(page.getByRole('list', { name: '업로드할 사진' })).toBeHidden();
    await expect(mainButton(page, '파일 선택')).toBeFocused();
    await expect(photoTiles(page).first()).toContainText('설명 없음');

    // A file with the same content is not published again.
    await chooseFilesWith(input, page, { ...second, name: 'copy.jpg' });
    await expect(page.getByText('이미 등록되었거나 작은 사진이 1장 있습니다: copy.jpg.')).toBeVisible();
    await input.press(mainButton(page, '1장 업로드'));
    await expect(queuedUpload(page, 'copy.jpg')).toContainText('이 카테고리에 이미 등록된 사진입니다.');
    await expect(queuedUpload(page, 'copy.jpg')).toContainText('이미 등록됨');
    await input.press(page.getByRole('button', { name: '목록에서 제거: copy.jpg' }));
    await expect(mainButton(page, '파일 선택')).toBeFocused();

    const said = `시험 사진 ${info.project.name}`;
    await input.press(page.getByRole('button', { name: '1번째 사진 수정', exact: true }));
    await input.fill(field(page, '사진 설명'), said);
    await input.press(page.getByRole('dialog').getByRole('button', { name: '저장' }));
    await expect(page.getByText('사진을 저장했습니다.')).toBeVisible();
    await expect(photoTiles(page).first()).toContainText(said);

    // By keyboard: pick up, move right, drop.
    const handle = page.getByRole('button', { name: '1번째 사진 순서 변경', exact: true });
    await expect(handle).toBeEnabled();
    await tabTo(page, handle);
    await page.keyboard.press('Space');
    await expect(page.getByText('1번째 사진을 선택했습니다.')).toBeAttached();
    // A key that arrives before the tiles are measured does nothing.
    await expect(async () => {
      await page.keyboard.press('ArrowRight');
      await expect(page.getByText('2번째 자리로 옮겼습니다.')).toBeAttached({ timeout: 3_000 });
    }).toPass();
    await page.keyboard.press('Space');
    await expect(page.getByText('순서를 저장했습니다.')).toBeVisible();
    await expect(photoTiles(page).nth(1)).toContainText(said);
    await page.reload();
    await expect(photoTiles(page).nth(1)).toContainText(said);
    // Without dragging.
    await input.press(page.getByRole('button', { name: '2번째 사진 수정', exact: true }));
    await input.select(field(page, '순서'), '첫 번째(맨 앞)');
    await input.press(page.getByRole('dialog').getByRole('button', { name: '저장' }));
    await expect(page.getByText('순서를 저장했습니다.')).toBeVisible();
    await expect(photoTiles(page).first()).toContainText(said);

    const [described] = await listPhotos(page, token, category);
    const callOf = recordApiCalls(page);
    await input.press(page.getByRole('button', { name: '1번째 사진 삭제', exact: true }));
    await expect(page.getByText('사진을 삭제했습니다.')).toBeVisible();
    expect((await callOf(`DELETE /api/admin/photo/${described?.id}`)).status).toBe(204);
    expect(await originalNames()).not.toContain(first.name);
    await expect(photoTiles(page).first()).not.toContainText(said);
    await page.keyboard.press('Tab');
    await expect(mainButton(page, '되돌리기')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(photoTiles(page).first()).toContainText(said);
    await expect(mainButton(page, '되돌리기')).toBeHidden();
    await expect(page.getByText('사진을 되돌렸습니다.')).toBeAttached();

    await page.goto(`/category/${category}`);
    await expect(page.getByRole('button', { name: `1번째 사진 크게 보기: ${said}` })).toBeAttached();
  },
);

test(
  'one press resumes an interrupted upload, and leaving the page during an upload asks for confirmation (F-09)',
  { tag: ['@full', '@7-signed-url', '@7-put-file', '@7-save-metadata', '@8-upload'] },
  async ({ page, expectPageError, willHang }, info) => {
    expectPageError(/net::ERR_/);
    const category = galleryOf(info, 'trouble');
    const token = await loginAsAdmin(page);
    const file = await createJpeg(`cut-${info.project.name}.jpg`);
    willHang(token, category, [file.name]);
    await page.goto(`/admin/photos?category=${category}`);
    await expect(photoTiles(page).first()).toBeVisible();
    const before = await photoTiles(page).count();
    const callOf = recordApiCalls(page);
    await page.route('**/uploads/**', (route) => route.abort('connectionreset'));
    await chooseFiles(page, file);
    await mainButton(page, '1장 업로드').click();
    await expect(queuedUpload(page, file.name)).toContainText('업로드 중 오류가 발생했습니다.');
    await expect(queuedUpload(page, file.name)).toContainText('실패');
    expect(await listPhotos(page, token, category)).toHaveLength(before);
    await page.unroute('**/uploads/**');
    await menuLink(page, '오늘').click();
    await answerConfirmation(page, '아직 업로드하지 않은 사진이 1장 있습니다.', '취소');

    // The upload is resumed and delayed: leaving the page asks for confirmation.
    let goOn = (): void => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route('**/save-metadata', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('button', { name: `다시 시도: ${file.name}` }).click();
    await expect(queuedUpload(page, file.name)).toContainText('처리 중');
    await expect(queuedUpload(page, file.name)).toBeFocused();
    await expect(page.getByRole('button', { name: '1번째 사진 순서 변경' })).toBeDisabled();
    await logOut(page);
    await answerConfirmation(page, '사진을 업로드하고 있습니다.', '취소');
    await menuLink(page, '오늘').click();
    await answerConfirmation(page, '사진을 업로드하고 있습니다.', '취소');
    await expect(page).toHaveURL(new RegExp(`category=${category}$`));
    const warning = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    expect((await warning).type()).toBe('beforeunload');
    await (await warning).dismiss();
    goOn();
    await expect(page.getByText('1장 완료', { exact: true })).toBeVisible();
    await expect(photoTiles(page)).toHaveCount(before + 1);

    const requested = await callOf('POST /api/admin/photo/generate-signed-url');
    expect(requested.body).toMatchObject({ fileName: file.name, contentType: 'image/jpeg' });
    const { signedUrl, savedFileName } = requested.responseBody as {
      signedUrl: string;
      savedFileName: string;
    };
    const put = await callOf(`PUT ${new URL(signedUrl, page.url()).pathname}`);
    expect(put.headers['content-type']).toBe('image/jpeg');
    expect((await callOf('POST /api/admin/photo/save-metadata')).body).toEqual({
      category,
      originalFileName: file.name,
      savedFileName,
    });
    await menuLink(page, '오늘').click();
    await expect(page).toHaveURL('/admin');
  },
);

test(
  'photo changes that the server rejects show its message and are rolled back',
  { tag: ['@full', '@8-delete-photo', '@8-server-message'] },
  async ({ page, expectPageError }) => {
    expectPageError(/status of (409|429|500)/);
    const token = await loginAsAdmin(page);
    const [, moved] = await listPhotos(page, token, 'PRODUCT');
    const file = await createJpeg('refused.jpg');
    await page.goto('/admin/photos?category=FOOD_MAIN');
    const tile = photoTiles(page).first();
    await expect(tile).toContainText('홈');

    let json = {};
    await page.route('**/api/admin/photo/*', (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 500, json }) : route.fallback(),
    );
    const remove = page.getByRole('button', { name: '1번째 사진 삭제' });
    await remove.click();
    await expect(page.getByRole('alert').getByText('삭제 실패', { exact: true })).toBeVisible();
    json = { message: '잠시 쉬어 갑니다.' };
    await remove.click();
    await expect(page.getByRole('alert').getByText('잠시 쉬어 갑니다.')).toBeVisible();
    await expect(tile).toContainText('홈');

    // The first response is 429 with one second to wait. The retry is rejected because the category is full.
    let tries = 0;
    await page.route('**/generate-signed-url', (route) => {
      tries += 1;
      return tries === 1
        ? route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: { code: 'TOO_MANY_REQUESTS' } })
        : route.fulfill({
            status: 409,
            json: { code: 'CATEGORY_FULL', message: '한 카테고리에는 사진을 500장까지 등록할 수 있습니다.' },
          });
    });
    await chooseFiles(page, file);
    await mainButton(page, '1장 업로드').click();
    await expect(page.getByText('후 자동으로 이어서 업로드합니다.').first()).toBeAttached();
    await expect(queuedUpload(page, file.name)).toContainText(
      '한 카테고리에는 사진을 500장까지 등록할 수 있습니다.',
    );
    expect(tries).toBe(2);
    await page.getByRole('button', { name: `목록에서 제거: ${file.name}` }).click();

    await page.goto('/admin/photos?category=PRODUCT');
    await expect(photoTiles(page).nth(2)).toBeVisible();
    await page.route('**/api/admin/photo/order', (route) =>
      route.fulfill({
        status: 409,
        json: { code: 'PHOTOS_CHANGED', message: '그사이 사진이 변경되었습니다. 다시 확인해 주세요.' },
      }),
    );
    await page.getByRole('button', { name: '2번째 사진 수정', exact: true }).click();
    await field(page, '순서').selectOption('첫 번째(맨 앞)');
    await page.getByRole('dialog').getByRole('button', { name: '저장' }).click();
    await expect(page.getByRole('alert')).toContainText('그사이 사진이 변경되었습니다. 다시 확인해 주세요.');

    // Responses to two saves arrive while another dialog is open and do not affect it.
    const responses: (() => Promise<void>)[] = [];
    await page.route('**/api/admin/photo/*', (route) => {
      if (route.request().method() !== 'PUT') return route.fallback();
      responses.push(() => route.fulfill({ status: 500, json: {} }));
    });
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: '1번째 사진 수정', exact: true }).click();
    await field(page, '사진 설명').fill('늦은 설명');
    await dialog.getByRole('button', { name: '저장' }).click();
    await expect.poll(() => responses.length).toBe(1);
    await dialog.getByRole('button', { name: '취소' }).click();
    await page.getByRole('button', { name: '2번째 사진 수정', exact: true }).click();
    await field(page, '사진 설명').fill('쓰고 있는 설명');
    await responses[0]?.();
    await expect(page.getByText('변경한 내용을 저장하지 못했습니다.')).toBeVisible();
    await expect(field(page, '사진 설명')).toHaveValue('쓰고 있는 설명');
    await dialog.getByRole('button', { name: '취소' }).click();

    // A photo moved to another category disappears with its button.
    await page.route('**/api/admin/photo/*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ json: { ...moved, category: 'FOOD' } })
        : route.fallback(),
    );
    await page.getByRole('button', { name: '2번째 사진 수정', exact: true }).click();
    await field(page, '카테고리').selectOption('음식');
    await dialog.getByRole('button', { name: '저장' }).click();
    await expect(page.getByText('사진을 ‘음식’ 맨 앞으로 옮겼습니다.')).toBeVisible();
    await expect(page.locator(':focus')).toContainText('맨 앞으로 옮겼습니다.');
  },
);

test(
  'uploading a photo requires an admin: the server rejects guests and members, the page redirects to the login',
  { tag: ['@full', '@5-upload-login'] },
  async ({ page, expectPageError }) => {
    expectPageError(/status of 40[01]/);
    const file = await createJpeg('nobody.jpg');
    const request = { fileName: file.name, contentType: file.mimeType, contentLength: file.buffer.length };
    const askFor = async (token: string): Promise<number> =>
      (await requestAs(page, token, '/api/admin/photo/generate-signed-url', request)).status;
    await page.goto('/admin/photos');
    await expect(page).toHaveURL('/login');
    expect(await askFor('none')).toBe(401);
    const member = await loginAsNewMember(page);
    await page.goto('/admin/photos');
    await expect(page.getByRole('heading', { name: '접근 권한이 없습니다' })).toBeVisible();
    expect(await askFor(await loginOnOtherDevice(page, member))).toBe(403);

    // The admin's session ends while the page is open.
    await loginAsAdmin(page);
    await page.goto('/admin/photos');
    for (const call of ['**/generate-signed-url', '**/api/auth/reissue'])
      await page.route(call, (route) => route.fulfill({ status: 401, json: {} }));
    await chooseFiles(page, file);
    await mainButton(page, '1장 업로드').click();
    await confirmAlert(page, '세션이 만료되었습니다. 다시 로그인해주세요.');
    await expect(page).toHaveURL('/login');
  },
);

test(
  'axe finds no violations in the photo page with photos, during an upload, empty and with a damaged photo',
  { tag: ['@full', '@8-no-photos', '@8-home-photos'] },
  async ({ page }) => {
    const token = await loginAsAdmin(page);
    const [photo] = await listPhotos(page, token, 'REPRESENTATIVE');
    const file = await createJpeg('axe.jpg');
    await page.goto('/admin/photos?category=WEDDING_MAIN');
    await expect(photoTiles(page).first()).toBeVisible();
    await page.route('**/generate-signed-url', () => {});
    await chooseFiles(page, file, { ...file, name: 'twice.jpg' });
    await mainButton(page, '2장 업로드').click();
    await expect(queuedUpload(page, file.name)).toContainText('업로드 중');
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: '1번째 사진 수정', exact: true }).click();
    await expectNoAxeViolations(page);
    await page.getByRole('dialog').getByRole('button', { name: '취소' }).click();
    await page.getByRole('button', { name: `업로드 취소: ${file.name}` }).click();

    await page.route('**/api/admin/photo?category=FOOD', (route) => route.fulfill({ json: [] }));
    for (const which of ['home', 'first'])
      await page.route(`**/api/photo/${which}`, (route) => route.fulfill({ json: {} }));
    await page.goto('/admin/photos?category=FOOD');
    await expect(page.getByText('이미지가 없습니다.', { exact: true })).toBeVisible();
    await expect(page.getByText('대표 이미지가 없습니다.')).toHaveCount(5);
    await expectNoAxeViolations(page);

    await page.route('**/api/admin/photo?category=PRODUCT', (route) =>
      route.fulfill({ json: [{ ...photo, category: 'PRODUCT', isDamaged: true, alt: '제품 사진' }] }),
    );
    await page.goto('/admin/photos?category=PRODUCT');
    await expect(photoTiles(page)).toContainText(['손상됨']);
    await expect(photoTiles(page)).toContainText(['삭제한 뒤 다시 업로드해 주세요.']);
    await expectNoAxeViolations(page);
  },
);
