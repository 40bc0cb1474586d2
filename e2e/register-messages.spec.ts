import { expect, createVisitor, registerMember, sentCode, test } from './fixtures.ts';
import { recordApiCalls } from './recorded-api-calls.ts';
import { CHECK_RATE_LIMITED, fillRegistration, rateLimitChecks, registerForm } from './register-form.ts';

const REFUSED_PHONE = '01000009999';

test.describe('messages of the registration fields', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/register');
  });

  test(
    'the registration form shows length errors only after the field lost focus',
    { tag: ['@full', '@5-login-id-length', '@5-password-length'] },
    async ({ page }) => {
      const form = registerForm(page);
      const idFault = page.getByText('아이디는 4~20자 사이여야 합니다.');
      const passwordFault = page.getByText('비밀번호는 8~16자 사이여야 합니다.');
      await form.loginId.pressSequentially('abc');
      await expect(idFault).toBeHidden();
      await form.password.pressSequentially('short12');
      await expect(idFault).toBeVisible();
      await expect(form.loginId).toHaveAttribute('aria-invalid', 'true');
      await expect(passwordFault).toBeHidden();
      await form.name.focus();
      await expect(passwordFault).toBeVisible();
      for (const [length, isWrong] of [
        [4, false],
        [21, true],
        [20, false],
      ] as const) {
        await form.loginId.fill('a'.repeat(length));
        await expect(idFault).toBeVisible({ visible: isWrong });
      }
      for (const [length, isWrong] of [
        [8, false],
        [17, true],
        [16, false],
      ] as const) {
        await form.password.fill('a'.repeat(length));
        await expect(passwordFault).toBeVisible({ visible: isWrong });
      }
    },
  );

  test(
    'a registration field shows an error when it was emptied but not when it was only focused',
    { tag: ['@full'] },
    async ({ page }) => {
      const form = registerForm(page);
      await form.loginId.focus();
      await form.name.focus();
      await form.phoneNumber.focus();
      await expect(page.locator('[aria-invalid]')).toHaveCount(0);
      await form.name.fill('이');
      await form.name.fill('');
      await form.loginId.focus();
      await expect(form.name).toHaveAttribute('aria-invalid', 'true');
    },
  );

  test(
    'a value set by a password manager without an input event counts when the field loses focus',
    { tag: ['@full'] },
    async ({ page }) => {
      const visitor = createVisitor();
      const form = registerForm(page);
      await fillRegistration(page, { ...visitor, loginId: 'abc' });
      await expect(form.askForCode).toBeDisabled();
      await form.loginId.evaluate((input: HTMLInputElement, loginId) => {
        input.value = loginId;
      }, visitor.loginId);
      await form.loginId.focus();
      await form.name.focus();
      await expect(page.getByText('사용 가능한 아이디입니다.')).toBeVisible();
      await expect(form.askForCode).toBeEnabled();
    },
  );

  test(
    'the registration form shows an error for passwords that differ',
    { tag: ['@full', '@5-password-mismatch'] },
    async ({ page }) => {
      const form = registerForm(page);
      const fault = page.getByText('비밀번호가 일치하지 않습니다.', { exact: true });
      await form.password.fill('password1');
      await form.confirmPassword.pressSequentially('passwor');
      await expect(fault).toBeHidden();
      await form.confirmPassword.pressSequentially('d2');
      await expect(fault).toBeVisible();
      await form.password.fill('password2');
      await expect(fault).toBeHidden();
    },
  );

  test(
    'a phone number must have eleven digits and is shown and sent without hyphens',
    { tag: ['@full', '@5-phone-digits', '@9-phone'] },
    async ({ page }) => {
      const form = registerForm(page);
      const fault = page.getByText('휴대폰 번호 11자리를 정확히 입력해주세요.');
      await form.phoneNumber.fill('0101234567');
      await form.name.focus();
      await expect(fault).toBeVisible();
      await form.phoneNumber.fill('010123456789');
      await expect(fault).toBeVisible();
      const { phoneNumber } = createVisitor();
      const callOf = recordApiCalls(page);
      await form.phoneNumber.fill(phoneNumber.replace(/^(...)(....)/, '$1-$2-'));
      await expect(form.phoneNumber).toHaveValue(phoneNumber);
      await expect(fault).toBeHidden();
      expect((await callOf('GET /api/member/check-phone')).query).toEqual({ phoneNumber });
    },
  );

  test(
    'the registration form rejects a taken login id and a taken phone number',
    {
      tag: [
        '@full',
        '@5-login-id-taken',
        '@5-login-id-free',
        '@5-phone-taken',
        '@5-register-button',
        '@7-check-id',
        '@7-check-phone',
      ],
    },
    async ({ page, expectPageError }) => {
      expectPageError(/status of 409/);
      const member = await registerMember();
      const form = registerForm(page);
      const callOf = recordApiCalls(page);
      await fillRegistration(page, { ...createVisitor(), loginId: member.loginId.toUpperCase() });
      await expect(page.getByText('이미 사용 중인 아이디입니다.')).toBeVisible();
      await expect(form.askForCode).toBeDisabled();
      expect(await callOf('GET /api/member/check-id')).toMatchObject({
        query: { loginId: member.loginId.toUpperCase() },
        status: 409,
      });
      await form.loginId.fill(createVisitor().loginId);
      await expect(page.getByText('사용 가능한 아이디입니다.')).toBeVisible();
      await expect(form.askForCode).toBeEnabled();
      await form.phoneNumber.fill(member.phoneNumber);
      await expect(page.getByText('이미 가입된 전화번호입니다.')).toBeVisible();
      await expect(form.askForCode).toBeDisabled();
      expect(await callOf('GET /api/member/check-phone')).toMatchObject({
        query: { phoneNumber: member.phoneNumber },
        status: 409,
      });
    },
  );

  test(
    'a failed availability check shows an error and can be retried',
    { tag: ['@full', '@5-login-id-unknown', '@5-phone-unknown'] },
    async ({ page, expectPageError }) => {
      expectPageError(/status of 500/);
      const form = registerForm(page);
      await page.route(/check-(id|phone)/, (route) =>
        route.fulfill({ status: 500, json: { message: '일시적인 오류', code: 'INTERNAL' } }),
      );
      await form.loginId.fill(createVisitor().loginId);
      await form.phoneNumber.fill(createVisitor().phoneNumber);
      await expect(page.getByText('아이디 확인 중 오류 발생')).toBeVisible();
      await expect(page.getByText('전화번호 확인 중 오류가 발생했습니다.')).toBeVisible();
      await page.unroute(/check-(id|phone)/);
      await page.getByRole('button', { name: '다시 확인' }).first().click();
      await expect(page.getByText('사용 가능한 아이디입니다.')).toBeVisible();
    },
  );

  test(
    'a late availability response for a replaced login id is ignored',
    { tag: ['@full'] },
    async ({ page, expectPageError }) => {
      expectPageError(/status of 409/);
      const member = await registerMember();
      const form = registerForm(page);
      const requested: string[] = [];
      await page.route(/check-id/, async (route) => {
        const id = new URL(route.request().url()).searchParams.get('loginId') ?? '';
        requested.push(id);
        if (id === member.loginId) await new Promise((resolve) => setTimeout(resolve, 1_500));
        await route.continue().catch(() => undefined);
      });
      await form.loginId.fill(member.loginId);
      await expect.poll(() => requested).toEqual([member.loginId]);
      await form.loginId.fill(createVisitor().loginId);
      await expect(page.getByText('사용 가능한 아이디입니다.')).toBeVisible();
      await page.waitForTimeout(1_500);
      await expect(page.getByText('사용 가능한 아이디입니다.')).toBeVisible();
      expect(requested).toHaveLength(2);
    },
  );

  test(
    'the code button is enabled once every field is valid and every agreement is checked',
    { tag: ['@full', '@5-register-button', '@5-agreements'] },
    async ({ page }) => {
      const visitor = createVisitor();
      const form = registerForm(page);
      await fillRegistration(page, visitor);
      await expect(form.askForCode).toBeEnabled();
      for (const [one, wrong] of [
        [form.loginId, 'abc'],
        [form.password, 'short12'],
        [form.confirmPassword, `${visitor.password}x`],
        [form.name, ''],
        [form.phoneNumber, '0101234567'],
      ] as const) {
        const right = await one.inputValue();
        await one.fill(wrong);
        await expect(form.askForCode).toBeDisabled();
        await one.fill(right);
        await expect(form.askForCode).toBeEnabled();
      }
      for (const box of [form.over14, form.terms, form.privacy]) {
        await box.uncheck();
        await expect(form.askForCode).toBeDisabled();
        await box.check();
        await expect(form.askForCode).toBeEnabled();
      }
      const mismatch = page.getByText('비밀번호가 일치하지 않습니다.', { exact: true });
      for (const [password, isRight] of [
        ['short12', false],
        ['a'.repeat(17), false],
        [visitor.password, true],
      ] as const) {
        await form.password.fill(password);
        await expect(mismatch).toBeVisible();
        await form.confirmPassword.fill(password);
        await expect(mismatch).toBeHidden();
        await expect(form.askForCode).toBeEnabled({ enabled: isRight });
      }
      await form.loginId.fill('a'.repeat(21));
      await expect(page.getByText('아이디는 4~20자 사이여야 합니다.')).toBeVisible();
      await expect(form.askForCode).toBeDisabled();
    },
  );
});

test(
  'login id and phone number are checked half a second after the last key',
  { tag: ['@full', '@5-login-id-debounce', '@5-phone-debounce', '@9-debounce'] },
  async ({ page }) => {
    const visitor = createVisitor();
    const form = registerForm(page);
    const requested: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.includes('/check-')) requested.push([...searchParams.values()].join());
    });
    await page.clock.install();
    await page.goto('/register');
    await expect(form.loginId).toBeVisible();
    await page.clock.pauseAt(Date.now() + 60_000);
    for (const [one, value] of [
      [form.loginId, visitor.loginId],
      [form.phoneNumber, visitor.phoneNumber],
    ] as const) {
      await one.fill(value.slice(0, -1));
      await page.clock.runFor(499);
      await one.fill(value);
      await page.clock.runFor(499);
      expect(requested).not.toContain(value);
      await page.clock.runFor(2);
      await expect.poll(() => requested.at(-1)).toBe(value);
    }
    // Intermediate values were not checked.
    expect(requested).toEqual([visitor.loginId, visitor.phoneNumber]);
  },
);

test(
  'rate-limited availability checks show the wait and do not block registration with a code',
  { tag: ['@full', '@5-register-button'] },
  async ({ page, expectPageError }) => {
    expectPageError(/status of 429/);
    const visitor = createVisitor();
    const form = registerForm(page);
    await page.goto('/register');
    await fillRegistration(page, visitor);
    await form.askForCode.click();
    await expect(form.code).toBeVisible();

    await rateLimitChecks(page);
    await page.reload();
    await expect(page.getByText(CHECK_RATE_LIMITED)).toHaveCount(2);
    await form.password.fill(visitor.password);
    await form.confirmPassword.fill(visitor.password);
    await expect(form.join).toBeDisabled();
    await form.code.fill(sentCode(visitor.phoneNumber));
    await expect(form.join).toBeEnabled();
    await form.confirmPassword.fill(`${visitor.password}x`);
    await expect(form.join).toBeDisabled();
    await form.confirmPassword.fill(visitor.password);
    await form.terms.uncheck();
    await expect(form.join).toBeDisabled();
    await form.terms.check();
    await form.join.click();
    await expect(page.getByRole('alertdialog')).toContainText('회원가입이 완료되었습니다.');
  },
);

test.describe('registration requests that fail', () => {
  test(
    'a code that cannot be sent shows an error in the registration form',
    { tag: ['@full', '@8-send-code'] },
    async ({ page, expectPageError }) => {
      expectPageError(/status of 503/);
      const form = registerForm(page);
      await page.goto('/register');
      await fillRegistration(page, { ...createVisitor(), phoneNumber: REFUSED_PHONE });
      await form.askForCode.click();
      await expect(page.getByText('인증번호 전송에 실패했습니다.')).toBeVisible();
      await expect(form.join).toBeHidden();
    },
  );

  test(
    'a wrong code and failed requests show errors in the registration form',
    { tag: ['@full', '@8-register', '@8-send-code', '@8-server-message'] },
    async ({ page, expectPageError }) => {
      expectPageError(/status of 400|ERR_FAILED/);
      const visitor = createVisitor();
      const form = registerForm(page);
      await page.goto('/register');
      await fillRegistration(page, visitor);

      await page.route(/send-code/, (route) => route.abort());
      await form.askForCode.click();
      await expect(page.getByText('인증번호 전송에 실패했습니다.')).toBeVisible();
      await page.route(/send-code/, (route) =>
        route.fulfill({ status: 400, json: { message: '잠시 쉬어 갑니다.' } }),
      );
      await form.askForCode.click();
      await expect(page.getByText('잠시 쉬어 갑니다.')).toBeVisible();
      await expect(page.getByText('인증번호 전송에 실패했습니다.')).toBeHidden();
      await page.unroute(/send-code/);
      await form.askForCode.click();
      const code = form.code;
      await expect(code).toBeVisible();
      await expect(page.getByText('잠시 쉬어 갑니다.')).toBeHidden();

      const right = sentCode(visitor.phoneNumber);
      await code.fill(right === '000000' ? '111111' : '000000');
      await form.join.click();
      await expect(page.getByText('인증번호가 올바르지 않거나 만료되었습니다.')).toBeVisible();

      await page.route(/member\/register/, (route) => route.abort());
      await code.fill(right);
      await form.join.click();
      await expect(page.getByText('회원가입에 실패했습니다.')).toBeVisible();
      await page.unroute(/member\/register/);
      await form.join.click();
      await expect(page.getByRole('alertdialog')).toContainText('회원가입이 완료되었습니다.');
    },
  );
});
