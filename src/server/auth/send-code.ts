import { refuse } from '#contract/errors.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { memberEndpoints } from '#contract/members.ts';
import type { Deps } from '#server/deps.ts';
import { writeCodeMessage } from './code-message.ts';
import { CODE_LIFE, dropCode, issueCode, RESEND_COOL_DOWN } from './verification-codes.ts';
import type { CodeScope } from './verification-codes.ts';

type CodeSent = ResponseOf<typeof memberEndpoints.sendCode>;

/** What every request for a code answers, whether or not one was sent. */
export const codeSent: CodeSent = {
  message: '인증번호를 보냈습니다.',
  expiresIn: CODE_LIFE / 1_000,
  resendIn: RESEND_COOL_DOWN / 1_000,
};

/** Issues a code and sends it once. Refuses SMS_FAILED when it did not arrive, or may not have. */
export const sendCode = async (deps: Deps, scope: CodeScope): Promise<CodeSent> => {
  const issued = await issueCode(deps, scope);
  const { publicUrl, studio } = deps.settings;
  const text = writeCodeMessage({ studioName: studio.name, publicUrl, code: issued.code });
  const outcome = await deps.sms.send({ to: scope.phone, text });
  if (outcome === 'accepted') return codeSent;
  // After `unknown` the message may still arrive, so its code stays good and the cool-down stands.
  if (outcome === 'rejected') await dropCode(deps.db, issued);
  deps.log.warn({ event: 'sms_failed', outcome });
  throw refuse('SMS_FAILED');
};
