import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { safeErrorCode, type SmsProviderResult, classifyResponse } from './classify-response.ts';
import { type JsonResult, requestJson } from './request-json.ts';
import type { Delivery, AcceptedMessage, Alimtalk, SmsMessage, SmsProvider } from './sms.ts';

const acceptedSchema = z.object({
  statusCode: z.string(),
  statusName: z.string(),
  requestId: z.optional(z.string()),
  /** Only for alimtalk: each message is accepted or refused separately. */
  messages: z.optional(
    z.array(
      z.object({ messageId: z.optional(z.nullable(z.string())), requestStatusCode: z.optional(z.string()) }),
    ),
  ),
});
const errorSchema = z.object({ status: z.union([z.string(), z.number()]) });
const gatewayErrorSchema = z.object({ error: z.object({ errorCode: z.string() }) });

const ACCEPTED = '202';
const ALIMTALK_ACCEPTED = 'A000';

/**
 * Reads the response to sending. The id of the result is that of the request for an SMS and that of the message for an alimtalk, because
 * their delivery is looked up by these.
 */
const parseResult = (body: unknown): SmsProviderResult => {
  const response = acceptedSchema.safeParse(body);
  if (response.success) {
    const { statusCode, statusName, requestId, messages } = response.data;
    const isAccepted = statusCode === ACCEPTED && statusName === 'success';
    const [message] = messages ?? [];
    if (!isAccepted || message === undefined) return { isAccepted, messageId: requestId, code: statusCode };
    const { messageId, requestStatusCode } = message;
    return {
      isAccepted: requestStatusCode === ALIMTALK_ACCEPTED,
      messageId: messageId ?? undefined,
      code: requestStatusCode,
    };
  }
  const byGateway = gatewayErrorSchema.safeParse(body);
  if (byGateway.success) return { isAccepted: false, code: `NCP_${byGateway.data.error.errorCode}` };
  const refusal = errorSchema.safeParse(body);
  return refusal.success ? { isAccepted: false, code: String(refusal.data.status) } : undefined;
};

const smsListSchema = z.object({
  messages: z.array(
    z.object({
      status: z.nullish(z.string()),
      statusCode: z.nullish(z.string()),
      statusName: z.nullish(z.string()),
    }),
  ),
});

/** https://api.ncloud-docs.com/docs/sens-sms-list */
const parseSmsDelivery = (body: unknown): Delivery => {
  const [message] = smsListSchema.safeParse(body).data?.messages ?? [];
  const { status, statusName, statusCode } = message ?? {};
  if (status !== 'COMPLETED' || statusName == null) return { state: 'pending' };
  const state = statusName === 'success' ? 'delivered' : 'failed';
  return { state, channel: 'SMS', code: safeErrorCode(statusCode ?? undefined) };
};

const resultFields = {
  messageStatusCode: z.nullish(z.string()),
  messageStatusName: z.nullish(z.string()),
};
const alimtalkSchema = z.object({
  ...resultFields,
  useSmsFailover: z.nullish(z.boolean()),
  failover: z.nullish(z.object(resultFields)),
});

const states: Readonly<Record<string, 'delivered' | 'failed'>> = { success: 'delivered', fail: 'failed' };

/** https://api.ncloud-docs.com/docs/sens-alimtalk-get */
const parseAlimtalkDelivery = (body: unknown): Delivery => {
  const { data } = alimtalkSchema.safeParse(body);
  const state = states[data?.messageStatusName ?? ''];
  if (data === undefined || state === undefined) return { state: 'pending' };
  const code = safeErrorCode(data.messageStatusCode ?? undefined);
  if (state === 'delivered' || data.useSmsFailover !== true) return { state, channel: 'ALIMTALK', code };
  const replaced = states[data.failover?.messageStatusName ?? ''];
  return replaced === undefined ? { state: 'pending' } : { state: replaced, channel: 'SMS', code };
};

const requestListSchema = z.object({
  messages: z.array(z.object({ messageId: z.string(), requestId: z.string() })),
});

/** https://api.ncloud-docs.com/docs/sens-sms-list; null for an unusable answer. The API answers an empty list by 404 without a body. */
const parseList = ({ status, body }: JsonResult) => {
  if (status === 404 && body === null) return [];
  if (status !== 200) return null;
  return requestListSchema.safeParse(body).data?.messages ?? null;
};

const textSchema = z.object({ content: z.string() });
/** https://api.ncloud-docs.com/docs/sens-sms-get */
const smsTextSchema = z.object({ messages: z.array(textSchema) });

export interface SensConfig {
  /** The API's origin. */
  readonly url: string;
  /** `ncp:sms:kr:…`; put into paths without escaping. */
  readonly serviceId: string;
  /** `ncp:kkobizmsg:kr:…`. Without it everything is sent as SMS. */
  readonly alimtalkServiceId?: string | undefined;
  readonly accessKey: string;
  readonly secretKey: string;
  /** The registered sender number, digits only. */
  readonly sender: string;
}

const describeSms = ({ to, text }: SmsMessage, from: string) => ({
  type: 'SMS',
  contentType: 'COMM',
  countryCode: '82',
  from,
  content: text,
  messages: [{ to }],
});

const describeAlimtalk = ({ to, text }: SmsMessage, alimtalk: Alimtalk, from: string) => ({
  plusFriendId: alimtalk.channelId,
  templateCode: alimtalk.templateCode,
  messages: [
    {
      countryCode: '82',
      to,
      content: alimtalk.text,
      useSmsFailover: true,
      failoverConfig: { type: 'SMS', from, content: text },
    },
  ],
});

/** SENS rejects requests whose timestamp differs from its clock by more. */
const MAX_CLOCK_DIFFERENCE_MS = 5 * 60_000;
const SEOUL_OFFSET_MS = 9 * 3_600_000;

/** Formats a time as it is in Seoul: `2026-11-21 10:00:00`. */
const formatTime = (milliseconds: number): string =>
  new Date(milliseconds + SEOUL_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');

/** https://api.ncloud-docs.com/docs/sens-overview */
export const createSensSms = (config: SensConfig, clock: Clock, log: Log): SmsProvider => {
  const { accessKey, secretKey, sender, serviceId, alimtalkServiceId } = config;

  // https://api.ncloud-docs.com/docs/common-ncpapi: the signature covers the path and query as sent.
  const call = (path: string, body: object | null): Promise<JsonResult> => {
    const timestamp = String(clock.now().getTime());
    const method = body === null ? 'GET' : 'POST';
    const signature = createHmac('sha256', secretKey)
      .update(`${method} ${path}\n${timestamp}\n${accessKey}`)
      .digest('base64');
    const headers = {
      'x-ncp-apigw-timestamp': timestamp,
      'x-ncp-iam-access-key': accessKey,
      'x-ncp-apigw-signature-v2': signature,
    };
    return requestJson(new URL(path, config.url), headers, body);
  };
  const smsPath = `/sms/v2/services/${serviceId}/messages`;
  const alimtalkPath = `/alimtalk/v2/services/${alimtalkServiceId}/messages`;

  const readAlimtalk = ({ alimtalk }: SmsMessage) => (alimtalkServiceId === undefined ? undefined : alimtalk);

  return {
    async attempt(message) {
      const alimtalk = readAlimtalk(message);
      const isSms = alimtalk === undefined;
      const response = isSms
        ? await call(smsPath, describeSms(message, sender))
        : await call(alimtalkPath, describeAlimtalk(message, alimtalk, sender));
      return {
        ...classifyResponse(log, 'sens', response, parseResult),
        channel: isSms ? 'SMS' : 'ALIMTALK',
      };
    },
    async findDelivery({ messageId, channel }) {
      const id = encodeURIComponent(messageId);
      const isSms = channel === 'SMS';
      const path = isSms ? `${smsPath}?requestId=${id}` : `${alimtalkPath}/${id}`;
      const { body } = await call(path, null);
      return isSms ? parseSmsDelivery(body) : parseAlimtalkDelivery(body);
    },
    // The list contains neither our reference nor texts, so each listed message is read.
    async findSent(message, startedAt) {
      const alimtalk = readAlimtalk(message);
      const path = alimtalk === undefined ? smsPath : alimtalkPath;
      const query = new URLSearchParams({
        requestStartTime: formatTime(startedAt.getTime() - MAX_CLOCK_DIFFERENCE_MS),
        requestEndTime: formatTime(startedAt.getTime() + MAX_CLOCK_DIFFERENCE_MS),
        to: message.to,
        pageSize: '100',
        ...(alimtalk !== undefined && { plusFriendId: alimtalk.channelId }),
      });
      const listed = parseList(await call(`${path}?${query.toString().replaceAll('+', '%20')}`, null));
      if (listed === null) return null;
      const found: AcceptedMessage[] = [];
      for (const { messageId, requestId } of listed) {
        const { body } = await call(`${path}/${encodeURIComponent(messageId)}`, null);
        const text =
          alimtalk === undefined
            ? smsTextSchema.safeParse(body).data?.messages[0]?.content
            : textSchema.safeParse(body).data?.content;
        if (text === undefined) return null;
        if (alimtalk === undefined && text === message.text)
          found.push({ messageId: requestId, channel: 'SMS' });
        if (text === alimtalk?.text) found.push({ messageId, channel: 'ALIMTALK' });
      }
      return found;
    },
  };
};
