import { expect, expectNoAxeViolationsIn, registerMember, test } from './fixtures.ts';
import { field, storedKeys, submitForm } from './member-actions.ts';

const EXPIRED =
  '링크가 만료되었거나 이미 사용되었습니다. 초대한 관리자에게 새 링크를 받거나 서버를 다시 시작해 주세요.';

test(
  'the setup page creates the first admin, logs in and opens the admin pages',
  { tag: ['@full'] },
  async ({ page }) => {
    // The server under test has an admin, so the creation is mocked. The login is real, with a member's account.
    const { name, loginId, password } = await registerMember();
    const bodies: unknown[] = [];
    await page.route('**/api/setup', async (route) => {
      bodies.push(route.request().postDataJSON());
      await route.fulfill({ status: 201, json: { loginId, name } });
    });
    await page.goto('/setup?token=abc');
    await expect(field(page, '이름')).toBeFocused();
    const values = { 이름: name, 아이디: loginId, 비밀번호: password, '비밀번호 확인': '다른비밀번호' };
    await submitForm(page, values, '계정 만들기');
    await expect(page.getByText('비밀번호가 일치하지 않습니다.')).toBeVisible();
    expect(bodies).toEqual([]);
    await submitForm(page, { '비밀번호 확인': password }, '계정 만들기');
    await expect(page).toHaveURL('/admin');
    expect(bodies).toEqual([{ token: 'abc', name, loginId, password }]);
    expect(await storedKeys(page)).toContain('accessToken');
  },
);

test(
  'a used or incomplete setup link shows what to do',
  { tag: ['@full'] },
  async ({ page, expectPageError }) => {
    expectPageError(/status of 400/);
    await page.goto('/setup?token=expired');
    await submitForm(
      page,
      { 이름: '김사진', 아이디: 'studio.kim', 비밀번호: 'password1', '비밀번호 확인': 'password1' },
      '계정 만들기',
    );
    await expect(page.getByText(EXPIRED)).toBeVisible();
    await expect(field(page, '아이디')).toHaveValue('studio.kim');
    await page.goto('/setup');
    await expect(page.getByText('서버를 시작한 터미널에 표시된 링크로 열어 주세요.')).toBeVisible();
  },
);

test(
  'the setup page of an unused site sends a backup, goes on after an interruption and restores it',
  { tag: ['@full'] },
  async ({ page, expectPageError }) => {
    expectPageError(/ERR_FAILED/);
    // The server under test is in use, so its answers are mocked. The real ones: test/restore-by-upload.full.test.ts.
    const backup = Buffer.concat([Buffer.from('age-encryption.org/v1\n'), Buffer.alloc(9_000_000)]);
    let receivedBytes = 0;
    let attempts = 0;
    let isRestored = false;
    const passphrases: unknown[] = [];
    await page.route('**/api/setup/restore/state', (route) => {
      const isWrong = passphrases.at(-1) === '틀린 암호';
      isRestored = passphrases.length > 1;
      const error = isWrong ? '암호가 맞지 않습니다.' : null;
      return route.fulfill({
        json: { isRestored, isPossible: true, file: null, isRestoring: false, error },
      });
    });
    await page.route('**/api/setup/restore', (route) => route.fulfill({ json: { receivedBytes } }));
    await page.route('**/uploads/restore?*', async (route) => {
      attempts += 1;
      expect(route.request().headers()['authorization']).toBe('Bearer abc');
      expect(new URL(route.request().url()).searchParams.get('offset')).toBe(String(receivedBytes));
      if (attempts === 2) return route.abort();
      receivedBytes = Math.min(receivedBytes + 8 * 1024 * 1024, backup.byteLength);
      return route.fulfill({ status: 200 });
    });
    await page.route('**/api/setup/restore/finish', (route) => {
      passphrases.push((route.request().postDataJSON() as { passphrase: string }).passphrase);
      return route.fulfill({ status: 204 });
    });

    await page.goto('/setup?token=abc');
    await page.getByRole('button', { name: '백업에서 복원하기' }).click();
    await expect(page.getByRole('button', { name: '파일 선택' })).toBeVisible();
    await expectNoAxeViolationsIn(page, ['dark', 'light']);
    const restore = page.getByRole('button', { name: '복원하기', exact: true });
    await restore.click();
    await expect(page.getByText('백업 파일을 선택하고 파일의 암호를 입력해 주세요.')).toBeVisible();
    const file = page.locator('input[type=file]');
    await file.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('jpeg') });
    await field(page, '파일의 암호').fill('틀린 암호');
    await restore.click();
    await expect(page.getByText('사진관의 백업 파일이 아닙니다.')).toBeVisible();
    await file.setInputFiles({ name: 'site.tar.age', mimeType: 'application/octet-stream', buffer: backup });
    await restore.click();
    await expect(page.getByText('연결이 끊겼습니다.')).toBeVisible();
    await expect(page.getByText('암호가 맞지 않습니다.')).toBeVisible();
    expect(attempts).toBe(3);
    await field(page, '파일의 암호').fill('바다 건너 세 번째 등대');
    await restore.click();
    await expect(page.getByText('복원했습니다.')).toBeVisible();
    expect(attempts).toBe(3);
    await page.getByRole('button', { name: '로그인', exact: true }).click();
    await expect(page).toHaveURL('/login');
  },
);
