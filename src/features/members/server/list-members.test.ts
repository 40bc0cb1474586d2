import { describe, expect, it } from 'vitest';
import { members } from '#core/auth/server/tables.ts';
import { insertAdmin, insertMember } from '#test/factories/members.ts';
import { readError, createTestApp } from '#test/test-app.ts';

interface Item {
  readonly loginId: string;
}

const app = await createTestApp();
const admin = await insertAdmin(app, { loginId: 'studio.admin', phone: '01000000001' });
const first = await insertMember(app, { loginId: 'first.member', name: '첫째', phone: '01000000002' });
// Several members have the same creation time: the id decides their order, and no page may skip one.
const createdAt = new Date('2030-01-01T00:00:00Z');
await app.db.insert(members).values(
  ['a', 'b', 'c'].map((letter) => ({
    loginId: `twin.${letter}`,
    loginIdKey: `twin.${letter}`,
    name: '쌍둥이',
    createdAt,
  })),
);

const ask = (path: string) => app.get(path, { token: admin.accessToken });
const nextOf = (response: Response) => /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
const read = async (start: string): Promise<string[][]> => {
  const pages: string[][] = [];
  for (let path: string | undefined = start; path !== undefined;) {
    const response: Response = await ask(path);
    expect(response.status).toBe(200);
    pages.push(((await response.json()) as Item[]).map(({ loginId }) => loginId));
    path = nextOf(response);
  }
  return pages;
};

describe('the list of members', () => {
  it('S-050 the list of members has id, name and phone, newest first', async () => {
    const response = await ask('/api/admin/member');
    const list: unknown = await response.json();
    expect(list).toHaveLength(5);
    expect(list).toMatchObject([{ name: '쌍둥이', phoneNumber: '' }, {}, {}, {}, {}]);
    expect((list as unknown[])[3]).toEqual({
      loginId: first.loginId,
      name: '첫째',
      phoneNumber: '01000000002',
    });
    expect(nextOf(response)).toBeUndefined();
  });

  it.each([1, 2, 4, 5])(
    'the list of members with pages of %i has no gap and no repetition',
    async (limit) => {
      const [whole] = await read('/api/admin/member');
      const pages = await read(`/api/admin/member?limit=${limit}`);
      expect(pages.flat()).toEqual(whole);
      expect(pages.length).toBe(Math.ceil(5 / limit));
    },
  );

  it.each(['x', '1', '1.x', "1'--.a", '99999999999999999.0b0d6c3e-0000-4000-8000-000000000000'])(
    'S-045 the list of members rejects the cursor %j',
    async (cursor) => {
      const response = await ask(`/api/admin/member?cursor=${encodeURIComponent(cursor)}`);
      expect(await readError(response)).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
    },
  );

  it('S-045 the list of members accepts any time in a cursor', async () => {
    const cursor = '9999999999999999.0b0d6c3e-0000-4000-8000-000000000000';
    expect((await ask(`/api/admin/member?cursor=${cursor}`)).status).toBe(200);
  });
});

describe('a search by name', () => {
  const find = async (name: string): Promise<string[]> => {
    const response = await ask(`/api/admin/member?name=${encodeURIComponent(name)}`);
    expect(response.status).toBe(200);
    return ((await response.json()) as Item[]).map(({ loginId }) => loginId);
  };

  it('a search by name finds substrings regardless of case and Unicode form, and everyone when empty', async () => {
    const { loginId } = await insertMember(app, { name: 'Anna 스미스' });
    for (const part of ['anna', 'NNA 스', '스미스', '스미'.normalize('NFD'), ' 스미스\u3000'])
      expect(await find(part)).toEqual([loginId]);
    expect((await find('')).length).toBe(6);
    expect(await find('없는이')).toEqual([]);
  });

  it.each(['%', '_', '\\', "'", '%%', '; drop table members', '.*'])(
    'S-061 a search by name treats %j as literal text',
    async (name) => {
      expect(await find(name)).toEqual([]);
    },
  );

  it.each(['\u0000', '가'.repeat(51), 'a\nb', 'a\u202eb'])(
    'S-061 a search by name rejects %j',
    async (name) => {
      const response = await ask(`/api/admin/member?name=${encodeURIComponent(name)}`);
      expect(await readError(response)).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
    },
  );

  it('a search by name is paginated', async () => {
    const pages = await read(`/api/admin/member?name=${encodeURIComponent('쌍둥이')}&limit=2`);
    expect(pages.map((page) => page.length)).toEqual([2, 1]);
  });
});
