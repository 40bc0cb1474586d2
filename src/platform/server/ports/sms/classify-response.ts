import type { Log } from '../log.ts';
import type { JsonResult } from './request-json.ts';
import type { SmsAttempt } from './sms.ts';

/** The result in a provider's response body. `undefined` when the body has no known form. */
export type SmsProviderResult =
  | {
      readonly isAccepted: boolean;
      readonly messageId?: string | undefined;
      readonly code?: string | undefined;
    }
  | undefined;

const UNAVAILABLE_STATUSES = new Set([401, 403, 429]);

// A result code is a short word or number; anything else could contain a phone number.
export const safeErrorCode = (code: string | undefined): string | undefined =>
  code !== undefined && /^[A-Za-z0-9_]{1,40}$/.test(code) && !/\d{7}/.test(code) ? code : undefined;

const outcomeOf = (response: JsonResult, decision: SmsProviderResult): SmsAttempt['outcome'] => {
  if ('failure' in response) return response.failure === 'unreached' ? 'unavailable' : 'unknown';
  const { status } = response;
  if (UNAVAILABLE_STATUSES.has(status)) return 'unavailable';
  if (status >= 400 && status < 500) return 'rejected';
  if (status < 200 || status >= 300 || decision === undefined) return 'unknown';
  return decision.isAccepted ? 'accepted' : 'rejected';
};

const codeOf = (response: JsonResult, decision: SmsProviderResult): string => {
  if ('failure' in response) return response.failure === 'unreached' ? 'UNREACHED' : 'NO_RESPONSE';
  return safeErrorCode(decision?.code) ?? `HTTP_${response.status}`;
};

/** Classifies the outcome of one attempt and logs any but `accepted`, without phone number, text or key. */
export const classifyResponse = (
  log: Log,
  provider: string,
  response: JsonResult,
  readVerdict: (body: unknown) => SmsProviderResult,
): SmsAttempt => {
  const decision = 'failure' in response ? undefined : readVerdict(response.body);
  const outcome = outcomeOf(response, decision);
  const code = codeOf(response, decision);
  if (outcome === 'accepted') return { outcome, messageId: decision?.messageId };
  const reason = 'failure' in response ? { failure: response.failure } : { status: response.status };
  log.warn({ event: 'sms_not_accepted', provider, attempt: outcome, ...reason, resultCode: code });
  return { outcome, code };
};
