import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, vi } from 'vitest';

/** A server, with the folder that has its outbox of SMS. */
export interface VisitedServer {
  readonly url: string;
  readonly dataDir: string;
}

type Fields = Readonly<Record<string, string>>;

/** A visitor with one address. Sends JSON and returns status and body. */
export const createVisitor = () => {
  const address = `198.51.${randomInt(256)}.${randomInt(1, 255)}`;
  return async (
    { url }: Pick<VisitedServer, 'url'>,
    method: string,
    path: string,
    { body, token }: { readonly body?: object; readonly token?: string } = {},
  ): Promise<{ status: number; body: Fields }> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        'x-forwarded-for': address,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Fields };
  };
};
export type Send = ReturnType<typeof createVisitor>;

/** The `index`th code that this server sent to a phone. It may be sent after the response. */
export const readCode = ({ dataDir }: VisitedServer, phone: string, index = 0): Promise<string> =>
  vi.waitFor(async () => {
    const lines = (await readFile(join(dataDir, 'outbox/sms.jsonl'), 'utf8')).trimEnd().split('\n');
    const codes = lines.flatMap((line) => {
      const { to, text } = JSON.parse(line) as { to: string; text: string };
      return to === phone ? (/인증번호.*?(\d{6})/.exec(text)?.[1] ?? []) : [];
    });
    const code = codes[index];
    if (code === undefined) throw new Error(`no code in ${lines.at(-1)}`);
    return code;
  }, 10_000);

/** Asks `first` for a code and registers with it on `second`. */
export const register = async (send: Send, first: VisitedServer, second: VisitedServer) => {
  const account = { loginId: `member${randomInt(1e9)}`, password: 'Visitor!2026' };
  const identity = { name: '김방문', phoneNumber: `010${String(randomInt(1e8)).padStart(8, '0')}` };
  const sent = await send(first, 'POST', `/api/member/send-code?phoneNumber=${identity.phoneNumber}`);
  expect(sent.status).toBe(200);
  const registered = await send(second, 'POST', '/api/member/register', {
    body: {
      ...account,
      ...identity,
      confirmPassword: account.password,
      code: await readCode(first, identity.phoneNumber),
      agreements: { all: true, over14: true, terms: true, privacy: true },
    },
  });
  expect(registered.status).toBe(201);
  return { ...account, ...identity };
};

export const logIn = async (
  send: Send,
  site: VisitedServer,
  account: { loginId: string; password: string },
) => {
  const { loginId, password } = account;
  const { status, body } = await send(site, 'POST', '/api/auth/login', { body: { loginId, password } });
  expect(status).toBe(200);
  return body;
};
