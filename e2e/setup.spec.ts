import { expect, registerMember, test } from './fixtures.ts';
import { field, storedKeys, submitForm } from './member-actions.ts';

const EXPIRED =
  '링크가 만료되었거나 이미 사용되었습니다. 초대한 관리자에게 새 링크를 받거나 서버를 다시 시작해 주세요.';

test('the setup page creates the first admin, logs in and opens the admin pages', async ({ page }) => {
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
});

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
