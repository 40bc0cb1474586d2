import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import type { Log } from '#server/ports/log.ts';
import type { Clock } from '#server/ports/clock.ts';
import { classifyResponse } from './classify-response.ts';
import type { SmsProviderResult } from './classify-response.ts';
import { postJson } from './post-json.ts';
import type { SmsProvider } from './sms.ts';

export interface SensSettings {
  /** The API's origin. */
  readonly url: string;
  /** `ncp:sms:kr:…`; needs no escaping in a path. */
  readonly serviceId: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** The registered sender number, digits only. */
  readonly sender: string;
}

const acceptedSchema = z.object({ statusCode: z.string(), statusName: z.string() });
const errorSchema = z.object({ status: z.union([z.string(), z.number()]) });
const gatewayErrorSchema = z.object({ error: z.object({ errorCode: z.string() }) });

const parseResult = (body: unknown): SmsProviderResult => {
  const response = acceptedSchema.safeParse(body);
  if (response.success) {
    const { statusCode, statusName } = response.data;
    return { isAccepted: statusCode === '202' && statusName === 'success', code: statusCode };
  }
  const byGateway = gatewayErrorSchema.safeParse(body);
  if (byGateway.success) return { isAccepted: false, code: byGateway.data.error.errorCode };
  const refusal = errorSchema.safeParse(body);
  return refusal.success ? { isAccepted: false, code: String(refusal.data.status) } : undefined;
};

/** https://api.ncloud-docs.com/docs/common-ncpapi: the signature covers the path as sent. */
const sign = ({ accessKey, secretKey }: SensSettings, path: string, timestamp: string): string =>
  createHmac('sha256', secretKey).update(`POST ${path}\n${timestamp}\n${accessKey}`).digest('base64');

/** https://api.ncloud-docs.com/docs/sens-overview */
export const createSensSms = (settings: SensSettings, clock: Clock, log: Log): SmsProvider => ({
  async attempt({ to, text }) {
    const url = new URL(`/sms/v2/services/${settings.serviceId}/messages`, settings.url);
    const timestamp = String(clock.now().getTime());
    const headers = {
      'x-ncp-apigw-timestamp': timestamp,
      'x-ncp-iam-access-key': settings.accessKey,
      'x-ncp-apigw-signature-v2': sign(settings, url.pathname, timestamp),
    };
    const message = {
      type: 'SMS',
      contentType: 'COMM',
      countryCode: '82',
      from: settings.sender,
      content: text,
    };
    const response = await postJson(url, headers, { ...message, messages: [{ to }] });
    return classifyResponse(log, 'sens', response, parseResult);
  },
});
