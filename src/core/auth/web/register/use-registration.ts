import * as z from 'zod/mini';
import { browserApi } from '#platform/web/client/api/browser-api.ts';
import { sessionDraft } from '#platform/web/client/forms/draft-store.ts';
import { memberEndpoints } from '../../contract/members.ts';
import { issuedCode, readSignupDraft } from '../issued-code.ts';
import {
  allConsents,
  contactDraftShape,
  emptyRegistration,
  type Registration,
  type registrationSchema,
  type unconfirmedRegistration,
} from './registration-schema.ts';
import { useSignup } from './use-signup.tsx';

const registrationDraft = sessionDraft(
  'registration',
  z.object({ loginId: z.string(), ...contactDraftShape, sent: z.nullable(issuedCode) }),
);

/** Registers with a login id and a password. `onRegistered` is called after the registration, which does not log the member in. */
export const useRegistration = (
  schema: typeof registrationSchema | typeof unconfirmedRegistration,
  onRegistered: (registration: Registration) => Promise<void>,
) =>
  useSignup({
    schema,
    readDraft: () => readSignupDraft(registrationDraft, emptyRegistration),
    saveDraft: ({ loginId, name, phoneNumber, agreements }, sent) =>
      registrationDraft.save({ loginId, name, phoneNumber, agreements, sent }),
    register: (registration: Registration, code) =>
      browserApi.call(memberEndpoints.register, { body: { ...registration, code, agreements: allConsents } }),
    onRegistered: (registration) => {
      registrationDraft.clear();
      return onRegistered(registration);
    },
  });
