import type { Log } from '#server/ports/log.ts';
import type { PostResult } from './post-json.ts';
import type { SmsAttemptOutcome } from './sms.ts';

/** The result in a provider's response body; `code` is for the log. `undefined` when the body cannot be parsed. */
export type SmsProviderResult =
  | { readonly isAccepted: boolean; readonly code?: string | undefined }
  | undefined;

const UNAVAILABLE_STATUSES = new Set([401, 403, 429]);

// A result code is a short word or number; anything longer could contain a phone number.
const safeErrorCode = (code: string | undefined): string | undefined =>
  code !== undefined && /^[A-Za-z0-9_]{1,40}$/.test(code) && !/\d{7}/.test(code) ? code : undefined;

const outcomeOf = (response: PostResult, decision: SmsProviderResult): SmsAttemptOutcome => {
  if ('failure' in response) return response.failure === 'unreached' ? 'unavailable' : 'unknown';
  const { status } = response;
  if (UNAVAILABLE_STATUSES.has(status)) return 'unavailable';
  if (status >= 400 && status < 500) return 'rejected';
  if (status < 200 || status >= 300 || decision === undefined) return 'unknown';
  return decision.isAccepted ? 'accepted' : 'rejected';
};

/** Classifies the outcome of one attempt and logs failures, without phone number, text or key. */
export const classifyResponse = (
  log: Log,
  provider: string,
  response: PostResult,
  readVerdict: (body: unknown) => SmsProviderResult,
): SmsAttemptOutcome => {
  const decision = 'failure' in response ? undefined : readVerdict(response.body);
  const attempt = outcomeOf(response, decision);
  if (attempt !== 'accepted') {
    const reason = 'failure' in response ? { failure: response.failure } : { status: response.status };
    log.warn({
      event: 'sms_not_accepted',
      provider,
      attempt,
      ...reason,
      code: safeErrorCode(decision?.code),
    });
  }
  return attempt;
};
