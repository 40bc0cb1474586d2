import type { Locator } from '@playwright/test';
import { startSolapiServer } from '#test/fakes/solapi-server.ts';
import { countingInput } from './counting-input.ts';
import { expect, test } from './fixtures.ts';
import { expectNoLayoutDefects } from './layout-assertions.ts';
import { startOwnServer } from './own-server.ts';
import { createJpeg } from './photo-actions.ts';

const account = { key: 'SOLAPIKEY', secret: 'SOLAPISECRET', sender: '0212345678' };
const solapi = await startSolapiServer({ ...account, now: () => new Date() });
test.afterAll(() => solapi.close());
// A server without an admin, whose setup link it prints.
const server = startOwnServer({
  ADMIN_LOGIN_ID: '',
  ADMIN_PASSWORD: '',
  SAMPLE_CONTENT: 'true',
  SOLAPI_URL: solapi.url,
});
const OWNER_PHONE = '01098765432';
const PASSWORD = 'Owner!Pass7';
const sentCode = (): string => /\d{6}/.exec(solapi.accepted.at(-1)?.text ?? '')?.[0] ?? '';

test(
  'an owner with the printed link opens a site of their own with working SMS, without a terminal',
  { tag: ['@full'] },
  async ({ page, browser }, info) => {
    test.setTimeout(180_000);
    page.setDefaultTimeout(15_000);
    const began = Date.now();
    const { counts, tap, type } = countingInput(page);
    const main = page.getByRole('main');
    const shown = (locator: Locator): Locator => locator.filter({ visible: true });
    const field = (label: string): Locator => shown(main.getByLabel(label, { exact: true }));
    const button = (name: string): Locator => shown(main.getByRole('button', { name, exact: true }));
    const rewrite = async (label: string, text: string): Promise<void> => {
      await field(label).fill('');
      await type(field(label), text);
    };
    const openStep = async (name: string): Promise<void> => {
      await tap(page.getByRole('link', { name: '오늘', exact: true }).filter({ visible: true }));
      await tap(main.getByRole('region', { name: /^초기 설정/ }).getByRole('link', { name }));
    };
    const publish = async (): Promise<void> => {
      await tap(button('게시'));
      await expect(main.getByText('게시했습니다.')).toBeVisible();
    };
    const picture = (name: string) =>
      page.screenshot({ path: info.outputPath(`${name}.png`), fullPage: true });

    await page.goto(/http\S+\/setup\?token=\S+/.exec(server.output())?.[0] ?? '');
    await type(field('이름'), '김사진');
    await type(field('아이디'), 'studio.owner');
    await type(field('비밀번호'), PASSWORD);
    await type(field('비밀번호 확인'), PASSWORD);
    await tap(button('계정 만들기'));
    await expect(main.getByRole('heading', { name: '초기 설정 0/8' })).toBeVisible();
    await picture('1-desk');

    await tap(main.getByRole('link', { name: '상호와 연락처' }));
    await rewrite('상호', '달빛사진관');
    await rewrite('대표자', '김사진');
    await rewrite('사업자등록번호', '123-45-67890');
    await rewrite('주소', '서울특별시 종로구 달빛로 7');
    await rewrite('전화번호', '02-1234-5678');
    await rewrite('이메일', 'studio@example.kr');
    await rewrite('개인정보 보호책임자', '김사진');
    await publish();

    await openStep('대표 사진');
    const chooser = page.waitForEvent('filechooser');
    await tap(button('파일 선택'));
    await (await chooser).setFiles(await createJpeg('moon.jpg'));
    await tap(button('1장 업로드'));
    await expect(main.getByText('1장 완료', { exact: true })).toBeVisible();

    await openStep('가격');
    await publish();
    await openStep('미팅 시간');
    await publish();

    await openStep('문자');
    await tap(main.getByText('문자와 알림톡: 솔라피'));
    await type(field('발신번호'), account.sender);
    await type(field('API 키'), account.key);
    await type(field('API 시크릿'), account.secret);
    await type(field('현재 비밀번호'), PASSWORD);
    await picture('2-connection');
    await tap(button('저장하고 연결'));
    await expect(main.getByText('남은 잔액 12,445원')).toBeVisible();
    await expectNoLayoutDefects(page, 'connections');
    await tap(button('나에게 시험'));
    await expect(main.getByText('받을 번호 없음')).toBeVisible();
    await tap(main.getByRole('link', { name: '내 정보' }));
    await tap(button('휴대폰 번호 변경'));
    const dialog = page.getByRole('dialog', { name: '휴대폰 번호 변경' });
    await type(dialog.getByLabel('새 휴대폰 번호'), OWNER_PHONE);
    await type(dialog.getByLabel('현재 비밀번호'), PASSWORD);
    await tap(dialog.getByRole('button', { name: '인증번호 받기' }));
    await expect(dialog.getByLabel('인증번호', { exact: true })).toBeFocused();
    await type(dialog.getByLabel('인증번호', { exact: true }), sentCode());
    await tap(dialog.getByRole('button', { name: '변경하기' }));
    await tap(page.getByRole('alertdialog').getByRole('button', { name: '확인' }));

    counts.taps += 1;
    await page.goBack();
    await tap(main.getByText('문자와 알림톡: 솔라피'));
    await tap(button('나에게 시험'));
    await expect(main.getByText('010-9876-5432로 발송했습니다.')).toBeVisible();
    expect(solapi.accepted.at(-1)).toMatchObject({
      to: OWNER_PHONE,
      text: '[달빛사진관] 문자를 보낼 수 있습니다.',
    });
    await picture('3-trial');

    for (const document of ['이용약관', '개인정보 처리방침']) {
      await openStep('이용약관과 개인정보 처리방침');
      await tap(main.getByRole('link', { name: new RegExp(`^${document}`) }));
      await tap(button('게시'));
      const confirmation = page.getByRole('dialog');
      await type(confirmation.getByLabel('게시하려면 ‘게시’라고 입력해 주세요.'), '게시');
      await tap(confirmation.getByRole('button', { name: '게시하기' }));
      await expect(main.getByText('게시했습니다.')).toBeVisible();
    }

    await tap(page.getByRole('link', { name: '오늘', exact: true }).filter({ visible: true }));
    await tap(button('예시 자료 삭제'));
    await tap(page.getByRole('alertdialog').getByRole('button', { name: '모두 삭제' }));
    await expect(main.getByRole('heading', { name: '초기 설정 7/8' })).toBeVisible();
    await picture('4-desk');
    const minutes = (Date.now() - began) / 60_000;
    // Typing and reading take a person longer. The list of the set-up estimates 44 minutes.
    info.annotations.push({
      type: 'taps',
      description: `${counts.taps}, ${counts.fields} fields, ${minutes} min`,
    });
    expect(counts.taps).toBeLessThanOrEqual(60);

    const guest = await browser.newPage();
    await guest.goto(server.url);
    await expect(guest).toHaveTitle(/달빛사진관/);
    await expect(guest.getByRole('contentinfo')).toContainText('서울특별시 종로구 달빛로 7');
    await guest.screenshot({ path: info.outputPath('5-home.png'), fullPage: true });
    await guest.goto(`${server.url}/register`);
    await expect(guest.getByRole('button', { name: '인증번호 받기' })).toBeVisible();
    const asked = await guest.request.post(`${server.url}/api/member/send-code?phoneNumber=01055556666`);
    expect([asked.status(), solapi.accepted.at(-1)?.to]).toEqual([200, '01055556666']);
    await guest.close();
  },
);
