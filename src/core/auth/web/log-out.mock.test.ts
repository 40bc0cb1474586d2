import { beforeEach, expect, test, vi } from 'vitest';

const showAlert = vi.hoisted(() => vi.fn<(message: string) => Promise<boolean>>(() => Promise.resolve(true)));
vi.mock('#platform/web/client/alert.tsx', () => ({ showAlert }));
const reloadHome = vi.hoisted(() => vi.fn());
vi.mock('./clear-client-state.ts', async () => ({
  clearMemberData: (await import('#platform/web/client/api/session.ts')).clearSession,
  reloadHome,
}));

vi.stubGlobal('document', { documentElement: { dataset: {} } });
const fetchMock = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
vi.stubGlobal('fetch', fetchMock);

let browserWindow = new EventTarget();
vi.stubGlobal('addEventListener', (type: string, listener: () => void) =>
  browserWindow.addEventListener(type, listener, { once: true }),
);

const { logOut } = await import('./log-out.ts');
const { writeSession } = await import('#platform/web/client/api/session.ts');

beforeEach(() => {
  showAlert.mockClear();
  reloadHome.mockClear();
  browserWindow = new EventTarget();
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
      `${message}\n이 기기에서 로그아웃했습니다. 서버에는 반영되지 않았습니다.`,
    );
  },
);

test('@8-logout a logout that does not reach the server names the connection', async () => {
  answerLogout(() => Promise.reject(new TypeError('Failed to fetch')));
  await logOut();
  expect(showAlert).toHaveBeenCalledExactlyOnceWith(
    '로그아웃 실패\n이 기기에서 로그아웃했습니다. 연결이 끊겨 서버에는 반영되지 않았습니다.',
  );
});

test('a confirmed logout shows no alert', async () => {
  answerLogout(() => Promise.resolve(new Response(null, { status: 204 })));
  await logOut();
  expect(showAlert).not.toHaveBeenCalled();
});

test('a network that returns while the connection is tested loads the home page', async () => {
  fetchMock.mockImplementation((url) => {
    if (url === '/') browserWindow.dispatchEvent(new Event('online'));
    return Promise.reject(new TypeError('Failed to fetch'));
  });
  await logOut();
  expect(reloadHome).toHaveBeenCalledOnce();
});

test('without a network the home page loads when it returns', async () => {
  fetchMock.mockRejectedValue(new TypeError('Failed to fetch'));
  await logOut();
  expect(reloadHome).not.toHaveBeenCalled();
  browserWindow.dispatchEvent(new Event('online'));
  expect(reloadHome).toHaveBeenCalledOnce();
});
