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
  type SmsAccount,
  type SmsServer,
} from './sms-server.ts';

interface SolapiMessage {
  readonly to?: unknown;
  readonly from?: unknown;
  readonly type?: unknown;
  readonly text?: string;
  readonly customFields?: unknown;
  readonly kakaoOptions?: {
    readonly pfId: string;
    readonly templateId: string;
    readonly variables: Record<string, string>;
    readonly disableSms: boolean;
  };
}

const solapiFailure = (statusCode: string): Answer => [
  200,
  {
    groupInfo: { groupId: 'G4V2026', count: { total: 1, registeredSuccess: 0, registeredFailed: 1 } },
    failedMessageList: [
      { to: '01012345678', type: 'SMS', statusCode, statusMessage: '접수하지 못했습니다.' },
    ],
  },
];

/** Status codes: https://developers.solapi.com/references/message-status-codes. 3104: not a user of KakaoTalk. */
const solapiResults: Record<DeliveryResult, (channel: GatewayMessage['channel']) => object> = {
  pending: (channel) => ({
    type: channel === 'SMS' ? 'SMS' : 'ATA',
    status: 'SENDING',
    statusCode: '3000',
  }),
  delivered: (channel) => ({
    type: channel === 'SMS' ? 'SMS' : 'ATA',
    status: 'COMPLETE',
    statusCode: '4000',
  }),
  failed: (channel) => ({ type: channel === 'SMS' ? 'SMS' : 'ATA', status: 'COMPLETE', statusCode: '3104' }),
  replaced: () => ({ type: 'SMS', status: 'COMPLETE', statusCode: '4000', replacement: 1 }),
  'replacement-failed': () => ({ type: 'SMS', status: 'COMPLETE', statusCode: '3059', replacement: 1 }),
};

/** Speaks https://developers.solapi.com/references/messages/sendManyDetail and the list of messages. */
export const startSolapiServer = ({ key, secret, sender, now }: SmsAccount): Promise<SmsServer> => {
  const used = new Set<string>();
  return startServer({
    refuse: (request) => {
      const header = headerOf(request, 'authorization');
      const [, apiKey, date = '', salt = '', signature = ''] =
        /^HMAC-SHA256 apiKey=(\w+), date=(\S+), salt=(\w{12,64}), signature=([0-9a-f]{64})$/.exec(header) ??
        [];
      if (apiKey !== key) return [403, { errorCode: 'InvalidAPIKey' }];
      if (!isWithinMinutes(Date.parse(date), now(), 15)) return [403, { errorCode: 'RequestTimeTooSkewed' }];
      if (used.has(signature)) return [403, { errorCode: 'DuplicatedSignature' }];
      used.add(signature);
      return signature === hmac(secret, date + salt).digest('hex')
        ? undefined
        : [403, { errorCode: 'SignatureDoesNotMatch', errorMessage: '생성한 signature를 확인하세요.' }];
    },
    read: (path, body) => {
      if (path !== '/messages/v4/send-many/detail') return [404, { errorCode: 'ResourceNotFound' }];
      const { messages, showMessageList } = body as { messages?: SolapiMessage[]; showMessageList?: boolean };
      const { to, from, type, text: sms, customFields, kakaoOptions } = messages?.[0] ?? {};
      const isWhole = from === sender && typeof to === 'string' && sms !== undefined && showMessageList;
      if (isWhole !== true) return [400, { errorCode: 'ValidationError' }];
      if (type === 'SMS') return { to, channel: 'SMS', text: sms, customFields };
      if (type !== 'ATA' || kakaoOptions?.disableSms !== false)
        return [400, { errorCode: 'ValidationError' }];
      if (kakaoOptions.templateId !== APPROVED_TEMPLATE) return solapiFailure('1029');
      const text = Object.values(kakaoOptions.variables).join(' ');
      return { to, channel: 'ALIMTALK', text, customFields };
    },
    accept: ({ id, to }) => [
      200,
      {
        groupInfo: { groupId: 'G4V2026', count: { total: 1, registeredSuccess: 1, registeredFailed: 0 } },
        failedMessageList: [],
        messageList: [{ messageId: id, to, statusCode: '2000', statusMessage: '정상 접수' }],
      },
    ],
    now,
    failedInBody: solapiFailure('1062'),
    find: (url, accepted) => {
      if (url.pathname === '/cash/v1/balance') return [200, { balance: 12_345.5, point: 100 }];
      if (url.pathname !== '/messages/v4/list') return [404, { errorCode: 'ResourceNotFound' }];
      const query = url.searchParams;
      const found = accepted.filter((message) =>
        query.has('messageId')
          ? message.id === query.get('messageId')
          : message.to === query.get('to') &&
            isBetween(message, query.get('startDate'), query.get('endDate')),
      );
      const list = found.map((message) => [
        message.id,
        {
          messageId: message.id,
          to: message.to,
          customFields: message.customFields,
          ...solapiResults[message.result](message.channel),
        },
      ]);
      return [200, { limit: 20, messageList: Object.fromEntries(list) as object }];
    },
  });
};
