import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type * as z from 'zod/mini';
import type { signedUpload } from '#core/files/contract/photo-uploads.ts';
import type { Session } from '#platform/contract/sessions.ts';

/** A running site. */
export interface Site {
  readonly url: string;
  /** The newest SMS to this number. */
  readSms(phoneNumber: string): Promise<string>;
  /** The time of the server's clock. */
  now(): Date;
}

export interface Credentials {
  readonly loginId: string;
  readonly password: string;
}

interface Call {
  /** `POST` if there is a body, by default. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly body?: object;
  readonly token?: string;
  readonly cookie?: string;
}

/** A site that writes its SMS to the outbox in its data folder. */
export const openSite = (url: string, dataDir: string, clockOffsetMs = 0): Site => ({
  url,
  now: () => new Date(Date.now() + clockOffsetMs),
  readSms: async (phoneNumber) => {
    const lines = (await readFile(join(dataDir, 'outbox/sms.jsonl'), 'utf8')).trimEnd().split('\n');
    const sent = lines.map((line) => JSON.parse(line) as { to: string; text: string });
    return sent.findLast(({ to }) => to === phoneNumber)?.text ?? '';
  },
});

/** Sends a request. Throws unless it succeeds. */
export const send = async (
  { url }: Pick<Site, 'url'>,
  path: string,
  { body, method = body === undefined ? 'GET' : 'POST', token, cookie }: Call = {},
): Promise<Response> => {
  const response = await fetch(new URL(path, url), {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(cookie !== undefined && { cookie }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response;
};

/** Calls an endpoint. Throws unless it succeeds. */
export const call = async <Body = unknown>(
  site: Pick<Site, 'url'>,
  path: string,
  options: Call = {},
): Promise<Body> => {
  const text = await (await send(site, path, options)).text();
  return (text === '' ? null : JSON.parse(text)) as Body;
};

/** Returns the access token. `code` is that of the second factor. */
export const logIn = async (site: Site, { loginId, password }: Credentials, code?: string): Promise<string> =>
  (await call<Session>(site, '/api/auth/login', { body: { loginId, password, code } })).accessToken;

/** The code in the newest SMS to this number. */
export const readCode = async (site: Site, phoneNumber: string): Promise<string> => {
  const code = /(?<!\d)\d{6}(?!\d)/.exec(await site.readSms(phoneNumber))?.[0];
  if (code === undefined) throw new Error('no code was sent');
  return code;
};

export const pickPhoneNumber = (): string => `010${String(randomInt(1e8)).padStart(8, '0')}`;

const agreements = { all: true, over14: true, terms: true, privacy: true };

export const register = async (
  site: Site,
  { name, phoneNumber }: { readonly name: string; readonly phoneNumber: string },
): Promise<Credentials> => {
  const member = { loginId: `visitor${randomInt(1e9)}`, password: 'Visitor!2026' };
  await call(site, `/api/member/send-code?phoneNumber=${phoneNumber}`, { body: {} });
  const code = await readCode(site, phoneNumber);
  const body = { ...member, confirmPassword: member.password, name, phoneNumber, code, agreements };
  await call(site, '/api/member/register', { body });
  return member;
};

/** Completes the profile of a member who logged in with a provider. */
export const completeProfile = async (site: Site, token: string): Promise<void> => {
  const phoneNumber = pickPhoneNumber();
  await call(site, `/api/member/send-code?phoneNumber=${phoneNumber}`, { body: {}, token });
  const code = await readCode(site, phoneNumber);
  const body = { name: '김소셜', phoneNumber, code, agreements };
  await call(site, '/api/member/update-extra', { body, token });
};

export const createJpeg = (): Promise<Buffer> => {
  const background = { r: randomInt(256), g: randomInt(256), b: randomInt(256) };
  return sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .jpeg()
    .toBuffer();
};

/** Uploads a JPEG to an address that `path` gives; returns the name by which it is saved. */
export const uploadJpeg = async (site: Site, token: string, path: string, bytes: Buffer): Promise<string> => {
  const body = { fileName: '꽃.jpg', contentType: 'image/jpeg', contentLength: bytes.length };
  const target = await call<z.output<typeof signedUpload>>(site, path, { body, token });
  const put = await fetch(new URL(target.signedUrl, site.url), {
    method: 'PUT',
    headers: target.headers,
    body: new Uint8Array(bytes),
  });
  if (!put.ok) throw new Error(`upload: ${put.status}`);
  return target.savedFileName;
};
