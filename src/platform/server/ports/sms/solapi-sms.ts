import { createHmac, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { classifyResponse, safeErrorCode, type SmsProviderResult } from './classify-response.ts';
import { requestJson, type JsonResult } from './request-json.ts';
import type { Delivery, SmsMessage, SmsProvider } from './sms.ts';

export interface SolapiConfig {
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
  messageList: z.optional(z.array(z.object({ messageId: z.string() }))),
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
    messageId: data.messageList?.[0]?.messageId,
    code: failed?.statusCode,
  };
};

const storedSchema = z.object({
  messageList: z.record(
    z.string(),
    z.object({
      type: z.nullish(z.string()),
      status: z.nullish(z.string()),
      statusCode: z.nullish(z.string()),
      /** Whether it was sent as an SMS because KakaoTalk could not deliver it. */
      replacement: z.nullish(z.union([z.boolean(), z.number()])),
      customFields: z.nullish(z.record(z.string(), z.unknown())),
    }),
  ),
});

const balanceSchema = z.object({ balance: z.number(), point: z.number() });

const DELIVERED = '4000';
/** 2000: accepted by SOLAPI. 3000: accepted by the carrier. https://developers.solapi.com/references/message-status-codes */
const UNDECIDED = new Set(['2000', '3000']);
const IN_PROGRESS = new Set(['PENDING', 'SENDING']);

const parseDelivery = (body: unknown, messageId: string): Delivery => {
  const stored = storedSchema.safeParse(body).data?.messageList[messageId];
  const code = stored?.statusCode;
  if (code == null || UNDECIDED.has(code) || IN_PROGRESS.has(stored?.status ?? ''))
    return { state: 'pending' };
  const isReplaced = stored?.replacement === true || stored?.replacement === 1;
  return {
    state: code === DELIVERED ? 'delivered' : 'failed',
    channel: stored?.type === 'ATA' && !isReplaced ? 'ALIMTALK' : 'SMS',
    code: safeErrorCode(code),
  };
};

/** SOLAPI rejects requests whose date differs from its clock by more. */
const MAX_CLOCK_DIFFERENCE_MS = 15 * 60_000;
/** The most that one page of the list holds. Nobody gets as many within half an hour. */
const MAX_LISTED = '500';

/** https://developers.solapi.com/references/authentication/api-key */
const authorize = ({ apiKey, apiSecret }: SolapiConfig, now: Date): string => {
  const date = now.toISOString();
  const salt = randomBytes(16).toString('hex');
  const signature = createHmac('sha256', apiSecret)
    .update(date + salt)
    .digest('hex');
  return `HMAC-SHA256 apiKey=${apiKey}, date=${date}, salt=${salt}, signature=${signature}`;
};

const describeMessage = ({ to, text, alimtalk, reference }: SmsMessage, from: string) => {
  const common = { to, from, text, ...(reference !== undefined && { customFields: { reference } }) };
  if (alimtalk === undefined) return { ...common, type: 'SMS' };
  const { channelId: pfId, templateCode: templateId, variables } = alimtalk;
  // `text` is the SMS that is sent when KakaoTalk cannot deliver the message.
  return { ...common, type: 'ATA', kakaoOptions: { pfId, templateId, variables, disableSms: false } };
};

const channelOf = ({ alimtalk }: SmsMessage) => (alimtalk === undefined ? 'SMS' : 'ALIMTALK');

/** https://developers.solapi.com/references/messages/sendManyDetail, …/messages/getMessages and …/cash/getBalance */
export const createSolapiSms = (config: SolapiConfig, clock: Clock, log: Log): SmsProvider => {
  const request = (path: string, body: object | null): Promise<JsonResult> =>
    requestJson(new URL(path, config.url), { authorization: authorize(config, clock.now()) }, body);
  const list = (query: Record<string, string>): Promise<JsonResult> =>
    request(`/messages/v4/list?${new URLSearchParams(query).toString()}`, null);

  return {
    async attempt(message) {
      const body = { messages: [describeMessage(message, config.sender)], showMessageList: true };
      const response = await request('/messages/v4/send-many/detail', body);
      return { ...classifyResponse(log, 'solapi', response, parseResult), channel: channelOf(message) };
    },
    async findDelivery({ messageId }) {
      const { body } = await list({ messageId });
      return parseDelivery(body, messageId);
    },
    async findBalance() {
      const { body } = await request('/cash/v1/balance', null);
      const { data } = balanceSchema.safeParse(body);
      return data === undefined ? null : Math.floor(data.balance + data.point);
    },
    async findSent(message, startedAt) {
      const response = await list({
        to: message.to,
        startDate: new Date(startedAt.getTime() - MAX_CLOCK_DIFFERENCE_MS).toISOString(),
        endDate: new Date(startedAt.getTime() + MAX_CLOCK_DIFFERENCE_MS).toISOString(),
        limit: MAX_LISTED,
      });
      if (response.status !== 200) return null;
      const { data } = storedSchema.safeParse(response.body);
      if (data === undefined) return null;
      return Object.entries(data.messageList)
        .filter(([, { customFields }]) => customFields?.['reference'] === message.reference)
        .map(([messageId]) => ({ messageId, channel: channelOf(message) }));
    },
  };
};
