import { useState } from 'react';
import * as z from 'zod/mini';
import { emptyIdentity, typedIdentity } from './identity.ts';
import type { Identity } from './identity.ts';
import { keepAlive, sentCode, startCode } from './sent-code.ts';
import { tabDraft } from './tab-draft.ts';

const drafts = {
  id: tabDraft('find-id', z.object({ identity: typedIdentity, sent: z.nullable(sentCode) })),
  password: tabDraft('find-password', z.object({ identity: typedIdentity, sent: z.nullable(sentCode) })),
} as const;

type SendCode = (identity: Identity) => Promise<Parameters<typeof startCode>[1]>;

/** What both recoveries begin with: who it is, and a code to the phone. `send` fails with `ApiError`. */
export const useRecovery = (kind: keyof typeof drafts, send: SendCode) => {
  const draft = drafts[kind];
  const [start] = useState(() => draft.read());
  const [identity, setIdentity] = useState(start?.identity ?? emptyIdentity);
  const [sent, setSent] = useState(() => keepAlive(start?.sent ?? null));

  return {
    identity,
    /** Null until a code is on its way. */
    sent,
    sendCode: async (to: Identity): Promise<void> => {
      const sentNow = startCode(to.phoneNumber, await send(to));
      draft.keep({ identity: to, sent: sentNow });
      setIdentity(to);
      setSent(sentNow);
    },
    startOver: (): void => {
      draft.keep({ identity, sent: null });
      setSent(null);
    },
    /** Nothing of it stays in the browser. */
    finish: (): void => draft.drop(),
  };
};
