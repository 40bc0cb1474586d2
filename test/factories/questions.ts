import type { Question } from '#features/questions/contract/questions.ts';
import type { TestApp } from '#test/test-app.ts';
import type { SignedInMember } from './members.ts';

interface QuestionInput {
  readonly title?: string;
  readonly content?: string;
  readonly secret?: boolean;
  readonly notify?: boolean;
}

export const postQuestion = (
  app: TestApp,
  author: SignedInMember,
  draft: QuestionInput = {},
): Promise<Response> =>
  app.post(
    '/api/question',
    { title: '가격 문의', content: '얼마인가요?', ...draft },
    { token: author.accessToken },
  );

/** Creates a question; throws if it fails. */
export const insertQuestion = async (
  app: TestApp,
  author: SignedInMember,
  draft: QuestionInput = {},
): Promise<Question> => {
  const response = await postQuestion(app, author, draft);
  if (response.status !== 201) throw new Error(`the inquiry was refused: ${await response.text()}`);
  return (await response.json()) as Question;
};

export const postAnswer = (
  app: TestApp,
  admin: SignedInMember,
  questionId: number,
  content = '안녕하세요. 답변드립니다.',
): Promise<Response> =>
  app.post(`/api/admin/question/${questionId}/answer`, { content }, { token: admin.accessToken });

/** Lists the questions of a path as this viewer sees them. */
export const readQuestions = async (
  app: TestApp,
  path: string,
  reader: SignedInMember | null = null,
): Promise<Question[]> => {
  const response = await app.get(path, reader === null ? {} : { token: reader.accessToken });
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Question[];
};
