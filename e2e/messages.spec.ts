import { loginAsAdmin } from './admin-actions.ts';
import { bookByApi, confirmAlert, loginAsNewMember, reservedDate } from './booking-actions.ts';
import { expect, expectNoAxeViolations, registerMember, test } from './fixtures.ts';

test(
  'a link in a message leads to the login and then to that booking',
  { tag: ['@full'] },
  async ({ page }, info) => {
    const member = await registerMember();
    await bookByApi(page, member, { date: reservedDate(info, 138), time: '09-10' });
    await bookByApi(page, member, { date: reservedDate(info, 139), time: '12-13' });
    const { loginId, password } = member;
    const login = await page.request.post('/api/auth/login', { data: { loginId, password } });
    const { accessToken } = (await login.json()) as { accessToken: string };
    const headers = { authorization: `Bearer ${accessToken}` };
    const listed = await page.request.get('/api/reservation/my', { headers });
    const reservations = (await listed.json()) as { id: number; time: string }[];
    const id = reservations.find(({ time }) => time === '12-13')?.id;
    await page.goto(`/reservation-history?id=${id}`);
    await confirmAlert(page, '로그인이 필요합니다. 로그인 후 이용해주세요.');
    await page.getByLabel('아이디').fill(member.loginId);
    await page.getByLabel('비밀번호', { exact: true }).fill(member.password);
    await page.getByRole('main').getByRole('button', { name: '로그인', exact: true }).click();
    await expect(page).toHaveURL(`/reservation-history?id=${id}`);
    const card = page.getByRole('listitem').filter({ hasText: '12:00' });
    await expect(card).toBeFocused();
    await expect(card).toBeInViewport();
  },
);

test('a member declines reminders on the profile page', { tag: ['@full'] }, async ({ page }) => {
  await loginAsNewMember(page);
  await page.goto('/my-info');
  const reminders = page.getByLabel('미팅 전날과 당일에 알림 받기');
  await expect(reminders).toBeChecked();
  await reminders.uncheck();
  await expect(page.getByText('저장했습니다.')).toBeVisible();
  await page.reload();
  await expect(reminders).not.toBeChecked();
  await expect(page.getByLabel('문의에 답변이 등록되면 알림 받기')).toBeChecked();
  await expectNoAxeViolations(page);
});

test(
  'an admin sees how a template looks, and advertising in it is refused',
  { tag: ['@full'] },
  async ({ page }) => {
    await loginAsAdmin(page);
    await page.goto('/admin/settings/alimtalk');
    const booked = page.getByRole('group', { name: '예약 확정' });
    await booked.getByLabel('내용').fill('[#{스튜디오}] 할인 안내');
    await page.getByRole('button', { name: '게시', exact: true }).click();
    await expect(booked.getByText('광고로 볼 수 있는 말(할인)을 빼 주세요.')).toBeVisible();
    await booked.getByLabel('내용').fill('[#{스튜디오}] #{고객명} 님, #{일시}에 뵙겠습니다.');
    await expect(booked.getByText('알림톡 도착')).toBeVisible();
    await expect(booked.getByText(/김사진 님, .*오후 3시에 뵙겠습니다\.$/)).toBeVisible();
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: '미리보기' }).click();
    const example = page.getByRole('region', { name: '예약 확정' });
    await expect(example.getByText('김사진 님')).toBeVisible();
    await expect(example.getByText('검수 상태: 작성 중')).toBeVisible();
    await expect(example.getByText(/^\d+\/90바이트$/)).toBeVisible();
    await expectNoAxeViolations(page);
  },
);
