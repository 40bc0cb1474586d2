import { formatDate } from '#platform/contract/seoul-time.ts';
import { loginAsAdmin, requestAs } from './admin-actions.ts';
import { bookByApi, reservedDate } from './booking-actions.ts';
import { expect, expectNoAxeViolations, loginAs, registerMember, test } from './fixtures.ts';
import { loginOnOtherDevice } from './member-actions.ts';

test(
  'a client sees what the studio changed, and other reservations unfold from a line',
  { tag: ['@full'] },
  async ({ page }, info) => {
    const [first, moved, second] = [11, 13, 15].map((place) => reservedDate(info, place));
    const member = await registerMember();
    const code = await bookByApi(page, member, { date: first ?? '', time: '12-13' });
    const secondCode = await bookByApi(page, member, { date: second ?? '', time: '09-10' });
    const adminToken = await loginAsAdmin(page);
    const memberToken = await loginOnOtherDevice(page, member);
    const { body } = await requestAs(page, memberToken, '/api/reservation/my');
    const list = body as { id: number; reservationCode: string }[];
    const id = list.find(({ reservationCode }) => reservationCode === code)?.id;
    const path = `/api/admin/reservation/${id}/move`;
    const answer = await requestAs(page, adminToken, path, {
      date: moved,
      time: '15-16',
      reason: '내부 사유',
    });
    expect(answer.status).toBe(200);

    await loginAs(page, member);
    await page.goto('/reservation-history');
    const reservations = page.getByRole('region', { name: '예정된 예약' }).getByRole('listitem');
    const next = reservations.first();
    await expect(next).toContainText(formatDate(moved ?? ''));
    await expect(
      next.getByText(
        /스튜디오에서 일정을 변경했습니다: [\d년 ]+월 \d+일\(.\) 오후 12시 → [\d년 ]+월 \d+일\(.\) 오후 3시$/,
      ),
    ).toBeVisible();
    await expect(next).not.toContainText('내부 사유');
    await expect(next.getByRole('link', { name: '네이버 지도 (새 창)' })).toHaveAttribute(
      'href',
      /^https:\/\/map\.naver\.com\/p\/search\//,
    );
    const other = reservations.last();
    await expect(other.getByText(secondCode)).toBeHidden();
    await other.locator('summary').click();
    await expect(other.getByText(secondCode)).toBeVisible();
    await expectNoAxeViolations(page);
  },
);
