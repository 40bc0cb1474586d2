import * as z from 'zod/mini';
import { ALL_CATEGORIES, SHOOT_TYPE_MESSAGE, shootType } from '#core/content/contract/categories.ts';
import {
  field,
  isUnique,
  itemOf,
  itemsOf,
  line,
  optionalLine,
  select,
  check,
} from '#core/content/contract/field.ts';
import { normalizeText, validateText } from '#platform/contract/text/text-validation.ts';
import { MAX_QUESTIONS, type questionKinds } from './booking-questions.ts';

/** Whether a question is asked in bookings of this category. */
export const appliesTo = (question: { readonly shootType: string }, id: string): boolean =>
  question.shootType === ALL_CATEGORIES || question.shootType === id;

const kindLabels = {
  LINE: '한 줄 글',
  TEXT: '여러 줄 글',
  NUMBER: '숫자',
  CHOICE: '선택지에서 하나',
  YES_NO: '예/아니요',
} as const satisfies Record<(typeof questionKinds)[number], string>;

const CHOICES = '선택지는 2개부터 8개까지 입력해 주세요.';

const findChoiceDefect = (choices: readonly string[]): string | undefined =>
  !isUnique(choices)
    ? '같은 선택지가 두 번 들어 있습니다.'
    : choices.map((one) => validateText(one, { label: '선택지', max: 40 })).find(Boolean);

const choiceList = z.array(z.string(CHOICES), CHOICES).check(
  z.overwrite((choices) => choices.map(normalizeText).filter((one) => one !== '')),
  z.check(({ value, issues }) => {
    const message = findChoiceDefect(value);
    if (message !== undefined) issues.push({ code: 'custom', input: value, message });
  }),
);

/** The id of a category, or `ALL_CATEGORIES`. */
const category = z
  .string(SHOOT_TYPE_MESSAGE)
  .check(
    z.refine((value) => value === ALL_CATEGORIES || shootType.safeParse(value).success, SHOOT_TYPE_MESSAGE),
  );

const questionFields = {
  shootType: { ...field('category', '카테고리', category), blank: ALL_CATEGORIES },
  label: line('질문', { max: 60, hint: '예: 인원 수' }),
  help: optionalLine('도움말', { hint: '질문 아래에 작게 표시됩니다. 비워 두어도 됩니다.' }),
  kind: select('답변 방식', kindLabels, '답변 방식을 선택해 주세요.'),
  unit: {
    ...optionalLine('단위', { max: 10, hint: '예: 명, 개, 만원. 비워 두어도 됩니다.' }),
    shownFor: ['kind', 'NUMBER'],
  },
  choices: {
    ...field('lines', '선택지', choiceList, '한 줄에 하나씩, 2개부터 8개까지 입력해 주세요.'),
    shownFor: ['kind', 'CHOICE'],
  },
  isRequired: check('반드시 답해야 예약할 수 있습니다.'),
} as const;

const question = itemOf(questionFields).check(
  z.refine(({ kind, choices }) => kind !== 'CHOICE' || (choices.length >= 2 && choices.length <= 8), {
    path: ['choices'],
    error: CHOICES,
  }),
);

const list = itemsOf({ label: '질문', noun: '질문', fields: questionFields }, question);

/** The field for the studio's own questions, which the last step of a booking asks. */
export const questionListFields = {
  questions: {
    ...list,
    schema: list.schema.check(
      z.refine(
        (all) =>
          all.every((one) => all.filter((other) => appliesTo(other, one.shootType)).length <= MAX_QUESTIONS),
        `한 카테고리에서 물을 수 있는 질문은 모든 카테고리의 질문을 더해 ${MAX_QUESTIONS}개까지입니다.`,
      ),
    ),
  },
};
