import { createHmac, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { Log } from '#server/log.ts';
import type { Clock } from '#server/ports/clock.ts';
import { judgeAnswer } from './judge-answer.ts';
import type { Verdict } from './judge-answer.ts';
import { postOnce } from './post-once.ts';
import type { SmsProvider } from './sms.ts';

export interface SolapiSettings {
  /** The API's origin. */
  readonly url: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** Digits of a number registered there. */
  readonly sender: string;
}

const sent = z.object({
  groupInfo: z.object({ count: z.object({ registeredSuccess: z.number() }) }),
  failedMessageList: z.array(z.object({ statusCode: z.optional(z.string()) })),
});
const refused = z.object({ errorCode: z.string() });

// A message that was not registered is answered with 200 all the same, in `failedMessageList`.
const readVerdict = (body: unknown): Verdict => {
  const refusal = refused.safeParse(body);
  if (refusal.success) return { isAccepted: false, code: refusal.data.errorCode };
  const { data } = sent.safeParse(body);
  if (data === undefined) return undefined;
  const [failed] = data.failedMessageList;
  return {
    isAccepted: failed === undefined && data.groupInfo.count.registeredSuccess > 0,
    code: failed?.statusCode,
  };
};

/** https://developers.solapi.com/references/authentication/api-key */
const authorize = ({ apiKey, apiSecret }: SolapiSettings, now: Date): string => {
  const date = now.toISOString();
  const salt = randomBytes(16).toString('hex');
  const signature = createHmac('sha256', apiSecret)
    .update(date + salt)
    .digest('hex');
  return `HMAC-SHA256 apiKey=${apiKey}, date=${date}, salt=${salt}, signature=${signature}`;
};

/** https://developers.solapi.com/references/messages/sendManyDetail */
export const createSolapiSms = (settings: SolapiSettings, clock: Clock, log: Log): SmsProvider => ({
  async attempt({ to, text }) {
    const url = new URL('/messages/v4/send-many/detail', settings.url);
    const headers = { authorization: authorize(settings, clock.now()) };
    const message = { to, from: settings.sender, text, type: 'SMS' };
    const answer = await postOnce(url, headers, { messages: [message] });
    return judgeAnswer(log, 'solapi', answer, readVerdict);
  },
});
