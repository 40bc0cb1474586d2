import type { Page, TestInfo } from '@playwright/test';
import { addDays } from '#platform/contract/seoul-time.ts';
import { chooseDay, today } from './calendar-actions.ts';
import { expect, loginAs, registerMember, waitForHydration, type Member } from './fixtures.ts';
import { mouseInput } from './input-modes.ts';

/** A date that only this test uses. `place` is unique per test: 1–150, or 176–182 for dates after those of all other tests. */
export const reservedDate = ({ project }: TestInfo, place: number): string =>
  addDays(today(), place * 2 + (project.name === 'desk' ? 1 : 0));

export const slotRadio = (page: Page, label: string) => page.getByRole('radio', { name: label });

export const chooseSlot = async (page: Page, label: string): Promise<void> => {
  await page.getByText(label, { exact: true }).first().click();
  await expect(slotRadio(page, label)).toBeChecked();
};

/** Opens the date page. It can be used after hydration. */
export const openDatePage = async (page: Page, category = 'FOOD'): Promise<void> => {
  await page.goto(`/reserve/date?category=${category}`);
  await waitForHydration(page);
};

const chooseMeeting = async (
  page: Page,
  date: string,
  slotLabel: string,
  category = 'FOOD',
): Promise<void> => {
  await openDatePage(page, category);
  await chooseDay(page, date);
  await chooseSlot(page, slotLabel);
  await page.getByRole('button', { name: '다음', exact: true }).click();
};

/** Chooses category, date and time and opens the details form as a member. */
export const openDetailsForm = async (
  page: Page,
  date: string,
  slotLabel: string,
  category?: string,
): Promise<void> => {
  await chooseMeeting(page, date, slotLabel, category);
  await expect(page).toHaveURL(/\/reserve\/form$/);
};

/** The sheet that offers registration and login to a visitor. */
export const joinSheet = (page: Page) => page.getByRole('dialog', { name: /로그인|회원가입/ });

/** Chooses category, date and time as a visitor, which opens the sheet. */
export const openJoinSheet = async (page: Page, date: string, slotLabel: string): Promise<void> => {
  await chooseMeeting(page, date, slotLabel);
  await expect(joinSheet(page)).toBeVisible();
};

/** Closes the sheet, which leaves the calendar as it was. */
export const closeSheet = async (page: Page): Promise<void> => {
  await joinSheet(page).getByRole('button', { name: '닫기' }).click();
  await expect(joinSheet(page)).toBeHidden();
};

/** Opens the form by its address, which leads a visitor to the login. */
export const openFormAsGuest = async (page: Page, input = mouseInput(page)): Promise<void> => {
  await page.goto('/reserve/form');
  await confirmAlert(page, '로그인이 필요합니다. 로그인 페이지로 이동합니다.', input);
  await expect(page).toHaveURL(/\/login$/);
};

/** Chooses category, date and time as a visitor and goes to the login. */
export const chooseMeetingAsGuest = async (page: Page, date: string, slotLabel: string): Promise<void> => {
  await openJoinSheet(page, date, slotLabel);
  await openFormAsGuest(page);
};

export const fillDetails = async (page: Page): Promise<void> => {
  await page.getByLabel('희망 촬영 날짜', { exact: true }).fill('내년 봄, 평일 오전');
  await page.getByLabel('촬영 장소').fill('서울숲 가족마당');
  await page.getByLabel('요청 사항').fill('두 사람입니다.');
};

/** Closes the alert with this message. */
export const confirmAlert = async (page: Page, message: string, input = mouseInput(page)): Promise<void> => {
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText(message);
  await input.press(alert.getByRole('button', { name: '확인' }));
  await expect(alert).toBeHidden();
};

/** Registers a member and logs the page in. */
export const loginAsNewMember = async (page: Page): Promise<Member> => {
  const member = await registerMember();
  await loginAs(page, member);
  return member;
};

interface MeetingTime {
  readonly date: string;
  readonly time: string;
}

/** Creates a reservation of this member by the API and returns its code. */
export const bookByApi = async (
  page: Page,
  { loginId, password }: Pick<Member, 'loginId' | 'password'>,
  { date, time }: MeetingTime,
): Promise<string> => {
  const login = await page.request.post('/api/auth/login', { data: { loginId, password } });
  const { accessToken } = (await login.json()) as { accessToken: string };
  const response = await page.request.post('/api/reservation', {
    headers: { authorization: `Bearer ${accessToken}` },
    data: {
      shootType: 'WEDDING',
      date,
      time,
      desiredShootDate: '가을 주말',
      location: '한강공원',
      notes: '첫째 줄\n둘째 줄',
    },
  });
  expect(response.status(), await response.text()).toBe(201);
  const { reservationCode } = (await response.json()) as { reservationCode: string };
  return reservationCode;
};
