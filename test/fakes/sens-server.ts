import {
  APPROVED_TEMPLATE,
  headerOf,
  hmac,
  isBetween,
  isWithinMinutes,
  startServer,
  type Answer,
  type DeliveryResult,
  type GatewayMessage,
  type Protocol,
  type SmsAccount,
  type SmsServer,
} from './sms-server.ts';

const sensSmsResults: Record<DeliveryResult, object> = {
  pending: { status: 'PROCESSING', statusCode: null, statusName: null },
  delivered: { status: 'COMPLETED', statusCode: '0', statusName: 'success' },
  failed: { status: 'COMPLETED', statusCode: '3018', statusName: 'fail' },
  replaced: {},
  'replacement-failed': {},
};

// 3019: not a user of KakaoTalk.
const REFUSED_BY_KAKAO = { messageStatusCode: '3019', messageStatusName: 'fail' };
const sensAlimtalkResults: Record<DeliveryResult, object> = {
  pending: { messageStatusCode: null, messageStatusName: 'processing' },
  delivered: { messageStatusCode: '0000', messageStatusName: 'success' },
  failed: { ...REFUSED_BY_KAKAO, failover: { messageStatusName: 'processing' } },
  replaced: {
    ...REFUSED_BY_KAKAO,
    failover: { requestStatusName: 'success', messageStatusCode: '0', messageStatusName: 'success' },
  },
  'replacement-failed': {
    ...REFUSED_BY_KAKAO,
    failover: { requestStatusName: 'success', messageStatusCode: '3018', messageStatusName: 'fail' },
  },
};

interface SensAlimtalkBody {
  readonly plusFriendId?: string;
  readonly templateCode?: string;
  readonly messages?: readonly {
    readonly to: string;
    readonly content: string;
    readonly useSmsFailover?: boolean;
    readonly failoverConfig?: { readonly type?: string; readonly from?: string; readonly content?: string };
  }[];
}

const SMS_ID = 'SMS-';
const toInstant = (seoulTime: string | null): string => `${seoulTime?.replace(' ', 'T')}+09:00`;

/** The messages to a number that were accepted between two times, as a list without texts; an empty 404 when there are none. */
const listMessages = ({ searchParams: query }: URL, accepted: readonly GatewayMessage[]): Answer => {
  const [from, until] = [query.get('requestStartTime'), query.get('requestEndTime')].map(toInstant);
  const found = accepted.filter(
    (message) => message.to === query.get('to') && isBetween(message, from ?? null, until ?? null),
  );
  if (found.length === 0) return [404, null];
  const messages = found.map(({ id, to, channel }) =>
    channel === 'SMS'
      ? { requestId: id, messageId: `${SMS_ID}${id}`, to }
      : { requestId: `REQ-${id}`, messageId: id, to },
  );
  return [200, { statusCode: '202', statusName: 'success', messages }];
};

const BAD_REQUEST: Answer = [400, { status: 400, errorMessage: 'Bad Request' }];
const sensAccepted = { requestTime: '2026-11-21T10:00:00.000', statusCode: '202', statusName: 'success' };

/** Speaks https://api.ncloud-docs.com/docs/ai-application-service-sens-smsv2 and …-alimtalkv2. */
export const startSensServer = ({
  key,
  secret,
  sender,
  now,
  serviceId,
  alimtalkServiceId = 'none',
}: SmsAccount & { readonly serviceId: string; readonly alimtalkServiceId?: string }): Promise<SmsServer> => {
  const smsPath = `/sms/v2/services/${serviceId}/messages`;
  const alimtalkPath = `/alimtalk/v2/services/${alimtalkServiceId}/messages`;

  const readAlimtalk = (body: SensAlimtalkBody): ReturnType<Protocol['read']> => {
    const [message] = body.messages ?? [];
    const failover = message?.failoverConfig;
    const hasFailover =
      message?.useSmsFailover === true && failover?.type === 'SMS' && failover.from === sender;
    if (body.plusFriendId !== '@studio' || message === undefined || !hasFailover) return BAD_REQUEST;
    if (body.templateCode !== APPROVED_TEMPLATE)
      return [
        202,
        {
          requestId: 'R',
          ...sensAccepted,
          messages: [{ messageId: null, requestStatusCode: 'A104', requestStatusName: 'fail' }],
        },
      ];
    return { to: message.to, channel: 'ALIMTALK', text: message.content };
  };

  return startServer({
    refuse: (request) => {
      const timestamp = headerOf(request, 'x-ncp-apigw-timestamp');
      const signed = `${request.method} ${request.url}\n${timestamp}\n${headerOf(request, 'x-ncp-iam-access-key')}`;
      const isSigned =
        headerOf(request, 'x-ncp-iam-access-key') === key &&
        isWithinMinutes(Number(timestamp), now(), 5) &&
        headerOf(request, 'x-ncp-apigw-signature-v2') === hmac(secret, signed).digest('base64');
      return isSigned ? undefined : [401, { error: { errorCode: '200', message: 'Authentication Failed' } }];
    },
    read: (path, body) => {
      if (path === alimtalkPath) return readAlimtalk(body as SensAlimtalkBody);
      if (path !== smsPath) return [404, { status: 404, errorMessage: 'Not Found' }];
      const { type, contentType, countryCode, from, content, messages } = body as Record<string, unknown>;
      const isWhole = type === 'SMS' && contentType === 'COMM' && countryCode === '82' && from === sender;
      if (!isWhole || typeof content !== 'string') return BAD_REQUEST;
      const [{ to } = { to: '' }] = messages as { to: string }[];
      return { to, channel: 'SMS', text: content };
    },
    accept: ({ id, to, channel }) => [
      202,
      channel === 'SMS'
        ? { requestId: id, ...sensAccepted }
        : {
            requestId: `REQ-${id}`,
            ...sensAccepted,
            messages: [{ messageId: id, to, requestStatusCode: 'A000', requestStatusName: 'success' }],
          },
    ],
    failedInBody: [
      202,
      { requestId: 'VRSSA2', requestTime: '2026-11-21T10:00:00.000', statusCode: '400', statusName: 'fail' },
    ],
    now,
    find: (url, accepted) => {
      const ofChannel = (channel: GatewayMessage['channel']) =>
        accepted.filter((message) => message.channel === channel);
      if (url.pathname === smsPath && url.searchParams.has('to')) return listMessages(url, ofChannel('SMS'));
      if (url.pathname === alimtalkPath)
        return url.searchParams.get('plusFriendId') === '@studio'
          ? listMessages(url, ofChannel('ALIMTALK'))
          : BAD_REQUEST;
      const sms = accepted.find(({ id }) => url.pathname === `${smsPath}/${SMS_ID}${id}`);
      if (sms !== undefined) return [200, { statusCode: '200', messages: [{ content: sms.text }] }];
      if (url.pathname === smsPath) {
        const found = accepted.filter(({ id }) => id === url.searchParams.get('requestId'));
        const messages = found.map(({ id, result }) => ({
          messageId: `${SMS_ID}${id}`,
          ...sensSmsResults[result],
        }));
        return [200, { statusCode: '202', statusName: 'success', messages }];
      }
      const message = accepted.find(({ id }) => url.pathname === `${alimtalkPath}/${id}`);
      if (message === undefined) return [404, { status: 404, errorMessage: 'Not Found' }];
      const { id, to, text, result } = message;
      return [
        200,
        { messageId: id, to, content: text, useSmsFailover: true, ...sensAlimtalkResults[result] },
      ];
    },
  });
};
