import { useState } from 'react';
import * as z from 'zod/mini';
import { emptyIdentity, identityDraft, type Identity } from './identity-schema.ts';
import { ifUnexpired, issuedCode, toIssuedCode, type IssuedCodeResponse } from '#web/members/issued-code.ts';
import { useSmsCode } from '#web/members/use-sms-code.ts';
import { sessionDraft } from '#web/shell/forms/draft-store.ts';

const recoveryDraft = z.object({ identity: identityDraft, sent: z.nullable(issuedCode) });
const drafts = {
  id: sessionDraft('find-id', recoveryDraft),
  password: sessionDraft('find-password', recoveryDraft),
} as const;

type SendCode = (identity: Identity) => Promise<IssuedCodeResponse>;

/** The first steps of both recoveries: identifies the member and sends a code. `request` rejects with `ApiError`. */
export const useRecovery = (kind: keyof typeof drafts, request: SendCode) => {
  const draft = drafts[kind];
  const [start] = useState(() => draft.read());
  const [identity, setIdentity] = useState(start?.identity ?? emptyIdentity);
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
