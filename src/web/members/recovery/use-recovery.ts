import { useState } from 'react';
import * as z from 'zod/mini';
import { emptyIdentity, identityDraft, type Identity } from './identity-schema.ts';
import { ifUnexpired, issuedCode, toIssuedCode } from '#web/members/issued-code.ts';
import { sessionDraft } from '#web/shell/forms/draft-store.ts';

const drafts = {
  id: sessionDraft('find-id', z.object({ identity: identityDraft, sent: z.nullable(issuedCode) })),
  password: sessionDraft(
    'find-password',
    z.object({ identity: identityDraft, sent: z.nullable(issuedCode) }),
  ),
} as const;

type SendCode = (identity: Identity) => Promise<Parameters<typeof toIssuedCode>[1]>;

/** The first steps of both recoveries: identifies the member and sends a code. `send` rejects with `ApiError`. */
export const useRecovery = (kind: keyof typeof drafts, send: SendCode) => {
  const draft = drafts[kind];
  const [start] = useState(() => draft.read());
  const [identity, setIdentity] = useState(start?.identity ?? emptyIdentity);
  const [sent, setSent] = useState(() => ifUnexpired(start?.sent ?? null));

  return {
    identity,
    /** The issued code; null before one was sent. */
    sent,
    sendCode: async (to: Identity): Promise<void> => {
      const sentNow = toIssuedCode(to.phoneNumber, await send(to));
      draft.save({ identity: to, sent: sentNow });
      setIdentity(to);
      setSent(sentNow);
    },
    startOver: (): void => {
      draft.save({ identity, sent: null });
      setSent(null);
    },
    /** Deletes the draft of the recovery. */
    finish: (): void => draft.clear(),
  };
};
