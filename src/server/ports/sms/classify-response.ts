import type { Log } from '#server/ports/log.ts';
import type { PostResult } from './post-json.ts';
import type { SmsAttemptOutcome } from './sms.ts';

/** What a provider's own body says of the message: its code is for the log. `undefined`: it cannot be read. */
export type SmsProviderResult =
  | { readonly isAccepted: boolean; readonly code?: string | undefined }
  | undefined;

const UNAVAILABLE_STATUSES = new Set([401, 403, 429]);

// A code of theirs is a word or a number; anything longer could carry a phone number into the log.
const safeErrorCode = (code: string | undefined): string | undefined =>
  code !== undefined && /^[A-Za-z0-9_]{1,40}$/.test(code) && !/\d{7}/.test(code) ? code : undefined;

const outcomeOf = (answer: PostResult, verdict: SmsProviderResult): SmsAttemptOutcome => {
  if ('failure' in answer) return answer.failure === 'unreached' ? 'unavailable' : 'unknown';
  const { status } = answer;
  if (UNAVAILABLE_STATUSES.has(status)) return 'unavailable';
  if (status >= 400 && status < 500) return 'rejected';
  if (status < 200 || status >= 300 || verdict === undefined) return 'unknown';
  return verdict.isAccepted ? 'accepted' : 'rejected';
};

/** The outcome of one attempt, written to the log unless it went well, with neither number nor text nor key. */
export const classifyResponse = (
  log: Log,
  provider: string,
  answer: PostResult,
  readVerdict: (body: unknown) => SmsProviderResult,
): SmsAttemptOutcome => {
  const verdict = 'failure' in answer ? undefined : readVerdict(answer.body);
  const attempt = outcomeOf(answer, verdict);
  if (attempt !== 'accepted') {
    const reason = 'failure' in answer ? { failure: answer.failure } : { status: answer.status };
    log.warn({ event: 'sms_not_accepted', provider, attempt, ...reason, code: safeErrorCode(verdict?.code) });
  }
  return attempt;
};
