import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** How a provider misbehaves. `cut` closes the connection after receiving the message. */
export type Misbehaviour =
  | 'hang'
  | 'stall'
  | 'cut'
  | 'garbage'
  | 'fail-in-body'
  | 'redirect'
  | { readonly status: number };

export interface SmsServer {
  readonly url: string;
  /** Bodies of all requests so far, valid or not. */
  readonly requests: unknown[];
  /** Sets the misbehaviour of following requests; `null` ends it. */
  misbehave(how: Misbehaviour | null): void;
  close(): Promise<void>;
}

interface Protocol {
  /** Validates a request: undefined when valid, otherwise status and body of the error. */
  refuse(request: IncomingMessage, body: unknown): readonly [number, unknown] | undefined;
  readonly accepted: readonly [number, unknown];
  readonly failedInBody: readonly [number, unknown];
}

const sendJson = (response: ServerResponse, [status, body]: readonly [number, unknown]): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

const misbehaviours: Record<
  Exclude<Misbehaviour, object | 'fail-in-body'>,
  (response: ServerResponse) => void
> = {
  hang: () => undefined,
  stall: (response) => void response.writeHead(200, { 'content-length': 100 }).write('{"half":'),
  cut: (response) => response.destroy(),
  garbage: (response) => void response.writeHead(200).end('<html>점검 중입니다</html>'),
  redirect: (response) => void response.writeHead(307, { location: '/elsewhere' }).end(),
};

const startServer = async ({ refuse, accepted, failedInBody }: Protocol): Promise<SmsServer> => {
  const requests: unknown[] = [];
  let how: Misbehaviour | null = null;
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      requests.push(body);
      if (how === 'fail-in-body') return sendJson(response, failedInBody);
      if (typeof how === 'string') return misbehaviours[how](response);
      if (how !== null) return sendJson(response, [how.status, { message: 'no' }]);
      return sendJson(response, refuse(request, body) ?? accepted);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    misbehave: (next) => void (how = next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text);
const headerOf = (request: IncomingMessage, name: string): string => String(request.headers[name] ?? '');
const isWithinMinutes = (date: number, now: Date, minutes: number): boolean =>
  Math.abs(date - now.getTime()) <= minutes * 60_000;

interface SmsAccount {
  readonly key: string;
  readonly secret: string;
  readonly sender: string;
  now(): Date;
}

/** Speaks https://developers.solapi.com/references/messages/sendManyDetail. */
export const startSolapiServer = ({ key, secret, sender, now }: SmsAccount): Promise<SmsServer> => {
  const used = new Set<string>();
  return startServer({
    refuse: (request, body) => {
      const header = headerOf(request, 'authorization');
      const [, apiKey, date = '', salt = '', signature = ''] =
        /^HMAC-SHA256 apiKey=(\w+), date=(\S+), salt=(\w{12,64}), signature=([0-9a-f]{64})$/.exec(header) ??
        [];
      if (request.url !== '/messages/v4/send-many/detail') return [404, { errorCode: 'ResourceNotFound' }];
      if (apiKey !== key) return [403, { errorCode: 'InvalidAPIKey' }];
      if (!isWithinMinutes(Date.parse(date), now(), 15)) return [403, { errorCode: 'RequestTimeTooSkewed' }];
      if (used.has(signature)) return [403, { errorCode: 'DuplicatedSignature' }];
      used.add(signature);
      if (signature !== hmac(secret, date + salt).digest('hex'))
        return [403, { errorCode: 'SignatureDoesNotMatch', errorMessage: '생성한 signature를 확인하세요.' }];
      const [message] = (body as { messages?: Record<string, unknown>[] }).messages ?? [];
      if (message?.['from'] !== sender || typeof message['to'] !== 'string' || message['type'] !== 'SMS')
        return [400, { errorCode: 'ValidationError' }];
      return undefined;
    },
    accepted: [
      200,
      {
        groupInfo: { groupId: 'G4V2026', count: { total: 1, registeredSuccess: 1, registeredFailed: 0 } },
        failedMessageList: [],
      },
    ],
    failedInBody: [
      200,
      {
        groupInfo: { groupId: 'G4V2026', count: { total: 1, registeredSuccess: 0, registeredFailed: 1 } },
        failedMessageList: [
          {
            to: '01012345678',
            from: sender,
            type: 'SMS',
            statusCode: '1062',
            statusMessage: '발신번호 미등록',
          },
        ],
      },
    ],
  });
};

/** Speaks https://api.ncloud-docs.com/docs/ai-application-service-sens-smsv2. */
export const startSensServer = ({
  key,
  secret,
  sender,
  now,
  serviceId,
}: SmsAccount & { readonly serviceId: string }): Promise<SmsServer> =>
  startServer({
    refuse: (request, body) => {
      const timestamp = headerOf(request, 'x-ncp-apigw-timestamp');
      const text = `${request.method} ${request.url}\n${timestamp}\n${headerOf(request, 'x-ncp-iam-access-key')}`;
      const isSigned =
        headerOf(request, 'x-ncp-iam-access-key') === key &&
        isWithinMinutes(Number(timestamp), now(), 5) &&
        headerOf(request, 'x-ncp-apigw-signature-v2') === hmac(secret, text).digest('base64');
      if (!isSigned) return [401, { error: { errorCode: '200', message: 'Authentication Failed' } }];
      if (request.url !== `/sms/v2/services/${serviceId}/messages`)
        return [404, { status: 404, errorMessage: 'Not Found' }];
      const message = body as Record<string, unknown>;
      const isWhole =
        message['type'] === 'SMS' &&
        message['contentType'] === 'COMM' &&
        message['countryCode'] === '82' &&
        message['from'] === sender &&
        typeof message['content'] === 'string';
      return isWhole ? undefined : [400, { status: 400, errorMessage: 'Bad Request' }];
    },
    accepted: [
      202,
      {
        requestId: 'VRSSA1',
        requestTime: '2026-11-21T10:00:00.000',
        statusCode: '202',
        statusName: 'success',
      },
    ],
    failedInBody: [
      202,
      { requestId: 'VRSSA2', requestTime: '2026-11-21T10:00:00.000', statusCode: '400', statusName: 'fail' },
    ],
  });
