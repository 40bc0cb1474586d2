import { createHmac, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { Log } from '#server/ports/log.ts';
import type { Clock } from '#server/ports/clock.ts';
import { classifyResponse } from './classify-response.ts';
import type { SmsProviderResult } from './classify-response.ts';
import { postJson } from './post-json.ts';
import type { SmsProvider } from './sms.ts';

export interface SolapiSettings {
  /** The API's origin. */
  readonly url: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** The registered sender number, digits only. */
  readonly sender: string;
}

const sentSchema = z.object({
  groupInfo: z.object({ count: z.object({ registeredSuccess: z.number() }) }),
  failedMessageList: z.array(z.object({ statusCode: z.optional(z.string()) })),
});
const errorSchema = z.object({ errorCode: z.string() });

// A rejected message is also reported with status 200, in `failedMessageList`.
const parseResult = (body: unknown): SmsProviderResult => {
  const refusal = errorSchema.safeParse(body);
  if (refusal.success) return { isAccepted: false, code: refusal.data.errorCode };
  const { data } = sentSchema.safeParse(body);
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
    const response = await postJson(url, headers, { messages: [message] });
    return classifyResponse(log, 'solapi', response, parseResult);
  },
});
