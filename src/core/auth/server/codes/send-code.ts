import { contentSections } from '#core/content/contract/sections.ts';
import { readSection } from '#core/content/server/read-sections.ts';
import { clearRefusals, recordRefusal } from '#core/messages/server/provider-refusals.ts';
import type { ResponseOf } from '#platform/contract/endpoint.ts';
import { appError } from '#platform/contract/errors.ts';
import { codeLimits } from '#platform/contract/rate-limits.ts';
import type { Deps } from '#platform/server/deps.ts';
import { incrementCounters } from '#platform/server/http/overload/rate-limit-store.ts';
import { windowStartOf } from '#platform/server/http/overload/rate-limiter.ts';
import { tooManyRequestsError } from '#platform/server/http/overload/too-many-requests.ts';
import {
  countSmsBytes,
  MAX_SMS_BYTES,
  MIN_NAME_BYTES,
  truncateToSmsBytes,
} from '#platform/server/ports/sms/sms-length.ts';
import type { SmsOutcome } from '#platform/server/ports/sms/sms.ts';
import type { memberEndpoints } from '../../contract/members.ts';
import {
  CODE_TTL_MS,
  discardCode,
  issueCode,
  RESEND_COOLDOWN_MS,
  type CodeScope,
} from './verification-codes.ts';

/**
 * Counts one message, or 0 for a request that must look as if it sent one. Both run the same statement and throw TOO_MANY_REQUESTS when
 * this hour's messages are used up.
 */
export const countMessage = async (
  { db, clock, env, log }: Pick<Deps, 'db' | 'clock' | 'env' | 'log'>,
  messages: 0 | 1,
): Promise<void> => {
  if (!env.rateLimits) return;
  const now = clock.now();
  const { limit, seconds } = codeLimits.everyone;
  const windowStart = windowStartOf(now, seconds);
  const [sent = 0] = await incrementCounters(db, [{ key: 'code-messages', windowStart, hits: messages }]);
  if (sent - messages >= limit)
    throw tooManyRequestsError((windowStart.getTime() - now.getTime()) / 1_000 + seconds);
  if (messages === 1 && sent === limit / 2) log.warn({ event: 'limit_half_used', name: 'codeMessages' });
};

interface CodeMessage {
  readonly studioName: string;
  /** The site's origin. */
  readonly publicUrl: string;
  readonly code: string;
}

/**
 * Formats the SMS with a verification code. The last line, if there is room, lets phones fill in the code (web OTP). The studio's name is
 * shortened if needed.
 */
export const formatCodeMessage = ({ studioName, publicUrl, code }: CodeMessage): string => {
  const notice = `인증번호 ${code}. 타인에게 알려 주지 마세요.`;
  const fillIn = `\n@${new URL(publicUrl).hostname} #${code}`;
  const room = MAX_SMS_BYTES - countSmsBytes(`[] ${notice}`);
  const roomBeforeFillIn = room - countSmsBytes(fillIn);
  // A very long host gets no web OTP line: the studio's name would not fit.
  return roomBeforeFillIn >= MIN_NAME_BYTES
    ? `[${truncateToSmsBytes(studioName, roomBeforeFillIn)}] ${notice}${fillIn}`
    : `[${truncateToSmsBytes(studioName, room)}] ${notice}`;
};

export type CodeSentResponse = ResponseOf<typeof memberEndpoints.sendCode>;

/** The response when a request for a code succeeds; the same when no member matches and nothing is sent. */
const codeSentResponse: CodeSentResponse = {
  message: '인증번호를 보냈습니다.',
  expiresIn: CODE_TTL_MS / 1_000,
  resendIn: RESEND_COOLDOWN_MS / 1_000,
};

const sendCodeMessage = async (deps: Deps, to: string, text: string): Promise<SmsOutcome> => {
  const { outcome, code } = await deps.sms.send({ to, text });
  if (outcome !== 'accepted') deps.log.warn({ event: 'sms_failed', outcome });
  if (deps.sms.isSimulated === true) return outcome;
  if (outcome === 'accepted') await clearRefusals(deps.db);
  else await recordRefusal(deps, { code, isVerificationCode: true });
  return outcome;
};

/** Issues a code with the text of its message, and counts the message if it will be sent. Deletes the code when the counting throws. */
const issueWithinBudget = async (deps: Deps, scope: CodeScope, messages: 0 | 1) => {
  const { name: studioName } = await readSection(deps.db, contentSections.identity);
  const { id, code } = await issueCode(deps, scope);
  try {
    await countMessage(deps, messages);
  } catch (error) {
    await discardCode(deps.db, id);
    throw error;
  }
  return { id, text: formatCodeMessage({ studioName, publicUrl: deps.env.publicUrl, code }) };
};

/**
 * Issues a code and sends it once. Throws TOO_MANY_REQUESTS as `issueCode` and `countMessage` do, and SMS_FAILED when the provider rejected
 * the message or its outcome is unknown.
 */
export const sendCode = async (deps: Deps, scope: CodeScope): Promise<CodeSentResponse> => {
  const { id, text } = await issueWithinBudget(deps, scope, 1);
  const outcome = await sendCodeMessage(deps, scope.phone, text);
  if (outcome === 'accepted') return codeSentResponse;
  // After `unknown` the message may still arrive, so the code stays valid and the cool-down applies.
  if (outcome === 'rejected') await discardCode(deps.db, id);
  throw appError('SMS_FAILED');
};

/**
 * Sends a code if the member exists. A code is issued either way, but without a member no message is sent. The response never waits for
 * the provider. Response, duration, cool-down and errors do not reveal whether the member exists.
 */
export const sendCodeIfMember = async (deps: Deps, scope: CodeScope): Promise<CodeSentResponse> => {
  const { text } = await issueWithinBudget(deps, scope, scope.memberId === null ? 0 : 1);
  if (scope.memberId !== null) {
    sendCodeMessage(deps, scope.phone, text).catch((error: unknown) =>
      deps.log.error({ event: 'sms_failed', err: error }),
    );
  }
  return codeSentResponse;
};
