import { beforeEach, expect, test, vi } from 'vitest';
import { clearSession, writeSession } from '#platform/web/client/api/session.ts';
import { emptyRegistration } from './registration-schema.ts';
import { readSocialProfileDraft, socialNickname, socialProfileDraft } from './social-profile-draft.ts';

const storage = (entries: Map<string, string>) => ({
  getItem: (key: string) => entries.get(key) ?? null,
  setItem: (key: string, value: string) => void entries.set(key, value),
  removeItem: (key: string) => void entries.delete(key),
});

const logIn = (memberId: string): void => {
  const accessToken = `e30.${btoa(JSON.stringify({ sub: memberId, sid: `of ${memberId}` }))}.x`;
  writeSession({ accessToken, refreshToken: 'r', name: '민수', role: 'MEMBER' });
};

const typed = {
  name: '김민수',
  phoneNumber: '01012345678',
  agreements: { over14: true, terms: false, privacy: true },
};

beforeEach(() => {
  vi.stubGlobal('localStorage', storage(new Map()));
  vi.stubGlobal('sessionStorage', storage(new Map()));
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  return clearSession;
});

test('a social profile draft is readable for its member and not for another member of the same name', () => {
  logIn('m1');
  socialProfileDraft.save({ ...typed, sent: null });
  expect(readSocialProfileDraft()).toEqual({ values: { ...emptyRegistration, ...typed }, sent: null });
  logIn('m2');
  const untouched = { values: emptyRegistration, sent: null };
  expect(readSocialProfileDraft()).toEqual(untouched);
  clearSession();
  socialProfileDraft.save({ ...typed, sent: null });
  expect(readSocialProfileDraft()).toEqual(untouched);
});

test('without a draft the name is the member’s nickname at the provider, and no other member’s', () => {
  logIn('m1');
  socialNickname.save('소셜이름');
  expect(readSocialProfileDraft().values.name).toBe('소셜이름');
  socialProfileDraft.save({ ...typed, sent: null });
  expect(readSocialProfileDraft().values.name).toBe(typed.name);
  logIn('m2');
  expect(readSocialProfileDraft().values.name).toBe('');
});
