import { memberEndpoints } from '#contract/members.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { readSignupDraft } from '#web/members/issued-code.ts';
import { allConsents } from './contact-schema.ts';
import { registrationDraft } from './registration-draft.ts';
import {
  emptyRegistration,
  type Registration,
  type registrationSchema,
  type unconfirmedRegistration,
} from './registration-schema.ts';
import { useSignup } from './use-signup.ts';

/** Registers with a login id and a password. `onRegistered` is called once the member is registered, not logged in. */
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
    failed: '회원가입에 실패했습니다.',
    onRegistered: (registration) => {
      registrationDraft.clear();
      return onRegistered(registration);
    },
  });
