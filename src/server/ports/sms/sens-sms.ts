import { createHmac } from 'node:crypto';
import type { Log } from '#server/ports/log.ts';
import type { Clock } from '#server/ports/clock.ts';
import { classifyResponse } from './classify-response.ts';
import { requestJson, type JsonResult } from './request-json.ts';
import {
  parseAlimtalkDelivery,
  parseAlimtalkText,
  parseList,
  parseResult,
  parseSmsDelivery,
  parseSmsText,
} from './sens-responses.ts';
import type { AcceptedMessage, Alimtalk, SmsMessage, SmsProvider } from './sms.ts';

export interface SensSettings {
  /** The API's origin. */
  readonly url: string;
  /** `ncp:sms:kr:…`; needs no escaping in a path. */
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

/** SENS rejects requests whose timestamp differs by more. */
const MAX_CLOCK_DIFFERENCE_MS = 5 * 60_000;
const SEOUL_OFFSET_MS = 9 * 3_600_000;

/** `2026-11-21 10:00:00` in Seoul. */
const formatTime = (milliseconds: number): string =>
  new Date(milliseconds + SEOUL_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');

/** https://api.ncloud-docs.com/docs/sens-overview */
export const createSensSms = (settings: SensSettings, clock: Clock, log: Log): SmsProvider => {
  const { accessKey, secretKey, sender, serviceId, alimtalkServiceId } = settings;

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
    return requestJson(new URL(path, settings.url), headers, body);
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
      const response = await call(path, null);
      if (!('body' in response)) return { state: 'pending' };
      return isSms ? parseSmsDelivery(response.body) : parseAlimtalkDelivery(response.body);
    },
    // The list has no field of ours and no texts, so each message to the recipient is read.
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
        const detail = await call(`${path}/${encodeURIComponent(messageId)}`, null);
        const text = alimtalk === undefined ? parseSmsText(detail) : parseAlimtalkText(detail);
        if (text === undefined) return null;
        if (alimtalk === undefined && text === message.text)
          found.push({ messageId: requestId, channel: 'SMS' });
        if (alimtalk !== undefined && text === alimtalk.text) found.push({ messageId, channel: 'ALIMTALK' });
      }
      return found;
    },
  };
};
