import { appError } from '#contract/errors.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { memberEndpoints } from '#contract/members.ts';
import type { Deps } from '#server/deps.ts';
import { clearRefusals, recordRefusal } from '#server/notifications/provider-refusals.ts';
import type { SmsOutcome } from '#server/ports/sms/sms.ts';
import { readSection } from '#server/studio/read-sections.ts';
import { formatCodeMessage } from './code-message.ts';
import { countMessage } from './message-budget.ts';
import {
  CODE_TTL_MS,
  discardCode,
  issueCode,
  RESEND_COOLDOWN_MS,
  type CodeScope,
} from './verification-codes.ts';

type CodeSentResponse = ResponseOf<typeof memberEndpoints.sendCode>;

/** The response to every request for a code, whether or not one was sent. */
const codeSentResponse: CodeSentResponse = {
  message: '인증번호를 보냈습니다.',
  expiresIn: CODE_TTL_MS / 1_000,
  resendIn: RESEND_COOLDOWN_MS / 1_000,
};

const sendCodeMessage = async (
  deps: Deps,
  to: string,
  message: { readonly studioName: string; readonly code: string },
): Promise<SmsOutcome> => {
  const { publicUrl } = deps.settings;
  const { outcome, code } = await deps.sms.send({ to, text: formatCodeMessage({ ...message, publicUrl }) });
  if (outcome !== 'accepted') deps.log.warn({ event: 'sms_failed', outcome });
  if (deps.sms.isSimulated === true) return outcome;
  if (outcome === 'accepted') await clearRefusals(deps.db);
  else await recordRefusal(deps, { code, isVerificationCode: true });
  return outcome;
};

/** Issues a code, and counts its message if one will be sent. A code that no message can be sent for does not stay. */
const issueWithinBudget = async (
  deps: Deps,
  scope: CodeScope,
  messages: 0 | 1,
): ReturnType<typeof issueCode> => {
  const issued = await issueCode(deps, scope);
  try {
    await countMessage(deps, messages);
  } catch (error) {
    await discardCode(deps.db, issued.id);
    throw error;
  }
  return issued;
};

/** Issues a code and sends it once. Throws SMS_FAILED when the provider rejected the message or its outcome is unknown. */
export const sendCode = async (deps: Deps, scope: CodeScope): Promise<CodeSentResponse> => {
  const { name: studioName } = await readSection(deps.db, 'identity');
  const issued = await issueWithinBudget(deps, scope, 1);
  const outcome = await sendCodeMessage(deps, scope.phone, { studioName, code: issued.code });
  if (outcome === 'accepted') return codeSentResponse;
  // After `unknown` the message may still arrive, so the code stays valid and the cool-down applies.
  if (outcome === 'rejected') await discardCode(deps.db, issued.id);
  throw appError('SMS_FAILED');
};

/**
 * Sends a code to a member who may not exist. A code is issued either way, but without a member no message is sent, and the
 * response does not wait for the provider. Response, duration, cool-down and errors do not reveal whether the member exists.
 */
export const sendCodeIfMember = async (deps: Deps, scope: CodeScope): Promise<CodeSentResponse> => {
  const { name: studioName } = await readSection(deps.db, 'identity');
  const { code } = await issueWithinBudget(deps, scope, scope.memberId === null ? 0 : 1);
  if (scope.memberId !== null) {
    sendCodeMessage(deps, scope.phone, { studioName, code }).catch((error: unknown) =>
      deps.log.error({ event: 'sms_failed', err: error }),
    );
  }
  return codeSentResponse;
};
