import { useState } from 'react';
import * as z from 'zod/mini';
import {
  ifUnexpired,
  issuedCode,
  toIssuedCode,
  type IssuedCodeResponse,
} from '#core/auth/web/issued-code.ts';
import { useSmsCode } from '#core/auth/web/use-sms-code.ts';
import { loginId, memberName, phoneNumber } from '#platform/contract/fields.ts';
import { sessionDraft } from '#platform/web/client/forms/draft-store.ts';

/** The input that identifies a member. `loginId` is empty when recovering a login id. */
const identityDraft = z.object({ loginId: z.string(), name: z.string(), phoneNumber: z.string() });
type Identity = z.output<typeof identityDraft>;

/** The required fields of each recovery, and the messages for an empty field and for a failure without a message of the server. */
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

const recoveryDraft = z.object({ identity: identityDraft, sent: z.nullable(issuedCode) });
const drafts = {
  id: sessionDraft('find-id', recoveryDraft),
  password: sessionDraft('find-password', recoveryDraft),
} as const;

type SendCode = (identity: Identity) => Promise<IssuedCodeResponse>;

/** The first steps of a recovery: identifies the member and sends a code. `request` rejects with `ApiError`. */
export const useRecovery = (kind: keyof typeof drafts, request: SendCode) => {
  const draft = drafts[kind];
  const [start] = useState(() => draft.read());
  const [identity, setIdentity] = useState(start?.identity ?? { loginId: '', name: '', phoneNumber: '' });
  const smsCode = useSmsCode({ start: ifUnexpired(start?.sent ?? null) });

  return {
    kind,
    identity,
    smsCode,
    /** Sends the first code. Rejects with `ApiError`. */
    sendCode: async (to: Identity): Promise<void> => {
      const sent = toIssuedCode(to.phoneNumber, await request(to));
      draft.save({ identity: to, sent });
      setIdentity(to);
      smsCode.setSent(sent);
    },
    sendAgain: async (): Promise<void> => {
      const sent = await smsCode.send(identity.phoneNumber, () => request(identity));
      if (sent !== null) draft.save({ identity, sent });
    },
    startOver: (): void => {
      draft.save({ identity, sent: null });
      smsCode.startOver();
    },
    /** Deletes the draft of the recovery. */
    finish: (): void => draft.clear(),
  };
};
