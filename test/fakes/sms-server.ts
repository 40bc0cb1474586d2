import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * How a provider misbehaves when it is to send. `cut` closes the connection after receiving the message, `accept-silently` after
 * accepting it.
 */
export type Misbehaviour =
  | 'hang'
  | 'stall'
  | 'cut'
  | 'accept-silently'
  | 'garbage'
  | 'fail-in-body'
  | 'redirect'
  | { readonly status: number; readonly body?: unknown };

/** What became of an accepted message. `replaced`: KakaoTalk refused it, and the SMS arrived. */
export type DeliveryResult = 'pending' | 'delivered' | 'failed' | 'replaced' | 'replacement-failed';

export interface GatewayMessage {
  readonly id: string;
  readonly to: string;
  readonly channel: 'SMS' | 'ALIMTALK';
  /** What the recipient reads. */
  readonly text: string;
  readonly acceptedAt: Date;
  /** What the sender stored with it. */
  readonly customFields?: unknown;
  result: DeliveryResult;
}

export interface SmsServer {
  readonly url: string;
  /** Bodies of all requests to send so far, valid or not. */
  readonly requests: unknown[];
  readonly accepted: GatewayMessage[];
  /** Number of delivery-status lookups. */
  lookups: number;
  /** Whether results and the list can be read; otherwise their requests get a 500. */
  answersLookups: boolean;
  /** Sets the misbehaviour of following requests to send; `null` ends it. */
  misbehave(how: Misbehaviour | null): void;
  close(): Promise<void>;
}

export type Answer = readonly [status: number, body: unknown];

export interface Protocol {
  /** Validates a request: undefined when valid, otherwise status and body of the error. */
  refuse(request: IncomingMessage): Answer | undefined;
  /** Reads the message of a request to send; the error when it is invalid. */
  read(path: string, body: unknown): Omit<GatewayMessage, 'id' | 'acceptedAt' | 'result'> | Answer;
  accept(message: GatewayMessage): Answer;
  readonly failedInBody: Answer;
  /** Answers a lookup; a body of null is sent as an empty one. */
  find(url: URL, accepted: readonly GatewayMessage[]): Answer;
  now(): Date;
}

const sendJson = (response: ServerResponse, [status, body]: Answer): void => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(body === null ? '' : JSON.stringify(body));
};

const misbehaviours: Record<
  Exclude<Misbehaviour, object | 'fail-in-body'>,
  (response: ServerResponse) => void
> = {
  hang: () => undefined,
  stall: (response) => void response.writeHead(200, { 'content-length': 100 }).write('{"half":'),
  cut: (response) => response.destroy(),
  'accept-silently': (response) => response.destroy(),
  garbage: (response) => void response.writeHead(200).end('<html>점검 중입니다</html>'),
  redirect: (response) => void response.writeHead(307, { location: '/elsewhere' }).end(),
};

const isAnswer = (read: object): read is Answer => Array.isArray(read);

/** Starts a provider's API on a free port of this machine. */
export const startServer = async ({
  refuse,
  read,
  accept,
  failedInBody,
  find,
  now,
}: Protocol): Promise<SmsServer> => {
  const requests: unknown[] = [];
  const accepted: GatewayMessage[] = [];
  let how: Misbehaviour | null = null;

  const receive = (request: IncomingMessage, body: unknown): Answer => {
    const message = read(request.url ?? '', body);
    if (isAnswer(message)) return message;
    const stored = {
      ...message,
      id: `MSG-${accepted.length + 1}`,
      acceptedAt: now(),
      result: 'pending' as const,
    };
    accepted.push(stored);
    return accept(stored);
  };
  const answer = (request: IncomingMessage, response: ServerResponse, body: unknown): void => {
    requests.push(body);
    if (how === 'fail-in-body') return sendJson(response, failedInBody);
    if (typeof how === 'string') {
      if (how === 'accept-silently') receive(request, body);
      return misbehaviours[how](response);
    }
    if (how !== null) return sendJson(response, [how.status, how.body ?? { message: 'no' }]);
    return sendJson(response, refuse(request) ?? receive(request, body));
  };
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (request.method === 'POST') return answer(request, response, JSON.parse(body));
      self.lookups += 1;
      if (!self.answersLookups) return sendJson(response, [500, { message: 'no' }]);
      const url = new URL(request.url ?? '', self.url);
      return sendJson(response, refuse(request) ?? find(url, accepted));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const self: SmsServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    accepted,
    lookups: 0,
    answersLookups: true,
    misbehave: (next) => void (how = next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return self;
};

export const hmac = (secret: string, signed: string) => createHmac('sha256', secret).update(signed);
/** Whether a message was accepted between two times. */
export const isBetween = (
  { acceptedAt }: GatewayMessage,
  from: string | null,
  until: string | null,
): boolean =>
  acceptedAt.getTime() >= Date.parse(from ?? '') && acceptedAt.getTime() <= Date.parse(until ?? '');

export const headerOf = (request: IncomingMessage, name: string): string =>
  String(request.headers[name] ?? '');
export const isWithinMinutes = (date: number, now: Date, minutes: number): boolean =>
  Math.abs(date - now.getTime()) <= minutes * 60_000;

export interface SmsAccount {
  readonly key: string;
  readonly secret: string;
  readonly sender: string;
  now(): Date;
}

/** The only template that the review approved; others are refused. */
export const APPROVED_TEMPLATE = 'approved-template';
