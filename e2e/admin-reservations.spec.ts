import { addDays, seoulInstant } from '#platform/contract/seoul-time.ts';
import {
  answerConfirmation,
  requestAs,
  readBookedTimes,
  loginAsAdmin,
  reservedFarDate,
  slotRow,
  insertPhoneReservation,
} from './admin-actions.ts';
import { bookByApi, reservedDate, slotRadio } from './booking-actions.ts';
import { countingInput } from './counting-input.ts';
import {
  expect,
  expectNoAxeViolations,
  createVisitor,
  registerMember,
  replaceAdminSession,
  test,
} from './fixtures.ts';
import { inputModeFor } from './input-modes.ts';
import { field, mainButton } from './member-actions.ts';

test(
  'date and time of a reservation are one line of text, not two columns, on a narrow screen',
  { tag: ['@full'] },
  async ({ page }, info) => {
    const date = reservedDate(info, 132);
    const token = await loginAsAdmin(page);
    const id = await insertPhoneReservation(page, token, { guestName: '두칸', date, time: '18-19' });
    await page.setViewportSize({ width: 320, height: 740 });
    await page.goto(`/admin/reservations/${id}`);
    const boxes = await page.getByRole('link', { name: '18:00 - 19:00' }).evaluate((link) => {
      const texts = document.createTreeWalker(link, NodeFilter.SHOW_TEXT);
      const found = new Map<boolean, DOMRect>();
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        if (!/\d/.test(text.textContent ?? '')) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        found.set((text.textContent ?? '').includes(':'), range.getBoundingClientRect());
      }
      return { day: found.get(false)?.toJSON() as DOMRect, time: found.get(true)?.toJSON() as DOMRect };
    });
    expect(boxes.time.left, 'the time begins where the date does, on the next line').toBe(boxes.day.left);
    expect(boxes.time.top).toBeGreaterThanOrEqual(boxes.day.bottom - 1);
  },
);

test(
  'the name of a phone reservation is corrected with four taps from the list, and the keyboard suffices',
  { tag: ['@full'] },
  async ({ page }, info) => {
    const date = reservedDate(info, 134);
    const token = await loginAsAdmin(page);
    const name = info.project.name === 'phone' ? '오타손' : '오타님';
    await insertPhoneReservation(page, token, { guestName: name, date, time: '18-19' });
    await page.goto(`/admin/reservations?from=${date}&to=${date}`);
    const { counts, tap } = countingInput(page);
    await tap(
      page
        .getByRole('main')
        .getByRole('link', { name: new RegExp(name) })
        .first(),
    );
    await tap(page.getByRole('button', { name: '정보 수정' }));
    const dialog = page.getByRole('dialog', { name: '예약 정보 수정' });
    await expectNoAxeViolations(page);
    await tap(dialog.getByLabel('이름'));
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('옳은손님');
    await tap(dialog.getByRole('button', { name: '저장' }));
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: '옳은손님' })).toBeVisible();
    expect(counts.taps).toBeLessThanOrEqual(4);

    await page.getByRole('button', { name: '정보 수정' }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByLabel('전화번호').focus();
    await page.keyboard.type('12');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('전화번호를 확인해 주세요.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: '정보 수정' })).toBeFocused();
  },
);

test(
  'an admin enters a phone reservation and moves it',
  { tag: ['@keys-admin-reservations', '@full'] },
  async ({ page, expectPageError }, info) => {
    expectPageError(/status of 409/);
    const date = reservedDate(info, 102);
    const later = addDays(date, 2);
    const input = inputModeFor(page, info);
    const pick = (time: string) =>
      input.chooseRadio(slotRadio(page, time), page.getByText(time, { exact: true }).first());
    const token = await loginAsAdmin(page);
    await page.goto('/admin/reservations');
    await input.press(page.getByRole('link', { name: '예약 등록' }));
    await input.press(mainButton(page, '예약 등록'));
    await expect(page.getByText('이름을 입력해 주세요.')).toBeVisible();
    await expect(field(page, '이름')).toBeFocused();
    await input.fill(field(page, '이름'), '한전화');
    await input.fill(field(page, '전화번호'), '010-2345');
    await input.select(field(page, '카테고리'), '음식');
    await input.chooseDay(date);
    await pick('12:00 - 13:00');
    await input.press(mainButton(page, '예약 등록'));
    await expect(page.getByText('전화번호를 확인해 주세요.')).toBeVisible();
    await input.fill(field(page, '전화번호'), '010-2345-6789');
    await input.fill(field(page, '촬영 장소'), '성수동 작업실');

    // Someone else takes the slot: the form keeps its text.
    await insertPhoneReservation(page, token, { guestName: '다른손님', date, time: '12-13' });
    await input.press(mainButton(page, '예약 등록'));
    await expect(page.getByText('이미 예약된 시간입니다.')).toBeVisible();
    await expect(slotRadio(page, '12:00 - 13:00')).toBeDisabled();
    await expect(field(page, '촬영 장소')).toHaveValue('성수동 작업실');
    await pick('15:00 - 16:00');
    await input.press(mainButton(page, '예약 등록'));

    await expect(page).toHaveURL(/\/admin\/reservations\/\d+$/);
    await expect(page.getByRole('heading', { level: 1, name: '한전화' })).toBeVisible();
    await expect(page.getByRole('link', { name: /010.*6789/ })).toHaveAttribute('href', 'tel:01023456789');
    await expect(page.getByText('성수동 작업실')).toBeVisible();
    await expectNoAxeViolations(page);

    await input.press(page.getByRole('button', { name: '일정 변경' }));
    const dialog = page.getByRole('dialog', { name: '일정 변경' });
    await expect(dialog.getByText('한전화 님께 안내 문자를 보냅니다.')).toBeVisible();
    await input.chooseDay(later, date);
    await pick('09:00 - 10:00');
    await expectNoAxeViolations(page);
    await input.press(dialog.getByRole('button', { name: '이 시간으로 변경' }));
    await expect(page.getByText(/^일정을 변경했습니다\./)).toBeVisible();
    await expect(
      page.getByText(/스튜디오\(.+\)에서 일정을 변경했습니다: .*오후 3시 → .*오전 9시/),
    ).toBeVisible();
    expect(await readBookedTimes(page, date)).toEqual(['12-13']);
  },
);

test(
  'an admin marks a started meeting as completed or missed and reverts that',
  { tag: ['@full'] },
  async ({ page, expectPageError }, info) => {
    expectPageError(/status of 409/);
    const date = reservedDate(info, 116);
    const token = await loginAsAdmin(page);
    const id = await insertPhoneReservation(page, token, { guestName: '한전화', date, time: '09-10' });
    await page.goto(`/admin/reservations/${id}`);
    await expect(page.getByText('완료와 노쇼는 미팅이 시작된 뒤에')).toBeVisible();
    await expect(page.getByRole('button', { name: '완료', exact: true })).toBeHidden();
    // By the server's clock the meeting has not begun: it rejects the first request, the second is mocked.
    await replaceAdminSession();
    await page.clock.setFixedTime(seoulInstant(date, 10));
    await page.reload();
    await expect(mainButton(page, '메모 저장')).toBeVisible();
    const colours = await page
      .getByRole('main')
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => getComputedStyle(button).backgroundColor));
    expect(new Set(colours.slice(1)).size, 'the next thing to do is the one coloured button').toBe(1);
    expect(colours[0]).not.toBe(colours[1]);
    await page.getByRole('button', { name: '완료', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText('아직 미팅이 시작되지 않은 예약입니다.');
    const detail = /\/api\/admin\/reservation\/\d+$/;
    let state = 'BOOKED';
    await page.route(detail, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), state } });
    });
    await page.route(/\/api\/admin\/reservation\/\d+\/state$/, (route) => {
      ({ state } = route.request().postDataJSON() as { state: string });
      return route.fulfill({ json: {} });
    });
    await page.getByRole('button', { name: '노쇼' }).click();
    await expect(page.getByText('노쇼로 변경했습니다.')).toBeVisible();
    await page.getByRole('button', { name: '예약 복구' }).click();
    await answerConfirmation(page, '‘예약 확정’ 상태로 복구할까요?', '예약 복구');
    await page.getByRole('button', { name: '완료', exact: true }).click();
    await expect(page.getByText('완료로 변경했습니다.')).toBeVisible();
    await expect(page.getByText('완료', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: '예약 복구' }).click();
    await answerConfirmation(page, '‘예약 확정’ 상태로 복구할까요?', '예약 복구');
    await page.getByRole('button', { name: '취소', exact: true }).click();
    await expect(page.getByText('취소로 변경했습니다.')).toBeVisible();
    await expect(page.getByRole('button', { name: '예약 복구' })).toBeVisible();
  },
);

test(
  'a reservation cancelled by an admin notifies the customer, frees its slot and stays on record',
  { tag: ['@full'] },
  async ({ page, expectPageError }, info) => {
    expectPageError(/status of 409/);
    const date = reservedDate(info, 106);
    const member = await registerMember({ ...createVisitor(), name: `취소${info.project.name}` });
    const code = await bookByApi(page, member, { date, time: '18-19' });
    const token = await loginAsAdmin(page);
    await page.goto(`/admin/reservations?by=code&keyword=${code}`);
    await page.getByRole('link', { name: member.name }).click();
    await expect(page.getByText('첫째 줄')).toBeVisible();
    await page.getByRole('button', { name: '예약 취소' }).click();
    const dialog = page.getByRole('dialog', { name: '예약을 취소할까요?' });
    await expect(dialog).toContainText(`${member.name} 님께 안내 문자를 보냅니다.`);
    await expect(dialog).toContainText('다른 고객이 이 시간을 예약할 수 있습니다');
    await dialog.getByLabel('취소 사유').fill('정전으로 쉽니다.');
    await dialog.getByRole('button', { name: '예약 취소하기' }).click();
    await expect(
      page.getByText('예약을 취소했습니다. 이제 다른 고객이 이 시간을 예약할 수 있습니다.'),
    ).toBeVisible();
    await expect(page.getByText('사유: 정전으로 쉽니다.')).toBeVisible();
    const messages = page.getByRole('region', { name: '기록' }).getByRole('listitem');
    const cancelled = messages.filter({ hasText: `예약 취소 · ${member.name}` });
    await expect(cancelled).toContainText(/\] \d+월 \d+일\(.\) 오후 6시 예약이 취소되었습니다\./);
    await expect(messages.filter({ hasText: `예약 확정 · ${member.name}` })).toContainText('확정되었습니다.');
    expect(await readBookedTimes(page, date)).toEqual([]);

    await page.getByRole('button', { name: '예약 복구' }).click();
    await answerConfirmation(page, '취소한 예약을 복구할까요?', '예약 복구');
    await expect(page.getByText('‘예약 확정’ 상태로 복구했습니다.', { exact: true })).toBeVisible();
    expect(await readBookedTimes(page, date)).toEqual(['18-19']);

    // Another admin changed it first: the page shows the new state.
    await page.getByRole('button', { name: '예약 취소' }).click();
    const id = /\d+$/.exec(page.url())?.[0];
    await requestAs(page, token, `/api/admin/reservation/${id}/state`, { state: 'CANCELLED' });
    const move = page.getByRole('dialog', { name: '예약을 취소할까요?' });
    await move.getByRole('button', { name: '그대로 두기' }).click();
    await page.getByRole('button', { name: '일정 변경' }).click();
    await page.getByRole('dialog').getByRole('radio', { name: '21:00 - 22:00' }).check({ force: true });
    await page.getByRole('button', { name: '이 시간으로 변경' }).click();
    await expect(page.getByRole('alert')).toHaveText('그사이 예약이 변경되었습니다. 다시 확인해 주세요.');
    await expect(page.getByRole('button', { name: '예약 복구' })).toBeVisible();
  },
);

test(
  'an admin enters a reservation from a free slot of the schedule',
  { tag: ['@full'] },
  async ({ page }, info) => {
    const date = reservedFarDate(info, 10);
    await loginAsAdmin(page);
    await page.goto(`/admin/schedule?view=month&date=${date}`);
    await slotRow(page, '15:00 - 16:00').getByRole('link', { name: '15:00 - 16:00 예약 등록' }).click();
    await expect(slotRadio(page, '15:00 - 16:00')).toBeChecked();
    await field(page, '이름').fill('오일정');
    await field(page, '카테고리').selectOption('풍경');
    await mainButton(page, '예약 등록').press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: '오일정' })).toBeVisible();
    await page.goto(`/admin/schedule?view=month&date=${date}`);
    await expect(slotRow(page, '15:00 - 16:00')).toContainText('오일정');
  },
);

test(
  'the page of a booking has a note, and a timeline in which a failed message is sent again',
  { tag: ['@full'] },
  async ({ page }, info) => {
    const date = reservedDate(info, 136);
    const token = await loginAsAdmin(page);
    const id = await insertPhoneReservation(page, token, {
      guestName: '메모손님',
      phoneNumber: '01023456789',
      date,
      time: '18-19',
    });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.route(/\/api\/admin\/notification\?/, async (route) => {
      const response = await route.fetch();
      const [message] = (await response.json()) as object[];
      const failed = {
        ...message,
        state: 'FAILED',
        channel: null,
        resultCode: 'NotEnoughBalance',
        nextAt: null,
      };
      await route.fulfill({ response, json: [failed] });
    });
    const resent: string[] = [];
    await page.route(/\/notification\/\d+\/resend$/, (route) => {
      resent.push(route.request().url());
      return route.fulfill({ json: {} });
    });
    await page.goto(`/admin/reservations/${id}`);
    const timeline = page.getByRole('region', { name: '기록' });
    const [first, message] = [timeline.getByRole('listitem').first(), timeline.getByRole('listitem').last()];
    await expect(first).toContainText('스튜디오에서 예약을 등록했습니다.');
    await expect(message).toContainText('사전 미팅 예약이 확정되었습니다.');
    await expect(message).toContainText('실패: 잔액 부족. 전화로 알려 주세요');
    await message.getByRole('button', { name: '다시 보내기' }).click();
    await expect(timeline.getByText('곧 다시 발송합니다.')).toBeVisible();
    expect(resent).toHaveLength(1);

    await field(page, '메모').fill('드레스 두 벌\n주차 한 대');
    await mainButton(page, '메모 저장').click();
    await expect(page.getByText('메모를 저장했습니다.')).toBeVisible();
    await page.reload();
    await expect(field(page, '메모')).toHaveValue('드레스 두 벌\n주차 한 대');
    await expectNoAxeViolations(page);

    const [facts, list] = [page.getByRole('region', { name: '예약 정보' }), timeline];
    for (const [width, isBeside] of [
      [1280, true],
      [360, false],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      const [left, right] = [await facts.boundingBox(), await list.boundingBox()];
      expect(right?.y === left?.y).toBe(isBeside);
    }
  },
);

test('axe finds no violations in the admin reservation pages', { tag: ['@full'] }, async ({ page }, info) => {
  const date = reservedDate(info, 110);
  const token = await loginAsAdmin(page);
  const id = await insertPhoneReservation(page, token, { guestName: '정색상', date, time: '09-10' });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`/admin/reservations?from=${date}&to=${date}`);
  await expect(page.getByRole('listitem').filter({ hasText: '정색상' })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.goto(`/admin/reservations/${id}`);
  await page.getByRole('button', { name: '예약 취소' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.goto(`/admin/reservations/new?date=${date}`);
  await expect(slotRadio(page, '09:00 - 10:00')).toBeDisabled();
  await expectNoAxeViolations(page);
});
