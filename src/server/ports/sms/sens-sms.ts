import { createHmac } from 'node:crypto';
import type { Log } from '#server/ports/log.ts';
import type { Clock } from '#server/ports/clock.ts';
import { classifyResponse } from './classify-response.ts';
import { requestJson } from './request-json.ts';
import type { JsonResult } from './request-json.ts';
import { parseAlimtalkDelivery, parseResult, parseSmsDelivery } from './sens-responses.ts';
import type { Alimtalk, SmsMessage, SmsProvider } from './sms.ts';

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

  return {
    async attempt(message) {
      const { alimtalk } = message;
      const isSms = alimtalk === undefined || alimtalkServiceId === undefined;
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
  };
};
