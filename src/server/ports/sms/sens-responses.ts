import * as z from 'zod/mini';
import { safeErrorCode, type SmsProviderResult } from './classify-response.ts';
import type { JsonResult } from './request-json.ts';
import type { Delivery } from './sms.ts';

const acceptedSchema = z.object({
  statusCode: z.string(),
  statusName: z.string(),
  requestId: z.optional(z.string()),
  /** Only of alimtalk: each message is accepted on its own. */
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

/** Reads the response to sending. An SMS is looked up by its request, an alimtalk by its message. */
export const parseResult = (body: unknown): SmsProviderResult => {
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
export const parseSmsDelivery = (body: unknown): Delivery => {
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
export const parseAlimtalkDelivery = (body: unknown): Delivery => {
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

/** https://api.ncloud-docs.com/docs/sens-sms-list; null when it cannot be read. A list without messages is an empty 404. */
export const parseList = (response: JsonResult) => {
  if (!('body' in response)) return null;
  if (response.status === 404 && response.body === null) return [];
  if (response.status !== 200) return null;
  return requestListSchema.safeParse(response.body).data?.messages ?? null;
};

const textSchema = z.object({ content: z.string() });
const smsTextSchema = z.object({ messages: z.array(textSchema) });

/** https://api.ncloud-docs.com/docs/sens-sms-get; undefined when it cannot be read. */
export const parseSmsText = (response: JsonResult): string | undefined =>
  'body' in response ? smsTextSchema.safeParse(response.body).data?.messages[0]?.content : undefined;

export const parseAlimtalkText = (response: JsonResult): string | undefined =>
  'body' in response ? textSchema.safeParse(response.body).data?.content : undefined;
