import type { Answer, Question } from '#features/questions/contract/questions.ts';
import { call, type Site } from './site-client.ts';

interface Tokens {
  readonly member: string;
  readonly admin: string;
}

/** The member asks four questions and deletes one; the admin answers one and corrects the answer. */
export const fillQuestions = async (site: Site, { member: token, admin }: Tokens): Promise<void> => {
  const ask = (title: string, rest: object = {}): Promise<Question> =>
    call(site, '/api/question', { body: { title, content: '궁금한 점이 있습니다.', ...rest }, token });
  const answered = await ask('원본도 받을 수 있나요?', { notify: true });
  const edited = await ask('촬영은 몇 시간 걸리나요?');
  await ask('견적을 미리 알 수 있을까요?', { secret: true });
  const deleted = await ask('잘못 올린 문의');
  const body = { title: '촬영은 얼마나 걸리나요?', content: '이동 시간도 포함인가요?', secret: false };
  await call(site, `/api/question/${edited.id}`, { method: 'PUT', body, token });
  await call(site, `/api/question/${deleted.id}`, { method: 'DELETE', token });
  const path = '/api/admin/question';
  const answer = await call<Answer>(site, `${path}/${answered.id}/answer`, {
    body: { content: '네, 드립니다.' },
    token: admin,
  });
  await call(site, `${path}/answer/${answer.id}`, {
    method: 'PUT',
    body: { content: '네, 보정하지 않은 원본도 모두 드립니다.' },
    token: admin,
  });
};
