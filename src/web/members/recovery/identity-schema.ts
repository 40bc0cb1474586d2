import * as z from 'zod/mini';
import { loginId, memberName, phoneNumber } from '#contract/fields.ts';

/** The input that identifies a member, as typed. `loginId` is empty when recovering a login id. */
export const identityDraft = z.object({ loginId: z.string(), name: z.string(), phoneNumber: z.string() });
export type Identity = z.output<typeof identityDraft>;

export const emptyIdentity: Identity = { loginId: '', name: '', phoneNumber: '' };

/** The required fields of each recovery, the message shown while one is empty and that of a failure without one of the server. */
export const identityRules = {
  id: {
    names: ['name', 'phoneNumber'],
    schema: z.object({ loginId: z.string(), name: memberName, phoneNumber }),
    missing: '이름과 휴대폰 번호를 모두 입력해주세요.',
    failed: '아이디 찾기에 실패했습니다.',
  },
  password: {
    names: ['loginId', 'name', 'phoneNumber'],
    schema: z.object({ loginId, name: memberName, phoneNumber }),
    missing: '모든 정보를 입력해주세요.',
    failed: '인증번호 전송에 실패했습니다.',
  },
} as const;
