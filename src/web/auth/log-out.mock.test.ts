import { beforeEach, expect, test, vi } from 'vitest';

const showAlert = vi.hoisted(() => vi.fn<(message: string) => Promise<boolean>>(() => Promise.resolve(true)));
vi.mock('#web/shell/alert.tsx', () => ({ showAlert }));
vi.mock('./clear-client-state.ts', () => ({ clearMemberData: vi.fn(), reloadHome: vi.fn() }));

vi.stubGlobal('document', { documentElement: { dataset: {} } });
const fetchMock = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
vi.stubGlobal('fetch', fetchMock);

const { logOut } = await import('./log-out.ts');
const { writeSession } = await import('./session.ts');

beforeEach(() => {
  showAlert.mockClear();
  writeSession({ accessToken: 'access', refreshToken: 'refresh', name: '김민수', role: 'MEMBER' });
});

const answerLogout = (answer: () => Promise<Response>): void =>
  void fetchMock.mockImplementation((url) =>
    url === '/api/auth/logout' ? answer() : Promise.resolve(new Response()),
  );

test.each([
  ['without a message', {}, '로그아웃 실패'],
  ['with a message', { message: '잠시 쉬어 갑니다.' }, '잠시 쉬어 갑니다.'],
])(
  '@8-logout a logout that the server answers with an error %s does not name the connection',
  async (_, json, message) => {
    answerLogout(() => Promise.resolve(Response.json(json, { status: 500 })));
    await logOut();
    expect(showAlert).toHaveBeenCalledExactlyOnceWith(
      `${message}\n이 기기에서는 로그아웃되었지만, 서버에는 반영되지 않았습니다.`,
    );
  },
);

test('@8-logout a logout that does not reach the server names the connection', async () => {
  answerLogout(() => Promise.reject(new TypeError('Failed to fetch')));
  await logOut();
  expect(showAlert).toHaveBeenCalledExactlyOnceWith(
    '로그아웃 실패\n이 기기에서는 로그아웃되었지만, 연결 문제로 서버에는 반영되지 않았습니다.',
  );
});

test('a confirmed logout shows no alert', async () => {
  answerLogout(() => Promise.resolve(new Response(null, { status: 204 })));
  await logOut();
  expect(showAlert).not.toHaveBeenCalled();
});
