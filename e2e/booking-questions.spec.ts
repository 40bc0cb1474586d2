import type { Page } from '@playwright/test';
import { loginAsAdmin } from './admin-actions.ts';
import {
  fillDetails,
  loginAsNewMember,
  openDetailsForm,
  openFormAsGuest,
  reservedDate,
} from './booking-actions.ts';
import { expect, expectNoAxeViolations, test } from './fixtures.ts';
import { expectNoLayoutDefects } from './layout-assertions.ts';
import { logIn } from './member-actions.ts';
import { changeQuestions, landscapeQuestion as ask, publishQuestions } from './settings-actions.ts';

const questions = [
  ask('1-1', 'NUMBER', '인원 수', { unit: '명', isRequired: true, help: '아이를 포함해 주세요.' }),
  ask('2-2', 'CHOICE', '장소', {
    choices: ['실내', '스튜디오 옥상', '강가나 바닷가', '산과 숲', '도시의 밤', '아직 모름'],
  }),
  ask('3-3', 'YES_NO', '반려동물과 함께 오시나요?', { isRequired: true }),
  ask('4-4', 'LINE', '사진을 쓰실 곳'),
  ask('5-5', 'TEXT', '하고 싶은 이야기', { help: '원하시는 분위기를 적어 주세요.' }),
];

const CHANGED = '그사이 사전 질문이 바뀌었습니다. 입력하신 내용은 그대로 있으니 질문을 확인해 주세요.';

test(
  'a client answers the questions of the studio, which change meanwhile, and nothing typed is lost',
  { tag: ['@full'] },
  async ({ page, expectPageError }, info) => {
    expectPageError(/status of (400|409)/);
    const token = await loginAsAdmin(page);
    await publishQuestions(page, token, questions);
    try {
      const member = await loginAsNewMember(page);
      // The studio offered meetings by phone when the form was loaded.
      await page.route('**/api/reservation/form?**', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), offersPhone: true } });
      });
      await openDetailsForm(page, reservedDate(info, 74), '09:00 - 10:00', 'LANDSCAPE');
      await fillDetails(page);
      const count = page.getByLabel('인원 수 (명)');
      const pets = page.getByRole('radiogroup', { name: '반려동물과 함께 오시나요?' });
      await expect(count).toHaveAttribute('inputmode', 'numeric');
      await expect(count).toHaveAccessibleDescription('아이를 포함해 주세요.');
      const kind = page.getByRole('radiogroup', { name: '미팅 방법' });
      await expect(kind.getByLabel('방문')).toBeChecked();
      await expectNoAxeViolations(page);
      await expectNoLayoutDefects(page, 'with questions of each kind');

      const send = page.getByRole('button', { name: '예약하기' });
      await send.click();
      await expect(count).toBeFocused();
      await expect(count).toHaveAccessibleDescription('답변을 입력해 주세요.');
      await expect(pets).toHaveAccessibleDescription('하나를 선택해 주세요.');
      await expectNoAxeViolations(page);
      await count.fill('두 명');
      await expect(count).toHaveAccessibleDescription('0부터 999,999,999까지의 숫자를 입력해 주세요.');
      await count.fill('1,200');
      await pets.getByText('아니요').click();
      await page.getByText('강가나 바닷가').click();
      await page.getByLabel('사진을 쓰실 곳').fill('거실');
      await page.getByLabel('하고 싶은 이야기').fill('첫째 줄\n둘째 줄');
      await kind.getByText('전화').click();

      // What was typed survives the loss of the session.
      await page.evaluate(() => localStorage.clear());
      await openFormAsGuest(page);
      await logIn(page, member);
      await expect(count).toHaveValue('1,200');
      await expect(kind.getByLabel('전화')).toBeChecked();
      await expect(pets.getByLabel('아니요')).toBeChecked();

      const [people, , withPets, , story] = questions;
      const added = ask('6-6', 'LINE', '새로 묻는 것', { isRequired: true });
      await changeQuestions(page, token, [people, withPets, story, added] as object[]);
      await send.click();
      await expect(kind).toHaveAccessibleDescription(
        '지금은 전화 미팅을 받지 않습니다. 방문을 선택해 주세요.',
      );
      await kind.getByText('방문').click();
      await send.click();
      await expect(page.getByRole('alert')).toHaveText(CHANGED);
      await expect(page.getByLabel('사진을 쓰실 곳')).toHaveCount(0);
      await expect(page.getByLabel('촬영 장소')).toHaveValue('서울숲 가족마당');
      await expect(count).toHaveValue('1,200');
      await expect(page.getByLabel('하고 싶은 이야기')).toHaveValue('첫째 줄\n둘째 줄');
      await page.getByLabel('새로 묻는 것').fill('네');
      await send.click();
      await expect(page).toHaveURL(/\/reserve\/complete$/);
      await expectAnswers(page);
      await page.getByRole('link', { name: '예약 내역 보기' }).click();
      await expectAnswers(page);
      await expect(page.getByText('사진을 쓰실 곳')).toHaveCount(0);
    } finally {
      await changeQuestions(page, token, []);
    }
  },
);

const expectAnswers = async (page: Page): Promise<void> => {
  for (const [question, answer] of [
    ['인원 수', '1,200명'],
    ['반려동물과 함께 오시나요?', '아니요'],
    ['하고 싶은 이야기', '첫째 줄\n둘째 줄'],
    ['새로 묻는 것', '네'],
  ] as const) {
    const fact = page.getByRole('term').filter({ hasText: question });
    await expect(fact.locator('xpath=following-sibling::dd')).toHaveText(answer, { useInnerText: true });
  }
};
