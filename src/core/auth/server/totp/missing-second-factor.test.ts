import { describe, expect, it } from 'vitest';
import { allEndpoints } from '#app/server/api.ts';
import { insertAdmin, insertMember, type SignedInMember } from '#test/factories/members.ts';
import { insertPicture } from '#test/factories/pictures.ts';
import { insertQuestion } from '#test/factories/questions.ts';
import { publishChange } from '#test/factories/settings.ts';
import { createTestApp, readError } from '#test/test-app.ts';
import { adminTotp } from '../tables.ts';

const app = await createTestApp();
await publishChange(app, await insertAdmin(app), 'security', () => ({ requiresSecondFactor: true }));

describe('an admin who must set up a second factor', () => {
  it('S-033 is a member wherever members and admins get different responses, until it is set up', async () => {
    const client = await insertMember(app, { name: '홍길동' });
    const title = '비밀 문의입니다';
    const { id } = await insertQuestion(app, client, { title, content: title, secret: true });
    const pictureId = await insertPicture(app, client);
    const keyword = encodeURIComponent('비밀 문의');
    const requests = [
      ['GET', '/api/question'],
      ['GET', `/api/question/search/title?keyword=${keyword}`],
      ['GET', `/api/question/search/content?keyword=${keyword}`],
      ['GET', `/api/question/${id}`],
      ['GET', `/api/private-file/${pictureId}`],
      ['PUT', `/api/question/${id}`, { title: '바꾼 제목', content: '바꾼 내용' }],
      ['DELETE', `/api/question/${id}`],
    ] as const;
    const responsesTo = async ({ accessToken: token }: SignedInMember): Promise<string[]> => {
      const responses: string[] = [];
      for (const [method, path, body] of requests) {
        const response = await app.request(method, path, body, { token });
        responses.push(`${method} ${path} ${response.status} ${await response.text()}`);
      }
      return responses;
    };
    const toMember = await responsesTo(await insertMember(app));
    const admin = await insertAdmin(app);
    expect(await responsesTo(admin)).toEqual(toMember);

    const now = app.clock.now();
    await app.db
      .insert(adminTotp)
      .values({ memberId: admin.id, secret: Buffer.from('secret'), confirmedAt: now });
    for (const [place, response] of (await responsesTo(admin)).entries())
      expect(response).not.toBe(toMember[place]);
  });

  it('S-030 gets SECOND_FACTOR_NEEDED from every admin endpoint but those that set it up', async () => {
    const { accessToken: token } = await insertAdmin(app);
    const { accessToken: memberToken } = await insertMember(app);
    for (const { method, path, access, allowsMissingSecondFactor } of allEndpoints) {
      if (access !== 'admin') continue;
      const url = path.replaceAll(/\{\w+\}/g, '1');
      const body = method === 'GET' ? undefined : {};
      const { code } = await readError(await app.request(method, url, body, { token }));
      expect(code === 'SECOND_FACTOR_NEEDED', `${method} ${path}`).toBe(allowsMissingSecondFactor !== true);
      const toMember = await app.request(method, url, body, { token: memberToken });
      expect(await readError(toMember)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    }
  });
});
